/**
 * emitRichText :: HTML or Markdown → Word content
 *
 * Markdown → HTML → tree → blocks → XML. Inline places get the blocks flattened into lines (flatten.ts).
 */
import { EMU_PER_POINT, TWIPS_PER_POINT } from '../../../units.ts';
import { defaultFontSize } from '../../../wml/styles.ts';
import type { ContentShape, Emitted } from '../content-value.ts';
import type { PartContext } from '../part-context.ts';
import { parseProperties } from '../word-properties.ts';
import type { Block, Paragraph } from './blocks.ts';
import { buildBlocks } from './build-blocks.ts';
import { flatten } from './flatten.ts';
import { parseHtml } from './html.ts';
import { markdownToHtml } from './markdown.ts';
import { ParagraphEmitter, type ParagraphRoom, SPACER } from './paragraph-emit.ts';
import { emitTable } from './table-emit.ts';

interface RichTextRequest {
  readonly source: string;
  readonly language: 'html' | 'markdown';
  readonly shape: ContentShape;
  readonly context: PartContext;
}

/** Half-points of the text that the tag stands in: its own, else the document's. */
const baseSizeOf = (context: PartContext): number => {
  const own = /w:val="(\d+)"/.exec(parseProperties(context.runProperties).get('w:sz') ?? '')?.[1];
  return own === undefined ? defaultFontSize(context.styles) : Number(own);
};

export const emitRichText = ({ source, language, shape, context }: RichTextRequest): Emitted => {
  context.handOver(source.length);
  const baseSize = baseSizeOf(context);
  const width = Math.max(1, Math.round((context.columnWidth / EMU_PER_POINT) * TWIPS_PER_POINT));
  const html = language === 'markdown' ? markdownToHtml(source) : source;
  const blocks = buildBlocks(parseHtml(html), { baseSize, width, warn: (message) => context.warn(message) });
  const paragraphs = new ParagraphEmitter(context);
  if (shape === 'inline') {
    const xml = paragraphs.emitRuns(flatten(blocks), width);
    return { xml, startsWithTable: false, endsWithTable: false };
  }
  return {
    xml: emitBlocks(blocks, { width, isCell: false }, { context, paragraphs, em: baseSize * 10 }),
    startsWithTable: blocks[0]?.kind === 'table',
    endsWithTable: blocks.at(-1)?.kind === 'table',
  };
};

interface Emission {
  readonly context: PartContext;
  readonly paragraphs: ParagraphEmitter;
  /** Twips. */
  readonly em: number;
}

const EMPTY: Block = {
  kind: 'paragraph',
  role: 'body',
  inlines: [],
  layout: { indentLeft: 0, indentRight: 0, quotes: 0 },
};

/** Whether a list is over with this item: what follows is no item of it, nor of one inside it. */
const endsList = (block: Paragraph, next: Block | undefined): boolean => {
  if (block.item === undefined) return false;
  if (next === undefined || next.kind === 'table' || next.item === undefined) return true;
  return next.item.list.level === 0 && next.item.list.number !== block.item.list.number;
};

/** Tables never touch: Word would join them. */
const emitBlocks = (blocks: readonly Block[], room: ParagraphRoom, emission: Emission): string =>
  blocks
    .map((block, index) => {
      if (block.kind === 'paragraph')
        return emission.paragraphs.emit(block, room, endsList(block, blocks[index + 1]));
      const table = emitTable(
        block,
        { width: room.width, em: emission.em },
        emission.context,
        (inside, width) => emitCell(inside, width, emission),
      );
      return blocks[index - 1]?.kind === 'table' ? SPACER + table : table;
    })
    .join('');

/** A cell holds at least a paragraph, and ends with one (ECMA-376 §17.4.65). */
const emitCell = (blocks: readonly Block[], width: number, emission: Emission): string => {
  const room = { width, isCell: true };
  if (blocks.length === 0) return emitBlocks([EMPTY], room, emission);
  const xml = emitBlocks(blocks, room, emission);
  return blocks.at(-1)?.kind === 'table' ? xml + SPACER : xml;
};
