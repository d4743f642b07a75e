/** A PartContext that collects what emitters ask for, and a DOCX around what they give. */
import { createHash } from 'node:crypto';
import { writeContentTypes } from '../../../src/ooxml/content-types.ts';
import { writeRelationships } from '../../../src/ooxml/relationships.ts';
import { parseXml } from '../../../src/ooxml/xml.ts';
import { ListNumbering } from '../../../src/template/content/list-numbering.ts';
import type { OoxmlDialect, PartContext, RemoteImage } from '../../../src/template/content/part-context.ts';
import { emu, twips, twipsToEmu } from '../../../src/units.ts';
import { NO_NUMBERING, type NumberingCatalogue, readNumbering } from '../../../src/wml/numbering.ts';
import { NO_STYLES, readStyles, type StyleCatalogue } from '../../../src/wml/styles.ts';
import { zip } from '../../support/build.ts';

const OFFICE = 'http://schemas.openxmlformats.org';
const STRICT = 'http://purl.oclc.org/ooxml';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MEDIA_TYPES = { png: 'image/png', jpeg: 'image/jpeg', gif: 'image/gif', svg: 'image/svg+xml' } as const;

/** A4 with margins of 2.5 cm: what is between them. */
export const COLUMN = twipsToEmu(twips(9072));

export interface TestPackageOptions {
  readonly dialect?: OoxmlDialect;
  /** Inside of `w:styles`. */
  readonly styles?: string;
  /** Inside of `w:numbering`: what the template has already. */
  readonly numbering?: string;
  readonly runProperties?: string;
  readonly paragraphProperties?: string;
  readonly allowsHyperlinks?: boolean;
  readonly columnWidth?: number;
  readonly remote?: Readonly<Record<string, RemoteImage>>;
}

export class TestPackage {
  readonly context: PartContext;
  readonly warnings: string[] = [];
  readonly media = new Map<string, Uint8Array>();
  readonly relationships: { id: string; type: string; target: string; external: boolean }[] = [];
  readonly #options: TestPackageOptions;
  readonly #numbering: ListNumbering;
  readonly #extensions = new Set<keyof typeof MEDIA_TYPES>();
  #drawings = 0;

  constructor(options: TestPackageOptions = {}) {
    this.#options = options;
    const dialect = options.dialect ?? 'transitional';
    const catalogue: NumberingCatalogue =
      options.numbering === undefined
        ? NO_NUMBERING
        : readNumbering(parseXml(this.#root('numbering', options.numbering)));
    const styles: StyleCatalogue =
      options.styles === undefined ? NO_STYLES : readStyles(parseXml(this.#root('styles', options.styles)));
    let [abstractId, numberId] = [100, 100];
    this.#numbering = new ListNumbering({
      catalogue,
      dialect,
      nextAbstractId: () => abstractId++,
      nextNumberId: () => numberId++,
    });
    this.context = {
      dialect,
      styles,
      columnWidth: emu(options.columnWidth ?? COLUMN),
      runProperties: options.runProperties ?? '',
      paragraphProperties: options.paragraphProperties ?? '',
      allowsHyperlinks: options.allowsHyperlinks ?? true,
      memo: new Map(),
      addRelationship: (type, target, external) => this.#relate(type, target, external),
      addMedia: (bytes, extension) => {
        this.#extensions.add(extension);
        const name = `media/${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.${extension}`;
        this.media.set(`word/${name}`, bytes);
        return this.#relate(`${this.#relationshipUri}/image`, name, false);
      },
      nextId: () => ++this.#drawings,
      numberingFor: (list) => this.#numbering.numberingFor(list),
      remoteImage: (url) => options.remote?.[url],
      handOver: () => undefined,
      warn: (message) => this.warnings.push(message),
    };
  }

  get #isStrict(): boolean {
    return this.#options.dialect === 'strict';
  }

  get #relationshipUri(): string {
    return this.#isStrict
      ? `${STRICT}/officeDocument/relationships`
      : `${OFFICE}/officeDocument/2006/relationships`;
  }

  #relate(type: string, target: string, external: boolean): string {
    const known = this.relationships.find((one) => one.type === type && one.target === target);
    if (known !== undefined) return known.id;
    const id = `rId${this.relationships.length + 10}`;
    this.relationships.push({ id, type, target, external });
    return id;
  }

  #root(name: string, inside: string): string {
    const w = this.#isStrict ? `${STRICT}/wordprocessingml/main` : `${OFFICE}/wordprocessingml/2006/main`;
    const conformance = this.#isStrict && name === 'document' ? ' w:conformance="strict"' : '';
    return `${HEAD}<w:${name} xmlns:w="${w}" xmlns:r="${this.#relationshipUri}"${conformance}>${inside}</w:${name}>`;
  }

  /** A whole document; `body` is paragraphs and tables. */
  docx(body: string): Uint8Array {
    const uri = this.#relationshipUri;
    const own = [
      { id: 'rId1', type: `${uri}/styles`, target: 'styles.xml', external: false },
      { id: 'rId2', type: `${uri}/numbering`, target: 'numbering.xml', external: false },
    ];
    const page =
      '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1417" w:bottom="1134" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>';
    const numbering = this.#options.numbering ?? '';
    const split = numbering.indexOf('<w:num ');
    const [abstracts, numbers] =
      split < 0 ? [numbering, ''] : [numbering.slice(0, split), numbering.slice(split)];
    return zip({
      '[Content_Types].xml': writeContentTypes({
        defaults: new Map([
          ['rels', 'application/vnd.openxmlformats-package.relationships+xml'],
          ['xml', 'application/xml'],
          ...[...this.#extensions].map((extension) => [extension, MEDIA_TYPES[extension]] as const),
        ]),
        overrides: new Map([
          ['word/document.xml', `${WORD}.document.main+xml`],
          ['word/styles.xml', `${WORD}.styles+xml`],
          ['word/numbering.xml', `${WORD}.numbering+xml`],
        ]),
      }),
      '_rels/.rels': writeRelationships([
        { id: 'rId1', type: `${uri}/officeDocument`, target: 'word/document.xml', external: false },
      ]),
      'word/document.xml': this.#root('document', `<w:body>${body}${page}</w:body>`),
      'word/_rels/document.xml.rels': writeRelationships([...own, ...this.relationships]),
      'word/styles.xml': this.#root('styles', this.#options.styles ?? ''),
      'word/numbering.xml': this.#root(
        'numbering',
        abstracts + this.#numbering.definitions + numbers + this.#numbering.instances,
      ),
      ...Object.fromEntries(this.media),
    });
  }
}
