/**
 * pageSums :: tags and blocks of a part → sums over the rows of a page: which loops they are of, and the rows that show them
 *
 * A row with such a sum comes with the pages of its table: below the header rows if it stands above the loop, else at the end.
 */
import type { Problem } from '../../../errors.ts';
import { childOf, descendantsOf, type XmlElement } from '../../../ooxml/xml.ts';
import { type PageRowRole, rowMark } from '../../carry/marks.ts';
import { pipedInput } from '../../expression/pipes.ts';
import type { Expression } from '../../expression/tree.ts';
import { namesIn } from '../../expression/walk.ts';
import type { Block, Tag } from '../../parse/tag.ts';
import type { Op, PartRole } from '../../program.ts';
import { nearest, storyOf } from '../../word/ancestry.ts';
import { addEdit, type Edit, type PageSums, type TemplateBuild } from '../context.ts';
import type { PartTags } from './part-tags.ts';

interface SumsInput {
  readonly template: TemplateBuild;
  readonly role: PartRole;
  readonly root: XmlElement;
  readonly read: PartTags;
  readonly edits: Map<XmlElement, Edit>;
}

type Sum = Tag & { readonly command: Extract<Tag['command'], { type: 'page-sum' }> };
type Complaint = Pick<Problem, 'code' | 'message' | 'hint'>;

const NONE: PageSums = { slots: new Map(), amounts: new Map() };

export const pageSums = (input: SumsInput): PageSums => {
  const tags = input.read.tags.filter(isSum);
  if (tags.length === 0) return NONE;
  const slots = new Map<Tag, number>();
  const amounts = new Map<Block, Op[]>();
  const known = new Map<string, number>();
  const rows = new Map<XmlElement, { role: PageRowRole; tag: Tag }>();
  for (const tag of tags) {
    const found = placeOf(tag, input);
    if ('code' in found) {
      if (!isInFallback(tag)) input.template.problems.push({ ...found, ...tag.where });
      continue;
    }
    const { row, isAbove, loops } = found;
    const before = rows.get(row)?.role;
    const role = isAbove ? 'head' : tag.command.of === 'total' || before === 'foot' ? 'foot' : 'between';
    rows.set(row, { role, tag });
    const e = pipedInput(tag.tree ?? MISSING);
    // Two that add up the same are added up once.
    const key = `${found.table.start} ${JSON.stringify(e)}`;
    let slot = known.get(key);
    if (slot === undefined) {
      slot = input.template.slot();
      known.set(key, slot);
      const op: Op = { op: 'amount', e, slot, tag: input.template.tagRef(tag.where) };
      for (const loop of loops) amounts.set(loop, [...(amounts.get(loop) ?? []), op]);
    }
    slots.set(tag, slot);
  }
  for (const [row, { role, tag }] of rows)
    addEdit(input.edits, row, { before: [rowMark(role, input.template.tagRef(tag.where))] });
  return { slots, amounts };
};

const MISSING: Expression = { type: 'missing' };
const isSum = (tag: Tag): tag is Sum => tag.command.type === 'page-sum' && tag.token !== undefined;

const isInFallback = ({ token }: Tag): boolean => {
  let at = token?.start.paragraph.element;
  while (at !== undefined && at.name !== 'mc:Fallback') at = at.parent;
  return at !== undefined;
};

interface SumPlace {
  readonly table: XmlElement;
  readonly row: XmlElement;
  readonly isAbove: boolean;
  /** Whose turns are added up. */
  readonly loops: readonly Block[];
}

const IN_ROWS =
  'Put it into a row of its own: behind the rows of the loop, or, for CARRY, right below the heading row.';

