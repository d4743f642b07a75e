/**
 * `npm run guide`: the pictures of docs/, drawn by the native engine and poppler.
 *
 * docs/images/guide/<feature>-template.png and -result.png for the author's guide, docs/images/examples/<key>-<page>.png
 * for the examples, docs/cheat-sheet.pdf of docs/cheat-sheet.md. They are committed; run it again after a change to what they show.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { EXAMPLES } from '../../examples/build/examples.ts';
import { buildDocx, type ExampleDocument } from '../../examples/build/package.ts';
import { convertNatively } from '../../src/convert/native/convert-native.ts';
import { RenderedLayout } from '../../src/convert/native/rendered-layout.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import {
  compileTemplate,
  joinTemplate,
  linkTemplate,
  renderParts,
  writeFinished,
} from '../../src/template/index.ts';
import { cheatSheetData, cheatSheetTemplate } from './cheat-sheet.ts';
import type { Feature } from './feature.ts';
import { FEATURES } from './features.ts';
import { FURTHER_FEATURES } from './further-features.ts';

const GUIDE_DPI = 110;
const EXAMPLE_DPI = 48;
/** White pixels that stay below the last ink. */
const MARGIN = 12;
const images = join(import.meta.dirname, '../../docs/images');
const scratch = mkdtempSync(join(tmpdir(), 'platen-guide-'));
const library = await openFontLibrary({ system: false });

const layout = new RenderedLayout({ system: false });

type Around = Pick<Feature, 'includes' | 'prelude' | 'controls'>;

/** As a server makes it: joined with what it includes, and finished by what its layout says. */
const render = async (
  template: Uint8Array,
  data: unknown,
  options: object,
  { includes = {}, prelude, controls }: Around = {},
): Promise<Uint8Array> => {
  const others = new Map(Object.entries(includes).map(([key, body]) => [key, small({ title: key, body })]));
  const delimiter = 'BRACES';
  const { file } = joinTemplate(
    { file: template, delimiter, controls },
    {
      template: (key) => {
        const found = others.get(key);
        return found === undefined ? undefined : { file: found, delimiter };
      },
      chosen: [],
      documents: new Map(),
      prelude,
    },
  );
  const { program } = compileTemplate(file, { delimiter, controls });
  const linked = linkTemplate(program, file);
  const rendered = renderParts(linked, data as never, { ...options, isLaidOut: true });
  const chunks: Uint8Array[] = [];
  await writeFinished(
    linked,
    rendered,
    {},
    {
      pagesOf: (some) => layout.pagesOf(some, LAYOUT_MS),
      sink: { write: (chunk) => void chunks.push(chunk) },
    },
  );
  return Buffer.concat(chunks);
};

const LAYOUT_MS = 10_000;

/** On the guide's small page. */
const small = ({
  height = 9000,
  ...document
}: Pick<ExampleDocument, 'title' | 'body' | 'charts'> & { height?: number }) =>
  buildDocx({
    look: { accent: '00586B', tint: 'E6F2F4', font: 'Calibri' },
    page: { width: 7370, height, margin: 285 },
    ...document,
  });

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

/** Below each other, with a line around each: where they end is what the picture is about. */
const stack = (pages: readonly Buffer[]): Buffer => {
  const all = pages.map((page) => PNG.sync.read(page));
  const width = Math.max(...all.map((page) => page.width)) + 2 * EDGE;
  const height = all.reduce((sum, page) => sum + page.height + 2 * EDGE, 0);
  const out = new PNG({ width, height });
  out.data.fill(0xff);
  let top = 0;
  for (const page of all) {
    for (let y = 0; y < page.height + 2 * EDGE; y++)
      for (let x = 0; x < page.width + 2 * EDGE; x++)
        out.data.writeUInt32BE(GREY, ((top + y) * width + x) * 4);
    PNG.bitblt(page, out, 0, 0, page.width, page.height, EDGE, top + EDGE);
    top += page.height + 2 * EDGE;
  }
  return PNG.sync.write(out, { deflateLevel: 9 });
};

const EDGE = 3;
const GREY = 0xb8c4c8ff;

const drawGuide = async (): Promise<void> => {
  for (const feature of [...FEATURES, ...FURTHER_FEATURES]) {
    const { id, body, charts, page } = feature;
    const template = small({
      title: id,
      body,
      ...(charts !== undefined && { charts }),
      ...(page !== undefined && { height: page.height }),
    });
    const result = await render(template, feature.data, feature.options ?? {}, feature);
    for (const [kind, docx] of [
      ['template', template],
      ['result', result],
    ] as const) {
      const pages = draw(docx, GUIDE_DPI);
      const [first] = pages;
      if (first === undefined) continue;
      const picture = page === undefined ? crop(first) : stack(pages.slice(0, page.count));
      writeFileSync(join(images, 'guide', `${id}-${kind}.png`), picture);
    }
  }
};

const drawExamples = async (): Promise<void> => {
  for (const example of EXAMPLES) {
    const docx = await render(buildDocx(example.document), example.data, example.options ?? {});
    for (const [index, page] of draw(docx, EXAMPLE_DPI).entries())
      writeFileSync(join(images, 'examples', `${example.key}-${index + 1}.png`), page);
  }
};

const drawCheatSheet = async (): Promise<void> => {
  const docs = join(images, '..');
  const data = cheatSheetData(readFileSync(join(docs, 'cheat-sheet.md'), 'utf8'));
  const result = convertNatively(await render(cheatSheetTemplate(), data, {}), library);
  if (result.kind !== 'converted') throw new Error(result.reasons.join(', '));
  writeFileSync(join(docs, 'cheat-sheet.pdf'), result.pdf);
};

for (const name of ['guide', 'examples']) {
  rmSync(join(images, name), { recursive: true, force: true });
  mkdirSync(join(images, name), { recursive: true });
}
await drawGuide();
await drawExamples();
await drawCheatSheet();
rmSync(scratch, { recursive: true });
