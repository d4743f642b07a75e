/**
 * `w:rPr` and `w:pPr` as sets of child elements that can be combined and are always written in schema order
 * (ECMA-376 §17.3.2.28, §17.3.1.26). Emitters add to what the tag's own run and paragraph have.
 */

/** Child element by name, as XML. */
export type Properties = ReadonlyMap<string, string>;

export const NO_PROPERTIES: Properties = new Map();

export const RUN_ORDER = (
  'rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish ' +
  'webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang ' +
  'eastAsianLayout specVanish oMath'
).split(' ');

export const PARAGRAPH_ORDER = (
  'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs ' +
  'suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd ' +
  'snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment ' +
  'textboxTightWrap outlineLvl divId cnfStyle rPr'
).split(' ');

const rank = (order: readonly string[]): ReadonlyMap<string, number> =>
  new Map(order.map((name, index) => [`w:${name}`, index]));

const RANKS = { 'w:rPr': rank(RUN_ORDER), 'w:pPr': rank(PARAGRAPH_ORDER) } as const;

/** Properties that belong to a tracked change or a section end there and must not be multiplied. */
const NOT_COPIED = new Set([
  'w:rPrChange',
  'w:pPrChange',
  'w:sectPr',
  'w:ins',
  'w:del',
  'w:moveFrom',
  'w:moveTo',
]);

/** Past the end of the element that starts at `start`. The input is well-formed: it came from our own reader. */
const elementEnd = (xml: string, start: number): number => {
  let depth = 0;
  for (let at = start; at >= 0; at = xml.indexOf('<', at)) {
    const close = xml.indexOf('>', at);
    if (close < 0) return xml.length;
    if (xml[at + 1] === '/') depth -= 1;
    else if (xml[close - 1] !== '/') depth += 1;
    at = close + 1;
    if (depth === 0) return at;
  }
  return xml.length;
};

/** Children of `<w:rPr>…</w:rPr>` or `<w:pPr>…</w:pPr>`; '' has none. */
export const parseProperties = (xml: string): Properties => {
  if (xml === '') return NO_PROPERTIES;
  const inner = xml.indexOf('>') + 1;
  if (xml[inner - 2] === '/') return NO_PROPERTIES;
  const end = xml.lastIndexOf('</');
  const properties = new Map<string, string>();
  for (let at = xml.indexOf('<', inner); at >= 0 && at < end; at = xml.indexOf('<', at)) {
    const stop = elementEnd(xml, at);
    const name = /^<([^\s/>]+)/.exec(xml.slice(at, at + 60))?.[1];
    if (name !== undefined && !NOT_COPIED.has(name)) properties.set(name, xml.slice(at, stop));
    at = stop;
  }
  return properties;
};

/** In schema order; what the schema of 2006 does not know (`w14:…`) comes last. '' where there is nothing. */
export const writeProperties = (wrapper: keyof typeof RANKS, properties: Properties): string => {
  if (properties.size === 0) return '';
  const ranks = RANKS[wrapper];
  const last = ranks.size;
  const sorted = [...properties].sort(([a], [b]) => (ranks.get(a) ?? last) - (ranks.get(b) ?? last));
  return `<${wrapper}>${sorted.map(([, xml]) => xml).join('')}</${wrapper}>`;
};

/** `over` wins; an empty string in it takes a property away. */
export const combine = (base: Properties, over: Iterable<readonly [string, string]>): Properties => {
  const combined = new Map(base);
  for (const [name, xml] of over) {
    if (xml === '') combined.delete(name);
    else combined.set(name, xml);
  }
  return combined;
};

export const pick = (properties: Properties, names: readonly string[]): Properties =>
  new Map([...properties].filter(([name]) => names.includes(name)));