const placeOf = (tag: Sum, { read, role, root }: SumsInput): SumPlace | Complaint => {
  const name = tag.where.tag;
  const bad = (message: string, hint: string): Complaint => ({ code: 'bad_place', message, hint });
  const paragraph = tag.token?.start.paragraph.element;
  const row = nearest(paragraph, 'w:tr');
  const table = nearest(row, 'w:tbl');
  if (paragraph === undefined || row === undefined || table === undefined)
    return bad(`${name} stands in no row of a table.`, IN_ROWS);
  if (role !== 'document' || storyOf(paragraph) !== root)
    return bad(
      `${name} stands in a header, a footer, a note or a text box, whose tables don't go on from page to page.`,
      'Put it into a table of the text.',
    );
  if (nearest(table.parent, 'w:tc') !== undefined)
    return bad(
      `${name} stands in a table inside another table, where pages can't be told apart.`,
      'Put it into a table that stands in the text itself.',
    );
  const all = rowLoops(table, read);
  if (all.length === 0)
    return bad(
      `${name} stands in a table without rows of a loop to add up.`,
      'Let a loop repeat the rows: `{#items}` in the first cell, `{/items}` in the last.',
    );
  const ranges = all.map((loop) => ({ from: rowOf(loop.open), to: rowOf(loop.close), loop }));
  for (const { from, to, loop } of ranges)
    if (row.start >= (from?.start ?? 0) && row.end <= (to?.end ?? 0))
      return bad(`${name} stands in the rows that ${loop.open.where.tag} repeats.`, IN_ROWS);
  const isAbove = ranges.every(({ from }) => row.end <= (from?.start ?? 0));
  if (!isAbove && ranges.some(({ from }) => row.end <= (from?.start ?? 0)))
    return bad(`${name} stands between two loops of its table.`, 'Put it behind the last of them.');
  if (isAbove) {
    if (tag.command.of === 'total')
      return bad(
        `${name} stands above the rows that it adds up.`,
        'Put it into a row behind them; what is carried over from the pages before is `{CARRY …}`.',
      );
    const complaint = headProblem(name, row, table, read);
    if (complaint !== undefined) return bad(...complaint);
  }
  const loops = loopsOf(tag, all, read);
  if (loops.length > 0) return { table, row, isAbove, loops };
  const variable = all.flatMap(({ head }) => (head.kind === 'for' ? [head.variable] : []))[0] ?? 'item';
  return {
    code: 'bad_expression',
    message: `${name} adds up nothing that differs from row to row.`,
    hint: `Name the variable of the loop, as in \`${variable}.amount\`.`,
  };
};

/** Below header rows and nothing else. */
const headProblem = (
  name: string | undefined,
  row: XmlElement,
  table: XmlElement,
  read: PartTags,
): readonly [string, string] | undefined => {
  const repeat = 'In Word: select the heading rows, Table Layout, Repeat Header Rows.';
  if (isHeader(row))
    return [
      `${name} stands in a heading row, which says the same on each page.`,
      'Put it into a row of its own below.',
    ];
  const holders = new Set(read.tags.filter(isSum).map((tag) => rowOf(tag)));
  for (const one of descendantsOf(table)) {
    if (one.name !== 'w:tr' || nearest(one.parent, 'w:tbl') !== table) continue;
    if (one === row) return undefined;
    if (!isHeader(one) && !holders.has(one))
      return [`${name} stands below a row that is no heading row repeated on each page.`, repeat];
  }
  return undefined;
};

const isHeader = (row: XmlElement): boolean => {
  const mark = childOf(childOf(row, 'w:trPr'), 'w:tblHeader');
  return mark !== undefined && !['0', 'false', 'off'].includes(mark.attribute('w:val') ?? 'true');
};

const rowOf = ({ token }: Tag): XmlElement | undefined => nearest(token?.start.paragraph.element, 'w:tr');

const LOOPS: ReadonlySet<string> = new Set(['for', 'each', 'section']);

const rowLoops = (table: XmlElement, { blocks, placements }: PartTags): Block[] =>
  blocks.filter((block) => {
    const placement = placements.get(block);
    if (!LOOPS.has(block.head.kind) || placement?.unit !== 'row') return false;
    return nearest(placement.container, 'w:tbl') === table;
  });

/** Those whose variable the expression names; else those whose rows show what it names; else the innermost. */
const loopsOf = (tag: Sum, all: readonly Block[], { tags, around }: PartTags): readonly Block[] => {
  const names = namesIn(pipedInput(tag.tree ?? MISSING));
  const byVariable = all.filter(({ head }) => {
    const variable = 'variable' in head ? head.variable : undefined;
    return variable !== undefined && (names.has(variable) || names.has(`$${variable}`));
  });
  if (byVariable.length > 0) return innermost(byVariable);
  const entered = all.filter(({ head }) => head.kind !== 'for');
  const showing = new Set<Block>();
  for (const one of tags) {
    if (one.command.type !== 'value' || one.tree === undefined) continue;
    let block = around.get(one);
    while (block !== undefined && !entered.includes(block)) block = block.parent;
    if (block === undefined || showing.has(block)) continue;
    const shown = namesIn(one.tree);
    if ([...names].some((name) => shown.has(name))) showing.add(block);
  }
  return innermost(showing.size > 0 ? [...showing] : entered);
};

const innermost = (blocks: readonly Block[]): readonly Block[] => {
  const outer = new Set<Block>();
  for (const { parent } of blocks) for (let at = parent; at !== undefined; at = at.parent) outer.add(at);
  return blocks.filter((block) => !outer.has(block));
};
