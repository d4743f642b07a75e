/** findLooks :: rendered part with marks → what is said of each element, and of the tables as wholes */
import { childOf, descendantsOf, type XmlElement, type XmlNode } from '../../ooxml/xml.ts';
import { nearest } from '../word/ancestry.ts';
import { cellsOf } from '../word/cells.ts';
import { isVmlShape } from '../word/vml-shapes.ts';
import { combineLooks, type Look } from './look.ts';
import type { LookMark, LookMarks, MergeDirection } from './look-marks.ts';
import { Together } from './together.ts';

export interface TableLooks {
  /** By column of the grid, from 0. */
  readonly columns: Map<number, Look>;
  readonly merges: Map<XmlElement, ReadonlyMap<MergeDirection, string | undefined>>;
  /** Some cell says how many columns it takes. */
  hasSpans: boolean;
}

export interface FoundLooks {
  /** Paragraphs, cells, rows, shapes. */
  readonly elements: ReadonlyMap<XmlElement, Look>;
  readonly tables: ReadonlyMap<XmlElement, TableLooks>;
  readonly marks: ReadonlyMap<XmlNode, LookMark>;
  /** Elements that have one of these inside. */
  readonly touched: ReadonlySet<XmlElement>;
  /** What older programs would show instead of a shape whose look is set. */
  readonly fallbacks: ReadonlySet<XmlElement>;
}

export const findLooks = (root: XmlElement, source: string, known: LookMarks): FoundLooks => {
  const elements = new Map<XmlElement, Look>();
  const tables = new Map<XmlElement, TableLooks>();
  const marks = new Map<XmlNode, LookMark>();
  const touched = new Set<XmlElement>();
  const fallbacks = new Set<XmlElement>();
  const touch = (element: XmlElement | undefined): void => {
    for (let at = element; at !== undefined && !touched.has(at); at = at.parent) touched.add(at);
  };
  const say = (element: XmlElement | undefined, look: Look): void => {
    if (element === undefined) return;
    const before = elements.get(element);
    elements.set(element, before === undefined ? look : combineLooks(before, look));
    touch(element);
  };
  const tableOf = (cell: XmlElement): TableLooks | undefined => {
    const table = nearest(cell, 'w:tbl');
    if (table === undefined) return undefined;
    const looks = tables.get(table) ?? { columns: new Map(), merges: new Map(), hasSpans: false };
    tables.set(table, looks);
    return looks;
  };
  const together = new Together();
  const found = (mark: LookMark, parent: XmlElement): void => {
    if (mark.type === 'end') return;
    if (mark.type === 'together') {
      together.begin(parent);
      return;
    }
    if (mark.type === 'together-end') {
      together.end(say);
      return;
    }
    const cell = nearest(parent, 'w:tc');
    if (mark.type === 'merge') {
      if (cell === undefined) return;
      const looks = tableOf(cell);
      looks?.merges.set(cell, new Map([...(looks.merges.get(cell) ?? []), [mark.direction, mark.key]]));
      return;
    }
    switch (mark.unit) {
      case 'text':
        return;
      case 'paragraph':
        say(nearest(parent, 'w:p'), mark.look);
        return;
      case 'cell': {
        say(cell, mark.look);
        const looks = cell === undefined || mark.look.span === undefined ? undefined : tableOf(cell);
        if (looks !== undefined) looks.hasSpans = true;
        return;
      }
      case 'row':
        say(nearest(parent, 'w:tr'), mark.look);
        return;
      case 'column':
        if (cell !== undefined) sayColumn(cell, mark.look, tableOf(cell));
        return;
      case 'shape': {
        const shape = shapeAround(parent);
        say(shape, mark.look);
        const fallback = shape === undefined ? undefined : fallbackOf(shape);
        if (fallback !== undefined) fallbacks.add(fallback);
      }
    }
  };
  const walk = (element: XmlElement): void => {
    for (const child of element.children) {
      if (child.kind === 'element') {
        together.meet(child);
        walk(child);
      } else if (child.kind === 'other') {
        const mark = known.read(source.slice(child.start, child.end));
        if (mark === undefined) continue;
        marks.set(child, mark);
        touch(element);
        found(mark, element);
      }
    }
  };
  walk(root);
  return { elements, tables, marks, touched, fallbacks };
};

/** Of a cell that takes several columns, each of them. */
const sayColumn = (cell: XmlElement, look: Look, table: TableLooks | undefined): void => {
  const row = nearest(cell, 'w:tr');
  const place = row === undefined ? undefined : cellsOf(row).find((one) => one.cell === cell);
  if (place === undefined || table === undefined) return;
  const each: Look =
    look.width === undefined ? look : { ...look, width: Math.round(look.width / place.span) };
  for (let column = place.column; column < place.column + place.span; column++) {
    const before = table.columns.get(column);
    table.columns.set(column, before === undefined ? each : combineLooks(before, each));
  }
};

/** The properties of the shape that the mark stands in, or in whose description it stood. */
const shapeAround = (element: XmlElement): XmlElement | undefined => {
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    if (at.name === 'wps:wsp') return childOf(at, 'wps:spPr');
    if (isVmlShape(at)) return at;
    if (at.name === 'w:pict') return [...descendantsOf(at)].find(isVmlShape);
    if (at.name !== 'wp:inline' && at.name !== 'wp:anchor') continue;
    for (const inner of descendantsOf(at))
      if (inner.name === 'wps:spPr' || inner.name === 'pic:spPr') return inner;
    return undefined;
  }
  return undefined;
};

const fallbackOf = (shape: XmlElement): XmlElement | undefined => {
  for (let at: XmlElement | undefined = shape; at !== undefined; at = at.parent)
    if (at.name === 'mc:AlternateContent') return childOf(at, 'mc:Fallback');
  return undefined;
};
