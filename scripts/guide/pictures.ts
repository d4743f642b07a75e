/**
 * `npm run guide`: docs/images/guide/<feature>-template.png and -result.png, by LibreOffice and poppler.
 * Pictures are committed; run it again after a change to the features or to what they look like.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { buildDocx } from '../../examples/build/package.ts';
import { compileTemplate, linkTemplate, renderDocx } from '../../src/template/index.ts';
import { FEATURES } from './features.ts';

const DPI = 110;
const MARGIN = 12;
const target = join(import.meta.dirname, '../../docs/images/guide');

const render = (template: Uint8Array, data: unknown, options: object): Uint8Array => {
  const chunks: Uint8Array[] = [];
  const { program } = compileTemplate(template, { delimiter: 'BRACES' });
  renderDocx(linkTemplate(program, template), data as never, options, {
    write: (chunk) => void chunks.push(chunk),
  });
  return Buffer.concat(chunks);
};

/** Cut to the ink, with a margin, and with the same width for all. */
const crop = (file: string): Buffer => {
  const page = PNG.sync.read(readFileSync(file));
  let bottom = 0;
  for (let index = 0; index < page.data.length; index += 4) {
    if (
      (page.data[index] ?? 255) < 250 ||
      (page.data[index + 1] ?? 255) < 250 ||
      (page.data[index + 2] ?? 255) < 250
    )
      bottom = Math.floor(index / 4 / page.width);
  }
  const cut = new PNG({ width: page.width, height: Math.min(page.height, bottom + MARGIN) });
  PNG.bitblt(page, cut, 0, 0, cut.width, cut.height, 0, 0);
  return PNG.sync.write(cut, { deflateLevel: 9 });
};

const scratch = mkdtempSync(join(tmpdir(), 'platen-guide-'));
mkdirSync(target, { recursive: true });
const files: string[] = [];
for (const feature of FEATURES) {
  const template = buildDocx({
    title: feature.id,
    look: { accent: '00586B', tint: 'E6F2F4', font: 'Calibri' },
    page: { width: 7370, height: 9000, margin: 285 },
    body: feature.body,
  });
  for (const [kind, bytes] of [
    ['template', template],
    ['result', render(template, feature.data, feature.options ?? {})],
  ] as const) {
    const file = join(scratch, `${feature.id}-${kind}.docx`);
    writeFileSync(file, bytes);
    files.push(file);
  }
}
execFileSync(
  'soffice',
  [
    '--headless',
    `-env:UserInstallation=file://${scratch}/profile`,
    '--convert-to',
    'pdf',
    '--outdir',
    scratch,
    ...files,
  ],
  { stdio: 'ignore' },
);
for (const file of files) {
  const base = file.replace(/\.docx$/, '');
  execFileSync('pdftoppm', ['-r', String(DPI), '-png', '-singlefile', `${base}.pdf`, base]);
  writeFileSync(join(target, `${base.slice(scratch.length + 1)}.png`), crop(`${base}.png`));
}
rmSync(scratch, { recursive: true });
