/** docs/cheat-sheet.md as a page: a template of two columns, which Platen fills with it and fits to the page. */
import { buildDocx } from '../../examples/build/package.ts';
import { cell, p, row, table } from '../../examples/build/word.ts';

/** A4 across, between its margins, in twips. */
const WIDTH = 15_700;

export const cheatSheetTemplate = (): Uint8Array =>
  buildDocx({
    title: 'Platen: cheat sheet',
    look: { accent: '00586B', tint: 'E6F2F4', font: 'Calibri' },
    page: { landscape: true, margin: 567 },
    body:
      p('{FIT pages=1 min=60%}Platen: tags at a glance', 'Heading2') +
      table([WIDTH / 2, WIDTH / 2], [row([cell('{MARKDOWN left}'), cell('{MARKDOWN right}')])]),
  });

/** The halves on both sides of its rule. */
export const cheatSheetData = (markdown: string): { readonly left: string; readonly right: string } => {
  const [left = '', right = ''] = markdown.split(/^---$/m);
  return { left, right };
};
