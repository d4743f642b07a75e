/** readPart :: part → its tags and blocks, paired and placed. Everything about a part that needs no writing. */
import type { XmlElement, XmlText } from '../../../ooxml/xml.ts';
import { childOf, elementsOf } from '../../../ooxml/xml.ts';
import type { NumberingCatalogue } from '../../../wml/numbering.ts';
import type { StyleCatalogue } from '../../../wml/styles.ts';
import { DELIMITERS } from '../../delimiters.ts';
import { lex, type Token } from '../../lex/lex.ts';
import { inSourceOrder } from '../../lex/source-order.ts';
import { type Group, type ParagraphText, readStories } from '../../lex/story.ts';
import { pair } from '../../parse/pair.ts';
import { isInEquation, type PlaceContext, type Placement, place } from '../../parse/place.ts';
import { type Reader, readTag } from '../../parse/read-tag.ts';
import type { Block, Tag } from '../../parse/tag.ts';
import { whereOf } from '../../parse/tag-places.ts';
import { renewableContents } from '../../toc/headings.ts';
import { referencesOf } from '../../toc/references.ts';
import { nearest, storyOf } from '../../word/ancestry.ts';
import { listOf } from '../../word/list-of.ts';
import { asCheck } from '../build/check-boxes.ts';
import { SPACE, textVisibility, type Visibility, visibilityOf } from '../build/visibility.ts';
import { BesideTags, SHOWN } from './beside-tags.ts';
import { checkLooks } from './check-looks.ts';

export interface PartTags {
  readonly tags: readonly Tag[];
  readonly escapes: readonly Token[];
  readonly blocks: readonly Block[];
  readonly around: ReadonlyMap<Tag, Block>;
  readonly placements: ReadonlyMap<Block, Placement>;
  /** `mc:Fallback` elements whose tags differ from their drawing's. */
  readonly droppedFallbacks: ReadonlySet<XmlElement>;
  /** `mc:AlternateContent` elements with tags in both halves. */
  readonly alternates: readonly XmlElement[];
  readonly paragraphs: readonly ParagraphText[];
  /** What each tagged paragraph says besides its control tags. */
  readonly rest: ReadonlyMap<XmlElement, string>;
  /** Paragraphs of tables of contents that are made anew. */
  readonly contents: ReadonlySet<XmlElement>;
  /** Fields that repeat what a bookmark says, and do so anew. */
  readonly references: ReadonlySet<XmlElement>;
}

interface ReadPartInput {
  readonly root: XmlElement;
  readonly label: string;
  readonly reader: Reader;
  readonly styles: StyleCatalogue;
  readonly numbering: NumberingCatalogue;
}

