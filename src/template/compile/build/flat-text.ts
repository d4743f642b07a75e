/**
 * compileFlat :: text outside of runs → Op[]
 *
 * Alternative texts, link targets, texts of charts and document properties are plain strings; tags in them stand
 * inline, and nothing around them can repeat.
 */
import type { Problem } from '../../../errors.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml.ts';
import { DELIMITERS } from '../../delimiters.ts';
import { plainSource } from '../../expression/quotes.ts';
import { isGuid, scan } from '../../lex/scan.ts';
import { pair } from '../../parse/pair.ts';
import { type Reader, readTag } from '../../parse/read-tag.ts';
import type { Block, Tag, Where } from '../../parse/tag.ts';
import { shownText } from '../../parse/tag-places.ts';
import { warn } from '../../problems.ts';
import type { Op } from '../../program.ts';
import type { TemplateBuild } from '../context.ts';
import { makeBlockOp } from './block.ts';
import { flatten } from './flatten.ts';

type FlatUse = 'attribute' | 'flat' | 'uri';

interface FlatInput {
  readonly text: string;
  readonly as: FlatUse;
  readonly where: Omit<Where, 'tag'>;
  readonly reader: Reader;
  readonly template: TemplateBuild;
  /** Whoever asks takes care of a tag that is the whole text, whatever it is. */
  readonly takesOnly?: boolean;
  /** Earlier versions did not read such texts: what is wrong there must not refuse a template that they accepted. */
  readonly isLate?: boolean;
}

export interface FlatText {
  readonly ops: readonly Op[];
  readonly tags: readonly Tag[];
  /** A tag or an escaped delimiter: the text is written anew. */
  readonly isChanged: boolean;
  /** The whole text is one tag. */
  readonly only: Tag | undefined;
}

const ESCAPES: Readonly<Record<FlatUse, (text: string) => string>> = {
  attribute: escapeAttribute,
  flat: escapeText,
  uri: (text) => text,
};

type Item = string | Tag;

/** Undefined where the text holds no tags. */
export const compileFlat = (input: FlatInput): FlatText | undefined => {
  const { reader, isLate = false } = input;
  if (!isLate || !reader.isLenient) return flatText(input);
  const problems: Problem[] = [];
  const flat = flatText({ ...input, reader: { ...reader, problems } });
  for (const problem of problems) {
    const message = `${problem.tag} (${problem.part}) is left as it is: ${problem.message}`;
    warn(reader.warnings, { ...problem, code: 'unread_tag', message });
  }
  return problems.length > 0 ? undefined : flat;
};

const flatText = (input: FlatInput): FlatText | undefined => {
  const { text, as, reader, template } = input;
  const delimiter = DELIMITERS[reader.delimiter];
  if (!text.includes(delimiter.open)) return undefined;
  const story = {};
  const items: Item[] = [];
  const tags: Tag[] = [];
  let at = 0;
  let isChanged = false;
  for (const found of scan(text, delimiter)) {
    if (found.kind === 'tag' && isGuid(found.inner)) continue;
    isChanged = true;
    if (found.from > at) items.push(text.slice(at, found.from));
    at = found.to;
    if (found.kind === 'escape') continue;
    const tag = readTag(reader, {
      inner: plainSource(found.inner),
      problem: found.problem,
      token: undefined,
      where: { ...input.where, tag: shownText(text.slice(found.from, found.to), 80) },
      story,
    });
    if (tag === undefined) continue;
    tags.push(tag);
    items.push(tag);
  }
  if (at < text.length) items.push(text.slice(at));
  const only = items.length === 1 && typeof items[0] === 'object' ? items[0] : undefined;
  if (only === undefined || input.takesOnly !== true)
    for (const tag of tags) if (NOT_TEXT.has(tag.command.type)) warnOfContent(reader, tag);
  const places = new Map(items.map((item, index) => [item, index]));
  const placeOf = (tag: Tag): number => places.get(tag) ?? 0;
  const paired = pair(tags);
  for (const { problem } of paired.problems) reader.problems.push(problem);
  const opened = new Map(paired.blocks.map((block) => [block.open, block]));
  const write = (from: number, to: number): Op[] => {
    const ops: Op[] = [];
    for (let index = from; index < to; index++) {
      const item = items[index] as Item;
      if (typeof item === 'string') {
        ops.push(ESCAPES[as](item));
        continue;
      }
      const block = opened.get(item);
      if (block !== undefined && block.close !== block.open) {
        ops.push(blockOp(block, index));
        index = placeOf(block.close);
      } else ops.push(...tagOps(item, as, template));
    }
    return flatten(ops);
  };
  const blockOp = (block: Block, from: number): Op => {
    const borders = [from, ...block.elses.map(({ tag }) => placeOf(tag)), placeOf(block.close)];
    const bodies = borders
      .slice(0, -1)
      .map((border, index) => write(border + 1, borders[index + 1] ?? border));
    return makeBlockOp(template, block, bodies, []);
  };
  return { ops: paired.problems.length > 0 ? [] : write(0, items.length), tags, isChanged, only };
};

export const NOT_TEXT: ReadonlySet<string> = new Set([
  ...['content', 'page-break', 'drop', 'fit', 'look', 'look-end', 'merge', 'chart', 'page-sum'],
]);

export const warnOfContent = ({ warnings }: Reader, { where }: Tag): void =>
  warn(warnings, {
    code: 'unread_tag',
    message: `${where.tag} (${where.part}) stands where there is room for text alone, and prints nothing.`,
    hint: 'Use a value such as `{name}` here, and put the other tag into the text of the document.',
    ...where,
  });

const tagOps = (tag: Tag, as: FlatUse, template: TemplateBuild): Op[] => {
  const { command, tree } = tag;
  if (tree === undefined) return [];
  const ref = template.tagRef(tag.where);
  if (command.type === 'value') return [{ op: 'value', e: tree, tag: ref, as }];
  if (command.type === 'run') return [{ op: 'run', e: tree, tag: ref }];
  return [];
};
