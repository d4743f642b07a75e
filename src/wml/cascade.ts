/**
 * Cascade :: direct properties, style, table → what holds (ECMA-376 §17.7.2)
 *
 * Document defaults, table style, numbering, paragraph style, character style, direct formatting. Answers are interned:
 * the same question gives the same object, so that layout can keep what it derives by identity.
 */
import type { ListInstance, ListLevel } from './lists.ts';
import type { WordDocument } from './model.ts';
import { mergeParagraph, type ParagraphProperties } from './properties/paragraph-properties.ts';
import { type RunProperties, TOGGLES } from './properties/run-properties.ts';
import { type StyleRules, styleChain } from './style-sheet.ts';

/** What a table's style gives to the text of one cell; interned by whoever makes it. */
export interface TableLayer {
  readonly paragraph: ParagraphProperties;
  readonly run: RunProperties;
}

export interface ResolvedParagraph {
  readonly properties: ParagraphProperties;
  readonly styleId: string | undefined;
  readonly list: { readonly instance: ListInstance; readonly level: ListLevel } | undefined;
  /** Of the paragraph's style alone, without toggles' arithmetic. */
  readonly styleRun: RunProperties;
  readonly tableRun: RunProperties | undefined;
}

const NONE: TableLayer = { paragraph: {}, run: {} };

export class Cascade {
  readonly #document: WordDocument;
  readonly #paragraphs = new Map<TableLayer, Map<ParagraphProperties, ResolvedParagraph>>();
  readonly #runs = new Map<ResolvedParagraph, Map<RunProperties, RunProperties>>();
  readonly #styleRuns = new Map<string, RunProperties>();
  #framed: boolean | undefined;

  constructor(document: WordDocument) {
    this.#document = document;
  }

  /** Whether any style sets its paragraphs apart: without one, only what paragraphs say themselves is asked for. */
  get framesInStyles(): boolean {
    this.#framed ??= [...this.#document.styles.byId.values()].some(
      ({ paragraph }) => paragraph.frame !== undefined,
    );
    return this.#framed;
  }

  paragraph(direct: ParagraphProperties, table: TableLayer = NONE): ResolvedParagraph {
    let known = this.#paragraphs.get(table);
    if (known === undefined) {
      known = new Map();
      this.#paragraphs.set(table, known);
    }
    let resolved = known.get(direct);
    if (resolved === undefined) {
      resolved = this.#resolveParagraph(direct, table);
      known.set(direct, resolved);
    }
    return resolved;
  }

  #resolveParagraph(direct: ParagraphProperties, table: TableLayer): ResolvedParagraph {
    const { styles } = this.#document;
    const wanted = direct.styleId;
    const styleId = wanted !== undefined && styles.byId.has(wanted) ? wanted : styles.defaultParagraph;
    let properties = mergeParagraph(styles.defaults.paragraph, table.paragraph);
    for (const style of styleChain(styles, styleId)) {
      const next = { ...properties, ...style.paragraph };
      if (style.paragraph.numId !== undefined || style.paragraph.numLevel !== undefined) {
        properties = mergeParagraph(properties, this.#level(next, style.id)?.level.paragraph);
      }
      properties = mergeParagraph(properties, style.paragraph);
    }
    if (direct.numId !== undefined || direct.numLevel !== undefined) {
      const list = this.#level({ ...properties, ...direct }, styleId);
      // Numbering taken away takes its indents along, those of a style's list included (§17.9.18).
      if (direct.numId === 0)
        properties = withoutIndents(properties, this.#level(properties, styleId)?.level);
      properties = mergeParagraph(properties, list?.level.paragraph);
    }
    properties = mergeParagraph(properties, direct);
    const styleRun = this.#styleRun(styleId);
    return {
      properties,
      styleId,
      list: this.#level(properties, styleId),
      styleRun,
      tableRun: table === NONE ? undefined : table.run,
    };
  }

  #level(properties: ParagraphProperties, styleId: string | undefined): ResolvedParagraph['list'] {
    const { numId } = properties;
    if (numId === undefined || numId === 0) return undefined;
    const instance = this.#document.lists.get(numId);
    if (instance === undefined) return undefined;
    const level =
      properties.numLevel === undefined
        ? levelOfStyle(instance, this.#document, styleId)
        : properties.numLevel;
    const found = instance.levels.get(level);
    return found && { instance, level: found };
  }

  #styleRun(styleId: string | undefined): RunProperties {
    if (styleId === undefined) return {};
    let known = this.#styleRuns.get(styleId);
    if (known === undefined) {
      known = mergeRuns(styleChain(this.#document.styles, styleId));
      this.#styleRuns.set(styleId, known);
    }
    return known;
  }

  /** Of text in a paragraph, or of its mark. */
  run(direct: RunProperties, paragraph: ResolvedParagraph): RunProperties {
    let known = this.#runs.get(paragraph);
    if (known === undefined) {
      known = new Map();
      this.#runs.set(paragraph, known);
    }
    let resolved = known.get(direct);
    if (resolved === undefined) {
      resolved = this.#resolveRun(direct, paragraph);
      known.set(direct, resolved);
    }
    return resolved;
  }

  #resolveRun(direct: RunProperties, paragraph: ResolvedParagraph): RunProperties {
    const { tableRun } = paragraph;
    const { defaults, byId, defaultParagraph } = this.#document.styles;
    const from = direct.paragraphStyle;
    const styleRun =
      from === undefined ? paragraph.styleRun : this.#styleRun(byId.has(from) ? from : defaultParagraph);
    const character = direct.styleId === undefined ? {} : this.#styleRun(direct.styleId);
    const merged: Record<string, unknown> = {
      ...defaults.run,
      ...tableRun,
      ...styleRun,
      ...character,
      ...direct,
    };
    for (const toggle of TOGGLES) {
      if (direct[toggle] !== undefined) continue;
      const levels = [tableRun?.[toggle], styleRun[toggle], character[toggle]];
      if (levels.every((value) => value === undefined)) continue;
      // §17.7.3: an odd number of levels turns it on; the defaults turn it on whatever the levels say.
      merged[toggle] =
        levels.filter((value) => value === true).length % 2 === 1 || defaults.run[toggle] === true;
    }
    return merged as RunProperties;
  }
}

/** A style that names a list without a level has the one that names the style (§17.9.23). */
const levelOfStyle = (
  instance: ListInstance,
  document: WordDocument,
  styleId: string | undefined,
): number => {
  for (const style of [...styleChain(document.styles, styleId)].reverse()) {
    for (const level of instance.levels.values()) if (level.styleId === style.id) return level.level;
  }
  return 0;
};

const withoutIndents = (
  properties: ParagraphProperties,
  level: ListLevel | undefined,
): ParagraphProperties => {
  if (level === undefined) return properties;
  const { indentLeft, indentFirst, ...rest } = properties;
  const { paragraph } = level;
  return {
    ...rest,
    ...(indentLeft !== undefined && indentLeft !== paragraph.indentLeft && { indentLeft }),
    ...(indentFirst !== undefined && indentFirst !== paragraph.indentFirst && { indentFirst }),
  };
};

const mergeRuns = (chain: readonly StyleRules[]): RunProperties =>
  Object.assign({}, ...chain.map((style) => style.run));
