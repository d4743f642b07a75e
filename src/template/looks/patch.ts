/** patched :: properties of an element + a patch → the properties as they are to be, in the order of the schema */
import { elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { PARAGRAPH_ORDER, RUN_ORDER } from '../content/word-properties.ts';
import type { Patch } from './look.ts';

/** ECMA-376 §17.4.66 and its schema. Rows (§17.4.78) take theirs in any order, but changes come last. */
const CELL_ORDER = (
  'cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark headers ' +
  'cellIns cellDel cellMerge tcPrChange'
).split(' ');
const ROW_ORDER = 'ins del trPrChange'.split(' ');
const SIDE_ORDER = 'top start left bottom end right between bar insideH insideV tl2br tr2bl'.split(' ');
/** §20.1.2.2.35. */
const SHAPE_ORDER =
  'xfrm custGeom prstGeom noFill solidFill gradFill blipFill pattFill grpFill ln effectLst effectDag scene3d sp3d extLst'.split(
    ' ',
  );

const ranks = (names: readonly string[], prefix = 'w'): ReadonlyMap<string, number> =>
  new Map(names.map((name, index) => [`${prefix}:${name}`, index]));

/** What tracks a change of a paragraph's mark stands first, and what the schema of 2006 does not know last. */
const ORDERS: Readonly<Record<string, ReadonlyMap<string, number>>> = {
  'w:rPr': ranks(['ins', 'del', 'moveFrom', 'moveTo', ...RUN_ORDER]),
  'w:pPr': ranks(PARAGRAPH_ORDER),
  'w:tcPr': ranks(CELL_ORDER),
  'w:trPr': ranks(['cnfStyle', 'trHeight', ...ROW_ORDER]),
  'w:tcBorders': ranks(SIDE_ORDER),
  'w:pBdr': ranks(SIDE_ORDER),
  'wps:spPr': ranks(SHAPE_ORDER, 'a'),
  'pic:spPr': ranks(SHAPE_ORDER, 'a'),
};

/** Rows: everything but what tracks changes may stand anywhere, and stays where it is. */
const MIDDLE_OF_ROW = 1.5;

const rankIn = (wrapper: string, name: string): number => {
  const order = ORDERS[wrapper];
  return order?.get(name) ?? (wrapper === 'w:trPr' ? MIDDLE_OF_ROW : (order?.size ?? 0));
};

/** `wrapper` is what the properties are called where there are none yet. */
export const patched = (
  source: string,
  properties: XmlElement | undefined,
  wrapper: string,
  patch: Patch,
): string => {
  const markup = new Map<string, string>();
  const inner = new Map<string, XmlElement>();
  for (const child of properties === undefined ? [] : elementsOf(properties)) {
    markup.set(child.name, source.slice(child.start, child.end));
    inner.set(child.name, child);
  }
  const nested = new Map<string, Map<string, string>>();
  for (const [path, text] of patch) {
    const [name = '', side] = path.split('/');
    if (side !== undefined) nested.set(name, (nested.get(name) ?? new Map()).set(side, text));
    else if (text === '') markup.delete(name);
    else markup.set(name, text);
  }
  for (const [name, sides] of nested) markup.set(name, patched(source, inner.get(name), name, sides));
  const sorted = [...markup].sort(([a], [b]) => rankIn(wrapper, a) - rankIn(wrapper, b));
  const open =
    properties === undefined
      ? `<${wrapper}>`
      : source.slice(properties.start, properties.openEnd).replace(/\s*\/>$/, '>');
  return `${open}${sorted.map(([, text]) => text).join('')}</${properties?.rawName ?? wrapper}>`;
};
