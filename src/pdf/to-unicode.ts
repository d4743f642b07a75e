/**
 * toUnicodeMap :: codes and their texts → CMap (ISO 32000-1 §9.10.3)
 */

/** A CMap's blocks hold at most this many lines. */
const LINES_PER_BLOCK = 100;

const hex4 = (value: number): string => value.toString(16).padStart(4, '0');

const utf16Hex = (text: string): string => {
  let digits = '';
  for (let index = 0; index < text.length; index++) digits += hex4(text.charCodeAt(index));
  return digits;
};

interface Range {
  readonly first: number;
  last: number;
  readonly text: string;
}

export const toUnicodeMap = (codes: readonly (readonly [code: number, text: string])[]): string => {
  const ranges: Range[] = [];
  for (const [code, text] of codes) {
    if (text === '') continue;
    const range = ranges.at(-1);
    if (range !== undefined && code === range.last + 1 && continues(range, code, text)) range.last = code;
    else ranges.push({ first: code, last: code, text });
  }
  const single = ranges.filter((range) => range.first === range.last);
  const several = ranges.filter((range) => range.first !== range.last);
  return [
    '/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap\n',
    '/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n',
    '/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n',
    '1 begincodespacerange\n<0000><ffff>\nendcodespacerange\n',
    ...blocks('bfchar', single, (range) => `<${hex4(range.first)}><${utf16Hex(range.text)}>\n`),
    ...blocks(
      'bfrange',
      several,
      (range) => `<${hex4(range.first)}><${hex4(range.last)}><${utf16Hex(range.text)}>\n`,
    ),
    'endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n',
  ].join('');
};

/** glyphMap :: codes and their glyphs → CMap (§9.7.5.4) */
export const glyphMap = (codes: readonly (readonly [code: number, glyph: number])[]): string => {
  const sorted = [...codes].sort(([a], [b]) => a - b);
  const ranges: { first: number; last: number; glyph: number }[] = [];
  for (const [code, glyph] of sorted) {
    const range = ranges.at(-1);
    const goesOn = range !== undefined && code === range.last + 1 && code >> 8 === range.first >> 8;
    if (goesOn && glyph === range.glyph + code - range.first) range.last = code;
    else ranges.push({ first: code, last: code, glyph });
  }
  const parts: string[] = [];
  for (let start = 0; start < ranges.length; start += LINES_PER_BLOCK) {
    const block = ranges.slice(start, start + LINES_PER_BLOCK);
    const lines = block.map(({ first, last, glyph }) => `<${hex4(first)}><${hex4(last)}>${glyph}\n`);
    parts.push(`${block.length} begincidrange\n${lines.join('')}endcidrange\n`);
  }
  return [
    '/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap\n',
    '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>def\n',
    '/CMapName/Platen-Moved def\n/CMapType 1 def\n/WMode 0 def\n',
    '1 begincodespacerange\n<0000><ffff>\nendcodespacerange\n',
    ...parts,
    'endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n',
  ].join('');
};

const LINE = /<([0-9a-f]{4})>(?:<([0-9a-f]{4})>)?<((?:[0-9a-f]{4})+)>\n/g;

/** What such a map says; undefined for one that was written otherwise. */
export const readToUnicode = (map: string): ReadonlyMap<number, string> | undefined => {
  const texts = new Map<number, string>();
  for (const [, kind, lines = ''] of map.matchAll(/begin(bfchar|bfrange)\n([\s\S]*?)end\1/g)) {
    let read = 0;
    for (const [line, first = '', last, text = ''] of lines.matchAll(LINE)) {
      read += line.length;
      if ((last !== undefined) !== (kind === 'bfrange')) return undefined;
      const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last ?? first, 16)];
      const said = Buffer.from(text, 'hex').swap16().toString('utf16le');
      const unit = said.charCodeAt(said.length - 1);
      for (let code = from; code <= to; code++)
        texts.set(code, said.slice(0, -1) + String.fromCharCode(unit + code - from));
    }
    if (read !== lines.length) return undefined;
  }
  return texts;
};

/** A range counts up in the last byte of the text alone, and so must not carry. */
const continues = (range: Range, code: number, text: string): boolean => {
  if (text.length !== 1 || range.text.length !== 1) return false;
  const first = range.text.charCodeAt(0);
  const wanted = first + code - range.first;
  return text.charCodeAt(0) === wanted && wanted >> 8 === first >> 8 && code >> 8 === range.first >> 8;
};

const blocks = (
  kind: string,
  ranges: readonly Range[],
  line: (range: Range) => string,
): readonly string[] => {
  const parts: string[] = [];
  for (let start = 0; start < ranges.length; start += LINES_PER_BLOCK) {
    const block = ranges.slice(start, start + LINES_PER_BLOCK);
    parts.push(`${block.length} begin${kind}\n${block.map(line).join('')}end${kind}\n`);
  }
  return parts;
};
