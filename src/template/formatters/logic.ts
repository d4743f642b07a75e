/** Formatters that choose. */
import type { Test } from '../expression/shapes.ts';
import { looseEqual } from '../expression/values/operators.ts';
import { isList, type Value } from '../expression/values/values.ts';
import { type Formatter, isEmpty, type KnownArguments } from './formatter.ts';
import { anyParam, optional, textParam } from './params.ts';

/** Texts that mean no wherever data comes from forms and spreadsheets. */
const NO_TEXTS = new Set(['', '0', 'false', 'no', 'off', 'n']);

const means = (value: Value): boolean => {
  if (typeof value === 'string') return !NO_TEXTS.has(value.trim().toLowerCase());
  return isList(value) ? value.length > 0 : Boolean(value);
};

/** Pairs of what a value may be and what it becomes. */
const mapTests = (args: KnownArguments): readonly Test[] =>
  args.flatMap((value, index) =>
    index % 2 === 0 && index + 1 < args.length && value !== undefined ? [{ op: '==', value }] : [],
  );

export const logicFormatters: readonly Formatter[] = [
  {
    name: 'yesno',
    family: 'logic',
    params: [optional(textParam('yes')), optional(textParam('no'))],
    input: 'boolean',
    result: 'value',
    summary: 'One text for true and another for false or nothing ("Yes" and "No" unless given).',
    example: '{paid | yesno:"paid":"open"}',
    bind: ([yes, no]) => {
      const [ifTrue, ifFalse] = [yes ?? 'Yes', no ?? 'No'];
      return (value) => (means(value) ? ifTrue : ifFalse);
    },
  },
  {
    name: 'map',
    family: 'logic',
    params: [anyParam('from'), anyParam('to')],
    rest: anyParam('from and to'),
    input: 'unknown',
    result: 'value',
    output: 'unknown',
    sample: { inputTests: mapTests },
    summary:
      'Pairs of what a value may be and what to show for it; a last one without a partner is for the rest.',
    example: '{status | map:"o":"Open":"c":"Closed":"Unknown"}',
    bind: (args) => {
      const pairs = Array.from({ length: Math.floor(args.length / 2) }, (_, index) => ({
        from: args[index * 2],
        to: args[index * 2 + 1],
      }));
      const hasRest = args.length % 2 === 1;
      return (value) => {
        const found = pairs.find(({ from }) => looseEqual(from, value));
        if (found !== undefined) return found.to;
        return hasRest && !isEmpty(value) ? args.at(-1) : value;
      };
    },
  },
];
