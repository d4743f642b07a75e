/**
 * The stages of layout in words that a test can state: the model that was read, the lines and rows that the flow hands over, the
 * items that are painted. Lengths are rounded to a tenth of a point.
 */
import { openFontLibrary } from '../../src/fonts/library.ts';
import { LayoutBudget } from '../../src/layout/budget.ts';
import { LayoutContext } from '../../src/layout/context.ts';
import type { Item } from '../../src/layout/display-list.ts';
import { measureBlocks } from '../../src/layout/flow/blocks.ts';
import type { Atom } from '../../src/layout/inline/atoms.ts';
import { layoutDocument } from '../../src/layout/layout-document.ts';
import type { MeasuredRow, Piece, PieceContent } from '../../src/layout/pieces.ts';
import type { Region } from '../../src/layout/region.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import type { Block, Inline, Paragraph, WordDocument } from '../../src/wml/model.ts';

const fonts = await openFontLibrary();

export interface Stages {
  readonly model: readonly string[];
  readonly lines: readonly string[];
  readonly items: readonly string[];
}

/** Margins of an inch around a column of 200 points. */
const WIDTH = 200;
const INCH = 72;

export const stagesOf = (file: Uint8Array): Stages => {
  const document = narrow(readDocument(openDocx(file)));
  const blocks = document.sections.flatMap((section) => section.blocks);
  const context = new LayoutContext(document, fonts, new LayoutBudget(), measureBlocks);
  return {
    model: blocks.flatMap(modelOf),
    lines: measureBlocks(blocks, context, COLUMN).pieces.map(pieceOf),
    items: layoutDocument(document, fonts).list.pages.flatMap(({ items }, page) =>
      items.flatMap((item) => itemOf(item).map((text) => (page === 0 ? text : `page ${page + 1}: ${text}`))),
    ),
  };
};

const COLUMN: Region = {
  width: WIDTH,
  grid: 0,
  table: undefined,
  ground: undefined,
  depth: 0,
  inCell: false,
};

const narrow = (document: WordDocument): WordDocument => ({
  ...document,
  sections: document.sections.map((body) => ({
    ...body,
    section: { ...body.section, width: WIDTH + 2 * INCH, height: 3 * INCH },
  })),
});

const modelOf = (block: Block): readonly string[] =>
  block.kind === 'paragraph'
    ? [paragraphOf(block)]
    : block.rows.map(
        ({ cells }) =>
          `row ${cells.map((cell) => `[${propertiesOf(cell.properties)}${cell.blocks.flatMap(modelOf).join(' / ')}]`).join(' ')}`,
      );

const paragraphOf = ({ properties, inlines }: Paragraph): string =>
  `p ${propertiesOf(properties)}${inlines.map(inlineOf).join(' ')}`.trimEnd();

/** What is said, in its order: `name=value`, objects as JSON. */
const propertiesOf = (properties: object): string =>
  Object.entries(properties)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : tenth(value)} `)
    .join('');

const inlineOf = (inline: Inline): string => {
  const run = propertiesOf(inline.run).trimEnd();
  const looks = run === '' ? '' : `{${run}}`;
  switch (inline.kind) {
    case 'text':
      return `"${inline.text}"${looks}`;
    case 'field':
      return `<${inline.name}>`;
    case 'break':
      return `<${inline.type} break>`;
    case 'drawing':
      return `<${inline.drawing.content.kind} ${tenth(inline.drawing.width)}×${tenth(inline.drawing.height)}>`;
    default:
      return `<${inline.kind}>`;
  }
};

/** Where it begins and ends, and how high it is; the space above; what it says; what follows from it for the page. */
const pieceOf = (piece: Piece): string => {
  const rules = [
    piece.gap === 0 ? '' : `+${tenth(piece.gap)} `,
    contentOf(piece.content),
    piece.after === 'free' ? '' : ` (${piece.after})`,
    piece.breakBefore ? ' (page before)' : '',
    piece.notes.length === 0 ? '' : ` (${piece.notes.join(', ')})`,
    piece.anchored.map(({ width, height }) => ` (anchors ${tenth(width)}×${tenth(height)})`).join(''),
  ];
  return rules.join('');
};

const contentOf = (content: PieceContent): string => {
  if (content.kind === 'line') {
    const { atoms, left, right, height } = content.line;
    return `${tenth(left)}–${tenth(right)} ${tenth(height)} ${atoms.map(({ atom }) => atomOf(atom)).join('')}`.trimEnd();
  }
  return content.kind === 'row' ? rowOf(content.row) : content.kind;
};

const rowOf = ({ cells, height }: MeasuredRow): string =>
  `row ${tenth(height)} ${cells
    .map(
      ({ x, width, items, shift }) =>
        `[${tenth(x)}–${tenth(x + width)} ${items.map(({ piece, y }) => `${tenth(y + shift)}: ${contentOf(piece.content)}`).join(' / ')}]`,
    )
    .join(' ')}`;

const atomOf = (atom: Atom): string => {
  switch (atom.kind) {
    case 'word':
      return atom.text;
    case 'space':
      return atom.text === '' ? '' : '·'.repeat(atom.text.length);
    case 'tab':
      return '⇥';
    case 'break':
      return '↵';
    case 'object':
      return '▣';
    case 'math':
      return '∑';
    case 'mark':
      return '';
  }
};

const itemOf = (item: Item): readonly string[] => {
  switch (item.kind) {
    case 'text': {
      const { x, y, text, size, wordSpacing = 0 } = item;
      const more = `${size === 11 ? '' : ` ${tenth(size)} pt`}${wordSpacing === 0 ? '' : ` spaced ${tenth(wordSpacing)}`}`;
      return [`${tenth(x)},${tenth(y)} "${text}"${more}`];
    }
    case 'rect':
      return [
        `rect ${tenth(item.x)},${tenth(item.y)} ${tenth(item.width)}×${tenth(item.height)} #${item.fill.toString(16).padStart(6, '0')}`,
      ];
    case 'link':
      return [
        `link ${tenth(item.x)},${tenth(item.y)} ${tenth(item.width)}×${tenth(item.height)} ${JSON.stringify(item.target)}`,
      ];
    case 'push':
    case 'pop':
    case 'mark':
      return [];
    default:
      return [item.kind];
  }
};

const tenth = (value: unknown): string =>
  typeof value === 'number' ? String(Math.round(value * 10) / 10 || 0) : String(value);
