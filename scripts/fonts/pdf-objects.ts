/**
 * pdf-objects: what PDFs that Word made hold, read through qpdf. For the scripts beside it.
 */
import { execFileSync } from 'node:child_process';

export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };
export type Dictionary = { readonly [key: string]: Value };
interface Stored {
  readonly value?: Value;
  readonly stream?: { readonly dict: Dictionary; readonly data?: string };
}

export class Pdf {
  readonly #objects: ReadonlyMap<string, Stored>;

  constructor(path: string) {
    const json = execFileSync(
      'qpdf',
      ['--warning-exit-0', '--json=2', '--json-stream-data=inline', '--decode-level=generalized', path, '-'],
      { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const parsed = JSON.parse(json.toString('utf8')) as { qpdf: [unknown, Record<string, Stored>] };
    this.#objects = new Map(Object.entries(parsed.qpdf[1]));
  }

  #stored(value: Value | undefined): Stored | undefined {
    return typeof value === 'string' && / R$/.test(value) ? this.#objects.get(`obj:${value}`) : undefined;
  }

  value(value: Value | undefined): Value | undefined {
    const stored = this.#stored(value);
    return stored === undefined ? value : (stored.value ?? stored.stream?.dict);
  }

  dictionary(value: Value | undefined): Dictionary {
    const found = this.value(value);
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Dictionary) : {};
  }

  list(value: Value | undefined): readonly Value[] {
    const found = this.value(value);
    return Array.isArray(found) ? found : [];
  }

  bytes(value: Value | undefined): Buffer | undefined {
    const data = this.#stored(value)?.stream?.data;
    return data === undefined ? undefined : Buffer.from(data, 'base64');
  }

  *pages(): Iterable<Dictionary> {
    for (const { value } of this.#objects.values()) {
      const page = this.dictionary(value);
      if (page['/Type'] === '/Page') yield page;
    }
  }

  *fonts(): Iterable<Dictionary> {
    for (const stored of this.#objects.values()) {
      const value = stored.value;
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
      const font = value as Dictionary;
      if (font['/Type'] === '/Font' && (font['/Subtype'] === '/Type0' || font['/Subtype'] === '/TrueType'))
        yield font;
    }
  }
}

/** `bfchar` and `bfrange` of a ToUnicode map (PDF 32000-1, 9.10.3). */
export const readToUnicode = (map: string): ReadonlyMap<number, string> => {
  const found = new Map<number, string>();
  const text = (hex: string): string =>
    (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
  for (const [, block = ''] of map.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const [, code = '', to = ''] of block.matchAll(/<([\da-f]+)>\s*<([\da-f]+)>/gi))
      found.set(Number.parseInt(code, 16), text(to));
  }
  for (const [, block = ''] of map.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, from = '', to = '', rest = ''] of block.matchAll(
      /<([\da-f]+)>\s*<([\da-f]+)>\s*(<[\da-f]+>|\[[^\]]*\])/gi,
    )) {
      const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
      const each = [...rest.matchAll(/<([\da-f]+)>/gi)].map(([, hex = '']) => text(hex));
      for (let code = first; code <= Math.min(last, first + 0xffff); code++) {
        const start = each[0] ?? '';
        const own = rest.startsWith('[')
          ? each[code - first]
          : start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + code - first);
        if (own !== undefined) found.set(code, own);
      }
    }
  }
  return found;
};

const windows1252 = new TextDecoder('windows-1252');

/** A code of a font of single bytes that has no map of its own. */
export const ofWindows = (code: number): string => windows1252.decode(Uint8Array.of(code));

/** Without the letters that say that it is a part of the font. */
export const fontName = (font: Dictionary): string =>
  String(font['/BaseFont'] ?? '').replace(/^\/(?:[A-Z]{6}\+)?/, '');
