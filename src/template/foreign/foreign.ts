/**
 * foreignTags :: template that has been read → the tags of another engine in it, as one finding
 *
 * Whoever moves to Platen uploads what he has. What another engine would have filled, and Platen would print or read as
 * something else, is told once: with the engine's name, the number of such tags and the first of them.
 */
import type { Problem } from '../../errors.ts';
import type { TaggedPart } from '../compile/parts/header-scope.ts';
import { DELIMITERS, type DelimiterName } from '../delimiters.ts';
import type { Tag, Where } from '../parse/tag.ts';
import { shorten } from '../parse/tag-places.ts';
import { ENGINE_ORDER, ENGINES, type Engine, type EngineName } from './engines.ts';
import { type Evidence, evidenceOf, type TextMark } from './evidence.ts';
import { namedControls } from './named-controls.ts';
import { otherDelimiter } from './other-delimiter.ts';

interface ForeignTags {
  /** A problem where the template is refused for it, a warning otherwise. */
  readonly finding: Problem & { readonly code: 'foreign_tags' };
  /** The file has no tag of Platen's own, and what it has can hardly be meant as text. */
  readonly isRefusal: boolean;
  /** How many well-formed tags are the other engine's all the same. */
  readonly covered: number;
  /** Is the problem about one of these tags? */
  covers(problem: Problem): boolean;
}

export interface Foreign {
  /** What is certainly another engine's. */
  readonly tags: ForeignTags | undefined;
  /** What it has instead of tags, or what speaks for another engine and proves nothing. */
  instead(): ForeignTags | undefined;
}

interface ForeignInput {
  readonly parts: readonly TaggedPart[];
  readonly delimiter: DelimiterName;
  /** `{*x}` uses an alias where there are any. */
  readonly hasAliases: boolean;
  /** Well-formed ones in the text, fallbacks not counted. */
  readonly tags: readonly Tag[];
  /** Those in alternative texts, links and properties. */
  readonly tagsElsewhere: number;
}

export const foreignTags = (input: ForeignInput): Foreign => {
  const evidence = evidenceOf(input.parts);
  const tags = foreignMarks(evidence, input);
  let instead: { readonly found: ForeignTags | undefined } | undefined;
  return {
    tags,
    instead: () => {
      instead ??= { found: tags === undefined ? insteadOfTags(evidence, input) : undefined };
      return instead.found;
    },
  };
};

const foreignMarks = (evidence: Evidence, input: ForeignInput): ForeignTags | undefined => {
  const { marks, own } = countedMarks(evidence, input);
  // What a merge field shows, «name», is that field once more.
  const isField = evidence.codes.length > 0;
  const places = [...evidence.codes, ...marks.filter(({ text }) => !(isField && text.startsWith('«')))];
  if (places.length === 0) return undefined;
  const name = ENGINE_ORDER.find((one) => places.some(({ engine }) => engine === one)) as EngineName;
  const engine: Engine = ENGINES[name];
  const wheres = places.map(({ where }) => where);
  const tags = tagsOf(places.length);
  const message =
    own === 0
      ? `The file has no tag that Platen reads, but ${tags} written for ${engine.name}: ${shown(wheres)}`
      : `The file has ${tags} written for ${engine.name}, which Platen does not read: ${shown(wheres)}`;
  // Under the engine's own delimiter, what is wrong with a tag is told with what to write instead.
  const isMisread = engine.delimiter !== input.delimiter;
  const hint = [
    engine.advice,
    ...(isMisread && engine.delimiter !== undefined ? [`Upload it with delimiter=${engine.delimiter}.`] : []),
    ...(own === 0 ? [TEXT_IS_MEANT] : []),
  ].join(' ');
  return {
    ...found(message, hint, wheres),
    isRefusal: own === 0,
    covered: own === 0 ? input.tags.length : coveredTags(marks).size,
    covers: isMisread ? aboutOneOf(marks.map(({ where }) => where)) : () => false,
  };
};

const TEXT_IS_MEANT = 'Where the text is meant as it stands, send static=true.';

/** Shown in the message; the first gives the finding its place. */
const SHOWN = 3;
/** Characters: the message goes into a header, where a letter may take nine bytes. */
const SHOWN_TAG = 40;

const shown = (wheres: readonly Where[]): string => {
  const first = wheres.slice(0, SHOWN).map(({ tag, part, paragraph }) => {
    const place = paragraph === undefined ? part : `${part}, paragraph ${paragraph.number}`;
    return `${shorten(tag ?? '', SHOWN_TAG)} (${place})`;
  });
  return `${first.join('; ')}${wheres.length > SHOWN ? '; …' : '.'}`;
};

const tagsOf = (count: number): string => (count === 1 ? '1 tag' : `${count} tags`);

const found = (message: string, hint: string, wheres: readonly Where[]): Pick<ForeignTags, 'finding'> => ({
  finding: { code: 'foreign_tags', message, hint, ...wheres[0] },
});

/** By its paragraph: where no tag is Platen's, what is wrong beside another engine's tag is that tag or a part of it. */
const aboutOneOf = (wheres: readonly Where[]): ForeignTags['covers'] => {
  const placeOf = ({ part, paragraph }: Where): string => `${paragraph?.number} ${part}`;
  const places = new Set(wheres.map(placeOf));
  return (problem) => places.has(placeOf(problem));
};

