/**
 * `npm run guide`: the pictures of docs/, drawn by the native engine and poppler.
 *
 * docs/images/guide/<feature>-template.png and -result.png for the author's guide, docs/images/examples/<key>-<page>.png
 * for the examples. They are committed; run it again after a change to what they show.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { EXAMPLES } from '../../examples/build/examples.ts';
import { buildDocx } from '../../examples/build/package.ts';
import { convertNatively } from '../../src/convert/native/convert-native.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { compileTemplate, linkTemplate, renderDocx } from '../../src/template/index.ts';
import { FEATURES } from './features.ts';

const GUIDE_DPI = 110;
const EXAMPLE_DPI = 48;
/** White pixels that stay below the last ink. */
const MARGIN = 12;
const images = join(import.meta.dirname, '../../docs/images');
const scratch = mkdtempSync(join(tmpdir(), 'platen-guide-'));
const library = await openFontLibrary({ system: false });

const render = (template: Uint8Array, data: unknown, options: object): Uint8Array => {
  const chunks: Uint8Array[] = [];
  const { program } = compileTemplate(template, { delimiter: 'BRACES' });
  renderDocx(linkTemplate(program, template), data as never, options, {
    write: (chunk) => void chunks.push(chunk),
  });
  return Buffer.concat(chunks);
};

/** The pages of a document as PNG files, in order. */
const draw = (docx: Uint8Array, dpi: number): readonly Buffer[] => {
  const result = convertNatively(docx, library);
  if (result.kind !== 'converted' || result.reasons.length > 0)
    throw new Error(`The native engine would not take it: ${result.reasons.join(', ')}`);
  const folder = mkdtempSync(join(scratch, 'pages-'));
  writeFileSync(join(folder, 'document.pdf'), result.pdf);
  execFileSync('pdftoppm', ['-r', String(dpi), '-png', join(folder, 'document.pdf'), join(folder, 'page')]);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.png'))
    .sort()
    .map((name) => readFileSync(join(folder, name)));
};

/** Cut below the ink, as wide as the page. */
const crop = (page: Buffer): Buffer => {
  const png = PNG.sync.read(page);
  const rows = Array.from({ length: png.height }, (_, row) =>
    png.data.subarray(row * png.width * 4, (row + 1) * png.width * 4),
  );
  const last = rows.findLastIndex((row) => row.some((value) => value < 250));
  const cut = new PNG({ width: png.width, height: Math.min(png.height, last + MARGIN) });
  PNG.bitblt(png, cut, 0, 0, cut.width, cut.height, 0, 0);
  return PNG.sync.write(cut, { deflateLevel: 9 });
};

const drawGuide = (): void => {
  for (const feature of FEATURES) {
    const template = buildDocx({
      title: feature.id,
      look: { accent: '00586B', tint: 'E6F2F4', font: 'Calibri' },
      page: { width: 7370, height: 9000, margin: 285 },
      body: feature.body,
    });
    const result = render(template, feature.data, feature.options ?? {});
    for (const [kind, docx] of [
      ['template', template],
      ['result', result],
    ] as const) {
      const [page] = draw(docx, GUIDE_DPI);
      if (page) writeFileSync(join(images, 'guide', `${feature.id}-${kind}.png`), crop(page));
    }
  }
};

const drawExamples = (): void => {
  for (const example of EXAMPLES) {
    const docx = render(buildDocx(example.document), example.data, example.options ?? {});
    for (const [index, page] of draw(docx, EXAMPLE_DPI).entries())
      writeFileSync(join(images, 'examples', `${example.key}-${index + 1}.png`), page);
  }
};

for (const name of ['guide', 'examples']) {
  rmSync(join(images, name), { recursive: true, force: true });
  mkdirSync(join(images, name), { recursive: true });
}
drawGuide();
drawExamples();
rmSync(scratch, { recursive: true });
