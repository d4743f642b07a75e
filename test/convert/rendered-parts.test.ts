/** A document that is laid out as it is rendered is the one that would have come out of its file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { convertNatively, layOut, type NativeOptions } from '../../src/convert/native/convert-native.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { openDocx, openPackage } from '../../src/ooxml/docx.ts';
import { ZipWriter } from '../../src/ooxml/zip-write.ts';
import {
  compileTemplate,
  type JsonObject,
  type LinkedTemplate,
  linkTemplate,
  renderDocx,
  renderParts,
} from '../../src/template/index.ts';
import { docx, PIXEL, p, row, table } from '../support/build.ts';

const library = await openFontLibrary({ system: false });
const EXAMPLES = join(import.meta.dirname, '../../examples');
const json = (...path: string[]) => JSON.parse(readFileSync(join(EXAMPLES, ...path), 'utf8'));

const linked = (file: Uint8Array): LinkedTemplate =>
  linkTemplate(compileTemplate(file, { delimiter: 'BRACES' }).program, file);

const terms = { now: Date.UTC(2026, 10, 15), isLaidOut: true };

const byFile = (template: LinkedTemplate, data: JsonObject, options: object): Buffer => {
  const chunks: Uint8Array[] = [];
  renderDocx(template, data, { ...terms, ...options }, { write: (chunk) => void chunks.push(chunk) });
  return Buffer.concat(chunks);
};

const byParts = (
  template: LinkedTemplate,
  data: JsonObject,
  options: object,
  native: NativeOptions = {},
): { readonly result: object; readonly pdf: Buffer } => {
  const chunks: Uint8Array[] = [];
  const { parts } = renderParts(template, data, { ...terms, ...options });
  const result = layOut(openPackage(parts), library, native, { write: (chunk) => chunks.push(chunk) });
  return { result, pdf: Buffer.concat(chunks) };
};

describe.each(readdirSync(EXAMPLES).filter((key) => key !== 'build'))('the example %s', (key) => {
  const template = linked(readFileSync(join(EXAMPLES, key, 'template.docx')));
  const data = json(key, 'data.json');
  const { options = {} } = json(key, 'example.json');

  test('is the same PDF, the first time and when its template is known', () => {
    const { pdf, ...result } = convertNatively(byFile(template, data, options), library) as {
      pdf: Uint8Array;
    };
    for (let turn = 0; turn < 2; turn++) {
      const made = byParts(template, data, options);
      expect(made.result).toEqual({ ...result, times: expect.anything() });
      expect(made.pdf.equals(pdf)).toBe(true);
    }
  });

  test('is the same package where somebody wants a file after all', () => {
    const chunks: Uint8Array[] = [];
    const { parts } = renderParts(template, data, { ...terms, ...options });
    parts.writeTo(new ZipWriter({ write: (chunk) => chunks.push(chunk) }));
    const [kept, file] = [Buffer.concat(chunks), byFile(template, data, options)].map((bytes) =>
      openDocx(bytes),
    );
    const names = [...(file?.archive.entries.keys() ?? [])];
    expect([...(kept?.archive.entries.keys() ?? [])]).toEqual(names);
    for (const name of names)
      expect(Buffer.from(kept?.bytes(name) ?? []).equals(file?.bytes(name) ?? new Uint8Array())).toBe(true);
  });
});

test('what one document adds to the package is not in the next one', () => {
  const template = linked(docx(p('{IF a}{IMAGE a}{END-IF}'), p('{HTML h}'), table(row('{b}'))));
  const picture = { a: `data:image/png;base64,${Buffer.from(PIXEL).toString('base64')}` };
  const rows: JsonObject[] = [
    { ...picture, h: '<ol><li>one</li></ol>', b: 1 },
    { h: '<a href="https://a.example">two</a>', b: 2 },
    { ...picture, h: 'three', b: 3 },
    { h: '<ul><li>four</li></ul>', b: 4 },
  ];
  for (const data of [...rows, ...rows]) {
    const { pdf } = convertNatively(byFile(template, data, {}), library) as { pdf: Uint8Array };
    expect(byParts(template, data, {}).pdf.equals(pdf)).toBe(true);
  }
});
