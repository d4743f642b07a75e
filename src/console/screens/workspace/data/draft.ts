/**
 * What was typed, kept in the browser: it survives a reload, an expired session and a restart of the server. One draft
 * per organization and template; the oldest give way when the browser's room is used up.
 */
import type { CallOptions } from '../snippets/call.ts';

export interface Draft {
  readonly text: string;
  readonly options: CallOptions;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

/** Browsers give a site about five million characters for everything; one draft may take up less than half. */
export const MOST_CHARACTERS = 2_000_000;

const PREFIX = 'platen:draft:';

/** What of the browser's localStorage is used. */
export interface Storage {
  readonly length: number;
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
  key(at: number): string | null;
}

export type SaveResult = 'saved' | 'too-large' | 'no-room';

export class Drafts {
  readonly #storage: Storage | undefined;

  /** Undefined where the browser keeps nothing (private windows may refuse). */
  constructor(storage: Storage | undefined) {
    this.#storage = storage;
  }

  load(organization: string, templateKey: string): Draft | undefined {
    try {
      return read(this.#storage?.getItem(nameOf(organization, templateKey)) ?? null);
    } catch {
      return undefined;
    }
  }

  /** A draft that does not fit is taken away: an old one would come back as if it were what was typed last. */
  save(organization: string, templateKey: string, draft: Draft): SaveResult {
    const name = nameOf(organization, templateKey);
    if (draft.text.length > MOST_CHARACTERS) {
      this.#remove(name);
      return 'too-large';
    }
    const written = JSON.stringify(draft);
    if (this.#write(name, written)) return 'saved';
    for (const older of this.#oldestFirst(name)) {
      this.#remove(older);
      if (this.#write(name, written)) return 'saved';
    }
    this.#remove(name);
    return 'no-room';
  }

  remove(organization: string, templateKey: string): void {
    this.#remove(nameOf(organization, templateKey));
  }

  #remove(name: string): void {
    try {
      this.#storage?.removeItem(name);
    } catch {
      // Nothing is kept then anyway.
    }
  }

  #write(name: string, written: string): boolean {
    try {
      this.#storage?.setItem(name, written);
      return this.#storage !== undefined;
    } catch {
      return false;
    }
  }

  /** Each is read once, however many have to go. */
  #oldestFirst(except: string): string[] {
    const found: { readonly name: string; readonly savedAt: number }[] = [];
    for (let at = 0; at < (this.#storage?.length ?? 0); at++) {
      const name = this.#storage?.key(at);
      if (name == null || name === except || !name.startsWith(PREFIX)) continue;
      found.push({ name, savedAt: read(this.#storage?.getItem(name) ?? null)?.savedAt ?? 0 });
    }
    return found.sort((one, other) => one.savedAt - other.savedAt).map(({ name }) => name);
  }
}

const nameOf = (organization: string, templateKey: string): string =>
  `${PREFIX}${encodeURIComponent(organization)}:${encodeURIComponent(templateKey)}`;

const read = (written: string | null): Draft | undefined => {
  if (written === null) return undefined;
  try {
    const draft = JSON.parse(written) as Partial<Draft>;
    if (typeof draft.text !== 'string' || typeof draft.savedAt !== 'number') return undefined;
    return { text: draft.text, savedAt: draft.savedAt, options: draft.options ?? {} };
  } catch {
    return undefined;
  }
};
