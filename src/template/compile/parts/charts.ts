/**
 * placeChart :: a chart by data → operations in place of its relationships
 *
 * By data is one whose alternative text or title is `{CHART …}`, whose sheet has tags in its cells, or that has tags in its texts
 * and stands in a loop. Each time the drawing is written, a chart part of its own is made of the template's: series, categories
 * and texts by data. The template's part and the workbook behind it are not in the document any more.
 */
import type { Problem } from '../../../errors.ts';
import { contentTypeOf } from '../../../ooxml/content-types.ts';
import type { DocxPackage } from '../../../ooxml/docx.ts';
import { relationshipsPartOf } from '../../../ooxml/part-names.ts';
import { descendantsOf, type XmlElement } from '../../../ooxml/xml.ts';
import { isOfPoints, modelsOf } from '../../charts/fill-chart.ts';
import type { Tag } from '../../parse/tag.ts';
import type { LoopOp, Op } from '../../program.ts';
import { addEdit, type Edit, type TemplateBuild } from '../context.ts';
import { type ChartCells, workbookOf } from './chart-cells.ts';
import type { DrawingTexts } from './drawing-texts.ts';
import type { TaggedPart } from './header-scope.ts';
import type { DrawingPart } from './part-list.ts';

interface ChartsInput {
  readonly docx: DocxPackage;
  readonly parts: readonly TaggedPart[];
  readonly template: TemplateBuild;
  readonly problems: Problem[];
}

/** What a chart has of its own, besides a tag that says what it is made of. */
interface ChartTags {
  readonly texts: DrawingTexts | undefined;
  readonly cells: ChartCells | undefined;
  /** Its texts may differ from copy to copy. */
  readonly isRepeated: boolean;
}

/** True where the chart is made by data, so that its part is not written as it is. */
export const placeChart = (
  { docx, parts, template, problems }: ChartsInput,
  drawing: DrawingPart,
  { texts, cells, isRepeated }: ChartTags,
): boolean => {
  const inTitle = texts?.tags.find(({ command }) => command.type === 'chart');
  const made = cells === undefined ? {} : { cells: { sheet: cells.sheet, ops: cells.ops } };
  let isMade = false;
  for (const { part: name, id } of drawing.uses) {
    // Shapes that were drawn on a chart have a part of their own, which is told by the same relationship.
    const isDrawn = docx.relationshipsOf(name).some((one) => one.id === id && one.part === drawing.name);
    const story = isDrawn ? parts.find((one) => one.name === name) : undefined;
    for (const element of story === undefined ? [] : descendantsOf(docx.xml(name))) {
      if (story === undefined || element.name !== 'c:chart' || element.attribute('r:id') !== id) continue;
      const tag = story.found.charts.get(element) ?? inTitle;
      const first = (cells ?? (isRepeated ? texts : undefined))?.tags[0];
      const op =
        tag !== undefined
          ? chartOp({ docx, template, problems }, drawing.name, tag, texts)
          : first === undefined
            ? undefined
            : { ...baseOp({ docx, template }, drawing.name, first, texts), ...made };
      if (op === undefined) continue;
      setRelationship(story.found.edits, element, op);
      story.found.replacedRelationships.add(id);
      isMade = true;
    }
  }
  if (isMade) for (const part of partsOf(docx, drawing.name)) template.dropped.add(part);
  return isMade;
};

const setRelationship = (edits: Map<XmlElement, Edit>, element: XmlElement, op: Op): void =>
  addEdit(edits, element, { attributes: new Map([['r:id', [op]]]) });

/** The part, its relationships and its workbook; looks and colours stay, for the charts that are made of it. */
const partsOf = (docx: DocxPackage, chart: string): string[] => [
  chart,
  relationshipsPartOf(chart),
  ...docx
    .relationshipsOf(chart)
    .flatMap(({ kind, part }) => (kind === 'package' && part !== undefined ? [part] : [])),
];

/** Of a chart whose texts alone have tags, or its cells. */
const baseOp = (
  { docx, template }: Pick<ChartsInput, 'docx' | 'template'>,
  name: string,
  { where }: Tag,
  texts: DrawingTexts | undefined,
): ChartOp => {
  const book = workbookOf(docx, name);
  return {
    op: 'chart',
    tag: template.tagRef(where),
    part: name,
    source: texts?.program?.ops ?? [docx.text(name)],
    relationships: docx
      .relationshipsOf(name)
      .map(({ id, type, target, external }) => ({ id, type, target, external })),
    isPoints: isOfPoints(docx.xml(name)),
    names: [],
    options: [],
    ...(book !== undefined && {
      book: { part: book, type: contentTypeOf(docx.contentTypes, book) ?? 'application/octet-stream' },
    }),
  };
};

type ChartOp = Extract<Op, { op: 'chart' }>;

const chartOp = (
  { docx, template, problems }: Omit<ChartsInput, 'parts'>,
  name: string,
  tag: Tag,
  texts: DrawingTexts | undefined,
): Op | undefined => {
  const { command, tree, options, where } = tag;
  if (command.type !== 'chart' || tree === undefined) return undefined;
  const root = docx.xml(name);
  if (modelsOf(root).length === 0) {
    problems.push({
      code: 'bad_place',
      message: `${where.tag} stands at a chart without a series, whose look the data would have.`,
      hint: 'Give the chart at least one series in Word, with any numbers. Charts of newer kinds (waterfall, treemap) are not filled.',
      ...where,
    });
    return undefined;
  }
  const base = baseOp({ docx, template }, name, tag, texts);
  const { isPoints, tag: ref } = base;
  const series = options.filter((option) => option.name.startsWith('series'));
  const expression = (wanted: string) => options.find((option) => option.name === wanted)?.tree;
  const label = expression('x') ?? expression('category');
  const size = expression('size');
  const rows: LoopOp = {
    op: 'loop',
    kind: 'each',
    e: tree,
    tag: ref,
    body: [
      {
        op: 'point',
        tag: ref,
        values: series.flatMap((option) => option.tree ?? []),
        isPoint: isPoints,
        ...(label !== undefined && { label }),
        ...(size !== undefined && { size }),
      },
    ],
  };
  const own = ['title', 'min', 'max'];
  // A tag that is the title itself leaves none.
  const isTitle = texts?.tags.includes(tag) === true && expression('title') === undefined;
  const given = options.some((option) => option.name === 'title') || !isTitle;
  return {
    ...base,
    ...(series.length > 0 ? { rows } : { e: tree }),
    names: series.map((option) => ({ text: option.text ?? '', isOwn: option.name === 'series-named' })),
    options: [...options, ...(given ? [] : [{ name: 'title', text: '' }])]
      .filter((option) => own.includes(option.name))
      .map(({ name: option, text, tree: e }) => ({
        name: option,
        ...(e === undefined ? { text: text ?? '' } : { e }),
      })),
  };
};
