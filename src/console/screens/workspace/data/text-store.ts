/**
 * The data as text: the one place that editor, form, preview and snippets share.
 *
 * An editor that is attached holds the text itself, because writing a megabyte out at each key would be felt; it is
 * asked for it when somebody wants it. What is changed before there is one can be undone here, and goes to the editor
 * step by step when it comes.
 */
import { applyChanges, type Change } from './edit-text.ts';

export interface AttachedEditor {
  read(): string;
  apply(changes: readonly Change[]): void;
  select(from: number, to: number): void;
  undo(): void;
  redo(): void;
}

/** A text, and what was done to it since. */
export interface Written {
  readonly base: string;
  readonly steps: readonly (readonly Change[])[];
}

interface Step {
  readonly changes: readonly Change[];
  readonly inverse: readonly Change[];
}

/** Steps that can be undone, as many as an editor keeps. */
const MOST_STEPS = 100;

export class TextStore {
  #text: string;
  #editor: AttachedEditor | undefined;
  #isStale = false;
  #version = 0;
  #base: string;
  #done: Step[] = [];
  #undone: Step[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(text: string) {
    this.#text = text;
    this.#base = text;
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version;
  }

  get text(): string {
    if (this.#isStale && this.#editor !== undefined) {
      this.#text = this.#editor.read();
      this.#isStale = false;
    }
    return this.#text;
  }

  /** For an editor that begins: it can undo what was done before it was there. */
  get written(): Written {
    return { base: this.#base, steps: this.#done.map(({ changes }) => changes) };
  }

  attach(editor: AttachedEditor): () => void {
    this.#editor = editor;
    return () => {
      this.#text = this.text;
      this.#base = this.#text;
      this.#done = [];
      this.#undone = [];
      if (this.#editor === editor) this.#editor = undefined;
    };
  }

  /** The editor's own change: the text is read when it is needed. */
  typed(): void {
    this.#isStale = true;
    this.#changed();
  }

  edit(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    if (this.#editor === undefined) {
      this.#remember({ changes, inverse: inverseOf(this.#text, changes) });
      this.#text = applyChanges(this.#text, changes);
    } else {
      this.#editor.apply(changes);
      this.#isStale = true;
    }
    this.#changed();
  }

  set(text: string): void {
    if (text === this.text) return;
    this.edit([{ from: 0, to: this.text.length, insert: text }]);
  }

  /** An editor tells of it as of its own changes. */
  undo(): void {
    if (this.#editor === undefined) this.#go(this.#done, this.#undone, 'inverse');
    else this.#editor.undo();
  }

  redo(): void {
    if (this.#editor === undefined) this.#go(this.#undone, this.#done, 'changes');
    else this.#editor.redo();
  }

  select(from: number, to: number): void {
    this.#editor?.select(from, to);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #go(from: Step[], to: Step[], way: keyof Step): void {
    const step = from.pop();
    if (step === undefined) return;
    to.push(step);
    this.#text = applyChanges(this.#text, step[way]);
    this.#changed();
  }

  #remember(step: Step): void {
    this.#undone = [];
    this.#done.push(step);
    const oldest = this.#done.length > MOST_STEPS ? this.#done.shift() : undefined;
    if (oldest !== undefined) this.#base = applyChanges(this.#base, oldest.changes);
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** What takes the changes back, in the text that they make. */
const inverseOf = (text: string, changes: readonly Change[]): Change[] => {
  let moved = 0;
  return [...changes]
    .sort((one, other) => one.from - other.from)
    .map(({ from, to, insert }) => {
      const start = from + moved;
      moved += insert.length - (to - from);
      return { from: start, to: start + insert.length, insert: text.slice(from, to) };
    });
};