export const readPart = (input: ReadPartInput): PartTags => {
  const { root, reader, label } = input;
  const delimiter = DELIMITERS[reader.delimiter];
  // What stands in a table of contents repeats the headings, tags and all; it is made anew from what becomes of them.
  const contents = new Set(
    renewableContents(root, input.styles, input.numbering).flatMap(({ paragraphs }) => paragraphs),
  );
  const stories = readStories(root, contents);
  const lexGroups = (groups: readonly Group[]): Token[] => groups.flatMap((group) => lex(group, delimiter));
  const main = lexGroups(stories.groups);

  // Fallbacks that say the same as their drawing are kept and repeat its values.
  const droppedFallbacks = new Set<XmlElement>();
  const alternates: XmlElement[] = [];
  const fallbackTokens: Token[] = [];
  for (const [alternate, groups] of stories.fallbacks) {
    const own = lexGroups(groups);
    const drawn = main.filter((token) => isInside(token.start.paragraph.element, alternate));
    if (own.length === 0 && drawn.length === 0) continue;
    const inners = (tokens: readonly Token[]): string =>
      JSON.stringify(inSourceOrder(tokens).map(({ inner }) => inner));
    if (inners(own) === inners(drawn)) {
      alternates.push(alternate);
      fallbackTokens.push(...own);
    } else {
      const fallback = childOf(alternate, 'mc:Fallback');
      if (fallback !== undefined) droppedFallbacks.add(fallback);
    }
  }

  // A fallback's problems are its drawing's: they are told once.
  const inFallback = new Set(fallbackTokens);
  const silent: Reader = { ...reader, problems: [], warnings: [] };
  const tokens = inSourceOrder([...main, ...fallbackTokens]);
  const tags: Tag[] = [];
  for (const token of tokens) {
    if (token.kind !== 'tag') continue;
    const tag = readTag(inFallback.has(token) ? silent : reader, {
      inner: token.inner,
      problem: token.problem,
      token,
      where: whereOf(token, label),
      story: storyOf(token.start.paragraph.element),
    });
    if (tag !== undefined) tags.push(tag);
  }
  const paragraphs = stories.groups.flatMap((group) => group.paragraphs);
  const beside = new BesideTags(tags);
  const shaped = tags.map((tag) => asCheck(shapeContent(tag, beside.rest)));
  for (const tag of shaped) {
    if (!isInEquation(tag) || IN_EQUATIONS.has(tag.command.type)) continue;
    reader.problems.push({
      code: 'unsupported',
      message: `${tag.where.tag} cannot stand in an equation.`,
      hint: 'An equation takes plain values; put the tag beside it.',
      ...tag.where,
    });
  }
  checkLooks(
    shaped.filter(({ token }) => token === undefined || !inFallback.has(token)),
    { styles: input.styles, rest: beside.rest, problems: reader.problems, warnings: reader.warnings },
  );
  const paired = pair(shaped);
  for (const { tag, problem } of paired.problems) {
    if (tag.token === undefined || !inFallback.has(tag.token)) reader.problems.push(problem);
  }

  const placements = new Map<Block, Placement>();
  const context = placeContext(input, beside);
  for (const block of paired.blocks) {
    const placed = place(block, context);
    if ('container' in placed) placements.set(block, placed);
    else {
      const { message, hint, tag } = placed;
      reader.problems.push({
        code: 'block_crosses',
        message,
        ...(hint !== undefined && { hint }),
        ...tag.where,
      });
    }
  }
  return {
    tags: shaped,
    escapes: tokens.filter((token) => token.kind === 'escape'),
    blocks: paired.blocks,
    around: paired.around,
    placements,
    droppedFallbacks,
    alternates,
    paragraphs,
    rest: beside.rest,
    contents,
    references: new Set(shaped.length === 0 ? [] : referencesOf(root).map(({ field }) => field.begin)),
  };
};

const isInside = (element: XmlElement, ancestor: XmlElement): boolean => {
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent)
    if (at === ancestor) return true;
  return false;
};

const IN_EQUATIONS: ReadonlySet<string> = new Set([
  ...['value', 'run', 'comment', 'alias', 'open', 'else', 'close'],
]);

/** Rich text that has its paragraph to itself becomes paragraphs; beside other text it stays inside the line. */
const shapeContent = (tag: Tag, rest: ReadonlyMap<XmlElement, string>): Tag => {
  const { command, token } = tag;
  if (token === undefined) return tag;
  const alone = rest.get(token.start.paragraph.element)?.trim() === SHOWN;
  if (command.type === 'content' && command.shape === undefined) {
    const isRich = command.kind === 'html' || command.kind === 'markdown';
    return { ...tag, command: { ...command, shape: isRich && alone ? 'blocks' : 'inline' } };
  }
  return command.type === 'value' && alone ? richValue(tag) : tag;
};

/** `{text | html}` alone in its paragraph is `{HTML text}`. */
const richValue = (tag: Tag): Tag => {
  const { tree } = tag;
  if (tree?.type !== 'pipe' || (tree.name !== 'html' && tree.name !== 'markdown')) return tag;
  const command = { type: 'content', kind: tree.name, shape: 'blocks', source: '', options: [] } as const;
  return { ...tag, command, tree: tree.input };
};

const placeContext = (input: ReadPartInput, beside: BesideTags): PlaceContext => ({
  isBlankAround: (paragraph, from, to) => beside.isBlankAround(paragraph, from, to),
  hasTextBefore: (tag) => beside.hasTextBefore(tag),
  hasTextBehind: (tag) => beside.hasTextBehind(tag),
  isBlankButTags: (element) =>
    elementsOf(element).every(
      (child) => visibilityOf(child, (text) => statusBeside(text, beside.rest)) <= SPACE,
    ),
  isListItem: (paragraph) => listOf(paragraph, input.styles) !== undefined,
});

/** Of a paragraph with tags, what it says besides them counts for all of its texts. */
const statusBeside = (text: XmlText, rest: ReadonlyMap<XmlElement, string>): Visibility => {
  const paragraph = nearest(text.parent, 'w:p');
  return textVisibility((paragraph === undefined ? undefined : rest.get(paragraph)) ?? text.text);
};
