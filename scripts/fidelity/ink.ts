/** ink :: reference × candidate → how alike their pages look when blurred to 24 dots an inch; 1 is the same */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Grey of each dot, 255 being paper. */
interface Picture {
  readonly size: string;
  readonly dots: Uint8Array;
}

const PAPER = 255;

/** The ink that differs as a share of what is there; a page that one of them lacks differs as a whole. */
export const ink = (reference: string, candidate: string): number => {
  const [there, here] = [pagesOf(reference), pagesOf(candidate)];
  let differs = 0;
  let all = 0;
  for (let page = 0; page < Math.max(there.length, here.length); page++) {
    const [a, b] = [there[page], here[page]];
    if (a !== undefined && b !== undefined && a.size === b.size)
      for (const [at, grey] of a.dots.entries()) {
        const other = b.dots[at] ?? PAPER;
        differs += Math.abs(grey - other);
        all += PAPER - Math.min(grey, other);
      }
    else {
      const alone = (a ?? b)?.dots.reduce((sum, grey) => sum + PAPER - grey, 0) ?? 0;
      differs += alone;
      all += alone;
    }
  }
  return all === 0 ? 1 : 1 - differs / all;
};

const pagesOf = (pdf: string): readonly Picture[] => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-ink-'));
  try {
    execFileSync('pdftoppm', ['-gray', '-r', '24', pdf, join(folder, 'page')], { stdio: 'ignore' });
    return readdirSync(folder)
      .sort()
      .map((name) => readPicture(readFileSync(join(folder, name))));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** A portable greymap: "P5", width and height, 255, then a byte for each dot. */
const readPicture = (file: Uint8Array): Picture => {
  const size = Buffer.from(file.subarray(0, 64)).toString('latin1').split('\n')[1] ?? '';
  const [width = 0, height = 0] = size.split(' ').map(Number);
  return { size, dots: file.subarray(file.length - width * height) };
};
