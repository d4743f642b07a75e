/**
 * JoinedStructure: structure trees of many documents → one (§14.7), a document whose parts they are
 *
 * Pages and links know their elements by a key of the parent tree: each document's keys begin behind those of the ones before.
 */
import type { PdfFile } from '../file.ts';
import type { PdfSource } from '../read/source.ts';
import { entryText, isDict, type PdfDict, PdfRef, type PdfValue } from '../read/values.ts';
import { reference } from '../syntax.ts';
import type { Copier } from './copier.ts';
import { treeEntries } from './navigation.ts';

interface Leaf {
  readonly object: number;
  readonly first: number;
  readonly last: number;
}

/** Leaves below one branch of the parent tree. */
const LEAVES_PER_BRANCH = 128;

export class JoinedStructure {
  readonly #file: PdfFile;
  readonly #kids: string[] = [];
  readonly #leaves: Leaf[] = [];
  readonly #roles = new Map<string, string>();
  /** The element around all documents. */
  #whole: number | undefined;
  /** Where the keys of the next document begin. */
  next = 0;

  constructor(file: PdfFile) {
    this.#file = file;
  }

  take(source: PdfSource, copier: Copier, language: string | undefined): void {
    const given = source.root.get('/StructTreeRoot');
    const tree = source.maybeDict(given);
    if (tree === undefined) return;
    this.#whole ??= this.#file.allocate();
    if (given instanceof PdfRef) copier.assign(given.object, this.#whole);
    for (const [role, standard] of source.maybeDict(tree.get('/RoleMap')) ?? [])
      if (typeof standard === 'string' && !this.#roles.has(role)) this.#roles.set(role, standard);
    for (const kid of kidsOf(source, tree)) this.#kids.push(this.#kid(source, copier, kid, language));
    this.#takeParents(source, copier, tree);
  }

  /** A document in another language than the first says so itself. */
  #kid(source: PdfSource, copier: Copier, kid: PdfValue, language: string | undefined): string {
    const dict = source.maybeDict(kid);
    if (dict?.get('/S') === '/Document') dict.set('/S', '/Part');
    if (language !== undefined && dict?.has('/Lang') === false) dict.set('/Lang', language);
    return copier.text(kid);
  }

  #takeParents(source: PdfSource, copier: Copier, tree: PdfDict): void {
    const base = this.next;
    let [first, last] = [Number.POSITIVE_INFINITY, -1];
    let numbers = '';
    for (const [key, value] of treeEntries(source, source.maybeDict(tree.get('/ParentTree')), '/Nums')) {
      const moved = base + Number(key);
      [first, last] = [Math.min(first, moved), Math.max(last, moved)];
      numbers += `${entryText(`${numbers === '' ? '' : ' '}${moved}`, copier.text(value))}`;
    }
    if (last < 0) return;
    const object = this.#file.add(`<</Limits[${first} ${last}]/Nums[${numbers}]>>`);
    this.#leaves.push({ object, first, last });
    this.next = last + 1;
  }

  /** The root; undefined where no document had one. */
  finish(): number | undefined {
    if (this.#whole === undefined) return undefined;
    const root = this.#file.allocate();
    this.#file.add(
      `<</Type/StructElem/S/Document/P ${reference(root)}/K[${this.#kids.join(' ')}]>>`,
      this.#whole,
    );
    const branches: string[] = [];
    for (let at = 0; at < this.#leaves.length; at += LEAVES_PER_BRANCH) {
      const leaves = this.#leaves.slice(at, at + LEAVES_PER_BRANCH);
      const limits = `/Limits[${leaves[0]?.first ?? 0} ${leaves.at(-1)?.last ?? 0}]`;
      const kids = leaves.map(({ object }) => reference(object)).join(' ');
      branches.push(reference(this.#file.add(`<<${limits}/Kids[${kids}]>>`)));
    }
    const parents = this.#file.add(`<</Kids[${branches.join(' ')}]>>`);
    const roles = [...this.#roles].map(([role, standard]) => role + standard).join('');
    return this.#file.add(
      `<</Type/StructTreeRoot/ParentTree ${reference(parents)}/ParentTreeNextKey ${this.next}` +
        `${roles === '' ? '' : `/RoleMap<<${roles}>>`}/K[${reference(this.#whole)}]>>`,
      root,
    );
  }
}

const kidsOf = (source: PdfSource, tree: PdfDict): readonly PdfValue[] => {
  const kids = tree.get('/K');
  if (kids === undefined) return [];
  const list = source.resolve(kids);
  return Array.isArray(list) ? (list as readonly PdfValue[]) : [kids];
};

/** Names of elements are only unique in their document: each gets its document's number in front. */
export const elementName = (text: PdfValue, document: number): PdfValue => {
  if (typeof text !== 'string')
    return Array.isArray(text) ? text.map((one) => elementName(one, document)) : text;
  if (text.startsWith('(')) return `(${document}.${text.slice(1)}`;
  return text.startsWith('<') ? `<${Buffer.from(`${document}.`).toString('hex')}${text.slice(1)}` : text;
};

export const isElement = (dict: PdfDict): boolean => isDict(dict) && dict.has('/S') && dict.has('/P');
