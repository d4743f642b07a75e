/** Documents of the examples, and bundles of them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXAMPLES } from '../../examples/build/examples.ts';
import { assembleBundle, type Bundle, PartWriter } from '../../src/bundles/index.ts';
import { convertNatively, type NativeOptions } from '../../src/convert/native/convert-native.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { compileTemplate, type LinkedTemplate, linkTemplate, renderDocx } from '../../src/template/index.ts';

const fonts = await openFontLibrary({ system: false });

export const pdfOf = (docx: Uint8Array, options: NativeOptions = {}): Uint8Array => {
  const result = convertNatively(docx, fonts, options);
  if (result.kind === 'declined') throw new Error(result.reasons.join());
  return result.pdf;
};

const example = (key: string, name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../../examples', key, name));

export const exampleKeys = EXAMPLES.map(({ key }) => key);
export const exampleData = (key: string): Record<string, unknown> =>
  JSON.parse(example(key, 'data.json').toString());

const linked = new Map<string, LinkedTemplate>();

export const exampleDocx = (key: string, changes: Record<string, unknown> = {}): Uint8Array => {
  let template = linked.get(key);
  if (template === undefined) {
    const file = example(key, 'template.docx');
    template = linkTemplate(compileTemplate(file, { delimiter: 'BRACES' }).program, file);
    linked.set(key, template);
  }
  const chunks: Uint8Array[] = [];
  const data = { ...exampleData(key), ...changes };
  renderDocx(template, data as never, {}, { write: (chunk) => void chunks.push(chunk) });
  return Buffer.concat(chunks);
};

/** Through part files, as a batch does it; `perPart` documents in each. */
export const bundleOf = async (
  bundle: Bundle,
  documents: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  perPart = 3,
  more: { readonly pageNumbers?: 'record' | 'through' } = {},
): Promise<Uint8Array> => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    const parts: { path: string; documents: number }[] = [];
    for (let at = 0; at < documents.length; at += perPart) {
      const path = join(folder, `part-${at}`);
      const writer = PartWriter.open(path, bundle);
      for (const [index, document] of documents.slice(at, at + perPart).entries())
        await writer.add({ record: at + index + 1, ...document });
      parts.push({ path, documents: (await writer.finish()).documents });
    }
    const out = join(folder, 'out');
    await assembleBundle({ bundle, ending: bundle === 'docx' ? 'docx' : 'pdf', parts, out, ...more });
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
