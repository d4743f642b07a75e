/** What both engines promise of a watermark: on every page, light, in front, and no part of the text. */
import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { createConverter, type EngineChoice } from '../../src/convert/index.ts';
import { checkSyntax, noQpdf } from '../pdf/support.ts';
import { docx, p, raw, row, table } from '../support/build.ts';
import { noOffice, searchPath } from '../support/libreoffice.ts';
import { noPoppler, pdfPages, pdfText } from '../support/pdf.ts';

const converter = createConverter({
  engine: 'auto',
  libreoffice: { processes: 1, timeoutMs: 60_000, searchPath, warm: false },
});
afterAll(() => converter.close());

const convert = async (engine: EngineChoice, watermark?: string): Promise<Uint8Array> => {
  // A page on end and one on its side; the text stays near the top.
  const file = docx(
    p('An upright page'),
    table(row('Item', 'Sum')),
    raw('<w:p><w:pPr><w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:pPr></w:p>'),
    p('A page on its side'),
    raw(
      '<w:p><w:pPr><w:sectPr><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/></w:sectPr></w:pPr></w:p>',
    ),
  );
  const options = { organizationId: 'a', engine, ...(watermark !== undefined && { watermark }) };
  return (await converter.convert(file, options)).pdf;
};

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly gray: Uint8Array;
}

const rendered = (pdf: Uint8Array, page: number): Picture => {
  const args = ['-gray', '-r', '36', '-f', String(page), '-l', String(page), '-'];
  const pgm = execFileSync('pdftoppm', args, { input: pdf, maxBuffer: 64 * 1024 * 1024 });
  const [head = '', width = '', height = ''] =
    /^P5\s(\d+) (\d+)\s255\s/.exec(pgm.toString('latin1', 0, 40)) ?? [];
  return { width: Number(width), height: Number(height), gray: pgm.subarray(head.length) };
};

/** Darkest pixel of a part of the page, in shares of its width and height. */
const darkest = (picture: Picture, left: number, top: number, right: number, bottom: number): number => {
  let found = 255;
  for (let y = Math.floor(top * picture.height); y < bottom * picture.height; y++) {
    for (let x = Math.floor(left * picture.width); x < right * picture.width; x++) {
      found = Math.min(found, picture.gray[y * picture.width + x] ?? 255);
    }
  }
  return found;
};

/** Letters of rotated text are lines of their own. */
const letters = (pdf: Uint8Array): string => pdfText(pdf).replace(/\s+/g, '');
const count = (text: string, letter: string): number => text.split(letter).length - 1;

const engines = [['native', false] as const, ['libreoffice', noOffice] as const];

describe.each(engines)('a watermark by %s', (engine, missing) => {
  // Skipped where the engine, or the tools that look into what it makes, are not installed.
  describe.skipIf(missing || noPoppler || noQpdf)('', { timeout: 120_000 }, () => {
    test('stands on every page, light, from the lower left to the upper right', async () => {
      const plain = await convert(engine);
      const stamped = await convert(engine, 'XQZ XQZ');
      checkSyntax(stamped);
      expect(pdfPages(stamped)).toBe(pdfPages(plain));
      const pages = pdfPages(stamped);
      expect(count(letters(plain), 'Q')).toBe(0);
      for (const letter of 'XQZ') expect(count(letters(stamped), letter)).toBe(2 * pages);
      // The document's own words are still whole.
      expect(pdfText(stamped)).toMatch(/An upright page/);
      expect(pdfText(stamped)).toMatch(/A page on its side/);

      for (const page of [1, 2]) {
        const before = rendered(plain, page);
        const after = rendered(stamped, page);
        expect(darkest(before, 0.3, 0.3, 0.7, 0.7)).toBe(255);
        const ink = darkest(after, 0.3, 0.3, 0.7, 0.7);
        expect(ink).toBeLessThan(240);
        expect(ink).toBeGreaterThan(180);
        // Diagonal: both of these quarters have some of it, the other two corners nothing.
        expect(darkest(after, 0.15, 0.55, 0.4, 0.9)).toBeLessThan(250);
        expect(darkest(after, 0.6, 0.1, 0.85, 0.45)).toBeLessThan(250);
        expect(darkest(after, 0.75, 0.75, 1, 1)).toBe(255);
      }
    });

    test('is none where the text is empty, and fits where it is long', async () => {
      expect(letters(await convert(engine, ''))).toBe(letters(await convert(engine)));
      const long = rendered(await convert(engine, 'DRAFT FOR THE SUPERVISORY BOARD, NOT TO BE SENT'), 1);
      expect(darkest(long, 0.3, 0.3, 0.7, 0.7)).toBeLessThan(245);
      expect(darkest(long, 0, 0.2, 0.02, 1)).toBe(255);
    });
  });
});
