/** complete :: Shape, place in the data → names and values that can stand there, with the text to insert. */
import { isRecord } from '../../../../data-check/names.ts';
import type { FieldKind } from '../../../api/types.ts';
import { emptyValue, type Shape } from './shape.ts';

export interface Proposal {
  /** What is shown and matched: a name without quotes, or a value. */
  readonly label: string;
  readonly detail: string;
  readonly info: string | undefined;
  readonly kind: FieldKind;
  /** JSON. */
  readonly insert: string;
  /** Where typing goes on, in characters from the end. */
  readonly cursor: number;
  readonly isRequired: boolean;
}

/** Names that the object at this place can have and does not. */
export const proposeNames = (shape: Shape | undefined, present: ReadonlySet<string>): Proposal[] =>
  fieldsOf(shape)
    .filter(({ name }) => name !== undefined && !present.has(name))
    .map((field) => {
      const value = JSON.stringify(emptyValue(field), null, 2);
      const inside = /^(?:""|\[\]|\{\})$/.test(value) ? 1 : 0;
      return {
        label: field.name ?? '',
        detail: field.optional ? `${field.kind}, optional` : field.kind,
        info: describe(field),
        kind: field.kind,
        insert: `${JSON.stringify(field.name)}: ${value}`,
        cursor: inside,
        isRequired: !field.optional,
      };
    });

/** An item of a section may be written as the object that the section enters. */
const fieldsOf = (shape: Shape | undefined): readonly Shape[] => {
  if (shape === undefined) return [];
  if (shape.kind === 'list' && shape.types.includes('object')) return shape.item?.fields ?? [];
  return shape.fields;
};

export const proposeValues = (shape: Shape | undefined, sample: unknown, today: string): Proposal[] => {
  if (shape === undefined) return [];
  const value = (insert: string, detail: string, cursor = 0): Proposal => ({
    label: insert,
    detail,
    info: describe(shape),
    kind: shape.kind,
    insert,
    cursor,
    isRequired: false,
  });
  const proposals: Proposal[] = [];
  switch (shape.kind) {
    case 'list': {
      const item = shape.item === undefined ? '' : JSON.stringify(emptyValue(shape.item), null, 2);
      proposals.push(value(`[${item}]`, 'a list', item === '' || item === '""' ? (item === '' ? 1 : 2) : 1));
      break;
    }
    case 'object':
      proposals.push(value(JSON.stringify(emptyValue(shape), null, 2), 'an object'));
      break;
    case 'boolean':
      proposals.push(value('true', 'yes'), value('false', 'no'));
      break;
    case 'date':
      proposals.push(value(JSON.stringify(today), 'today'));
      break;
    default:
      proposals.push(value('""', shape.kind, 1));
  }
  const example = JSON.stringify(sample);
  const isShort =
    example !== undefined && example.length <= 80 && !isRecord(sample) && !Array.isArray(sample);
  if (isShort && !proposals.some(({ insert }) => insert === example))
    proposals.push(value(example, 'sample'));
  return proposals;
};

export const describe = (shape: Shape): string | undefined => {
  const [use, ...others] = shape.usedIn;
  const where =
    use === undefined
      ? undefined
      : `${use.tag}${use.paragraph === undefined ? '' : `, paragraph ${use.paragraph}`} of the ${use.part}${
          others.length > 0 ? `, and ${others.length} more` : ''
        }`;
  return [shape.description, where].filter((text) => text !== undefined).join('\n') || undefined;
};
