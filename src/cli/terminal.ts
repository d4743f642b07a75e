/**
 * How commands speak: results to stdout, everything else to stderr; progress only on a terminal and only for what
 * takes longer than a second; colours only on a terminal, and never against NO_COLOR (no-color.org).
 */
import { styleText } from 'node:util';
import { PlatenError, type Problem } from '../errors.ts';

/** Exit codes: 0, 1 for work that failed, 2 for wrong use, and what shells expect of a command that was interrupted. */
export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

export class UsageError extends Error {}

// `styleText` honours NO_COLOR and whether the stream is a terminal by itself.
const paint = (format: 'red' | 'yellow' | 'dim' | 'bold', text: string, stream: NodeJS.WriteStream): string =>
  styleText(format, text, { stream });

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
export const note = (line: string): void => void process.stderr.write(`${line}\n`);
export const strong = (text: string): string => paint('bold', text, process.stdout);

/** Between two rules, with room around, so that nobody overlooks it among lines of a log; in a pipe as well. */
export const frame = (lines: readonly (string | { readonly strong: string })[]): void => {
  const rule = (process.stderr.isTTY ? '━' : '=').repeat(RULE_COLUMNS);
  note(`\n${rule}`);
  for (const line of lines)
    if (typeof line === 'string') note(`\n  ${line}`);
    else note(`\n    ${paint('bold', line.strong, process.stderr)}`);
  note(`\n${rule}\n`);
};

/** As wide as a terminal is at least. */
const RULE_COLUMNS = 80;

const describePlace = (problem: Problem): string => {
  const where = [
    problem.part,
    problem.paragraph && `paragraph ${problem.paragraph.number}`,
    problem.cell && `row ${problem.cell.row}, cell ${problem.cell.column}`,
    problem.path,
  ].filter(Boolean);
  return where.join(', ');
};

/** An error as a person reads it: what, each detail with its place and its hint, then the way out. */
export const showError = (error: unknown): void => {
  if (error instanceof UsageError) {
    note(`${paint('red', 'platen:', process.stderr)} ${error.message}`);
    return;
  }
  if (isOfTheSystem(error)) {
    note(`${paint('red', 'platen:', process.stderr)} ${error.message}`);
    const way = WAYS_OUT[error.code];
    if (way !== undefined) note(`  ${paint('yellow', 'hint:', process.stderr)} ${way}`);
    return;
  }
  if (!(error instanceof PlatenError)) {
    note(`${paint('red', 'platen: unexpected failure:', process.stderr)} ${stackOf(error)}`);
    return;
  }
  note(
    `${paint('red', 'platen:', process.stderr)} ${error.message} ${paint('dim', `(${error.code})`, process.stderr)}`,
  );
  for (const problem of error.details ?? []) {
    // A single problem of a request is the error itself.
    if (problem.message === error.message && problem.paragraph === undefined) continue;
    const place = describePlace(problem);
    note(
      `  ${place ? `${place}: ` : ''}${problem.message} ${paint('dim', `(${problem.code})`, process.stderr)}`,
    );
    if (problem.paragraph?.text) note(paint('dim', `    in "${problem.paragraph.text}"`, process.stderr));
    if (problem.hint) note(`    ${paint('yellow', 'hint:', process.stderr)} ${problem.hint}`);
  }
  if (error.hint) note(`  ${paint('yellow', 'hint:', process.stderr)} ${error.hint}`);
  // There is no log on the command line: what is not shown here is nowhere.
  if (error.kind === 'internal' && error.cause !== undefined) note(stackOf(error.cause));
};

/** A file or a folder that was named: where in the program it was met helps nobody. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  EACCES: 'This user may not do that there: use another place, or the user that the server runs as.',
  EEXIST: 'It is there already, and nothing is overwritten: name another file.',
  EISDIR: 'That is a folder: name a file.',
  ENOENT: 'There is no such file or folder: make it first, or correct the name.',
  ENOSPC: 'The disk is full: make room, or name a place on another one.',
  ENOTDIR: 'A part of that path is not a folder.',
  EPERM: 'This user may not do that there: use another place, or the user that the server runs as.',
  EROFS: 'That disk is read-only: name a place on another one.',
};

const isOfTheSystem = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error && String(error.code) in WAYS_OUT;

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

interface Progress {
  step(text: string): void;
  done(): void;
}

const PATIENCE_MS = 1000;

/** A line that is rewritten in place, on a terminal, once a second has passed. Silent elsewhere. */
export const startProgress = (
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean } = process.stderr,
): Progress => {
  if (stream.isTTY !== true) return { step: () => undefined, done: () => undefined };
  const start = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let shown = false;
  return {
    step(text) {
      const show = (): void => {
        shown = true;
        stream.write(`\r\u001b[2K${text}`);
      };
      clearTimeout(timer);
      timer = setTimeout(show, Math.max(0, start + PATIENCE_MS - performance.now()));
      timer.unref();
    },
    done() {
      clearTimeout(timer);
      if (shown) stream.write('\r\u001b[2K');
      shown = false;
    },
  };
};

/** Columns padded to their widest cell; numbers stay as they are given. */
export const columns = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => (row[index] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return [strong(line(head)), ...rows.map(line)].join('\n');
};
