/**
 * The data as text: the one place that editor, form, preview and snippets share.
 *
 * An editor that is attached holds the text itself, because writing a megabyte out at each key would be felt; it is
 * asked for it when somebody wants it.
 */
import { applyChanges, type Change } from './edit-text.ts';

export interface AttachedEditor {
  read(): string;
  apply(changes: readonly Change[]): void;
  select(from: number, to: number): void;
}

export type Origin = 'editor' | 'form' | 'set';

export class TextStore {
  #text: string;
  #editor: AttachedEditor | undefined;
  #isStale = false;
  #version = 0;
  readonly #listeners = new Set<(origin: Origin) => void>();

  constructor(text: string) {
    this.#text = text;
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

  attach(editor: AttachedEditor): () => void {
    this.#editor = editor;
    return () => {
      this.#text = this.text;
      if (this.#editor === editor) this.#editor = undefined;
    };
  }

  /** The editor's own change: the text is read when it is needed. */
  typed(): void {
    this.#isStale = true;
    this.#changed('editor');
  }

  edit(changes: readonly Change[], origin: Origin = 'form'): void {
    if (changes.length === 0) return;
    const before = this.text;
    if (this.#editor === undefined) this.#text = applyChanges(before, changes);
    else {
      this.#editor.apply(changes);
      this.#isStale = true;
    }
    this.#changed(origin);
  }

  set(text: string): void {
    if (text === this.text) return;
    this.edit([{ from: 0, to: this.text.length, insert: text }], 'set');
  }

  select(from: number, to: number): void {
    this.#editor?.select(from, to);
  }

  subscribe(listener: (origin: Origin) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #changed(origin: Origin): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener(origin);
  }
}
