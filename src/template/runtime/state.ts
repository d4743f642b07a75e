/** One render: where its output goes, what it has used up, and what its operations remember between each other. */
import type { Markup } from '../../ooxml/deflate/known-markup.ts';
import type { EntryWriter } from '../../ooxml/zip-write.ts';
import { HAIRLINE } from '../../wml/elements.ts';
import type { RemoteImage } from '../content/part-context.ts';
import type { Expression } from '../expression/tree.ts';
import { Budget } from '../expression/values/budget.ts';
import type { NumberWriter } from '../expression/values/number-writer.ts';
import type { PathRead, RunContext } from '../expression/values/scope.ts';
import type { Value, ValueObject } from '../expression/values/values.ts';
import type { Program, TagRef, Tail } from '../program.ts';
import type { PackageAdditions } from './additions.ts';
import type { Origins } from './origins.ts';
import { Output } from './output.ts';
import { type Frame, isBare, labelOfPath } from './scope.ts';
import { Sequences } from './sequences.ts';

/** One linked operation. */
export type Step = (state: RenderState) => void;

export interface LinkedNote {
  readonly part: string;
  readonly write: Step;
}

export type MissingMode = 'empty' | 'keep' | 'error';

/** Distinct paths; a template has hundreds at most, but an object's keys may be data. */
const MAX_MISSING = 1000;

interface Pending {
  readonly write: Step;
  readonly tail: Tail | undefined;
}

/** Keeps two tables apart that Word would otherwise join. */
const GAP = `<w:p><w:pPr>${HAIRLINE}</w:pPr></w:p>`;

/** A value without markup before it. */

export interface RenderSettings {
  readonly locale: string;
  readonly timezone: string;
  readonly currency: string;
  readonly isCurrencyAssumed: boolean;
  readonly now: number;
  readonly translations: ValueObject | undefined;
  readonly budget: Budget;
  readonly missing: MissingMode;
  readonly isLaidOut: boolean;
  readonly remoteImages: ReadonlyMap<string, RemoteImage> | undefined;
  readonly onRemoteImage: ((url: string) => void) | undefined;
  /** Templates that can't be included, and why. */
  readonly refusedIncludes: RefusedIncludes | undefined;
}

export type RefusedIncludes = ReadonlyMap<string, { readonly message: string; readonly hint?: string }>;

/** What a render needs that its program was not joined with. */
export interface NeededIncludes {
  readonly templates: Map<string, { readonly key: string; readonly version?: number }>;
  /** In base64, by their hash. */
  readonly documents: Map<string, string>;
}

/** The columns of the widest row so far. */
export class ColumnCount {
  #row = 0;
  #widest = 0;

  row(): void {
    this.#widest = Math.max(this.#widest, this.#row);
    this.#row = 0;
  }

  cell(span: number): void {
    this.#row += span;
  }

  get widest(): number {
    return Math.max(this.#widest, this.#row);
  }
}

export class RenderState implements RunContext {
  readonly locale: string;
  readonly timezone: string;
  readonly currency: string;
  readonly isCurrencyAssumed: boolean;
  readonly now: number;
  /** Of the request; those of the organization join them. */
  translations: ValueObject | undefined;
  budget: Budget;
  readonly keepsMissing: boolean;
  /** Others know its pages. */
  readonly isLaidOut: boolean;
  readonly program: Program;
  readonly additions: PackageAdditions;
  readonly missingPaths = new Set<string>();
  readonly warnings = new Set<string>();
  /** Of the missing ones, those that are a name alone: such a name is looked for in the data around, too. */
  readonly bareNames = new Set<string>();
  /** What conditions asked for and did not find, the first time each. */
  readonly asked = new Map<PathRead, { readonly label: string; readonly tag: TagRef }>();

  /** Rendered notes by kind and id, one for each reference. */
  readonly notes = new Map<string, Uint8Array[]>();
  noteId = '';
  /** What emitters keep between calls. */
  readonly memo = new Map<string, unknown>();
  readonly remoteImages: ReadonlyMap<string, RemoteImage> | undefined;
  readonly onRemoteImage: ((url: string) => void) | undefined;
  /** The part that is being written. */
  part = '';
  scope: Frame;
  /** The tag that is being evaluated, for whoever reports an error. */
  tag: TagRef = -1;
  tail: Tail = 'none';
  /** What ends the paragraph that was left open, between two pieces of it. */
  left: string | undefined;
  isLastTurn = true;
  /** Counters and values of `once`, `id`, `note`. */
  readonly slots: (number | undefined)[] = [];
  readonly tapes = new Map<number, { values: Value[]; at: number }>();
  tape: { values: Value[]; at: number } | undefined;
  /** `w:numId` that each restarting list has now. */
  readonly lists: (string | undefined)[] = [];
  readonly merges: boolean[] = [];
  columns = new ColumnCount();
  readonly sequences = new Sequences();
  readonly includes: NeededIncludes = { templates: new Map(), documents: new Map() };
  readonly refusedIncludes: RefusedIncludes | undefined;
  /** Where the document is to be mapped: what came from which tag. */
  origins: Origins | undefined;

