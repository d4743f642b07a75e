/**
 * The package around what `build.ts` describes: relationships, numbering, notes, styles, content types.
 */
import { writeContentTypes } from '../../src/ooxml/content-types.ts';
import { relationshipsPartOf } from '../../src/ooxml/part-names.ts';
import { RELATIONSHIP_TYPE, writeRelationships } from '../../src/ooxml/relationships.ts';
import { escapeAttribute, escapeText } from '../../src/ooxml/xml.ts';
import { ZipWriter } from '../../src/ooxml/zip-write.ts';

/** A piece of markup that may need ids, relationships or parts of the package it ends up in. */
export type Piece = string | ((build: Build) => string);

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const PACKAGE = 'application/vnd.openxmlformats-package';
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const METADATA = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata';
const OFFICE_URI = 'http://schemas.openxmlformats.org/officeDocument/2006';
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:wp14="http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
  'mc:Ignorable="w14 w15 wp14"',
].join(' ');

export interface Properties {
  readonly title?: string;
  readonly subject?: string;
  readonly creator?: string;
  readonly keywords?: string;
  readonly description?: string;
  readonly company?: string;
  /** The template it was made from, and the program that saved it. */
  readonly template?: string;
  readonly application?: string;
  /** Counted by the program that saved it. */
  readonly pages?: number;
  readonly characters?: number;
  readonly custom?: Readonly<Record<string, string>>;
}

interface Related {
  readonly id: string;
  readonly type: string;
  readonly target: string;
  readonly external: boolean;
}

