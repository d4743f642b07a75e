/**
 * linkMissed :: path → what to do where it leads nowhere
 *
 * The same path may be in the data by another spelling: with points inside a key (`"user.name"`, as data that were
 * flattened have it), or with letters composed otherwise. Only what is missing comes here.
 */

import { hasForms, keyLike } from '../../../data-check/names.ts';
import type { PlatenError } from '../../../errors.ts';
import { FORMATTERS } from '../../formatters/registry.ts';
import type { PathExpression, PathKey } from '../tree.ts';
import { readKey } from '../values/access.ts';
import { invalid } from '../values/arguments.ts';
import { someNames } from '../values/text.ts';
import { isList, isObject, type Value, type ValueObject } from '../values/values.ts';
import type { Linked } from './linker.ts';

/** More keys are tried as a whole only: joining any of them would be many ways. */
const MAX_KEYS = 6;

/**
 * `start` is what the path's name stands for where it is no data (a parameter). Undefined where there is no other way to
 * spell the path.
 */
export const linkSpellings = (path: PathExpression, start: Linked | undefined): Linked | undefined => {
  if (path.optional) return undefined;
  const names = [path.name, ...path.keys];
  const canJoin = names.some((name, index) => index > 0 && typeof name === 'string');
  if (!canJoin && !names.some((name) => typeof name === 'string' && hasForms(name))) return undefined;
  let spellings: readonly Spelling[] | undefined;
  return (scope, run, frame) => {
    spellings ??= spellingsOf(names, start === undefined && isData(path.name));
    const from = path.levels === 0 ? scope : scope.outer(path.levels);
    for (const { name, keys } of spellings) {
      let found = start === undefined ? from?.lookup(name) : start(scope, run, frame);
      if (found === undefined && start === undefined && hasForms(name))
        found = from?.ask((object) => readLike(object, name));
      for (const key of keys) found = found === undefined ? undefined : readLike(found, key);
      if (found !== undefined) return found;
    }
    return undefined;
  };
};

interface Spelling {
  readonly name: string;
  readonly keys: readonly PathKey[];
}

const isData = (name: string): boolean => name !== 'this' && !name.startsWith('@');

/** As it is, for letters that are composed otherwise, then with one run of neighbouring keys as one: the longest first. */
const spellingsOf = (names: readonly PathKey[], joinsName: boolean): readonly Spelling[] => {
  const [first = '', ...keys] = names;
  const found: Spelling[] = [];
  const add = ([name = '', ...rest]: readonly PathKey[]): void =>
    void found.push({ name: String(name), keys: rest });
  if (names.some((name) => typeof name === 'string' && hasForms(name))) add([first, ...keys]);
  for (let length = names.length; length > 1; length--) {
    if (length < names.length && names.length > MAX_KEYS) break;
    for (let at = joinsName ? 0 : 1; at + length <= names.length; at++) {
      const run = names.slice(at, at + length);
      if (run.some((name) => typeof name === 'number')) continue;
      add([...names.slice(0, at), run.join('.'), ...names.slice(at + length)]);
    }
  }
  return found;
};

const readLike = (object: Value, key: PathKey): Value => {
  if (typeof key === 'number' || !isObject(object)) return readKey(object, key);
  const own = keyLike(object, key);
  return own === undefined ? undefined : (object as ValueObject)[own];
};

/** `items.name` where `items` is a list: an error, since nobody means nothing by it. */
export const refuseList = (path: PathExpression, start: Value): void => {
  let value = start;
  for (const [index, key] of path.keys.entries()) {
    // PHP writes an object without names as an empty list, which lacks the name like the object would.
    if (isList(value) && value.length > 0 && isName(key)) throw nameOfList(path, index, value);
    value = readKey(value, key);
  }
};

const isName = (key: PathKey): key is string =>
  typeof key === 'string' && key !== 'length' && !/^\d+$/.test(key);

const nameOfList = (path: PathExpression, index: number, list: readonly Value[]): PlatenError => {
  const name = String(path.keys[index]);
  const written = [path.name, ...path.keys.slice(0, index)].join('.');
  const formatter = FORMATTERS.get(name);
  const entry = list.find(isObject);
  const names = entry === undefined ? '' : ` Its entries have ${someNames(entry)}.`;
  return invalid(
    `\`${written}\` is a list, which has no \`${name}\` of its own.`,
    formatter?.input === 'list'
      ? `Write \`${written} | ${name}\`.`
      : `Loop over it, or take one entry: \`${written}[0].${name}\`.${names}`,
  );
};
