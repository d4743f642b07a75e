/**
 * WarningNotes :: warnings about records → lines of the report, however many there are
 *
 * Most warnings of a batch are one and the same, about each of its records: it is kept once, with the records. What is more than
 * the bounds is not listed and says so.
 */
import { cut, type ReportLine } from './report.ts';

interface Warning {
  readonly path?: string;
  readonly code: string;
  readonly message: string;
}

/** One warning, and which records have it. */
export interface SharedWarning extends Warning {
  readonly level: 'warning';
  readonly records: readonly number[];
  /** How many have it beside those. */
  readonly more: number;
}

interface Noted extends Warning {
  readonly records: number[];
  more: number;
}

interface Bounds {
  /** Different ones. */
  readonly kinds: number;
  /** Records of one. */
  readonly records: number;
}

/** A chunk has no more than 200 records. */
const OF_CHUNK: Bounds = { kinds: 50, records: 200 };
const OF_BATCH: Bounds = { kinds: 200, records: 100 };
/** Of one record: a list without end says no more than its beginning. */
const MOST_OF_RECORD = 20;

/** What stands for all that is beyond the bounds. */
const UNLISTED: Warning = { code: 'document_warning', message: 'It has more warnings than are listed.' };

/** What whoever makes a document says about it. */
export interface DocumentNotes {
  /** Paths that the data lack. */
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
}

const warningsOf = ({ missing, warnings }: DocumentNotes): readonly Warning[] => {
  const all = [
    ...missing.map((path) => ({
      path: cut(path),
      code: 'data_missing',
      message: 'The data have no value for it.',
    })),
    ...warnings.map((message) => ({ code: 'document_warning', message: cut(message) })),
  ];
  return all.length <= MOST_OF_RECORD ? all : [...all.slice(0, MOST_OF_RECORD), UNLISTED];
};

const keyOf = ({ code, path, message }: Warning): string => JSON.stringify([code, path, message]);

export class WarningNotes {
  readonly #noted = new Map<string, Noted>();
  readonly #bounds: Bounds;

  private constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  static ofChunk(): WarningNotes {
    return new WarningNotes(OF_CHUNK);
  }

  static ofBatch(): WarningNotes {
    return new WarningNotes(OF_BATCH);
  }

  /** In the order of the records. Says whether there are any. */
  add(record: number, notes: DocumentNotes): boolean {
    // As good as always.
    if (notes.missing.length === 0 && notes.warnings.length === 0) return false;
    for (const warning of warningsOf(notes)) this.#note(warning, [record]);
    return true;
  }

  /** As another list has it. */
  addShared({ records, more, level: _, ...warning }: SharedWarning): void {
    this.#note(warning, records, more);
  }

  get shared(): readonly SharedWarning[] {
    return [...this.#noted.values()].map((noted) => ({ level: 'warning', ...noted }));
  }

  /** In the order of the records; the last line about a warning says how many more have it. */
  lines(): readonly ReportLine[] {
    const lines = [...this.#noted.values()].flatMap(({ records, more, ...warning }) =>
      records.map((record, index): ReportLine => {
        const isLast = more > 0 && index === records.length - 1;
        const message = isLast ? `${warning.message} (${more} more records have it.)` : warning.message;
        return { record, ...warning, message, level: 'warning' };
      }),
    );
    return lines.sort((a, b) => a.record - b.record);
  }

  #note(warning: Warning, records: readonly number[], more = 0): void {
    const noted = this.#notedAs(warning);
    for (const record of records) {
      // Of what is not listed a record may have several.
      if (noted.records.at(-1) === record) continue;
      if (noted.records.length < this.#bounds.records) noted.records.push(record);
      else noted.more += 1;
    }
    noted.more += more;
  }

  #notedAs(warning: Warning): Noted {
    const key = keyOf(warning);
    const known = this.#noted.get(key);
    if (known !== undefined) return known;
    if (this.#noted.size >= this.#bounds.kinds && key !== keyOf(UNLISTED)) return this.#notedAs(UNLISTED);
    const noted: Noted = { ...warning, records: [], more: 0 };
    this.#noted.set(key, noted);
    return noted;
  }
}
