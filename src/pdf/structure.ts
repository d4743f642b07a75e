/**
 * Structure: the tree of a tagged file (ISO 32000-1 §14.7 and §14.8).
 *
 * Pages number their marked content as they are written; the tree is written at the end, from the elements that layout
 * declared and the places where each was met.
 */
import type { StructureElement } from '../layout/display-list.ts';
import type { PdfFile } from './file.ts';
import type { PageRef } from './navigation.ts';
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
  write(elements: readonly StructureElement[], pages: readonly PageRef[]): number {
    const root = this.#file.allocate();
    const first = firstMet(elements, this.#met);
    const objects = elements.map((element, index) =>
      isKept(element, index, elements, first) ? this.#file.allocate() : undefined,
    );
    const children = childrenOf(elements, objects);
    elements.forEach((element, index) => {
      const object = objects[index];
      if (object === undefined) return;
      const parent = element.parent === undefined ? root : (objects[element.parent] ?? root);
      const page = this.#met.get(index)?.[0]?.piece.page;
      const kids = this.#kids(index, children.get(index) ?? [], page, (child) => ({
        order: first[child] ?? -1,
        object: objects[child] ?? 0,
      }));
      this.#file.add(
        `<</Type/StructElem/S${name(element.role)}/P ${reference(parent)}${details(element, object, pages)}` +
          `${page === undefined ? '' : `/Pg ${reference(page)}`}/K[${kids.join(' ')}]>>`,
        object,
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

  /**
   * Where an element has content of its own, elements inside it stand between it as they were drawn; one that only holds
   * others keeps them as declared: what floats in front of a page is not read at its end.
   */
  #kids(
    element: number,
    children: readonly number[],
    page: number | undefined,
    placeOf: (child: number) => { readonly order: number; readonly object: number },
  ): readonly string[] {
    const own = this.#met.get(element) ?? [];
    if (own.length === 0) return children.map((child) => reference(placeOf(child).object));
    const kids = own.map(({ order, piece }) => ({ order, text: pieceText(piece, page) }));
    for (const child of children) {
      const { order, object } = placeOf(child);
      kids.push({ order, text: reference(object) });
    }
    return kids.sort((a, b) => a.order - b.order).map(({ text }) => text);
  }
}

const ROOT = -1;

/** Empty cells hold their column; anything else that says nothing (a blank paragraph) is not worth reading. */
const isKept = (
  { role, parent }: StructureElement,
  index: number,
  elements: readonly StructureElement[],
  first: readonly (number | undefined)[],
): boolean => {
  if (parent === undefined || first[index] !== undefined) return true;
  if (role !== 'TR' && role !== 'TH' && role !== 'TD') return false;
  const outer = elements[parent];
  return outer !== undefined && isKept(outer, parent, elements, first);
};

const childrenOf = (
  elements: readonly StructureElement[],
  objects: readonly (number | undefined)[],
): ReadonlyMap<number, readonly number[]> => {
  const children = new Map<number, number[]>();
  elements.forEach((element, index) => {
    if (objects[index] === undefined) return;
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

/** Of the element's own page, a number will do (§14.7.4.4). */
const pieceText = (piece: Piece, page: number | undefined): string => {
  if (piece.kind === 'marked' && piece.page === page) return String(piece.id);
  return piece.kind === 'marked'
    ? `<</Type/MCR/Pg ${reference(piece.page)}/MCID ${piece.id}>>`
    : `<</Type/OBJR/Pg ${reference(piece.page)}/Obj ${reference(piece.object)}>>`;
};

const details = (element: StructureElement, object: number, pages: readonly PageRef[]): string => {
  let text = '';
  if (element.alt !== undefined) text += `/Alt${textString(element.alt)}`;
  if (element.actualText !== undefined) text += `/ActualText${textString(element.actualText)}`;
  if (element.language !== undefined) text += `/Lang${textString(element.language)}`;
  const table =
    (element.columnSpan === undefined ? '' : `/ColSpan ${num(element.columnSpan)}`) +
    (element.rowSpan === undefined ? '' : `/RowSpan ${num(element.rowSpan)}`) +
    (element.scope === undefined ? '' : `/Scope/${element.scope}`);
  if (table !== '') text += `/A<</O/Table${table}>>`;
  // A reader that jumps to a note and back needs to know it from the others (§14.8.4.4).
  if (element.role === 'Note') text += `/ID(${object})`;
  if (element.listNumbering !== undefined) text += `/A<</O/List/ListNumbering/${element.listNumbering}>>`;
  if (element.box !== undefined) text += `/A<</O/Layout/BBox[${boxOf(element.box, pages)}]>>`;
  return text;
};

const boxOf = (
  { x, y, width, height, page }: NonNullable<StructureElement['box']>,
  pages: readonly PageRef[],
): string => {
  const bottom = (pages[page]?.height ?? 0) - y - height;
  return [x, bottom, x + width, bottom + height].map(num).join(' ');
};
