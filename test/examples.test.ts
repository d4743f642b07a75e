import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXAMPLES, exampleFiles } from '../examples/build/examples.ts';
import type { Example } from '../examples/build/templates/example.ts';
import { DEFAULT_PACKAGE_LIMITS } from '../src/ooxml/limits.ts';
import { openZip, readEntry } from '../src/ooxml/zip-read.ts';
import { compileTemplate, linkTemplate, type RenderReport, renderDocx } from '../src/template/index.ts';
import { checkDocx } from './support/docx-validity.ts';
import { paragraphs } from './support/read.ts';

const committed = (example: Example, name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../examples', example.key, name));

/** Name → text of each part: how tightly they were compressed does not matter. */
const parts = (file: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    [...openZip(file, DEFAULT_PACKAGE_LIMITS).entries].map(([name, entry]) => [
      name,
      Buffer.from(readEntry(entry)).toString('latin1'),
    ]),
  );

const render = (
  template: Uint8Array,
  data: unknown,
  options: object,
): { docx: Uint8Array; report: RenderReport } => {
  const chunks: Uint8Array[] = [];
  const linked = linkTemplate(compileTemplate(template, { delimiter: 'BRACES' }).program, template);
  const report = renderDocx(linked, data as never, options, { write: (chunk) => void chunks.push(chunk) });
  return { docx: Buffer.concat(chunks), report };
};

describe.each(EXAMPLES)('$key', (example) => {
  test('is what the script builds (npm run examples writes it)', () => {
    const { 'template.docx': template, ...texts } = exampleFiles(example);
    expect(parts(committed(example, 'template.docx'))).toEqual(parts(template as Uint8Array));
    for (const [name, content] of Object.entries(texts))
      expect(committed(example, name).toString()).toBe(content);
  });

  test('renders from its data into a valid document that lacks nothing', () => {
    const { docx, report } = render(committed(example, 'template.docx'), example.data, example.options ?? {});
    expect(report).toMatchObject({ missing: [], warnings: [] });
    expect(checkDocx(docx)).toEqual([]);
    const text = parts(docx)['word/document.xml'] ?? '';
    expect(text).not.toMatch(/\{[A-Za-z$#/]/);
  });

  test('writes money in its own currency and rates in full, whatever the request leaves out', () => {
    const { docx } = render(committed(example, 'template.docx'), example.data, {});
    const text = paragraphs(docx).join('\n');
    expect(text).not.toContain('$');
    if (example.key === 'invoice') {
      expect(text).toContain('13.5%');
      expect(text).toContain('€5,299.51');
    }
  });

  test('renders from the sample data that inspection makes up', () => {
    const template = committed(example, 'template.docx');
    const { sample } = compileTemplate(template, { delimiter: 'BRACES' }).inspection;
    const { docx, report } = render(template, sample, {});
    expect(report.missing).toEqual([]);
    expect(checkDocx(docx)).toEqual([]);
  });
});
