/**
 * ListNesting :: paragraphs with numbers or bullets → lists in lists
 *
 * Word has no lists, only paragraphs that know their level; those that follow each other are a list.
 */
import type { ResolvedParagraph } from '../../wml/cascade.ts';
import type { ListNumbering, StructureElement } from '../display-list.ts';
import type { ElementTree } from './element-tree.ts';

type ListPlace = NonNullable<ResolvedParagraph['list']>;

interface Open {
  readonly level: number;
  readonly abstractId: number;
  readonly list: number;
  /** Of the item that a deeper list belongs to. */
  body: number;
}

export class ListNesting {
  readonly #tree: ElementTree;
  readonly #parent: number;
  #open: Open[] = [];

  constructor(tree: ElementTree, parent: number) {
    this.#tree = tree;
    this.#parent = parent;
  }

  end(): void {
    if (this.#open.length > 0) this.#open = [];
  }

  item({ instance, level }: ListPlace, more: Partial<StructureElement>): { label: number; body: number } {
    const { abstractId } = instance;
    while (this.#open.some((open) => open.level > level.level)) this.#open.pop();
    if (this.#open.at(-1)?.level === level.level && this.#open.at(-1)?.abstractId !== abstractId)
      this.#open.pop();
    let list = this.#open.at(-1);
    if (list?.level !== level.level) {
      const element = this.#tree.add('L', list?.body ?? this.#parent, {
        listNumbering: NUMBERING[level.format] ?? 'Decimal',
      });
      list = { level: level.level, abstractId, list: element, body: element };
      this.#open.push(list);
    }
    const item = this.#tree.add('LI', list.list);
    const label = this.#tree.add('Lbl', item);
    list.body = this.#tree.add('LBody', item, more);
    return { label, body: list.body };
  }
}

/** ISO 32000-1, table 347. */
const NUMBERING: Readonly<Record<string, ListNumbering>> = {
  bullet: 'Disc',
  upperRoman: 'UpperRoman',
  lowerRoman: 'LowerRoman',
  upperLetter: 'UpperAlpha',
  lowerLetter: 'LowerAlpha',
};
