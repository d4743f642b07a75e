/**
 * pdfaProblems :: PDF → what ISO 19005-2 (PDF/A-2, level B) does not allow in it, as far as one can tell without a viewer
 *
 * No validator can be installed from npm or Debian, so the rules that a writer of Word documents can break stand here, with
 * their clauses. Objects come from qpdf's JSON, whichever program wrote the file.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseXml } from '../../src/ooxml/xml.ts';

type Value = string | number | boolean | null | readonly Value[] | Dictionary;
interface Dictionary {
  readonly [key: string]: Value;
}

interface Stream {
  readonly dict: Dictionary;
  /** Decoded, unless its filter is an image's. */
  readonly data: Buffer;
}

const isDictionary = (value: Value | undefined): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

class Objects {
  readonly #values = new Map<string, Value>();
  readonly #streams = new Map<string, Stream>();
  readonly trailer: Dictionary;

  constructor(pdf: Uint8Array) {
    const folder = mkdtempSync(join(tmpdir(), 'platen-pdfa-'));
    try {
      const file = join(folder, 'file.pdf');
      writeFileSync(file, pdf);
      const args = ['--json=2', '--json-key=qpdf', '--json-stream-data=inline', '--decode-level=generalized'];
      const json = execFileSync('qpdf', [...args, file], { maxBuffer: 256 * 1024 * 1024, stdio: 'pipe' });
      const [, all] = JSON.parse(json.toString('utf8')).qpdf as [unknown, Record<string, Dictionary>];
      for (const [name, entry] of Object.entries(all)) this.#add(name.replace(/^obj:/, ''), entry);
      this.trailer = all['trailer']?.['value'] as Dictionary;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  #add(name: string, entry: Dictionary): void {
    const stream = entry['stream'];
    if (isDictionary(stream)) {
      const dict = stream['dict'] as Dictionary;
      this.#streams.set(name, { dict, data: Buffer.from(String(stream['data'] ?? ''), 'base64') });
      this.#values.set(name, dict);
    } else this.#values.set(name, entry['value'] ?? null);
  }

  get(value: Value | undefined): Value | undefined {
    return typeof value === 'string' && /^\d+ \d+ R$/.test(value) ? this.#values.get(value) : value;
  }

  dictionary(value: Value | undefined): Dictionary | undefined {
    const found = this.get(value);
    return isDictionary(found) ? found : undefined;
  }

  list(value: Value | undefined): readonly Value[] {
    const found = this.get(value);
    return Array.isArray(found) ? found : found === undefined || found === null ? [] : [found];
  }

  stream(value: Value | undefined): Stream | undefined {
    return typeof value === 'string' ? this.#streams.get(value) : undefined;
  }

  /** Every dictionary, those inside others included. */
  *all(): Generator<Dictionary> {
    const walk = function* (value: Value): Generator<Dictionary> {
      if (isDictionary(value)) yield value;
      if (typeof value === 'object' && value !== null)
        for (const inner of Object.values(value)) yield* walk(inner);
    };
    for (const value of this.#values.values()) yield* walk(value);
  }

  get streams(): readonly Stream[] {
    return [...this.#streams.values()];
  }
}

export const pdfaProblems = (pdf: Uint8Array): string[] => {
  const objects = new Objects(pdf);
  const catalog = objects.dictionary(objects.trailer['/Root']) ?? {};
  return [
    ...fileProblems(pdf, objects),
    ...metadataProblems(objects, catalog),
    ...colourProblems(objects, catalog),
    ...contentProblems(objects),
    ...fontProblems(objects),
    ...interactionProblems(objects, catalog),
  ];
};

/** 6.1: header, trailer, streams, limits. */
function* fileProblems(pdf: Uint8Array, objects: Objects): Generator<string> {
  const head = Buffer.from(pdf.subarray(0, 20)).toString('latin1');
  if (!/^%PDF-1\.[0-7][\r\n]+%[\x80-\xff]{4}/.test(head)) yield '6.1.2: header';
  if (!/%%EOF\s?$/.test(Buffer.from(pdf.subarray(-10)).toString('latin1'))) yield '6.1.3: data after the end';
  if (objects.list(objects.trailer['/ID']).length !== 2) yield '6.1.3: no file identifier';
  if (objects.trailer['/Encrypt'] !== undefined) yield '6.1.3: encrypted';
  for (const { dict } of objects.streams) {
    const filters = objects.list(dict['/Filter']);
    if (filters.includes('/LZWDecode') || filters.includes('/Crypt')) yield `6.1.7.2: ${filters.join()}`;
    if (dict['/F'] !== undefined) yield '6.1.7.1: a stream outside the file';
  }
  for (const page of objects.all()) {
    if (page['/Type'] !== '/Page') continue;
    const [left = 0, bottom = 0, right = 0, top = 0] = objects.list(page['/MediaBox']).map(Number);
    for (const side of [right - left, top - bottom])
      if (page['/MediaBox'] !== undefined && (side < 3 || side > 14_400)) yield `6.1.13: a page of ${side}`;
  }
}

/** 6.6.2 and 6.6.4: the XMP packet says what the file is. */
function* metadataProblems(objects: Objects, catalog: Dictionary): Generator<string> {
  const metadata = objects.stream(catalog['/Metadata']);
  if (metadata === undefined) {
    yield '6.6.2.1: no metadata';
    return;
  }
  const xmp = metadata.data.toString('utf8');
  parseXml(xmp);
  if (/<\?xpacket[^>]*(bytes|encoding)=/.test(xmp)) yield '6.6.2.1: bytes or encoding in the packet';
  const says = (name: string): string | undefined =>
    new RegExp(`<pdfaid:${name}>([^<]*)<|pdfaid:${name}="([^"]*)"`).exec(xmp)?.slice(1).find(Boolean);
  if (says('part') !== '2') yield `6.6.4: part ${says('part')}`;
  if (says('conformance') !== 'B') yield `6.6.4: conformance ${says('conformance')}`;
}

/** 6.2.3 and 6.2.4: every colour has a meaning. */
function* colourProblems(objects: Objects, catalog: Dictionary): Generator<string> {
  const intents = objects.list(catalog['/OutputIntents']).map((intent) => objects.dictionary(intent));
  const intent = intents.find((one) => one?.['/S'] === '/GTS_PDFA1');
  const profile = objects.stream(intent?.['/DestOutputProfile']);
  if (profile === undefined) yield '6.2.3: no output intent with a profile';
  else {
    if (profile.data.toString('latin1', 36, 40) !== 'acsp') yield '6.2.3: the profile is none';
    if (profile.data.readUInt32BE(0) !== profile.data.length) yield '6.2.3: the profile has another length';
    if (profile.data.toString('latin1', 16, 20) !== 'RGB ' || profile.dict['/N'] !== 3)
      yield '6.2.3: the profile is not for three colours';
    if ((profile.data[8] ?? 9) > 4) yield '6.2.3: the profile is too new';
  }
  for (const dictionary of objects.all()) {
    const spaces = [dictionary['/ColorSpace'], dictionary['/CS']].flatMap((space) => objects.list(space));
    if (spaces.includes('/DeviceCMYK')) yield '6.2.4.3: four colours without a profile';
  }
}

const OPERATORS = new Set(
  (
    'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG ' +
    'rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'
  ).split(' '),
);

/** 6.2.2, 6.2.5, 6.2.8, 6.2.9, 6.1.13: content streams, graphics states, pictures. */
function* contentProblems(objects: Objects): Generator<string> {
  for (const dictionary of objects.all()) {
    if (dictionary['/Type'] === '/ExtGState' || dictionary['/ca'] !== undefined) {
      for (const key of ['/TR', '/HTP', '/TR2']) if (dictionary[key] !== undefined) yield `6.2.5: ${key}`;
      const mode = dictionary['/BM'] ?? '/Normal';
      if (mode !== '/Normal' && mode !== '/Compatible') yield `6.2.10: blend mode ${String(mode)}`;
    }
    if (dictionary['/Subtype'] === '/Image') {
      for (const key of ['/Alternates', '/OPI']) if (dictionary[key] !== undefined) yield `6.2.8: ${key}`;
      if (dictionary['/Interpolate'] === true) yield '6.2.8: Interpolate';
    }
    if (dictionary['/Subtype'] === '/PS') yield '6.2.9: PostScript';
    if (dictionary['/Type'] !== '/Page') continue;
    for (const part of objects.list(dictionary['/Contents']))
      yield* operatorProblems(objects.stream(part)?.data.toString('latin1') ?? '');
  }
}

function* operatorProblems(content: string): Generator<string> {
  const bare = content
    .replace(/\((?:\\[\s\S]|[^\\()])*\)/g, ' ')
    .replace(/<[0-9A-Fa-f\s]*>/g, ' ')
    .replace(/\/[^\s()<>[\]{}/%]*/g, ' ')
    .replace(/<<|>>|[[\]]/g, ' ');
  let [depth, marks] = [0, 0];
  for (const token of bare.split(/\s+/)) {
    if (token === '' || /^[-+.\d]/.test(token) || token === 'true' || token === 'false') continue;
    if (!OPERATORS.has(token)) yield `6.2.2: operator ${token}`;
    if (token === 'k' || token === 'K') yield '6.2.4.3: four colours without a profile';
    if (token === 'q') depth += 1;
    if (token === 'Q') depth -= 1;
    if (token === 'BMC' || token === 'BDC') marks += 1;
    if (token === 'EMC') marks -= 1;
    if (depth > 28) yield '6.1.13: graphics states nested more than 28 deep';
    if (depth < 0 || marks < 0) yield 'ISO 32000-1: an end without its beginning';
  }
  if (depth !== 0 || marks !== 0) yield 'ISO 32000-1: a beginning without its end';
}

/** 6.2.11: fonts are in the file, and say of themselves what the file says of them. */
function* fontProblems(objects: Objects): Generator<string> {
  for (const font of objects.all()) {
    if (font['/Type'] !== '/Font' || font['/Subtype'] === '/Type3') continue;
    if (font['/Subtype'] === '/Type0') {
      yield* mapProblems(objects, font);
      continue;
    }
    const descriptor = objects.dictionary(font['/FontDescriptor']);
    const file = ['/FontFile', '/FontFile2', '/FontFile3']
      .map((key) => objects.stream(descriptor?.[key]))
      .find((stream) => stream !== undefined);
    if (file === undefined) {
      yield `6.2.11.4: ${String(font['/BaseFont'])} is not in the file`;
      continue;
    }
    if (font['/Subtype'] === '/CIDFontType2') {
      if (font['/CIDToGIDMap'] === undefined) yield '6.2.11.3.2: no CIDToGIDMap';
      yield* widthProblems(objects, font, file.data);
    }
    if (descriptor?.['/CIDSet'] !== undefined) yield '6.2.11.4.2: a CIDSet, which this does not check';
  }
}

/** 6.2.11.3: a map that every reader knows, or one that is in the file and made for the font. */
function* mapProblems(objects: Objects, font: Dictionary): Generator<string> {
  if (font['/Encoding'] === '/Identity-H' || font['/Encoding'] === '/Identity-V') return;
  const map = objects.stream(font['/Encoding']);
  if (map === undefined) {
    yield `6.2.11.3.3: CMap ${String(font['/Encoding'])}`;
    return;
  }
  const descendant = objects.dictionary(objects.list(font['/DescendantFonts'])[0] ?? null);
  const collection = (dictionary: Dictionary | undefined): string =>
    JSON.stringify(objects.dictionary(dictionary?.['/CIDSystemInfo'] ?? null));
  if (map.dict['/Type'] !== '/CMap' || collection(map.dict) !== collection(descendant))
    yield '6.2.11.3.1: a CMap for another font';
  const writing = /\/WMode (\d)/.exec(map.data.toString('latin1'))?.[1] ?? '0';
  if (writing !== String(map.dict['/WMode'] ?? 0)) yield '6.2.11.3.3: a CMap in two directions';
}

/** 6.2.11.5: a thousandth of an em is what is let pass. */
function* widthProblems(objects: Objects, font: Dictionary, file: Buffer): Generator<string> {
  if (font['/CIDToGIDMap'] !== '/Identity') return;
  const table = (name: string): Buffer => {
    for (let index = 0; index < file.readUInt16BE(4); index++) {
      const at = 12 + index * 16;
      if (file.toString('latin1', at, at + 4) === name) return file.subarray(file.readUInt32BE(at + 8));
    }
    return Buffer.alloc(64);
  };
  const unitsPerEm = table('head').readUInt16BE(18);
  const long = table('hhea').readUInt16BE(34);
  const metrics = table('hmtx');
  const list = objects.list(font['/W']);
  for (let index = 0; index < list.length; ) {
    const first = Number(list[index]);
    const second = objects.get(list[index + 1]);
    const widths = Array.isArray(second)
      ? second.map(Number)
      : Array.from({ length: Number(second) - first + 1 }, () => Number(list[index + 2]));
    index += Array.isArray(second) ? 2 : 3;
    for (const [offset, width] of widths.entries()) {
      const glyph = Math.min(first + offset, long - 1);
      const own = (metrics.readUInt16BE(glyph * 4) / unitsPerEm) * 1000;
      if (Math.abs(own - width) > 1) yield `6.2.11.5: glyph ${glyph} is ${own} wide, not ${width}`;
    }
  }
}

const ACTIONS = new Set(['/GoTo', '/GoToR', '/GoToE', '/Thread', '/URI', '/Named', '/SubmitForm']);

/** 6.3 to 6.5, 6.8 to 6.11: annotations, actions, and what else a file might do. */
function* interactionProblems(objects: Objects, catalog: Dictionary): Generator<string> {
  for (const dictionary of objects.all()) {
    const action = dictionary['/S'];
    if ((dictionary['/Type'] === '/Action' || dictionary['/URI'] !== undefined) && typeof action === 'string')
      if (!ACTIONS.has(action)) yield `6.5.1: action ${action}`;
    if (dictionary['/AA'] !== undefined) yield '6.5.2: actions of their own accord';
    if (dictionary['/Subtype'] !== '/Link' && dictionary['/Type'] !== '/Annot') continue;
    const flags = Number(dictionary['/F'] ?? 0);
    if ((flags & 4) === 0) yield '6.3.2: an annotation that is not printed';
    if ((flags & (1 | 2 | 32 | 256)) !== 0) yield '6.3.2: an annotation that hides';
  }
  const names = objects.dictionary(catalog['/Names']) ?? {};
  if (names['/JavaScript'] !== undefined) yield '6.5.1: JavaScript';
  if (names['/EmbeddedFiles'] !== undefined) yield '6.8: files in the file';
  for (const key of ['/NeedsRendering', '/Requirements'])
    if (catalog[key] !== undefined) yield `6.11: ${key}`;
}

/** Of a tagged file: what must be there for its structure to be one (ISO 32000-1 §14.7, §14.8). */
export const structureProblems = (pdf: Uint8Array): string[] => {
  const objects = new Objects(pdf);
  const catalog = objects.dictionary(objects.trailer['/Root']) ?? {};
  const problems: string[] = [];
  if (objects.dictionary(catalog['/MarkInfo'])?.['/Marked'] !== true) problems.push('not marked');
  const root = objects.dictionary(catalog['/StructTreeRoot']);
  if (root === undefined) return [...problems, 'no structure'];
  const roles = objects.dictionary(root['/RoleMap']) ?? {};
  for (const element of objects.all()) {
    const role = String(element['/S']);
    if (element['/Type'] !== '/StructElem') continue;
    if (!STANDARD.has(role) && !STANDARD.has(String(roles[role]))) problems.push(`unknown type ${role}`);
    if (objects.dictionary(element['/P']) === undefined) problems.push(`${role} without a parent`);
  }
  for (const page of objects.all())
    if (page['/Type'] === '/Page' && page['/StructParents'] === undefined && page['/Contents'] !== undefined)
      problems.push('a page without its structure');
  return problems;
};

/** What stands for figures that cannot be seen. */
export const alternativeTexts = (pdf: Uint8Array): string[] =>
  [...new Objects(pdf).all()].flatMap((element) =>
    element['/Alt'] === undefined ? [] : [String(element['/Alt']).replace(/^u:/, '')],
  );

const STANDARD = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody ' +
    'Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Figure Formula Form'
  )
    .split(' ')
    .map((role) => `/${role}`),
);
