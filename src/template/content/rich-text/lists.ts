/** listOf :: `ul` or `ol` × list around it → List */
import type { ListFormat } from '../part-context.ts';
import type { List } from './blocks.ts';
import type { Declarations } from './css.ts';
import type { HtmlElement } from './html.ts';

const BY_TYPE: Readonly<Record<string, ListFormat>> = {
  '1': 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};

const BY_STYLE: Readonly<Record<string, ListFormat | 'none'>> = {
  none: 'none',
  disc: 'bullet',
  circle: 'bullet',
  square: 'bullet',
  decimal: 'decimal',
  'decimal-leading-zero': 'decimal',
  'lower-alpha': 'lowerLetter',
  'lower-latin': 'lowerLetter',
  'upper-alpha': 'upperLetter',
  'upper-latin': 'upperLetter',
  'lower-roman': 'lowerRoman',
  'upper-roman': 'upperRoman',
};

const formatOf = (element: HtmlElement, declarations: Declarations): List['format'] => {
  const words = (declarations.get('list-style-type') ?? declarations.get('list-style') ?? '')
    .toLowerCase()
    .split(/\s+/);
  const styled = words.map((word) => BY_STYLE[word]).find((format) => format !== undefined);
  if (styled !== undefined) return styled;
  if (element.name !== 'ol') return 'bullet';
  return BY_TYPE[element.attribute('type') ?? ''] ?? 'decimal';
};

const startOf = (element: HtmlElement): number => {
  const start = element.attribute('start') ?? '';
  return /^\d{1,9}$/.test(start) ? Number(start) : 1;
};

/** `number` is for an outermost list; one inside another has that one's. */
export const listOf = (
  element: HtmlElement,
  declarations: Declarations,
  around: List | undefined,
  number: number,
): List => ({
  number: around?.number ?? number,
  format: formatOf(element, declarations),
  start: startOf(element),
  level: around === undefined ? 0 : around.level + 1,
});
