/**
 * read-pdf-kerning :: PDFs that Word made → the kerning that their text shows
 *
 *     node scripts/fonts/read-pdf-kerning.ts 'Aptos|Aptos,Bold' FILE.pdf…
 *
 * By PostScript name, pairs of letters with thousandths of an em, as `src/fonts/data/kerning.json` has them. Word writes places in
 * 600ths of an inch, so one pair says little; the mean of many says it to a thousandth or two. Text that is not kerned
 * is left out by document: there, all pairs are about 0. Pairs that would part are rounding or letters that are spaced. Needs qpdf.
 */
import { type Dictionary, fontName, ofWindows, Pdf, readToUnicode } from './pdf-objects.ts';

interface Shown {
  readonly pair: string;
  /** Thousandths of an em. */
  readonly move: number;
}

/** Below, a mean is what rounding leaves. */
const LEAST = 5;
/** Pairs seen less than three times have to be this strong. */
const LEAST_SELDOM = 20;
/** The share of pairs that move, in text that is kerned. */
const KERNED = 0.08;

const TOKENS =
  /\((?:\\[\s\S]|[^()\\])*\)|<<|>>|<[\da-fA-F\s]*>|\[|\]|\/[^\s[\]()<>/]+|[-+]?\d*\.?\d+|[A-Za-z'"*]+/g;

const bytesOf = (token: string): number[] => {
  if (token.startsWith('<')) {
    const hex = token.slice(1, -1).replace(/\s/g, '');
    return (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  }
  const plain = token
    .slice(1, -1)
    .replace(/\\([0-7]{1,3}|[\s\S])/g, (_, code: string) =>
      /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
    );
  return [...plain].map((character) => character.charCodeAt(0));
};

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Reads the letters of a font's codes. */
const lettersOf = (pdf: Pdf, font: Dictionary): ((bytes: readonly number[]) => string[]) => {
  const map = readToUnicode(pdf.bytes(font['/ToUnicode'])?.toString('latin1') ?? '');
  if (font['/Subtype'] !== '/Type0') return (bytes) => bytes.map((code) => map.get(code) ?? ofWindows(code));
  return (bytes) =>
    bytes.flatMap((byte, index) =>
      index % 2 === 0 ? [map.get(byte * 256 + (bytes[index + 1] ?? 0)) ?? '\ufffd'] : [],
    );
};

/** What one text operator shows: strings with moves between them. */
const pairsOf = (parts: readonly string[], letters: (bytes: readonly number[]) => string[]): Shown[] => {
  const shown: Shown[] = [];
  let [before, move] = ['', 0];
  for (const part of parts) {
    if (!/^[(<]/.test(part)) {
      move -= Number(part);
      continue;
    }
    // Word says of its hyphens that they are soft.
    for (const letter of letters(bytesOf(part)).map((one) => (one === '\u00ad' ? '-' : one))) {
      if (before !== '') shown.push({ pair: before + letter, move });
      [before, move] = [letter, 0];
    }
  }
  return shown;
};

const readPage = (
  pdf: Pdf,
  page: Dictionary,
  note: (font: string, shown: readonly Shown[]) => void,
): void => {
  const fonts = pdf.dictionary(pdf.dictionary(page['/Resources'])['/Font']);
  const streams = pdf.list(page['/Contents']);
  const content = (streams.length > 0 ? streams : [page['/Contents']])
    .map((stream) => pdf.bytes(stream)?.toString('latin1') ?? '')
    .join('\n');
  let operands: string[] = [];
  let letters: ((bytes: readonly number[]) => string[]) | undefined;
  let name = '';
  for (const [token] of content.matchAll(TOKENS)) {
    if (!/^[A-Za-z'"*]/.test(token)) {
      if (token !== '[' && token !== ']') operands.push(token);
      continue;
    }
    if (token === 'Tf') {
      const font = pdf.dictionary(fonts[operands.at(-2) ?? '']);
      [name, letters] = [fontName(font), lettersOf(pdf, font)];
    } else if ((token === 'TJ' || token === 'Tj') && letters !== undefined)
      note(name, pairsOf(operands, letters));
    operands = [];
  }
};

/** By pair, all that was seen in one document. */
type Seen = Map<string, number[]>;
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

const isKerned = (seen: Seen): boolean => {
  const often = [...seen.values()].filter((moves) => moves.length >= 4);
  return often.filter((moves) => mean(moves) < -LEAST - 1).length >= Math.max(2, often.length * KERNED);
};

const [names = '', ...files] = process.argv.slice(2);
const wanted = new Set(names.split('|'));
const all = new Map<string, Map<string, number[][]>>();
for (const file of files) {
  const pdf = new Pdf(file);
  const seen = new Map<string, Seen>();
  for (const page of pdf.pages())
    readPage(pdf, page, (font, shown) => {
      if (!wanted.has(font)) return;
      const own = seen.get(font) ?? new Map<string, number[]>();
      seen.set(font, own);
      for (const { pair, move } of shown)
        if (pair.length === 2) own.set(pair, [...(own.get(pair) ?? []), move]);
    });
  for (const [font, own] of seen) {
    const kerned = isKerned(own);
    process.stderr.write(`${file} ${font}: ${own.size} pairs${kerned ? '' : ', not kerned'}\n`);
    if (!kerned) continue;
    const pairs = all.get(font) ?? new Map<string, number[][]>();
    all.set(font, pairs);
    for (const [pair, moves] of own) pairs.set(pair, [...(pairs.get(pair) ?? []), moves]);
  }
}

/** In the middle of the documents that show a pair often: some have text that is not kerned as well. */
const settled = (documents: readonly (readonly number[])[]): number => {
  const often = documents.filter((moves) => moves.length >= 3).map(mean);
  if (often.length < 3) return mean(documents.flat());
  return often.sort((a, b) => a - b)[Math.floor((often.length - 1) / 2)] ?? 0;
};

for (const [font, pairs] of [...all].sort()) {
  const kept = [...pairs].flatMap(([pair, documents]) => {
    const value = Math.round(settled(documents));
    const least = documents.flat().length > 2 ? LEAST : LEAST_SELDOM;
    return -value >= least && !/\s/.test(pair) ? [`${pair}${value}`] : [];
  });
  process.stdout.write(`${JSON.stringify(font)}: ${JSON.stringify(kept.sort().join(' '))}\n`);
}
