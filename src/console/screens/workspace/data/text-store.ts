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
  /** A part of the step before where it goes on with it. */
  apply(changes: readonly Change[], goesOn: boolean): void;
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
/** Letters of one field are one step until somebody stops for so long, as in an editor. */
export const STEP_MS = 1000;

export class TextStore {
  #text: string;
  #editor: AttachedEditor | undefined;
  #isStale = false;
  #version = 0;
  #base: string;
  #done: Step[] = [];
  #undone: Step[] = [];
  /** Where letters were typed last, and when. */
  #typing: { readonly where: string; readonly at: number } | undefined;
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
    this.#typing = undefined;
    this.#isStale = true;
    this.#changed();
  }

  /** `typing` names the field whose letters these are: together they are one step. */
  edit(changes: readonly Change[], typing?: string): void {
    if (changes.length === 0) return;
    const now = performance.now();
    const last = this.#typing;
    const goesOn = last !== undefined && last.where === typing && now - last.at < STEP_MS;
    if (this.#editor === undefined) {
      this.#remember({ changes, inverse: inverseOf(this.#text, changes) }, goesOn);
      this.#text = applyChanges(this.#text, changes);
    } else {
      this.#editor.apply(changes, goesOn);
      this.#isStale = true;
    }
    this.#typing = typing === undefined ? undefined : { where: typing, at: now };
    this.#changed();
  }

  set(text: string): void {
    if (text === this.text) return;
    this.edit([{ from: 0, to: this.text.length, insert: text }]);
  }

  /** An editor tells of it as of its own changes. */
  undo(): void {
    this.#typing = undefined;
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

  #remember(step: Step, goesOn: boolean): void {
    this.#undone = [];
    const before = goesOn ? this.#done.pop() : undefined;
    this.#done.push(...(before === undefined ? [step] : joined(before, step)));
    const oldest = this.#done.length > MOST_STEPS ? this.#done.shift() : undefined;
    if (oldest !== undefined) this.#base = applyChanges(this.#base, oldest.changes);
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** One step, where the second changes what the first has put in; both, where it does not. */
const joined = (first: Step, second: Step): readonly Step[] => {
  const [one, ...others] = first.changes;
  const [next, ...more] = second.changes;
  const [back] = first.inverse;
  if (one === undefined || next === undefined || back === undefined) return [first, second];
  const [from, to] = [next.from - one.from, next.to - one.from];
  if (others.length + more.length > 0 || from < 0 || to > one.insert.length) return [first, second];
  const insert = one.insert.slice(0, from) + next.insert + one.insert.slice(to);
  return [
    {
      changes: [{ ...one, insert }],
      inverse: [{ from: one.from, to: one.from + insert.length, insert: back.insert }],
    },
  ];
};

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
