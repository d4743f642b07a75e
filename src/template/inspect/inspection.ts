import type { Warning } from '../problems.ts';

/** What a template says about its data, without data. */
export interface Inspection {
  readonly fields: readonly InspectedField[];
  /** JSON Schema 2020-12. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Renders the template without a missing value. */
  readonly sample: Readonly<Record<string, unknown>>;
  /** What it will do that its author would hardly expect. */
  readonly warnings: readonly Warning[];
  /** Content controls and form fields are filled by their names: kept, for whoever compiles the file again. */
  readonly controls?: true;
}

export type FieldKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'list'
  | 'object'
  | 'image'
  | 'html'
  | 'markdown'
  | 'link';

export interface InspectedField {
  /** `items[].price` */
  readonly path: string;
  readonly kind: FieldKind;
  /**
   * The data may lack it and nothing is missed: it is only read by conditions, inside of them, or has a default. Of a
   * field inside an object or a list: where that is there.
   */
  readonly optional: boolean;
  readonly usedIn: readonly FieldUse[];
}

export interface FieldUse {
  readonly part: string;
  readonly paragraph: number | undefined;
  readonly tag: string;
}
