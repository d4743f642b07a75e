/**
 * readDrawings :: package + parts that have been read → the texts of charts and diagrams, with what is wrong with them
 *
 * A chart that a loop repeats is made anew for each turn. Of a diagram all copies show one part: what that says can't depend on
 * the turn.
 */
import type { DocxPackage } from '../../../ooxml/docx.ts';
import { descendantsOf } from '../../../ooxml/xml.ts';
import { namesIn } from '../../expression/walk.ts';
import { sourceOffset } from '../../lex/source-order.ts';
import type { Reader } from '../../parse/read-tag.ts';
import type { Block, Tag } from '../../parse/tag.ts';
import { warn } from '../../problems.ts';
import type { TemplateBuild } from '../context.ts';
import { readChartCells } from './chart-cells.ts';
import { placeChart } from './charts.ts';
import { compileDrawingTexts, type DrawingTexts } from './drawing-texts.ts';
import type { TaggedPart } from './header-scope.ts';
import { type DrawingPart, drawingParts } from './part-list.ts';

export const readDrawings = (
  docx: DocxPackage,
  parts: readonly TaggedPart[],
  reader: Reader,
  template: TemplateBuild,
): DrawingTexts[] => {
  const drawings: DrawingTexts[] = [];
  for (const part of drawingParts(docx)) {
    const { name, label } = part;
    const root = docx.xml(name);
    const cells = readChartCells({ docx, part: name, label, reader, template });
    const leavesCells = cells !== undefined;
    const source = docx.text(name);
    const texts = compileDrawingTexts({ name, label, source, root, reader, template, leavesCells });
    const loops = texts === undefined ? [] : loopsAround(docx, part, parts);
    const isRepeated = loops.length > 0;
    if (
      placeChart({ docx, parts, template, problems: reader.problems }, part, { texts, cells, isRepeated })
    ) {
      drawings.push({ tags: [...(texts?.tags ?? []), ...(cells?.tags ?? [])], fromCells: [] });
      continue;
    }
    if (texts === undefined) continue;
    drawings.push(texts);
    for (const tag of texts.tags) checkScope(tag, loops, label, reader);
    const isLinked = root.children.some((node) => node.kind === 'element' && node.name === 'c:externalData');
    for (const { where } of isLinked ? texts.fromCells : [])
      warn(reader.warnings, {
        code: 'unread_tag',
        message: `${where.tag} is filled in ${label}, but not in the workbook behind it: whoever edits the chart's data gets the tag back.`,
        hint: 'Nothing needs to be done where nobody edits the chart in the finished document.',
        part: `the workbook of ${label}`,
        ...(where.tag !== undefined && { tag: where.tag }),
      });
  }
  return drawings;
};

const DRAWN: ReadonlySet<string> = new Set(['c:chart', 'cx:chart', 'dgm:relIds']);
const IDS = ['r:id', 'r:dm'];

/** Blocks whose turns or items the drawing would have to see. Conditions are none. */
const loopsAround = (docx: DocxPackage, drawing: DrawingPart, parts: readonly TaggedPart[]): Block[] => {
  const found = new Set<Block>();
  for (const { part: name, id } of drawing.uses) {
    const part = parts.find((one) => one.name === name);
    const loops = part?.read.blocks.filter(({ head }) => LOOPS.has(head.kind)) ?? [];
    if (loops.length === 0) continue;
    for (const element of descendantsOf(docx.xml(name))) {
      if (!DRAWN.has(element.name) || !IDS.some((attribute) => element.attribute(attribute) === id)) continue;
      for (const loop of loops) {
        const { open, close } = loop;
        if (open.token === undefined || close.token === undefined) continue;
        if (sourceOffset(open.token) < element.start && element.start < sourceOffset(close.token))
          found.add(loop);
      }
    }
  }
  return [...found];
};

const LOOPS: ReadonlySet<string> = new Set(['for', 'each', 'section', 'with']);

/** What a loop gives its turns besides its variable. */
const OF_TURNS: ReadonlySet<string> = new Set([
  ...['$index', '$idx', '$number', '$length', '@index', '@first', '@last', '@key'],
]);

const checkScope = (tag: Tag, loops: readonly Block[], label: string, reader: Reader): void => {
  if (loops.length === 0 || tag.tree === undefined) return;
  const names = namesIn(tag.tree);
  const variables = new Set(
    loops.flatMap(({ head }) =>
      'variable' in head && head.variable !== undefined ? [head.variable, `$${head.variable}`] : [],
    ),
  );
  const own = [...names].find((name) => variables.has(name) || OF_TURNS.has(name));
  if (own !== undefined) {
    const problem = {
      message: `\`${own}\` depends on the turn of a loop; ${label} stands in the loop, and all its copies show one text.`,
      hint: 'Put the text that changes into a paragraph beside the chart.',
      ...tag.where,
    };
    if (reader.isLenient) warn(reader.warnings, { code: 'shared_text', ...problem });
    else reader.problems.push({ code: 'scope', ...problem });
    return;
  }
  const entered = loops.find(({ head }) => head.kind !== 'for');
  if (entered === undefined) return;
  warn(reader.warnings, {
    code: 'shared_text',
    message: `${tag.where.tag} stands in ${label}, which ${entered.open.where.tag} repeats: all its copies show one text, from the data as a whole.`,
    hint: 'Put the text that changes into a paragraph beside the chart.',
    ...tag.where,
  });
};
