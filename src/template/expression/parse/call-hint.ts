/** callHint :: a function that does not exist, and its arguments → how to say it here */
import { FORMATTERS } from '../../formatters/registry.ts';
import { suggest } from '../suggest.ts';
import type { Expression, Item } from '../tree.ts';

/** What the same thing is called elsewhere. */
const ALSO: Readonly<Record<string, string>> = {
  ...{ uppercase: 'upper', ucase: 'upper', touppercase: 'upper', lowercase: 'lower', lcase: 'lower' },
  ...{ tolowercase: 'lower', len: 'count', length: 'count', size: 'count', average: 'avg', mean: 'avg' },
  ...{ formatdate: 'date', dateformat: 'date', formatnumber: 'number', numberformat: 'number' },
  ...{ formatcurrency: 'currency', money: 'currency', implode: 'join', titlecase: 'title', total: 'sum' },
};

const JOINING = new Set(['concat', 'concatenate']);
const NOW = new Set(['today', 'now', 'currentdate', 'getdate', 'date']);

export const callHint = (name: string, args: readonly Item[]): string => {
  const plain = name.toLowerCase();
  if (args.length === 0 && NOW.has(plain)) return 'Write `$now | date`.';
  const texts = args.map(textOf);
  const isPlain = texts.every((text) => text !== undefined);
  if (isPlain && texts.length > 1 && JOINING.has(plain)) return `Write \`${texts.join(' + ')}\`.`;
  const formatter =
    FORMATTERS.get(ALSO[plain] ?? plain) ?? FORMATTERS.get(suggest(plain, FORMATTERS.keys()) ?? '');
  const [first, ...rest] = args;
  if (isPlain && formatter !== undefined && first !== undefined) {
    const given = rest.map((arg) => `:${textOf(arg)}`).join('');
    return `Write \`${pipedInput(first, formatter.property !== undefined, formatter.name)}${given}\`.`;
  }
  return `Formatters stand behind the value, as in \`value | upper\`; a function is one that the template sets: \`SET ${name} = (x) => …\`.`;
};

/** `sum(items.price)` is the sum of a property of the items. */
const pipedInput = (input: Item, hasProperty: boolean, formatter: string): string => {
  const key = input.type === 'path' ? input.keys.at(-1) : undefined;
  if (!hasProperty || input.type !== 'path' || typeof key !== 'string')
    return `${textOf(input)} | ${formatter}`;
  return `${textOf({ ...input, keys: input.keys.slice(0, -1) })} | ${formatter}:${JSON.stringify(key)}`;
};

/** Names and literals as an author writes them; undefined for what is longer. */
const textOf = (node: Expression | Item): string | undefined => {
  if (node.type === 'literal') return JSON.stringify(node.value);
  if (node.type === 'ambiguous') return textOf(node.path);
  if (node.type !== 'path') return undefined;
  const keys = node.keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`));
  return '../'.repeat(node.levels) + node.name + keys.join('');
};
