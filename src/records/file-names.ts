/**
 * Names of documents from a pattern such as `{number}-{customer.name}`: made safe for the file systems of Windows, macOS and
 * Linux, and unique among those of a batch. Without an ending.
 */
import { EACH, type Place, readPath, valueAt, writePath } from '../data-check/paths.ts';
import { PlatenError } from '../errors.ts';
import { FieldKinds } from './field-kinds.ts';

export interface NamePattern {
  fill(data: unknown, record: number): string;
  /** Fields that it names and the data have no value for. */
  lacking(data: unknown): readonly string[];
}

/** Bytes of a name in UTF-8: file systems end at 255, and the ending and what makes it unique come on top. */
const MAX_NAME_BYTES = 200;
const MAX_PATTERN = 500;

/** Checked once, then filled for each record. `{number}` is the record's number where its data have no `number`. */
export const namePattern = (pattern: string): NamePattern => {
  if (pattern.length > MAX_PATTERN) throw badPattern(`is longer than ${MAX_PATTERN} characters`);
  const pieces = pattern.split(/[{}]/);
  const marks = pattern.match(/[{}]/g) ?? [];
  if (marks.some((mark, index) => mark !== '{}'[index % 2]) || marks.length % 2 === 1)
    throw badPattern('has a brace that is not closed, or not opened');
  const steps = pieces.map((piece, index) => (index % 2 === 0 ? piece : placeOf(piece)));
  return {
    fill(data, record) {
      const name = steps
        .map((step) => (typeof step === 'string' ? step : textOf(valueAt(data, step), step, record)))
        .join('');
      return safeName(name) ?? String(record);
    },
    lacking: (data) =>
      steps.flatMap((step) =>
        typeof step === 'string' || isNumber(step) || isText(valueAt(data, step)) ? [] : [writePath(step)],
      ),
  };
};

/** What is to be said of a record that lacks such fields. */
export const namedWithout = (fields: readonly string[]): readonly string[] =>
  fields.map((field) => `Its name goes without {${field}}: the record has no value for it.`);

/** Those of the fields that the data have no value for. */
export const lackedFields = (fields: readonly string[], data: unknown): readonly string[] =>
  fields.filter((field) => !isText(valueAt(data, (readPath(field) ?? []) as Place)));

/** The fields among these that no record is known to have: the template does not ask for them either. */
export const unknownFields = (fields: readonly string[], schema: unknown): readonly string[] => {
  const kinds = new FieldKinds(schema);
  return fields.filter((field) => kinds.at((readPath(field) ?? []) as Place) === undefined);
};

const badPattern = (what: string): PlatenError =>
  new PlatenError('bad_option', `\`options.filename\` ${what}.`, {
    hint: 'Write the names of fields in braces, as in "{number}-{customer.name}".',
  });

const placeOf = (text: string): Place => {
  const steps = readPath(text.trim());
  if (steps === undefined || steps.length === 0 || steps.some((step) => step === EACH))
    throw badPattern(`has {${text}}, which is no path to a field`);
  return steps as Place;
};

const textOf = (value: unknown, place: Place, record: number): string => {
  if (isText(value)) return String(value);
  return isNumber(place) ? String(record) : '';
};

const isText = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** `{number}`, which every record has. */
const isNumber = (place: Place): boolean => place.length === 1 && place[0] === 'number';

/** Separators of paths, what Windows forbids, control characters and those that turn the direction of text. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
/** Names of devices on Windows, whatever follows their dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

/** Undefined where nothing is left. */
const safeName = (text: string): string | undefined => {
  const name = trimmed(cut(trimmed(text.toWellFormed().normalize('NFC').replaceAll(UNSAFE, '_'))));
  if (name === '') return undefined;
  return name.startsWith('.') || DEVICE.test(name) ? `_${name}` : name;
};

/** Windows takes names with a space or a dot at the end for others. */
const trimmed = (name: string): string => name.replace(/^\s+/u, '').replace(/[\s.]+$/u, '');

const cut = (name: string): string => {
  const encoder = new TextEncoder();
  if (encoder.encode(name).length <= MAX_NAME_BYTES) return name;
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter('en').segment(name)) {
    bytes += encoder.encode(segment).length;
    if (bytes > MAX_NAME_BYTES) break;
    kept += segment;
  }
  return kept;
};

/** Makes names unique, in order, case-insensitively: `a`, `A (2)`, `a (3)`. */
export class UniqueNames {
  /** By the folded name: how often it was asked for; 0 for one that only stands in the way of others. */
  readonly #taken = new Map<string, number>();

  take(name: string): string {
    const key = folded(name);
    let count = this.#taken.get(key);
    if (count === undefined) {
      this.#taken.set(key, 1);
      return name;
    }
    for (;;) {
      count++;
      const other = `${name} (${Math.max(count, 2)})`;
      if (this.#taken.has(folded(other))) continue;
      this.#taken.set(key, Math.max(count, 2));
      this.#taken.set(folded(other), 1);
      return other;
    }
  }
}

/** As file systems compare: by upper case, which joins more letters than lower case does. */
const folded = (name: string): string => name.normalize('NFC').toUpperCase().normalize('NFC');
