/**
 * kernedPairs :: original family, style → (two letters → em)
 *
 * Kerning of fonts that cannot be shipped, as far as PDFs that Word made show it [M]. Word kerns where `w:kern` says so,
 * which the documents of Word's later versions all do.
 */
type Pairs = ReadonlyMap<string, number>;

const read = (list: string): Pairs =>
  new Map(list.split(' ').map((item): [string, number] => [item.slice(0, 2), Number(item.slice(2)) / 1000]));

const PAIRS: ReadonlyMap<string, Pairs> = new Map([
  [
    'aptos',
    read('To-82 r.-82 r,-82 Te-79 nT-51 -V-50 Tr-49 Ve-45 Tü-40 Tu-39 Pa-37 ra-34 r--32 ke-27 e.-27'),
  ],
]);

/** Of the regular cut only: no other has been seen. */
export const kernedPairs = (family: string, style: { bold: boolean; italic: boolean }): Pairs | undefined =>
  style.bold || style.italic ? undefined : PAIRS.get(family);
