/** splitOptions :: `logo width=4cm alt="Logo"` → the operand and its `name=value` options */
import type { ContentOption } from './command.ts';

const OPTION = /\s([A-Za-z][\w-]*)\s*=\s*(?![=>])/y;
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Where brackets and strings that begin at `at` end; the offset after them. */
export const skipGroup = (text: string, at: number): number => {
  const open = text[at] as string;
  if (open === '"' || open === "'" || open === '`') {
    for (let to = at + 1; to < text.length; to++) {
      if (text[to] === '\\') to++;
      else if (text[to] === open) return to + 1;
    }
    return text.length;
  }
  const close = CLOSERS[open];
  if (close === undefined) return at + 1;
  let to = at + 1;
  while (to < text.length && text[to] !== close) to = skipGroup(text, to);
  return Math.min(text.length, to + 1);
};

export const unquote = (text: string): string => text.slice(1, -1).replace(/\\(.)/gs, '$1');

export const splitOptions = (text: string): { operand: string; options: ContentOption[] } => {
  let operand = text;
  const options: ContentOption[] = [];
  for (let at = 0; at < text.length; ) {
    OPTION.lastIndex = at;
    const match = OPTION.exec(text);
    if (match === null) {
      at = skipGroup(text, at);
      continue;
    }
    if (options.length === 0) operand = text.slice(0, at);
    const name = match[1] as string;
    const start = OPTION.lastIndex;
    const first = text[start];
    if (first === '"' || first === "'" || first === '(') {
      const end = skipGroup(text, start);
      const value = text.slice(start, end);
      options.push(first === '(' ? { name, expression: value } : { name, text: unquote(value) });
      at = end;
    } else {
      const word = /[^\s]*/y;
      word.lastIndex = start;
      const value = word.exec(text)?.[0] ?? '';
      options.push({ name, text: value });
      at = start + value.length;
    }
  }
  return { operand: operand.trim(), options };
};

/** `LINK url "label"`: a string that ends the operand and that nothing joins to it is the label. */
export const splitLabel = (operand: string): { operand: string; label?: string } => {
  const match = /^(.*[^\s+\-*/|:?,([{=<>&!])\s+("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')$/s.exec(operand);
  if (match === null) return { operand };
  return { operand: match[1] as string, label: match[2] as string };
};
