/**
 * didYouMean :: what a template asked for and the data lack → the names that it differs from in case or separators alone
 *
 * Word capitalises the first letter of a cell or a sentence, and `first_name`, `firstName` and `first-name` are one name
 * to people. Looked for once, after a render or a check, and only for what was missing.
 */
import { type Fields, isRecord, keyLike } from './names.ts';
import { EACH, readPath } from './paths.ts';

/** Entries of a list that are looked at; one that has the name is enough. */
const MAX_ENTRIES = 10;
/** Names of one object; data may have any number. */
const MAX_NAMES = 1000;

/** Letters without case and without what joins words. */
export const folded = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[-_.\s]/g, '');

export class Names {
  readonly #data: Fields;
  readonly #folded = new Map<Fields, ReadonlyMap<string, string>>();

  constructor(data: Fields) {
    this.#data = data;
  }

  /**
   * A path of the data that is written almost like a label (`items[].Sku`); undefined where there is none. A bare name is
   * looked for in the data around, too.
   */
  like(label: string, isBare: boolean): string | undefined {
    const steps = stepsOf(label);
    const name = steps.at(-1);
    for (let length = steps.length - 1; length >= 0; length--) {
      const found = this.#walk(name === undefined || !isBare ? steps : [...steps.slice(0, length), name]);
      if (found !== undefined || !isBare) return found;
    }
    return undefined;
  }

  #walk(steps: readonly NameOrEach[]): string | undefined {
    let values: readonly unknown[] = [this.#data];
    let written = '';
    let isChanged = false;
    for (const step of steps) {
      if (step === EACH) {
        values = values.flatMap(entriesOf);
        written += '[]';
        continue;
      }
      const objects = values.filter(isRecord);
      const own = objects.map((object) => keyLike(object, step)).find((key) => key !== undefined);
      const key =
        own ??
        objects.map((object) => this.#foldedKeys(object).get(folded(step))).find((one) => one !== undefined);
      if (key === undefined) return undefined;
      isChanged ||= own === undefined;
      written += written === '' ? key : `.${key}`;
      values = objects.flatMap((object) => (Object.hasOwn(object, key) ? [object[key]] : []));
    }
    return isChanged ? written : undefined;
  }

  #foldedKeys(object: Fields): ReadonlyMap<string, string> {
    let names = this.#folded.get(object);
    if (names === undefined) {
      names = new Map(
        Object.keys(object)
          .slice(0, MAX_NAMES)
          .map((key) => [folded(key), key]),
      );
      this.#folded.set(object, names);
    }
    return names;
  }
}

const entriesOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES);
  return isRecord(value) ? Object.values(value).slice(0, MAX_ENTRIES) : [];
};

type NameOrEach = string | typeof EACH;

/** `items[].sku`, `items[0].sku`: an entry stands for all of them. */
const stepsOf = (label: string): NameOrEach[] =>
  (readPath(label) ?? []).map((step) => (typeof step === 'number' ? EACH : step));
