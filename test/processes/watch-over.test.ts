/** A main thread that does not answer any more takes its process with it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('./stuck-process.ts', import.meta.url));

const end = async (how: string): Promise<{ ended: unknown; said: string }> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, how], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code, signal] = await once(child, 'close');
  return { ended: code ?? signal, said };
};

test('one in a loop without end is ended, and says why; one that waits is not', async () => {
  const [stuck, waiting] = await Promise.all([end('stuck'), end('waits')]);
  expect(stuck.ended).toBe('SIGKILL');
  expect(stuck.said).toContain('no sign of life');
  expect(waiting).toEqual({ ended: 7, said: '' });
});
