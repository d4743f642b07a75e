/** Reading PDFs in tests, with poppler's tools. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const folders = (process.env['PATH'] ?? '').split(':');

/** For `describe.skipIf`: tests look into PDFs with pdftotext, pdfinfo and pdffonts. */
export const noPoppler = !folders.some((folder) => existsSync(`${folder}/pdftotext`));

const run = (tool: string, args: readonly string[], pdf: Uint8Array): string =>
  execFileSync(tool, args, { input: pdf, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

export const pdfText = (pdf: Uint8Array): string => run('pdftotext', ['-layout', '-', '-'], pdf);
/** `Tagged: yes`, `Pages: 2`: a line each. */
export const pdfFacts = (pdf: Uint8Array): string => run('pdfinfo', ['-'], pdf);
export const pdfPages = (pdf: Uint8Array): number => Number(/^Pages:\s+(\d+)/m.exec(pdfFacts(pdf))?.[1]);
/** The addresses that can be clicked. */
export const pdfLinks = (pdf: Uint8Array): string[] =>
  [...run('pdfinfo', ['-url', '-'], pdf).matchAll(/^\s*\d+\s+\S+\s+(\S.*)$/gm)]
    .map(([, url]) => url ?? '')
    .filter((url) => url !== 'URL');
/** Names of the fonts in it, without the subset prefix. */
export const pdfFonts = (pdf: Uint8Array): string[] =>
  run('pdffonts', ['-'], pdf)
    .split('\n')
    .slice(2)
    .flatMap((line) => line.split(/\s+/, 1)[0] || [])
    .map((name) => name.replace(/^[A-Z]{6}\+/, ''));

/** A word as poppler finds it, in points from the top left; pages count from 1. */
export interface PdfWord {
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export const pdfWords = (pdf: Uint8Array): PdfWord[] =>
  run('pdftotext', ['-bbox', '-', '-'], pdf)
    .split('<page ')
    .slice(1)
    .flatMap((html, index) =>
      [...html.matchAll(/<word xMin="(\S+)" yMin="(\S+)" xMax="(\S+)" yMax="(\S+)">(.*?)<\/word>/g)].map(
        ([, left, top, right, bottom, text = '']) => ({
          page: index + 1,
          left: Number(left),
          top: Number(top),
          right: Number(right),
          bottom: Number(bottom),
          text: text.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? ''),
        }),
      ),
    );
