/** JSON.stringify :: Value → text. Our own: bounded, and deaf to `toJSON` and whatever else data may be called. */
import { invalid } from './arguments.ts';
import { BYTES, bytesKept } from './memory.ts';
import type { RunContext } from './scope.ts';
import { Callable, isContent, isList, isObject, type Value, type ValueObject } from './values.ts';

const MAX_DEPTH = 100;

export const stringifyJson = (value: Value, indent: string, run: RunContext): string | undefined => {
  const { budget } = run;
  const chunks: string[] = [];
  let length = 0;
  let borrowed = 0;
  const write = (text: string): void => {
    length += text.length;
    budget.textFits(length);
    const bytes = BYTES.element + bytesKept(text);
    budget.memory(bytes);
    borrowed += bytes;
    chunks.push(text);
  };
  const writeText = (text: string): void => {
    write('"');
    for (let at = 0; at < text.length; ) {
      const end = pieceEnd(text, at);
      write(JSON.stringify(text.slice(at, end)).slice(1, -1));
      at = end;
    }
    write('"');
  };
  const newLine = (depth: number): void => {
    if (indent !== '') write(`\n${indent.repeat(depth)}`);
  };

  const writeList = (items: readonly Value[], depth: number): void => {
    budget.step(items.length);
    write('[');
    items.forEach((item, index) => {
      if (index > 0) write(',');
      newLine(depth + 1);
      visit(item, depth + 1);
    });
    if (items.length > 0) newLine(depth);
    write(']');
  };

  const writeObject = (object: ValueObject, depth: number): void => {
    const keys = Object.keys(object).filter((key) => isJson(object[key]));
    budget.step(keys.length);
    write('{');
    keys.forEach((key, index) => {
      if (index > 0) write(',');
      newLine(depth + 1);
      writeText(key);
      write(indent === '' ? ':' : ': ');
      visit(object[key], depth + 1);
    });
    if (keys.length > 0) newLine(depth);
    write('}');
  };

  const visit = (item: Value, depth: number): void => {
    if (depth > MAX_DEPTH) throw invalid('JSON.stringify got a value that is nested too deeply.');
    if (typeof item === 'string') writeText(item);
    else if (isList(item)) writeList(item, depth);
    else if (isObject(item)) writeObject(item, depth);
    else write(isJson(item) ? JSON.stringify(item) : 'null');
  };

  if (!isJson(value)) return undefined;
  visit(value, 0);
  budget.text(length);
  budget.release(borrowed);
  return chunks.join('');
};

/** Characters that are written at once: escaped, a text may get six times as long. */
const PIECE = 4096;

/** Never between the two halves of one character. */
const pieceEnd = (text: string, at: number): number => {
  const end = at + PIECE;
  const isHalf = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return Math.min(isHalf ? end + 1 : end, text.length);
};

const isJson = (value: Value): boolean =>
  value !== undefined && !(value instanceof Callable) && !isContent(value);
