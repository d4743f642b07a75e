/** readWords :: PDF → its words in reading order with their places, by poppler's pdftotext */
import { execFileSync } from 'node:child_process';

export interface Word {
  readonly text: string;
  readonly page: number;
  /** Left edge, and the middle between top and bottom, in points. */
  readonly x: number;
  readonly y: number;
}

export interface Words {
  readonly words: readonly Word[];
  readonly pages: number;
}

/** Words whose middles are this near stand on one line, in points. */
export const SAME_LINE = 3;

const WORD = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="[\d.-]+" yMax="([\d.-]+)">(.*?)<\/word>/;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

export const plain = (text: string): string =>
  text
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .normalize('NFKC')
    .replaceAll(/[\s\u00ad]+/g, '')
    .replaceAll('\u2011', '-');

export const readWords = (pdf: string): Words => {
  let boxes: string;
  try {
    boxes = execFileSync('pdftotext', ['-bbox', pdf, '-'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return { words: [], pages: 0 };
  }
  const found: Word[] = [];
  let page = 0;
  for (const line of boxes.split('\n')) {
    if (line.includes('<page ')) page += 1;
    const match = WORD.exec(line);
    const text = match ? plain(match[4] ?? '') : '';
    if (match && text)
      found.push({ text, page, x: Number(match[1]), y: (Number(match[2]) + Number(match[3])) / 2 });
  }
  return { words: inReadingOrder(found), pages: page };
};

const inReadingOrder = (words: Word[]): readonly Word[] => {
  words.sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x);
  return rowsOf(words, (first, word) => word.y - first.y > SAME_LINE).flatMap((row) =>
    row.sort((a, b) => a.x - b.x),
  );
};

/** First and last word of each line. */
export const lineEnds = (words: readonly Word[]): readonly string[] =>
  linesOf(words).map((row) => `${row[0]?.text}\u0000${row.at(-1)?.text}`);

export const linesOf = (words: readonly Word[]): readonly (readonly Word[])[] =>
  rowsOf(words, (first, word) => Math.abs(word.y - first.y) > SAME_LINE);

const rowsOf = (words: readonly Word[], isNext: (first: Word, word: Word) => boolean): Word[][] => {
  const rows: Word[][] = [];
  for (const word of words) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && first.page === word.page && !isNext(first, word)) row.push(word);
    else rows.push([word]);
  }
  return rows;
};
