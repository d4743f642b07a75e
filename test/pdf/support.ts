/** Building display lists in a line, and looking into the PDFs that come out. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { Font, FontLibrary } from '../../src/fonts/font.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import type { DisplayList, Item, Page, TextItem } from '../../src/layout/display-list.ts';
import { type PdfOptions, writePdf } from '../../src/pdf/write.ts';

export const library: FontLibrary = await openFontLibrary({ system: false });
export const calibri: Font = library.resolve({ family: 'Calibri' });

export const text = (content: string, more: Partial<TextItem> = {}): TextItem => ({
  kind: 'text',
  font: calibri.key,
  size: 10,
  x: 50,
  y: 100,
  text: content,
  color: 0,
  ...more,
});

export const page = (...items: readonly Item[]): Page => ({ width: 300, height: 400, items });

export const list = (pages: readonly Page[], more: Partial<DisplayList> = {}): DisplayList => ({
  pages,
  outline: [],
  destinations: [],
  structure: [],
  metadata: {},
  ...more,
});

export const write = (
  display: DisplayList,
  options: PdfOptions = {},
  images: Readonly<Record<string, Uint8Array>> = {},
): Uint8Array => writePdf(display, { fonts: library, images: (id) => images[id] }, options).file;

/** The operators of one page of items. */
export const operators = (...items: readonly Item[]): string =>
  new PdfReader(write(list([page(...items)]))).content(0);

const folders = (process.env['PATH'] ?? '').split(':');

/** For `describe.skipIf`: qpdf checks the syntax of what is written. */
export const noQpdf = !folders.some((folder) => existsSync(`${folder}/qpdf`));

/** Runs a tool on a PDF in a file; the placeholder FILE among the arguments is its path. Throws where the tool complains. */
export const tool = (name: string, args: readonly string[], pdf: Uint8Array): string => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-pdf-'));
  try {
    const file = join(folder, 'file.pdf');
    writeFileSync(file, pdf);
    return execFileSync(
      name,
      args.map((argument) => argument.replace('FILE', file)),
      { encoding: 'utf8', stdio: 'pipe' },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
};

export const checkSyntax = (pdf: Uint8Array): string => tool('qpdf', ['--check', 'FILE'], pdf);

/** Reads the files that our writer makes: cross-reference streams, object streams, Flate. Strings are Latin-1 bytes. */
export class PdfReader {
  readonly #text: string;
  readonly #bytes: Buffer;
  readonly #objects = new Map<number, string>();
  readonly trailer: string;

  constructor(pdf: Uint8Array) {
    this.#bytes = Buffer.from(pdf);
    this.#text = this.#bytes.toString('latin1');
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(this.#text)?.[1]);
    this.trailer = this.#dictionaryAt(start);
    const table = this.#streamAt(start);
    const width = Number(/\/W\[1 (\d+) 2\]/.exec(this.trailer)?.[1]);
    const row = width + 3;
    /** A byte before each row says how it is packed: as its difference to the one above. */
    const filter = this.trailer.includes('/Predictor 12') ? 1 : 0;
    const previous = new Uint8Array(row);
    const packed: [object: number, stream: number, index: number][] = [];
    for (let at = 0; at < table.length; at += row + filter) {
      for (let column = 0; column < row; column++) {
        const above = filter === 1 ? (previous[column] ?? 0) : 0;
        previous[column] = (above + (table[at + filter + column] ?? 0)) & 0xff;
      }
      const object = at / (row + filter);
      const value = previous.subarray(1, 1 + width).reduce((sum, byte) => sum * 256 + byte, 0);
      if (previous[0] === 1) this.#objects.set(object, this.#dictionaryAt(value));
      if (previous[0] === 1) this.#offsets.set(object, value);
      if (previous[0] === 2)
        packed.push([object, value, (previous[row - 2] ?? 0) * 256 + (previous[row - 1] ?? 0)]);
    }
    for (const [object, stream, index] of packed) {
      const body = this.stream(stream).toString('latin1');
      const first = Number(/\/First (\d+)/.exec(this.object(stream))?.[1]);
      const numbers = body.slice(0, first).trim().split(' ').map(Number);
      const from = first + (numbers[index * 2 + 1] ?? 0);
      const next = numbers[index * 2 + 3];
      this.#objects.set(object, body.slice(from, next === undefined ? undefined : first + next).trim());
    }
  }

  readonly #offsets = new Map<number, number>();

  #dictionaryAt(offset: number): string {
    const start = this.#text.indexOf('<<', offset);
    return this.#text.slice(start, this.#text.indexOf('stream\n', start));
  }

  #streamAt(offset: number): Buffer {
    const start = this.#text.indexOf('stream\n', offset) + 'stream\n'.length;
    const dictionary = this.#dictionaryAt(offset);
    const raw = this.#bytes.subarray(start, start + Number(/\/Length (\d+)>>$/.exec(dictionary)?.[1]));
    return dictionary.includes('/Filter/FlateDecode') ? inflateSync(raw) : raw;
  }

  object(number: number): string {
    return this.#objects.get(number) ?? '';
  }

  stream(number: number): Buffer {
    return this.#streamAt(this.#offsets.get(number) ?? 0);
  }

  get objects(): readonly string[] {
    return [...this.#objects.values()];
  }

  /** The object that a key of a dictionary refers to. */
  follow(dictionary: string, key: string): number {
    return Number(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1]);
  }

  get catalog(): string {
    return this.object(this.follow(this.trailer, 'Root'));
  }

  get info(): string {
    return this.object(this.follow(this.trailer, 'Info'));
  }

  get pages(): readonly string[] {
    const walk = (node: string): string[] => {
      if (!node.includes('/Kids[')) return [node];
      const kids = /\/Kids\[([^\]]*)\]/.exec(node)?.[1] ?? '';
      return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, number]) => walk(this.object(Number(number))));
    };
    return walk(this.object(this.follow(this.catalog, 'Pages')));
  }

  content(index: number): string {
    return this.stream(this.follow(this.pages[index] ?? '', 'Contents')).toString('latin1');
  }
}
