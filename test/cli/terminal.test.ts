import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showError, startProgress } from '../../src/cli/terminal.ts';
import { PlatenError } from '../../src/errors.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const screen = (isTTY: boolean) => {
  let text = '';
  const stream = Object.assign(new PassThrough(), { isTTY });
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { stream, read: () => text };
};

test('one long step shows once it has taken a second, and its line is cleared at the end', () => {
  const { stream, read } = screen(true);
  const progress = startProgress(stream);
  progress.step('Converting…');
  vi.advanceTimersByTime(900);
  expect(read()).toBe('');
  vi.advanceTimersByTime(200);
  expect(read()).toContain('Converting…');
  progress.done();
  expect(read().endsWith('\u001b[2K')).toBe(true);
  progress.step('Next…');
  vi.advanceTimersByTime(1);
  expect(read()).toContain('Next…');
});

test('what is quick, or not on a terminal, shows nothing', () => {
  const quick = screen(true);
  const progress = startProgress(quick.stream);
  progress.step('Converting…');
  progress.done();
  vi.advanceTimersByTime(5000);
  const pipe = screen(false);
  startProgress(pipe.stream).step('Converting…');
  vi.advanceTimersByTime(5000);
  expect([quick.read(), pipe.read()]).toEqual(['', '']);
});

test('an error is told once, and each of several', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const detail = (message: string) => ({ code: 'bad_admin_request', message, path: 'expiresAt' });
  showError(new PlatenError('bad_admin_request', 'Too late.', { details: [detail('Too late.')] }));
  showError(new PlatenError('bad_request', 'One. Two.', { details: [detail('One.'), detail('Two.')] }));
  const lines = written.mock.calls.map(([text]) => String(text)).join('');
  written.mockRestore();
  expect(lines.match(/Too late|One|Two/g)).toEqual(['Too late', 'One', 'Two', 'One', 'Two']);
});
