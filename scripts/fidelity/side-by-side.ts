/** sideBySide :: documents → a page with the renderings of each beside each other, the worst first */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Compared {
  readonly name: string;
  readonly title: string;
  readonly score: number;
  /** PDFs, Word's first. */
  readonly files: readonly string[];
}

export const sideBySide = (folder: string, documents: readonly Compared[], pages: string): string => {
  const pictures = join(folder, 'pictures');
  mkdirSync(pictures, { recursive: true });
  const rows = documents
    .toSorted((a, b) => a.score - b.score)
    .map(({ name, title, files }) => {
      const cells = files.map((pdf, column) => `<td>${pictured(pdf, `${name}.${column}`, pictures, pages)}`);
      return `<tr><td colspan="${files.length}"><b>${escaped(name)}</b> ${escaped(title)}<tr>${cells.join('')}`;
    });
  const file = join(folder, 'index.html');
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>Fidelity</title><style>body{font:14px sans-serif}td{vertical-align:top;border-top:1px solid #999;padding:6px}img{width:30vw;border:1px solid #ccc;display:block;margin-bottom:4px}</style><table><tr><th>Word<th>native<th>LibreOffice${rows.join('')}</table>`,
  );
  return file;
};

const pictured = (pdf: string, name: string, folder: string, pages: string): string => {
  if (!existsSync(pdf)) return '';
  execFileSync('pdftoppm', ['-r', '60', '-png', '-l', pages, pdf, join(folder, name)], { stdio: 'ignore' });
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${name}-`))
    .map((file) => `<img loading="lazy" src="pictures/${encodeURIComponent(file)}" alt="">`)
    .join('');
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