/** One document being put together. Parts are rendered one after the other; `relate` works on the one at hand. */
export class Build {
  readonly #files = new Map<string, Uint8Array | string>();
  readonly #overrides = new Map<string, string>();
  readonly #defaults = new Map([
    ['rels', `${PACKAGE}.relationships+xml`],
    ['xml', 'application/xml'],
  ]);
  readonly #relationships = new Map<string, Related[]>();
  readonly #lists = new Map<string, number>();
  readonly #notes = { footnote: [] as string[], endnote: [] as string[], comment: [] as string[] };
  readonly #media = new Map<string, string>();
  #part = 'word/document.xml';
  #ids = 0;

  render(pieces: readonly Piece[]): string {
    return pieces.map((piece) => (typeof piece === 'string' ? piece : piece(this))).join('');
  }

  nextId(): number {
    this.#ids += 1;
    return this.#ids;
  }

  relate(kind: string, target: string, external = false): string {
    return this.#relateTo(
      this.#part,
      kind.includes('/') ? kind : `${RELATIONSHIP_TYPE}/${kind}`,
      target,
      external,
    );
  }

  #relateTo(part: string, type: string, target: string, external = false): string {
    const list = this.#relationships.get(part) ?? [];
    this.#relationships.set(part, list);
    const same = list.find((one) => one.type === type && one.target === target && one.external === external);
    if (same !== undefined) return same.id;
    const id = `rId${list.length + 1}`;
    list.push({ id, type, target, external });
    return id;
  }

  /** Any part of its own, with its content type. */
  file(name: string, type: string, content: string | Uint8Array): void {
    this.#files.set(name, content);
    this.#overrides.set(name, type);
  }

  /** Stored once per content; the relationship is of the part at hand. */
  media(bytes: Uint8Array, extension: string, type: string): string {
    const key = Buffer.from(bytes).toString('base64');
    const name = this.#media.get(key) ?? `media/image${this.#media.size + 1}.${extension}`;
    this.#media.set(key, name);
    this.#defaults.set(extension, type);
    this.#files.set(`word/${name}`, bytes);
    return this.relate('image', name);
  }

  /** A header or footer: the id by which a section refers to it. */
  edge(kind: 'header' | 'footer', content: readonly Piece[]): string {
    const number = [...this.#files.keys()].filter((name) => name.startsWith(`word/${kind}`)).length + 1;
    const name = `word/${kind}${number}.xml`;
    this.#files.set(name, '');
    const tag = kind === 'header' ? 'w:hdr' : 'w:ftr';
    const xml = this.#within(name, () => `${XML_HEAD}<${tag} ${NAMESPACES}>${this.render(content)}</${tag}>`);
    this.file(name, `${WORD}.${kind}+xml`, xml);
    return this.relate(kind, `${kind}${number}.xml`);
  }

  note(kind: 'footnote' | 'endnote', content: readonly Piece[]): number {
    const notes = this.#notes[kind];
    const id = notes.length + 1;
    notes.push('');
    const body = this.#within(`word/${kind}s.xml`, () => this.render(content));
    notes[id - 1] = `<w:${kind} w:id="${id}">${body}</w:${kind}>`;
    return id;
  }

  comment(author: string, content: readonly Piece[]): number {
    const id = this.#notes.comment.length;
    this.#notes.comment.push('');
    const body = this.#within('word/comments.xml', () => this.render(content));
    this.#notes.comment[id] =
      `<w:comment w:id="${id}" w:author="${escapeAttribute(author)}">${body}</w:comment>`;
    return id;
  }

  /** Lists of the same name share their numbering; a name that starts with `bullet` has bullets. */
  list(name: string): number {
    const id = this.#lists.get(name) ?? this.#lists.size + 1;
    this.#lists.set(name, id);
    return id;
  }

  #within<T>(part: string, action: () => T): T {
    const outer = this.#part;
    this.#part = part;
    try {
      return action();
    } finally {
      this.#part = outer;
    }
  }

  finish(body: string, properties: Properties, styles: string): Uint8Array {
    const document = (kind: string, target: string, xml: string, type = `${WORD}.${kind}+xml`): void => {
      this.file(`word/${target}`, type, xml);
      this.relate(kind, target);
    };
    this.file(
      'word/document.xml',
      `${WORD}.document.main+xml`,
      `${XML_HEAD}<w:document ${NAMESPACES}>${body}</w:document>`,
    );
    document('styles', 'styles.xml', styles);
    document('settings', 'settings.xml', settingsXml());
    if (this.#lists.size > 0) document('numbering', 'numbering.xml', numberingXml([...this.#lists.keys()]));
    for (const kind of ['footnote', 'endnote'] as const) {
      if (this.#notes[kind].length > 0)
        document(`${kind}s`, `${kind}s.xml`, notesXml(kind, this.#notes[kind]));
    }
    if (this.#notes.comment.length > 0) {
      document(
        'comments',
        'comments.xml',
        `${XML_HEAD}<w:comments ${NAMESPACES}>${this.#notes.comment.join('')}</w:comments>`,
      );
    }
    this.#relateTo('', `${RELATIONSHIP_TYPE}/officeDocument`, 'word/document.xml');
    this.#properties(properties);
    return zip({
      '[Content_Types].xml': writeContentTypes({ defaults: this.#defaults, overrides: this.#overrides }),
      ...Object.fromEntries(
        [...this.#relationships].map(([part, list]) => [relationshipsPartOf(part), writeRelationships(list)]),
      ),
      ...Object.fromEntries(this.#files),
    });
  }

  #properties(properties: Properties): void {
    const { company, template, application, pages, characters, custom, ...core } = properties;
    if (Object.keys(core).length > 0) {
      this.file('docProps/core.xml', `${PACKAGE}.core-properties+xml`, coreXml(core));
      this.#relateTo('', `${METADATA}/core-properties`, 'docProps/core.xml');
    }
    if (company !== undefined || application !== undefined || template !== undefined) {
      const named = (name: string, text: string | number | undefined): string =>
        text === undefined ? '' : `<${name}>${escapeText(String(text))}</${name}>`;
      const xml = `<Properties xmlns="${OFFICE_URI}/extended-properties">${named('Template', template)}${named('Pages', pages)}${named('Characters', characters)}${named('Application', application)}${named('Company', company)}</Properties>`;
      this.file('docProps/app.xml', `${OFFICE}.extended-properties+xml`, XML_HEAD + xml);
      this.#relateTo('', `${RELATIONSHIP_TYPE}/extended-properties`, 'docProps/app.xml');
    }
    if (custom !== undefined) {
      this.file('docProps/custom.xml', `${OFFICE}.custom-properties+xml`, customXml(custom));
      this.#relateTo('', `${RELATIONSHIP_TYPE}/custom-properties`, 'docProps/custom.xml');
    }
  }
}

/** Any zip, by names and contents. */
export const zip = (files: Readonly<Record<string, string | Uint8Array>>): Uint8Array => {
  const chunks: Uint8Array[] = [];
  const writer = new ZipWriter({ write: (chunk) => chunks.push(chunk) });
  for (const [name, content] of Object.entries(files)) writer.add(name, content);
  writer.finish();
  return new Uint8Array(Buffer.concat(chunks));
};

const settingsXml = (): string =>
  `${XML_HEAD}<w:settings ${NAMESPACES}><w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`;

const BULLETS = ['•', 'o', '▪'];
const NUMBERS = ['decimal', 'lowerLetter', 'lowerRoman'];

const numberingXml = (names: readonly string[]): string => {
  const levels = (bullet: boolean): string =>
    Array.from({ length: 9 }, (_, level) => {
      const format = bullet ? 'bullet' : (NUMBERS[level % 3] ?? 'decimal');
      const text = bullet ? (BULLETS[level % 3] ?? '•') : `%${level + 1}.`;
      return `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${720 * (level + 1)}" w:hanging="360"/></w:pPr></w:lvl>`;
    }).join('');
  const abstracts = names.map(
    (name, index) =>
      `<w:abstractNum w:abstractNumId="${index}"><w:multiLevelType w:val="hybridMultilevel"/>${levels(name.startsWith('bullet'))}</w:abstractNum>`,
  );
  const numbers = names.map(
    (_, index) => `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${index}"/></w:num>`,
  );
  return `${XML_HEAD}<w:numbering ${NAMESPACES}>${abstracts.join('')}${numbers.join('')}</w:numbering>`;
};

const notesXml = (kind: 'footnote' | 'endnote', notes: readonly string[]): string => {
  const separator = (id: number, type: string, mark: string): string =>
    `<w:${kind} w:type="${type}" w:id="${id}"><w:p><w:r><w:${mark}/></w:r></w:p></w:${kind}>`;
  return `${XML_HEAD}<w:${kind}s ${NAMESPACES}>${separator(-1, 'separator', 'separator')}${separator(0, 'continuationSeparator', 'continuationSeparator')}${notes.join('')}</w:${kind}s>`;
};

const coreXml = (
  core: Omit<Properties, 'company' | 'application' | 'pages' | 'characters' | 'custom'>,
): string => {
  const tag = (name: string): string => (name === 'keywords' ? 'cp:keywords' : `dc:${name}`);
  const items = Object.entries(core).map(
    ([name, value]) => `<${tag(name)}>${escapeText(value)}</${tag(name)}>`,
  );
  return `${XML_HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${items.join('')}</cp:coreProperties>`;
};

const customXml = (custom: Readonly<Record<string, string>>): string => {
  const items = Object.entries(custom).map(
    ([name, value], index) =>
      `<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="${index + 2}" name="${escapeAttribute(name)}"><vt:lpwstr>${escapeText(value)}</vt:lpwstr></property>`,
  );
  return `${XML_HEAD}<Properties xmlns="${OFFICE_URI}/custom-properties" xmlns:vt="${OFFICE_URI}/docPropsVTypes">${items.join('')}</Properties>`;
};
