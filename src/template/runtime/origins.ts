/**
 * Origins: which tag, for which data, made what a render writes. Only for renders that are to be mapped.
 *
 * A tag that is reached again for the same data (a fallback of a drawing) is the same origin.
 */
import { ORIGIN_END, originStart } from '../../ooxml/origin-marks.ts';
import type { Expression } from '../expression/tree.ts';
import type { TagRef } from '../program.ts';
import { dataPaths } from './data-path.ts';
import type { Frame } from './scope.ts';

interface Origin {
  readonly tag: TagRef;
  /** Where in the data its value comes from, `items[3].name`; undefined where that is no place in the data. */
  readonly path: string | undefined;
  /** All places that the tag reads, arguments of formatters among them. */
  readonly paths: readonly string[];
}

/** As many tags as are told; what comes behind them is written without a mark. */
const MOST_ORIGINS = 100_000;

export class Origins {
  readonly all: Origin[] = [];
  /** Charts are known by their parts, which are written for one tag alone. */
  readonly charts = new Map<string, number>();
  /** Some were left out. */
  isCut = false;
  readonly #trees: ReadonlyMap<TagRef, Expression>;
  readonly #known = new Map<string, number>();
  /** By the slot that keeps the state of a check box. */
  readonly #slots = new Map<number, number>();

  constructor(trees: ReadonlyMap<TagRef, Expression>) {
    this.#trees = trees;
  }

  /** Undefined past the bound. */
  of({ scope }: { readonly scope: Frame }, tag: TagRef): number | undefined {
    const tree = this.#trees.get(tag);
    const paths = tree === undefined ? [] : dataPaths(scope, tree);
    return this.#origin(tag, paths, () => tree && dataPaths(scope, formatted(tree))[0]);
  }

  /** Of a value that stands nowhere in the data, as a sum over rows. */
  ofSum(tag: TagRef): number | undefined {
    return this.#origin(tag, [], () => undefined);
  }

  #origin(tag: TagRef, paths: readonly string[], path: () => string | undefined): number | undefined {
    const key = `${tag}\n${paths.join('\n')}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.all.length >= MOST_ORIGINS) {
      this.isCut = true;
      return undefined;
    }
    const id = this.all.push({ tag, path: path(), paths }) - 1;
    this.#known.set(key, id);
    return id;
  }

  keepState(slot: number, id: number | undefined): void {
    if (id !== undefined) this.#slots.set(slot, id);
  }

  /** What shows the state that the slot keeps. */
  sign(slot: number, markup: string): string {
    return around(this.#slots.get(slot), markup);
  }

  /** Markup that the tag has made, with its texts and drawings marked. */
  content(state: { readonly scope: Frame; readonly tag: TagRef }, markup: string): string {
    return around(this.of(state, state.tag), markup);
  }
}

/** What formatters are given. */
const formatted = (tree: Expression): Expression => (tree.type === 'pipe' ? formatted(tree.input) : tree);

/** Texts, and what stands in a run beside them. */
const SHOWN =
  /(<w:t(?:\s[^>]*)?>)([^<]*)(<\/w:t>)|(<w:(drawing|pict|object)(?:\s[^>]*)?>[\s\S]*?<\/w:\5>|<w:sym\s[^>]*\/>)/g;

const around = (id: number | undefined, markup: string): string => {
  if (id === undefined) return markup;
  const start = originStart(id);
  return markup.replace(SHOWN, (_all, open, text, close, thing) =>
    thing === undefined
      ? `${open}${start}${text}${ORIGIN_END}${close}`
      : `<w:t>${start}</w:t>${thing}<w:t>${ORIGIN_END}</w:t>`,
  );
};

const EMPTY = /\ufdd0[\ufdd2-\ufde1]*\ufdd0\ufdd1/g;

/** What stays of a value that is empty would be taken for text by who looks for it. */
export const withoutEmptyMarks = (text: string): string => text.replace(EMPTY, '');
