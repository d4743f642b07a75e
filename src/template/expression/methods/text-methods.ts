/** Methods of texts: JavaScript's own, without regular expressions, and bounded where they make text grow. */
import { inRange, integer, type Method, optionalText, text } from '../values/arguments.ts';
import { collator } from '../values/intl.ts';
import { BYTES } from '../values/memory.ts';
import { chargeSearch, finite } from '../values/operators.ts';
import type { RunContext } from '../values/scope.ts';
import { grown, inCase } from '../values/text.ts';
import type { Value } from '../values/values.ts';

/** Calls that only look at, or shorten, their receiver. */
const plain: Readonly<Record<string, Method<string>>> = {
  at: (receiver, [index]) => receiver.at(integer(index, 0)),
  charAt: (receiver, [index]) => receiver.charAt(integer(index, 0)),
  charCodeAt: (receiver, [index]) => finite(receiver.charCodeAt(integer(index, 0))),
  codePointAt: (receiver, [index]) => receiver.codePointAt(integer(index, 0)),
  endsWith: (receiver, [search, end], run) =>
    receiver.endsWith(text(search, run), integer(end, receiver.length)),
  includes: (receiver, [search, from], run) =>
    receiver.includes(sought(receiver, search, run), integer(from, 0)),
  indexOf: (receiver, [search, from], run) =>
    receiver.indexOf(sought(receiver, search, run), integer(from, 0)),
  lastIndexOf: (receiver, [search, from], run) =>
    receiver.lastIndexOf(sought(receiver, search, run), integer(from, receiver.length)),
  localeCompare: (receiver, [other, locale], run) => {
    const against = text(other, run);
    run.budget.step(1 + Math.floor((receiver.length + against.length) / 64));
    return collator(optionalText(locale, run) ?? run.locale, {}).compare(receiver, against);
  },
  slice: (receiver, [start, end]) => receiver.slice(integer(start, 0), integer(end, receiver.length)),
  startsWith: (receiver, [search, from], run) => receiver.startsWith(text(search, run), integer(from, 0)),
  substring: (receiver, [start, end]) => receiver.substring(integer(start, 0), integer(end, receiver.length)),
  substr: (receiver, [start, length]) => {
    const from = integer(start, 0);
    const first = from < 0 ? Math.max(receiver.length + from, 0) : from;
    return receiver.slice(first, first + Math.max(integer(length, receiver.length), 0));
  },
  toString: (receiver: string) => receiver,
  trim: (receiver) => receiver.trim(),
  trimEnd: (receiver) => receiver.trimEnd(),
  trimStart: (receiver) => receiver.trimStart(),
  valueOf: (receiver: string) => receiver,
};

/** Calls whose result may be longer than their receiver. */
const growing: Readonly<Record<string, Method<string>>> = {
  concat: (receiver, args, run) => {
    const parts = args.map((part) => text(part, run));
    run.budget.text(parts.reduce((length, part) => length + part.length, receiver.length));
    return receiver + parts.join('');
  },
  // 18: the longest decomposition that Unicode has (NFKC of U+FDFA).
  normalize: (receiver, [form], run) =>
    grown(receiver.length * 18, run, () => receiver.normalize(optionalText(form, run) ?? 'NFC')),
  padEnd: (receiver, args, run) => receiver.padEnd(...padding(receiver, args, run)),
  padStart: (receiver, args, run) => receiver.padStart(...padding(receiver, args, run)),
  repeat: (receiver, [count], run) => {
    const times = inRange(integer(count, 0), [0, Number.MAX_SAFE_INTEGER], 'The count of `repeat`');
    run.budget.text(receiver.length * times);
    return receiver.repeat(times);
  },
  replace: (receiver, [search, replacement], run) => {
    const wanted = sought(receiver, search, run);
    const at = receiver.indexOf(wanted);
    if (at < 0) return receiver;
    const inserted = text(replacement, run);
    run.budget.text(receiver.length + inserted.length);
    return receiver.slice(0, at) + inserted + receiver.slice(at + wanted.length);
  },
  replaceAll: (receiver, [search, replacement], run) =>
    replaceAll(receiver, text(search, run), text(replacement, run), run),
  split: (receiver, [separator, limit], run) => {
    const most = limit === undefined ? Number.POSITIVE_INFINITY : Math.max(integer(limit, 0), 0);
    if (separator === undefined) return most === 0 ? [] : [receiver];
    const by = sought(receiver, separator, run);
    const parts = Math.min(most, by === '' ? receiver.length : occurrences(receiver, by) + 1);
    run.budget.list(parts);
    run.budget.memory(parts * BYTES.text + receiver.length * BYTES.character);
    return Number.isFinite(most) ? receiver.split(by, most) : receiver.split(by);
  },
  toLocaleLowerCase: (receiver, [locale], run) => {
    const language = optionalText(locale, run) ?? run.locale;
    return inCase(receiver, run, (given) => given.toLocaleLowerCase(language));
  },
  toLocaleUpperCase: (receiver, [locale], run) => {
    const language = optionalText(locale, run) ?? run.locale;
    return inCase(receiver, run, (given) => given.toLocaleUpperCase(language));
  },
  toLowerCase: (receiver, _args, run) => inCase(receiver, run, (given) => given.toLowerCase()),
  toUpperCase: (receiver, _args, run) => inCase(receiver, run, (given) => given.toUpperCase()),
};

const sought = (receiver: string, search: Value, run: RunContext): string => {
  const wanted = text(search, run);
  chargeSearch(receiver, wanted, run);
  return wanted;
};

const padding = (receiver: string, [length, fill]: readonly Value[], run: RunContext): [number, string] => {
  const wanted = integer(length, 0);
  if (wanted > receiver.length) run.budget.text(wanted);
  return [wanted, optionalText(fill, run) ?? ' '];
};

const occurrences = (haystack: string, needle: string): number => {
  let count = 0;
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + needle.length))
    count += 1;
  return count;
};

/**
 * Literal on both sides: `$&` in the replacement is those two characters. Measured before it is made, and made of its
 * parts: the engine's own replacement builds a tree with a node for each occurrence.
 */
export const replaceAll = (
  receiver: string,
  search: string,
  replacement: string,
  run: RunContext,
): string => {
  if (receiver === '') return search === '' ? replacement : receiver;
  chargeSearch(receiver, search, run);
  const count = search === '' ? receiver.length + 1 : occurrences(receiver, search);
  if (count === 0) return receiver;
  run.budget.step(count);
  run.budget.text(receiver.length + count * (replacement.length - search.length));
  return run.budget.borrow((count + 1) * (BYTES.element + BYTES.text), () =>
    search === ''
      ? replacement + receiver.split('').join(replacement) + replacement
      : receiver.split(search).join(replacement),
  );
};

export const TEXT_METHODS: ReadonlyMap<string, Method<string>> = new Map(
  Object.entries({ ...plain, ...growing }),
);
