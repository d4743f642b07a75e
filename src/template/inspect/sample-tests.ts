/** A value that makes a comparison true, so that the branch behind it shows. */
import type { Example, Test } from '../expression/references/references.ts';

const order = (op: Test['op'], a: Example, b: Example): boolean => {
  switch (op) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    default:
      return a >= b;
  }
};

const holds = ({ op, value }: Test, candidate: Example): boolean => {
  switch (op) {
    case '==':
    case '===':
      return candidate === value;
    case '!=':
    case '!==':
      return candidate !== value;
    case 'contains':
      return String(candidate).includes(String(value));
    default:
      return typeof candidate === typeof value && order(op, candidate, value);
  }
};

const ISO_DAY = /^\d{4}-\d\d-\d\d$/;

const moved = (value: Example, by: 1 | -1): Example => {
  if (typeof value === 'number') return value + by;
  if (typeof value === 'boolean') return !value;
  if (ISO_DAY.test(value) && !Number.isNaN(Date.parse(value)))
    return new Date(Date.parse(value) + by * 86_400_000).toISOString().slice(0, 10);
  return by > 0 ? `${value}a` : value.slice(0, -1);
};

const witness = ({ op, value }: Test): Example => {
  if (op === '>' || op === '!=' || op === '!==') return moved(value, 1);
  return op === '<' ? moved(value, -1) : value;
};

/**
 * The usual value where it passes, else one made for the tests; the one that passes most of them. Further items of a
 * list prefer further tests, so that each branch shows once.
 */
export const passing = (
  usual: Example,
  tests: readonly Test[],
  seed: number,
  fits: (value: Example) => boolean,
): Example => {
  if (tests.length === 0) return usual;
  const preferred = tests[seed % tests.length];
  const score = (value: Example): number =>
    tests.filter((test) => holds(test, value)).length +
    (preferred !== undefined && holds(preferred, value) ? 0.5 : 0);
  const candidates = [usual, ...tests.map(witness)].filter(fits);
  let best = usual;
  let bestScore = score(usual);
  for (const candidate of candidates) {
    const reached = score(candidate);
    if (reached > bestScore) [best, bestScore] = [candidate, reached];
  }
  return best;
};
