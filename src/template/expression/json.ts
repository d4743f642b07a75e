/** JSON.stringify :: Value → text. Our own: bounded, and deaf to `toJSON` and whatever else data may be called. */
import { invalid } from './arguments.ts';
import type { RunContext } from './scope.ts';
import { Callable, isContent, isList, type Value } from './values.ts';

const MAX_DEPTH = 100;

export const stringifyJson = (value: Value, indent: string, run: RunContext): string | undefined => {
  const chunks: string[] = [];
  let length = 0;
  const write = (text: string): void => {
    chunks.push(text);
    length += text.length;
    if (length > run.budget.limits.text) run.budget.text(length);
  };

  const entries = (
    parts: readonly (() => void)[],
    { open, close, depth }: { open: string; close: string; depth: number },
  ): void => {
    run.budget.step(parts.length);
    write(open);
    parts.forEach((part, index) => {
      if (index > 0) write(',');
      if (indent !== '') write(`\n${indent.repeat(depth + 1)}`);
      part();
    });
    if (indent !== '' && parts.length > 0) write(`\n${indent.repeat(depth)}`);
    write(close);
  };

  const visit = (item: Value, depth: number): void => {
    if (depth > MAX_DEPTH) throw invalid('JSON.stringify got a value that is nested too deeply.');
    if (!isJson(item)) write('null');
    else if (isList(item)) {
      const parts = item.map((element) => () => visit(element, depth + 1));
      entries(parts, { open: '[', close: ']', depth });
    } else if (typeof item === 'object' && item !== null && !(item instanceof Date)) {
      const parts = Object.entries(item)
        .filter(([, element]) => isJson(element))
        .map(([key, element]) => () => {
          write(`${JSON.stringify(key)}:${indent === '' ? '' : ' '}`);
          visit(element, depth + 1);
        });
      entries(parts, { open: '{', close: '}', depth });
    } else {
      write(JSON.stringify(item));
    }
  };

  if (!isJson(value)) return undefined;
  visit(value, 0);
  run.budget.text(length);
  return chunks.join('');
};

const isJson = (value: Value): boolean =>
  value !== undefined && !(value instanceof Callable) && !isContent(value);
