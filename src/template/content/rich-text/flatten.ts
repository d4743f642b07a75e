/**
 * flatten :: blocks → inlines
 *
 * Rich text where only runs can stand (a tag with other text beside it): paragraphs and rows become lines, items keep
 * a written marker, cells are set apart with tabs, headings are bold.
 */
import type { Block, Inline, List, Paragraph } from './blocks.ts';
import type { Format } from './format.ts';

const PLAIN: Format = {};

const letters = (number: number): string => {
  const letter = String.fromCharCode(97 + ((number - 1) % 26));
  return letter.repeat(Math.min(10, Math.ceil(number / 26)));
};

const ROMAN = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

const roman = (number: number): string => {
  if (number < 1 || number > 3999) return String(number);
  let rest = number;
  let text = '';
  for (const [value, digits] of ROMAN) {
    while (rest >= value) {
      text += digits;
      rest -= value;
    }
  }
  return text;
};

const marker = (format: List['format'], number: number): string => {
  switch (format) {
    case 'none':
      return '';
    case 'bullet':
      return '\u2022 ';
    case 'decimal':
      return `${number}. `;
    case 'lowerLetter':
      return `${letters(Math.max(1, number))}. `;
    case 'upperLetter':
      return `${letters(Math.max(1, number)).toUpperCase()}. `;
    case 'lowerRoman':
      return `${roman(number)}. `;
    case 'upperRoman':
      return `${roman(number).toUpperCase()}. `;
  }
};

const bold = (inlines: readonly Inline[]): readonly Inline[] =>
  inlines.map((inline) => ({ ...inline, format: { bold: true, ...inline.format } }));

/** One line for each paragraph and row. */
const linesOf = (blocks: readonly Block[], counts: Map<List, number>): readonly (readonly Inline[])[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return block.role === 'rule' ? [] : [lineOf(block, counts)];
    return block.rows.map((row) =>
      row.cells.flatMap((cell, index) => {
        const inside = joined(linesOf(cell.blocks, counts), { kind: 'text', text: ' ', format: PLAIN });
        return index === 0 ? inside : [{ kind: 'text', text: '\t', format: PLAIN } as const, ...inside];
      }),
    );
  });

const lineOf = ({ role, inlines, item }: Paragraph, counts: Map<List, number>): readonly Inline[] => {
  const line = role.startsWith('heading') ? bold(inlines) : inlines;
  if (item === undefined || !item.isItem) return line;
  const number = counts.get(item.list) ?? item.list.start;
  counts.set(item.list, number + 1);
  const text = marker(item.list.format, number);
  return text === '' ? line : [{ kind: 'text', text, format: PLAIN }, ...line];
};

const joined = (lines: readonly (readonly Inline[])[], between: Inline): readonly Inline[] =>
  lines.flatMap((line, index) => (index === 0 ? line : [between, ...line]));

export const flatten = (blocks: readonly Block[]): readonly Inline[] =>
  joined(linesOf(blocks, new Map()), { kind: 'break', format: PLAIN });
