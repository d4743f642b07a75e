/**
 * Structure: the tree of a tagged file (ISO 32000-1 §14.7 and §14.8).
 *
 * Pages number their marked content as they are written; the tree is written at the end, from the elements that layout
 * declared and the places where each was met.
 */
import type { StructureElement } from '../layout/display-list.ts';
import type { PdfFile } from './file.ts';
import { name, num, reference, textString } from './syntax.ts';

/** One piece of content of an element, in the order of the pages. */
type Piece =
  | { readonly kind: 'marked'; readonly page: number; readonly id: number }
  | { readonly kind: 'annotation'; readonly page: number; readonly object: number };

interface Met {
  readonly order: number;
  readonly piece: Piece;
}

/** Gives a page's content its marks. */
export interface PageMarks {
  begin(element: number | null): string;
}

export class Structure {
  readonly #file: PdfFile;
  readonly #met = new Map<number, Met[]>();
  /** For each entry of the parent tree: the elements of a page's marks, or of one annotation. */
  readonly #parents: (readonly number[] | number)[] = [];
  #order = 0;

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** `key` goes into the page's StructParents. */
  page(page: number): PageMarks & { readonly key: number } {
    const elements: number[] = [];
    const key = this.#parents.push(elements) - 1;
    return {
      key,
      begin: (element) => {
        if (element === null) return '/Artifact BMC\n';
        const id = elements.push(element) - 1;
        this.#note(element, { kind: 'marked', page, id });
        return `/Span<</MCID ${id}>>BDC\n`;
      },
    };
  }

  /** An annotation's StructParent. */
  annotation(element: number, page: number, object: number): number {
    this.#note(element, { kind: 'annotation', page, object });
    return this.#parents.push(element) - 1;
  }

  #note(element: number, piece: Piece): void {
    const list = this.#met.get(element);
    const met = { order: this.#order++, piece };
    if (list === undefined) this.#met.set(element, [met]);
    else list.push(met);
  }

  /** The StructTreeRoot. */
  write(elements: readonly StructureElement[]): number {
    const root = this.#file.allocate();
    const objects = elements.map(() => this.#file.allocate());
    const children = childrenOf(elements);
    const first = firstMet(elements, this.#met);
    const kids = (parent: number): string => {
      const own = (this.#met.get(parent) ?? []).map(({ order, piece }) => ({
        order,
        text: pieceText(piece),
      }));
      let last = -1;
      const nested = (children.get(parent) ?? []).map((child) => {
        // An element without content (an empty cell) stays behind the one before it.
        last = Math.max(last, first[child] ?? last);
        return { order: last, text: reference(objects[child] ?? 0) };
      });
      return [...own, ...nested]
        .sort((a, b) => a.order - b.order)
        .map(({ text }) => text)
        .join(' ');
    };
    elements.forEach((element, index) => {
      const parent = element.parent === undefined ? root : (objects[element.parent] ?? root);
      this.#file.add(
        `<</Type/StructElem/S${name(element.role)}/P ${reference(parent)}${details(element)}/K[${kids(index)}]>>`,
        objects[index],
      );
    });
    const toReference = (element: number): string => reference(objects[element] ?? root);
    const numbers = this.#parents.map((entry, key) =>
      typeof entry === 'number'
        ? `${key} ${toReference(entry)}`
        : `${key}[${entry.map(toReference).join(' ')}]`,
    );
    const parentTree = this.#file.add(`<</Nums[${numbers.join(' ')}]>>`);
    this.#file.add(
      `<</Type/StructTreeRoot/ParentTree ${reference(parentTree)}/ParentTreeNextKey ${this.#parents.length}` +
        `/K[${(children.get(ROOT) ?? []).map(toReference).join(' ')}]>>`,
      root,
    );
    return root;
  }
}

const ROOT = -1;

const childrenOf = (elements: readonly StructureElement[]): ReadonlyMap<number, readonly number[]> => {
  const children = new Map<number, number[]>();
  elements.forEach((element, index) => {
    const parent = element.parent !== undefined && element.parent < index ? element.parent : ROOT;
    const list = children.get(parent);
    if (list === undefined) children.set(parent, [index]);
    else list.push(index);
  });
  return children;
};

/** When anything inside each element was first drawn; parents come before children, so one pass backwards does it. */
const firstMet = (
  elements: readonly StructureElement[],
  met: ReadonlyMap<number, readonly Met[]>,
): readonly (number | undefined)[] => {
  const first: (number | undefined)[] = elements.map((_, index) => met.get(index)?.[0]?.order);
  for (let index = elements.length - 1; index >= 0; index--) {
    const parent = elements[index]?.parent;
    const own = first[index];
    if (parent === undefined || own === undefined) continue;
    const known = first[parent];
    if (known === undefined || own < known) first[parent] = own;
  }
  return first;
};

const pieceText = (piece: Piece): string =>
  piece.kind === 'marked'
    ? `<</Type/MCR/Pg ${reference(piece.page)}/MCID ${piece.id}>>`
    : `<</Type/OBJR/Pg ${reference(piece.page)}/Obj ${reference(piece.object)}>>`;

const details = (element: StructureElement): string => {
  let text = '';
  if (element.alt !== undefined) text += `/Alt${textString(element.alt)}`;
  if (element.actualText !== undefined) text += `/ActualText${textString(element.actualText)}`;
  if (element.language !== undefined) text += `/Lang${textString(element.language)}`;
  const table =
    (element.columnSpan === undefined ? '' : `/ColSpan ${num(element.columnSpan)}`) +
    (element.rowSpan === undefined ? '' : `/RowSpan ${num(element.rowSpan)}`) +
    (element.scope === undefined ? '' : `/Scope/${element.scope}`);
  return table === '' ? text : `${text}/A<</O/Table${table}>>`;
};
