/** tagsOf :: Inspection, delimiter → tags to copy, with the template's own fields in them */
import type { Delimiter, Inspection } from '../api/types.ts';
import { DELIMITER_LOOKS } from '../components/delimiters.ts';
import { type Shape, shapeOf } from '../screens/workspace/shape/shape.ts';

interface OfferedTag {
  readonly text: string;
  readonly what: string;
  /** What stands in it, where its value can be shown. */
  readonly expression?: string;
}

const SIGN = 'name';

/** A command or an expression in the template's delimiters. */
export const tagged = (delimiter: Delimiter, inner: string): string =>
  DELIMITER_LOOKS[delimiter].replace(SIGN, () => inner);

export const tagsOf = (inspection: Inspection, delimiter: Delimiter): readonly OfferedTag[] =>
  shapeOf(inspection).fields.flatMap((field) => tagsFor(field, (inner) => tagged(delimiter, inner)));

const tagsFor = (field: Shape, tag: (inner: string) => string): readonly OfferedTag[] => {
  const { kind, path } = field;
  switch (kind) {
    case 'list':
      return [{ text: loopOf(field, tag), what: 'repeats what stands between, for each' }];
    case 'boolean':
      return [
        {
          text: `${tag(`IF ${path}`)}…${tag('END-IF')}`,
          what: 'shows what stands between, where it is true',
        },
      ];
    case 'image':
      return [{ text: tag(`IMAGE ${path} width=4cm`), what: 'a picture' }];
    case 'object':
      return field.fields.flatMap((one) => tagsFor(one, tag));
    default:
      return [{ text: tag(path), what: 'a value', expression: path }];
  }
};

/** `{FOR line IN lines}{$line.name}{END-FOR line}`: with the first of its fields inside. */
const loopOf = ({ path, item }: Shape, tag: (inner: string) => string): string => {
  const name = singular(path.split('.').pop() ?? 'item');
  const inside = item?.fields.find(({ kind }) => kind !== 'list' && kind !== 'object')?.name;
  const value = tag(inside === undefined ? `$${name}` : `$${name}.${inside}`);
  return `${tag(`FOR ${name} IN ${path}`)}${value}${tag(`END-FOR ${name}`)}`;
};

/** A name for one of them; `item` where the word does not say. */
const singular = (name: string): string => {
  if (!/^[A-Za-z]\w*$/.test(name)) return 'item';
  if (/ies$/.test(name)) return name.replace(/ies$/, 'y');
  return /[^s]s$/.test(name) ? name.slice(0, -1) : 'item';
};