  readonly #doubted = new Set<TagRef>();
  #output: Output | undefined;
  #entry: EntryWriter | undefined;
  #pending: Pending[] = [];

  constructor(program: Program, settings: RenderSettings, root: Frame, additions: PackageAdditions) {
    this.program = program;
    this.locale = settings.locale;
    this.timezone = settings.timezone;
    this.currency = settings.currency;
    this.isCurrencyAssumed = settings.isCurrencyAssumed;
    this.now = settings.now;
    this.translations = settings.translations;
    this.budget = settings.budget;
    this.remoteImages = settings.remoteImages;
    this.onRemoteImage = settings.onRemoteImage;
    this.refusedIncludes = settings.refusedIncludes;
    this.keepsMissing = settings.missing === 'keep';
    this.isLaidOut = settings.isLaidOut;
    this.scope = root;
    this.additions = additions;
  }

  readonly doubt = (sentence: () => string): void => {
    if (this.#doubted.has(this.tag) || this.warnings.size >= MAX_MISSING) return;
    this.#doubted.add(this.tag);
    this.warnings.add(`${this.program.tags[this.tag]?.tag ?? 'A tag'} ${sentence()}`);
  };

  readonly missing = (path: PathRead | undefined): void => {
    if (this.missingPaths.size >= MAX_MISSING) return;
    // Where no single path is to blame, the tag itself says what is missing.
    if (path === undefined) this.missingPaths.add(this.program.tags[this.tag]?.tag ?? '');
    else {
      const label = labelOfPath(this.scope, path);
      this.missingPaths.add(label);
      if (isBare(path)) this.bareNames.add(label);
    }
  };

  readonly absent = (path: PathRead): void => {
    if (this.asked.size >= MAX_MISSING || this.asked.has(path)) return;
    this.asked.set(path, { label: labelOfPath(this.scope, path), tag: this.tag });
  };

  /** For what is evaluated after the render, in time of its own. */
  renewBudget(): void {
    this.budget = new Budget(this.budget.limits);
  }

  begin(part: string, entry: EntryWriter): void {
    this.part = part;
    this.#entry = entry;
    this.#output = new Output((bytes) => {
      this.budget.output(bytes.length);
      entry.write(bytes);
    }, entry.marked);
    this.#pending = [];
    this.tail = 'none';
  }

  end(): void {
    this.#output?.end();
    this.#entry?.close();
  }

  get #live(): Output {
    if (this.#pending.length > 0) this.#bringToLife();
    return this.#output as Output;
  }

  /** Markup, and text that is escaped already. */
  write(text: string): void {
    this.#live.text(text);
  }

  /** Of the template. */
  writeMarkup(markup: Markup): void {
    this.#live.markup(markup);
  }

  writeBytes(bytes: Uint8Array): void {
    this.#live.bytes(bytes);
  }

  /** A value inside `w:t`, and the markup before it. */
  writeValue(before: Markup, text: string): void {
    this.#live.value(before, text);
  }

  /** The same of a number; false where its writer leaves it to others, and nothing was written. */
  writeNumber(before: Markup, value: number, { put }: Pick<NumberWriter, 'put'>): boolean {
    return put !== undefined && this.#live.number(before, value, put);
  }

  /** What an element writes; nothing of it is in the output. */
  capture(step: () => void): Uint8Array {
    const pending = this.#pending;
    const { tail } = this;
    this.#pending = [];
    const bytes = (this.#output as Output).capture(step);
    this.budget.output(bytes.length);
    this.#pending = pending;
    this.tail = tail;
    return bytes;
  }

  /** A note as its reference sees it: with the loop's names, in the note's own part. */
  addNote(key: string, id: string, note: LinkedNote): void {
    const { part } = this;
    this.part = note.part;
    this.noteId = id;
    const bytes = this.capture(() => note.write(this));
    this.part = part;
    const known = this.notes.get(key);
    if (known === undefined) this.notes.set(key, [bytes]);
    else known.push(bytes);
  }

  /** How many elements wait for content; see `settle`. */
  wait(write: Step, tail: Tail | undefined): number {
    return this.#pending.push({ write, tail }) - 1;
  }

  /** True where the element came to life; otherwise it is forgotten. */
  settle(depth: number): boolean {
    if (this.#pending.length <= depth) return true;
    this.#pending.length = depth;
    return false;
  }

  get endsWithParagraph(): boolean {
    return this.tail === 'paragraph';
  }

  get isWaiting(): boolean {
    return this.#pending.length > 0;
  }

  #bringToLife(): void {
    const waiting = this.#pending;
    this.#pending = [];
    for (const { write, tail } of waiting) {
      if (tail === 'table') this.gap();
      write(this);
    }
  }

  /** The path that the tag being evaluated reads, where it is a plain one, formatted or not. */
  pathOfTag(trees: ReadonlyMap<TagRef, Expression>): string | undefined {
    let tree = trees.get(this.tag);
    while (tree?.type === 'pipe') tree = tree.input;
    const path = tree?.type === 'ambiguous' ? tree.path : tree;
    return path?.type === 'path' ? labelOfPath(this.scope, path) : undefined;
  }

  gap(): void {
    if (this.tail === 'table') this.write(GAP);
  }
}
