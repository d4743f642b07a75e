/**
 * LineTags :: atom of a paragraph's line → the element that it is content of
 *
 * Links, references to notes and words in another language are elements inside the paragraph's. Each stretch is one of its
 * own, because an element is read in one go. Lines are asked about in their order; the first begins anew, since a document
 * may be painted more than once.
 */
import type { Link } from '../../wml/model.ts';
import type { PlacedAtom } from '../inline/lines.ts';
import type { ElementTree } from './element-tree.ts';
import { knownLanguage } from './languages.ts';

interface Stretch {
  readonly link: Link | undefined;
  readonly note: string | undefined;
  readonly language: string | undefined;
}

export class LineTags {
  readonly element: number;
  readonly #tree: ElementTree;
  readonly #language: string | undefined;
  readonly #label: { readonly element: number; readonly text: string } | undefined;
  /** Elements of the stretches, as far as they have been painted. */
  readonly #elements: number[] = [];
  #stretch: Stretch = PLAIN;
  #at = -1;
  /** Characters of the label that have been painted. */
  #labelled = 0;

  constructor(
    tree: ElementTree,
    element: number,
    language: string | undefined,
    label: { readonly element: number; readonly text: string } | undefined,
  ) {
    this.#tree = tree;
    this.element = element;
    this.#language = language;
    this.#label = label;
  }

  begin(): void {
    this.#stretch = PLAIN;
    this.#at = -1;
    this.#labelled = 0;
  }

  of({ atom }: PlacedAtom): number {
    if (this.#label !== undefined && this.#labelled < this.#label.text.length) {
      if (atom.kind === 'word' || atom.kind === 'space') this.#labelled += atom.text.length;
      return this.#label.element;
    }
    if (this.#label !== undefined && atom.kind === 'tab' && atom.ofNumber) return this.#label.element;
    if (atom.kind !== 'word' && atom.kind !== 'space' && atom.kind !== 'object') return this.#current();
    const { link } = atom;
    const note = atom.kind === 'word' ? atom.note : undefined;
    const language = knownLanguage(atom.format.properties.language) ?? this.#language;
    const before = this.#stretch;
    // A link is one element whatever languages it is in; a blank belongs to what stands before it.
    const same =
      before.link === link &&
      before.note === note &&
      (link !== undefined || atom.kind === 'space' || (before.language ?? this.#language) === language);
    if (!same) {
      this.#stretch = { link, note, language };
      this.#at += 1;
    }
    return this.#current();
  }

  #current(): number {
    const { link, note, language } = this.#stretch;
    const foreign = language !== undefined && language !== this.#language;
    if (link === undefined && note === undefined && !foreign) return this.element;
    const known = this.#elements[this.#at];
    if (known !== undefined) return known;
    const role = note !== undefined ? 'Reference' : link !== undefined ? 'Link' : 'Span';
    const made = this.#tree.add(role, this.element, foreign ? { language } : {});
    this.#elements[this.#at] = made;
    return made;
  }
}

const PLAIN: Stretch = { link: undefined, note: undefined, language: undefined };