/**
 * The marks that prove something, and how many of Platen's own tags stand beside them. A mark that is weak by itself
 * counts where a strong one of its engine has been met.
 */
const countedMarks = (
  { marks, codes, quotes }: Evidence,
  { delimiter, hasAliases, tags }: ForeignInput,
): { readonly marks: readonly TextMark[]; readonly own: number } => {
  const strong = new Set(marks.filter(({ weak }) => weak === undefined).map(({ engine }) => engine));
  const words = new Set(
    marks.filter(({ engine, weak }) => weak && engine === 'mail-merge').map(({ text }) => text),
  );
  const counts = ({ engine, weak }: TextMark): boolean => {
    if (weak === undefined || strong.has(engine)) return true;
    if (engine === 'mail-merge') return codes.length > 0 || (!quotes && words.size >= MANY);
    return engine === 'poi-tl' && !hasAliases;
  };
  const all = marks.filter(counts);
  const own = ownTags(tags, all);
  // A dollar sign before a tag is money where other tags have none: no engine has both `{x}` and `${x}`.
  if (delimiter !== 'BRACES' || own === 0) return { marks: all, own };
  const others = all.filter(({ engine }) => engine !== 'phpword');
  return { marks: others, own: ownTags(tags, others) };
};

/** The end of a block says nothing by itself: other engines have it, too. */
const ownTags = (tags: readonly Tag[], marks: readonly TextMark[]): number => {
  const covered = coveredTags(marks);
  return tags.filter(
    (tag) => tag.command.type !== 'close' && tag.command.type !== 'else' && !covered.has(tag),
  ).length;
};

/** Different words in guillemets, in a text that quotes no phrases: names of fields rather than quotations. */
const MANY = 3;

const coveredTags = (marks: readonly TextMark[]): Set<Tag> => new Set(marks.flatMap(({ tags }) => tags));

const insteadOfTags = (evidence: Evidence, input: ForeignInput): ForeignTags | undefined => {
  const carbone = evidence.marks.filter(({ engine }) => engine === 'carbone');
  const isCarbone = carbone.length > 0 && input.tags.length > 0 && ownTags(input.tags, carbone) === 0;
  if (isCarbone) return underRoot(carbone.map(({ where }) => where));
  const columns = new Set(evidence.cells.map(({ text }) => text));
  if (input.delimiter === 'DOUBLE_BRACES' && input.tags.length > 0 && columns.size > 1)
    return ofCells(evidence.cells.map(({ where }) => where));
  if (input.tags.length > 0 || input.tagsElsewhere > 0) return undefined;
  const other = otherDelimiter(input.parts, input.delimiter);
  if (other !== undefined) return ofDelimiter(other.delimiter, other.places, input.delimiter);
  const controls = namedControls(input.parts);
  return controls.length > 0 ? ofControls(controls) : undefined;
};

const HARMLESS = { isRefusal: false, covered: 0, covers: () => false } as const;

const underRoot = (wheres: readonly Where[]): ForeignTags => ({
  ...found(
    `All ${tagsOf(wheres.length)} of the file read from \`d\` or \`c\`, as those of Carbone do: ${shown(wheres)}`,
    'Put the data under `d`, or leave out the first name: `{name}` for `{d.name}` (docs/from-carbone.md).',
    wheres,
  ),
  ...HARMLESS,
});

/** Platen has no rows that repeat without a tag around them. */
const ofCells = (wheres: readonly Where[]): ForeignTags => ({
  ...found(
    `The tables of the file have ${wheres.length} names in brackets, as poi-tl writes the columns of a list; Platen does not read them: ${shown(wheres)}`,
    'Write `{{#goods}}{{name}}…{{/goods}}` into the row (docs/from-poi-tl.md).',
    wheres,
  ),
  ...HARMLESS,
});

const ofDelimiter = (
  delimiter: DelimiterName,
  wheres: readonly Where[],
  chosen: DelimiterName,
): ForeignTags => ({
  ...found(
    `The file has no tag between ${marksOf(chosen)}, but ${tagsOf(wheres.length)} between ${marksOf(delimiter)}: ${shown(wheres)}`,
    `Upload it with delimiter=${delimiter}. ${TEXT_IS_MEANT}`,
    wheres,
  ),
  ...HARMLESS,
  isRefusal: true,
  covers: aboutOneOf(wheres),
});

const marksOf = (name: DelimiterName): string => {
  const { open, close } = DELIMITERS[name];
  return `\`${open}\` and \`${close}\``;
};

const ofControls = (wheres: readonly Where[]): ForeignTags => {
  const count = wheres.length === 1 ? '1 content control' : `${wheres.length} content controls`;
  return {
    ...found(
      `The file has no tag, but ${count} with a name, as engines fill them that go by content controls (TemplateEngine.Docx): ${shown(wheres)}`,
      'Upload it with controls=true to fill controls by their names, or write `{name}` as the text of the control.',
      wheres,
    ),
    ...HARMLESS,
  };
};
