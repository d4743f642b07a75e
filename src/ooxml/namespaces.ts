/**
 * The prefix by which the house calls each namespace, whatever prefix a file uses. Transitional and strict OOXML
 * (ECMA-376 parts 1 and 4) have different addresses for the same vocabulary: both get the same prefix.
 */
const OFFICE = 'http://schemas.openxmlformats.org';
const STRICT = 'http://purl.oclc.org/ooxml';
const MICROSOFT = 'http://schemas.microsoft.com/office';

const pair = (prefix: string, transitional: string, strict: string = transitional): [string, string][] => [
  [`${OFFICE}/${transitional}`, prefix],
  [`${STRICT}/${strict.replace('/2006', '')}`, prefix],
];

const PREFIX_BY_NAMESPACE: ReadonlyMap<string, string> = new Map([
  ...pair('w', 'wordprocessingml/2006/main'),
  ...pair('r', 'officeDocument/2006/relationships'),
  ...pair('m', 'officeDocument/2006/math'),
  ...pair('sl', 'schemaLibrary/2006/main'),
  ...pair('ep', 'officeDocument/2006/extended-properties', 'officeDocument/extendedProperties'),
  ...pair('cup', 'officeDocument/2006/custom-properties', 'officeDocument/customProperties'),
  ...pair('vt', 'officeDocument/2006/docPropsVTypes'),
  ...pair('ds', 'officeDocument/2006/customXml'),
  ...pair('bib', 'officeDocument/2006/bibliography'),
  ...pair('wp', 'drawingml/2006/wordprocessingDrawing'),
  ...pair('a', 'drawingml/2006/main'),
  ...pair('pic', 'drawingml/2006/picture'),
  ...pair('c', 'drawingml/2006/chart'),
  ...pair('cdr', 'drawingml/2006/chartDrawing'),
  ...pair('dgm', 'drawingml/2006/diagram'),
  ...pair('lc', 'drawingml/2006/lockedCanvas'),
  ...pair('p', 'presentationml/2006/main'),
  ...pair('x', 'spreadsheetml/2006/main'),
  // Of marks that layout reads and no file has.
  ['urn:platen:pages', 'platen'],
  [`${OFFICE}/package/2006/relationships`, 'rel'],
  [`${OFFICE}/package/2006/content-types`, 'ct'],
  [`${OFFICE}/package/2006/metadata/core-properties`, 'cp'],
  [`${OFFICE}/package/2006/digital-signature`, 'mdssi'],
  [`${OFFICE}/markup-compatibility/2006`, 'mc'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://purl.org/dc/terms/', 'dcterms'],
  ['http://purl.org/dc/dcmitype/', 'dcmitype'],
  ['http://www.w3.org/2001/XMLSchema-instance', 'xsi'],
  ['http://www.w3.org/XML/1998/namespace', 'xml'],
  ['http://www.w3.org/2000/09/xmldsig#', 'dsig'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['urn:schemas-microsoft-com:office:office', 'o'],
  ['urn:schemas-microsoft-com:office:word', 'w10'],
  ['urn:schemas-microsoft-com:office:excel', 'xvml'],
  ['urn:schemas-microsoft-com:office:powerpoint', 'pvml'],
  [`${MICROSOFT}/word/2003/auxHint`, 'wx'],
  [`${MICROSOFT}/word/2006/wordml`, 'wne'],
  [`${MICROSOFT}/word/2010/wordml`, 'w14'],
  [`${MICROSOFT}/word/2012/wordml`, 'w15'],
  [`${MICROSOFT}/word/2015/wordml/symex`, 'w16se'],
  [`${MICROSOFT}/word/2016/wordml/cid`, 'w16cid'],
  [`${MICROSOFT}/word/2018/wordml`, 'w16'],
  [`${MICROSOFT}/word/2018/wordml/cex`, 'w16cex'],
  [`${MICROSOFT}/word/2020/wordml/sdtdatahash`, 'w16sdtdh'],
  [`${MICROSOFT}/word/2023/wordml/word16du`, 'w16du'],
  [`${MICROSOFT}/word/2024/wordml/sdtformatlock`, 'w16sdtfl'],
  [`${MICROSOFT}/word/2010/wordprocessingCanvas`, 'wpc'],
  [`${MICROSOFT}/word/2010/wordprocessingDrawing`, 'wp14'],
  [`${MICROSOFT}/word/2010/wordprocessingGroup`, 'wpg'],
  [`${MICROSOFT}/word/2010/wordprocessingInk`, 'wpi'],
  [`${MICROSOFT}/word/2010/wordprocessingShape`, 'wps'],
  [`${MICROSOFT}/word/2012/wordprocessingDrawing`, 'wp15'],
  [`${MICROSOFT}/drawing/2008/diagram`, 'dsp'],
  [`${MICROSOFT}/drawing/2010/main`, 'a14'],
  [`${MICROSOFT}/drawing/2012/main`, 'a15'],
  [`${MICROSOFT}/drawing/2014/main`, 'a16'],
  [`${MICROSOFT}/drawing/2014/chartex`, 'cx'],
  [`${MICROSOFT}/drawing/2016/SVG/main`, 'asvg'],
  [`${MICROSOFT}/drawing/2017/decorative`, 'adec'],
  [`${MICROSOFT}/drawing/2017/model3d`, 'am3d'],
  [`${MICROSOFT}/drawing/2007/8/2/chart`, 'c14'],
  [`${MICROSOFT}/drawing/2012/chart`, 'c15'],
  [`${MICROSOFT}/drawing/2014/chart`, 'c16'],
]);

/** The transitional address of a canonical prefix, for whoever writes a part of its own. */
export const NAMESPACE_BY_PREFIX: ReadonlyMap<string, string> = new Map(
  [...PREFIX_BY_NAMESPACE]
    .reverse()
    .filter(([uri]) => !uri.startsWith(STRICT))
    .map(([uri, prefix]) => [prefix, uri]),
);

/**
 * The namespaces in scope at an element: its prefixes, and the canonical names already worked out. Contexts are
 * shared by elements that declare the same prefixes at the same place, so a thousand pictures make one context.
 */
export class NamespaceContext {
  readonly #parent: NamespaceContext | undefined;
  /** Prefix to canonical prefix with its colon; '' is the default namespace. */
  readonly #declared: ReadonlyMap<string, string>;
  #children: Map<string, NamespaceContext> | undefined;

  constructor(parent?: NamespaceContext, declared: ReadonlyMap<string, string> = new Map([['xml', 'xml:']])) {
    this.#parent = parent;
    this.#declared = declared;
  }

  /** `declarations` is a flat list: prefix, address, prefix, address. */
  with(declarations: readonly string[]): NamespaceContext {
    const key = declarations.join('\n');
    const known = this.#children?.get(key);
    if (known !== undefined) return known;
    const declared = new Map<string, string>();
    for (let at = 0; at + 1 < declarations.length; at += 2) {
      const uri = declarations[at + 1] ?? '';
      declared.set(declarations[at] ?? '', canonicalPrefix(uri));
    }
    const child = new NamespaceContext(this, declared);
    this.#children ??= new Map();
    this.#children.set(key, child);
    return child;
  }

  /** The canonical form of an element's name, or undefined where its prefix is not declared. */
  elementName(rawName: string): string | undefined {
    const colon = rawName.indexOf(':');
    const prefix = this.#lookup(colon < 0 ? '' : rawName.slice(0, colon));
    if (prefix === undefined) return colon < 0 ? rawName : undefined;
    return prefix + rawName.slice(colon + 1);
  }

  /** An attribute without a prefix is in no namespace, whatever the default is. */
  attributeName(rawName: string): string | undefined {
    return rawName.includes(':') ? this.elementName(rawName) : rawName;
  }

  #lookup(prefix: string): string | undefined {
    const own = this.#declared.get(prefix);
    if (own !== undefined || this.#parent === undefined) return own;
    return this.#parent.#lookup(prefix);
  }
}

/** An unknown namespace is written out in braces, so that no foreign `w:p` can pass for Word's. */
const canonicalPrefix = (uri: string): string => {
  if (uri === '') return '';
  const prefix = PREFIX_BY_NAMESPACE.get(uri);
  return prefix === undefined ? `{${uri}}` : `${prefix}:`;
};
