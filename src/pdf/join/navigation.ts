/**
 * Ways through a joined file: destinations of one document by name, numbers of its pages.
 *
 * Names are only known inside their document: where something leads to one, the place itself is written, so the same name in
 * another document is another place.
 */
import { isStream, type PdfObject, type PdfSource } from '../read/source.ts';
import { isDict, type PdfDict, type PdfValue, stringBytes } from '../read/values.ts';

const DEEPEST = 32;

/** Leaves of a name tree (§7.9.6) or a number tree (§7.9.7), in order: a key, a value, the next key. */
export function* treeEntries(
  source: PdfSource,
  node: PdfDict | undefined,
  list: '/Names' | '/Nums',
  depth = 0,
): Generator<readonly [key: PdfValue, value: PdfValue]> {
  if (node === undefined || depth > DEEPEST) return;
  const entries = source.array(node.get(list));
  for (let index = 0; index + 1 < entries.length; index += 2)
    yield [entries[index] as PdfValue, entries[index + 1] as PdfValue];
  for (const kid of source.array(node.get('/Kids')))
    yield* treeEntries(source, source.maybeDict(kid), list, depth + 1);
}

export class Destinations {
  readonly #source: PdfSource;
  #named: ReadonlyMap<string, PdfValue> | undefined;

  constructor(source: PdfSource) {
    this.#source = source;
  }

  /** The place that a name stands for; null where there is none. What is a place already is left as it is. */
  placeOf(destination: PdfValue): PdfValue | null | undefined {
    const value = this.#source.resolve(destination);
    if (typeof value !== 'string') return undefined;
    const key = value.startsWith('/') ? value : stringBytes(value);
    this.#named ??= this.#read();
    const found = this.#source.resolve(this.#named.get(key));
    return (found !== undefined && arrayOf(found, this.#source)) || null;
  }

  #read(): ReadonlyMap<string, PdfValue> {
    const { root } = this.#source;
    const named = new Map<string, PdfValue>(this.#source.maybeDict(root.get('/Dests')) ?? []);
    const tree = this.#source.maybeDict(this.#source.maybeDict(root.get('/Names'))?.get('/Dests'));
    for (const [key, value] of treeEntries(this.#source, tree, '/Names'))
      if (typeof key === 'string') named.set(stringBytes(key), value);
    return named;
  }
}

/** A place, or a dictionary with one (§12.3.2.3). */
const arrayOf = (found: PdfObject, source: PdfSource): PdfValue | undefined => {
  if (isStream(found)) return undefined;
  const place = isDict(found) ? source.resolve(found.get('/D')) : found;
  return Array.isArray(place) ? (place as readonly PdfValue[]) : undefined;
};
