/** `platen serve` where it can't serve: what the operator is told. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NODE_FLAGS } from '../../src/node-flags.mjs';
import { PROGRAM } from '../support/program.ts';
import { platen, scratchFolder } from './platen.ts';

const takenPort = async (): Promise<string> => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  return String((other.address() as AddressInfo).port);
};

test('the first key is shown even where the port turns out to be taken: it is never shown again', async () => {
  const cwd = scratchFolder();
  const env = { PORT: await takenPort(), PLATEN_PDF_WARM: 'false' };
  const first = await platen(['serve'], { cwd, env });
  expect(first).toMatchObject({ code: 1, err: expect.stringContaining(`${env.PORT} is in use already.`) });
  const key = /plt_\S{40,}/.exec(first.err)?.[0] ?? '';
  const { out } = await platen(['admin', 'key', 'list', 'default'], { cwd });
  expect(key.startsWith(/plt_\S+/.exec(out)?.[0] ?? 'no key')).toBe(true);
  const second = await platen(['serve'], { cwd, env });
  expect(second.err).not.toContain('plt_');
});

test('what the first start shows once stands between two rules, behind the log', async () => {
  const cwd = scratchFolder();
  const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, PORT: '0', PLATEN_PDF_WARM: 'false' };
  // Both streams into one pipe, as a service's log has them.
  const child = spawn('sh', ['-c', `exec "$0" "$1" serve 2>&1`, process.execPath, PROGRAM], { cwd, env });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  const ended = once(child, 'close');
  await expect.poll(() => text, { timeout: 60_000 }).toMatch(/serves at http/);
  // Started without a flag, it has given itself those that it wants, and is the same process still.
  if (process.platform === 'linux')
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0')).toEqual([
      process.execPath,
      ...NODE_FLAGS,
      PROGRAM,
      'serve',
      '',
    ]);
  child.kill('SIGTERM');
  await ended;
  const lines = text.split('\n');
  const [first = -1, second = -1] = lines.flatMap((line, at) => (/^={80}$/.test(line) ? [at] : []));
  const inside = lines.slice(first + 1, second).join('\n');
  expect(inside).toMatch(/^ {4}plt_\S{40,}$/m);
  expect(inside).toMatch(/^ {4}http:\S+\/setup#token=\S+$/m);
  expect(inside).not.toContain('{"level"');
  expect(lines.findIndex((line) => line.includes('Server listening'))).toBeLessThan(first);
});

test('a database that is none, or that is not ours to open, is named with what to do', async () => {
  const cwd = scratchFolder();
  mkdirSync(join(cwd, 'data'));
  writeFileSync(join(cwd, 'data', 'platen.db'), 'x'.repeat(5000));
  const damaged = await platen(['admin', 'org', 'list'], { cwd });
  expect(damaged).toMatchObject({ code: 1, err: expect.stringContaining('platen.db') });
  expect(damaged.err).toMatch(/not a database|damaged/);

  mkdirSync(join(cwd, 'other', 'platen.db'), { recursive: true });
  const folder = await platen(['admin', 'org', 'list'], { cwd, env: { PLATEN_DATA: 'other' } });
  expect(folder).toMatchObject({ code: 1, err: expect.stringContaining('cannot be opened') });
  expect(folder.err).toContain('PLATEN_DATA');
});
