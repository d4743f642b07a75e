/** Numbers and names that must be unique in a document: each record's own get new ones. */

/** Bookmarks may have names of so many letters (§17.13.6.2). */
const LONGEST_NAME = 40;

/** The next numbers of a bundle. */
export class NextNumbers {
  annotation = 1;
  drawing = 1;
  control = 1;
  comment = 0;
  footnote = 1;
  endnote = 1;
  /** Names of bookmarks of the first record, which keeps its own. */
  readonly names = new Set<string>();
}

type Counted = 'annotation' | 'drawing' | 'control' | 'comment' | 'footnote' | 'endnote';

/** Old → new, of one record. */
export class RecordNumbers {
  readonly #next: NextNumbers;
  readonly #record: number;
  readonly #own: ReadonlySet<string> | undefined;
  readonly #numbers = new Map<string, string>();
  readonly #bookmarks = new Map<string, string>();

  /** `own`: its bookmarks, where it is not a record: they are called otherwise only where their name is taken. */
  constructor(next: NextNumbers, record: number, own?: ReadonlySet<string>) {
    this.#next = next;
    this.#record = record;
    this.#own = own;
  }

  of(kind: Counted, old: string): string {
    const key = `${kind} ${old}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = String(this.#next[kind]++);
    this.#numbers.set(key, number);
    return number;
  }

  /** Whatever it was called elsewhere. */
  fresh(kind: Counted): string {
    return String(this.#next[kind]++);
  }

  /** Fields and links of a record ask for it by its old name. */
  bookmark(name: string): string {
    const known = this.#bookmarks.get(name);
    if (known !== undefined) return known;
    if (this.#own?.has(name) === false) return name;
    const { names } = this.#next;
    const isKept = this.#record === 1 || (this.#own !== undefined && !names.has(name));
    let unique = name;
    if (!isKept) {
      const own = new Set(this.#bookmarks.values());
      for (let attempt = 0; attempt === 0 || names.has(unique) || own.has(unique); attempt++) {
        const ending = `_${this.#record}${attempt === 0 ? '' : `_${attempt}`}`;
        unique = name.slice(0, LONGEST_NAME - ending.length) + ending;
      }
    }
    if (this.#record === 1 || this.#own !== undefined) names.add(unique);
    this.#bookmarks.set(name, unique);
    return unique;
  }
}
