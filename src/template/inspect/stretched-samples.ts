/**
 * stretchedSamples :: sample, kinds of its fields → sets of data that show what a template's pages can bear
 *
 * Only what is plain text, a number or a list changes: dates, pictures, links and answers stay what they are, so that the template
 * still takes them.
 */
import type { FieldKind } from './inspection.ts';

interface NamedData {
  readonly name: 'usual' | 'shortest' | 'longest' | 'languages';
  readonly data: Readonly<Record<string, unknown>>;
}

/** A list of the data itself; those inside of its items grow less. */
const MANY_ROWS = [40, 4, 2];
/** Values of a whole set: a list of large items gets fewer of them. */
const MOST_VALUES = 20_000;
/** Names as people and companies have them, and words as some languages make them. */
const LONG_TEXT =
  'Wilhelmina Konstantina Featherstonehaugh-Cholmondeley of the Rechtsschutzversicherungsgesellschaft';
const OTHER_LANGUAGES = [
  'Straßenverkehrsordnungsänderungsantrag für Übergrößen',
  '東京都千代田区丸の内一丁目の株式会社',
  'شركة الأمل للتجارة والنقل الدولي',
  'Συμβούλιο της Ευρωπαϊκής Ένωσης',
  'Акционерное общество «Северная звезда»',
] as const;

interface Stretch {
  readonly text: (sample: string, count: number) => string;
  readonly number: (sample: number) => number;
  /** Of a list so deep in others. */
  readonly rows: (usual: number, depth: number) => number;
}

const STRETCHES: Readonly<Record<Exclude<NamedData['name'], 'usual'>, Stretch>> = {
  shortest: { text: () => 'A', number: (sample) => Math.sign(sample), rows: () => 0 },
  longest: {
    text: () => LONG_TEXT,
    // Small ones are counts and rates.
    number: (sample) => (Math.abs(sample) >= 10 ? sample * 1000 : sample),
    rows: (usual, depth) => Math.max(usual, MANY_ROWS[depth] ?? 1),
  },
  languages: {
    text: (_, count) => OTHER_LANGUAGES[count % OTHER_LANGUAGES.length] ?? '',
    number: (sample) => sample,
    rows: (usual) => usual,
  },
};

/** `fields` that are left out stay as they are in the sample. */
export const stretchedSamples = (
  sample: Readonly<Record<string, unknown>>,
  fields: readonly { readonly path: string; readonly kind: FieldKind }[],
): readonly NamedData[] => {
  const kinds = new Map(fields.map(({ path, kind }) => [path, kind]));
  return [
    { name: 'usual', data: sample },
    ...Object.entries(STRETCHES).map(([name, stretch]) => ({
      name: name as NamedData['name'],
      data: new Stretched(stretch, kinds).object(sample, '', 0),
    })),
  ];
};

class Stretched {
  readonly #stretch: Stretch;
  readonly #kinds: ReadonlyMap<string, FieldKind>;
  #texts = 0;
  #left = MOST_VALUES;

  constructor(stretch: Stretch, kinds: ReadonlyMap<string, FieldKind>) {
    this.#stretch = stretch;
    this.#kinds = kinds;
  }

  object(object: Readonly<Record<string, unknown>>, path: string, depth: number): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(object).map(([name, value]) => [
        name,
        this.#value(value, path === '' ? name : `${path}.${name}`, depth),
      ]),
    );
  }

  #value(value: unknown, path: string, depth: number): unknown {
    this.#left -= 1;
    if (Array.isArray(value)) return this.#list(value, path, depth);
    if (typeof value === 'object' && value !== null)
      return this.object(value as Readonly<Record<string, unknown>>, path, depth);
    const kind = this.#kinds.get(path);
    if (typeof value === 'string' && kind === 'text') return this.#stretch.text(value, this.#texts++);
    return typeof value === 'number' && kind === 'number' ? this.#stretch.number(value) : value;
  }

  #list(items: readonly unknown[], path: string, depth: number): unknown[] {
    const wanted = items.length === 0 ? 0 : this.#stretch.rows(items.length, depth);
    const out: unknown[] = [];
    while (out.length < wanted && (this.#left > 0 || out.length < items.length))
      out.push(this.#value(items[out.length % items.length], `${path}[]`, depth + 1));
    return out;
  }
}
