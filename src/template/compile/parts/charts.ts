/**
 * chartOps :: charts whose alternative text or title is `{CHART …}` → operations in place of their relationships
 *
 * Each time the drawing is written, a chart part of its own is made of the template's: series, categories and texts by data.
 * The template's part and the workbook behind it are not in the document any more.
 */
import type { Problem } from '../../../errors.ts';
import type { DocxPackage } from '../../../ooxml/docx.ts';
import { relationshipsPartOf } from '../../../ooxml/part-names.ts';
import { descendantsOf, type XmlElement } from '../../../ooxml/xml.ts';
import { isOfPoints, modelsOf } from '../../charts/fill-chart.ts';
import type { Tag } from '../../parse/tag.ts';
import type { LoopOp, Op } from '../../program.ts';
import { addEdit, type Edit, type TemplateBuild } from '../context.ts';
import type { DrawingTexts } from './drawing-texts.ts';
import type { TaggedPart } from './header-scope.ts';
import type { DrawingPart } from './part-list.ts';

interface ChartsInput {
  readonly docx: DocxPackage;
  readonly parts: readonly TaggedPart[];
  readonly template: TemplateBuild;
  readonly problems: Problem[];
}

/** True where the chart is made by data, so that its part is not written as it is. */
export const placeChart = (
  { docx, parts, template, problems }: ChartsInput,
  drawing: DrawingPart,
  texts: DrawingTexts | undefined,
): boolean => {
  const inTitle = texts?.tags.find(({ command }) => command.type === 'chart');
  let isMade = false;
  for (const { part: name, id } of drawing.uses) {
    const story = parts.find((one) => one.name === name);
    for (const element of story === undefined ? [] : descendantsOf(docx.xml(name))) {
      if (story === undefined || element.name !== 'c:chart' || element.attribute('r:id') !== id) continue;
      const tag = story.found.charts.get(element) ?? inTitle;
      if (tag === undefined) continue;
      const op = chartOp({ docx, template, problems }, drawing.name, tag, texts);
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
  const isPoints = isOfPoints(root);
  const ref = template.tagRef(where);
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
    op: 'chart',
    tag: ref,
    part: name,
    source: texts?.program?.ops ?? [docx.text(name)],
    relationships: docx
      .relationshipsOf(name)
      .map(({ id, type, target, external }) => ({ id, type, target, external })),
    isPoints,
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
