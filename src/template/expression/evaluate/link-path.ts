/** linkPath :: path → closure. Most of what a document reads goes through here, so it is unrolled for short paths. */

import type { PathExpression } from '../tree.ts';
import { type Read, reader } from '../values/access.ts';
import type { PathRead } from '../values/scope.ts';
import type { Value } from '../values/values.ts';
import { linkSpellings, refuseList } from './link-missed.ts';
import { frameAt, type Linked, type Linker } from './linker.ts';
import { reportMissing } from './reporting.ts';

export const linkPath = (path: PathExpression, linker: Linker): Linked => {
  const local = path.levels === 0 ? linker.resolve(path.name) : undefined;
  const start = local === undefined ? linkName(path) : linkLocal(local);
  const value = withKeys(start, path.keys.map(reader));
  if (path.optional) return value;
  const spellings = linkSpellings(path, local === undefined ? undefined : start);
  const told = local === undefined && linker.position !== 'silent' ? linker.position : undefined;
  const read: PathRead = { levels: path.levels, name: path.name, keys: path.keys };
  if (spellings === undefined && told === undefined) return value;
  return (scope, run, frame) => {
    const found = value(scope, run, frame);
    if (found !== undefined) return found;
    // Only what is missing pays for the rest.
    const other = spellings?.(scope, run, frame);
    if (other !== undefined) return other;
    if (path.keys.length > 0) refuseList(path, start(scope, run, frame));
    if (told === 'value') reportMissing(run, read);
    else if (told === 'condition') run.absent?.(read);
    return undefined;
  };
};

const linkName = ({ levels, name }: PathExpression): Linked => {
  if (levels > 0) return (scope) => scope.outer(levels)?.lookup(name);
  if (name === '$now') return (scope, run) => scope.lookup(name) ?? new Date(run.now);
  return (scope) => scope.lookup(name);
};

const linkLocal = ({ depth, index }: { depth: number; index: number }): Linked =>
  depth === 0
    ? (_scope, _run, frame) => frame?.values[index]
    : (_scope, _run, frame) => frameAt(frame, depth)?.values[index];

const withKeys = (start: Linked, reads: readonly Read[]): Linked => {
  const [first, second] = reads;
  if (first === undefined) return start;
  if (second === undefined) return (scope, run, frame) => first(start(scope, run, frame));
  if (reads.length === 2) return (scope, run, frame) => second(first(start(scope, run, frame)));
  return (scope, run, frame) => {
    let value: Value = start(scope, run, frame);
    for (const read of reads) value = read(value);
    return value;
  };
};
