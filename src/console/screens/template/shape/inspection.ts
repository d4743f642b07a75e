/** What `GET /template/inspect` answers. */
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

export interface FieldUse {
  readonly part: string;
  readonly paragraph?: number;
  readonly tag: string;
}

export interface InspectedField {
  readonly path: string;
  readonly kind: FieldKind;
  readonly optional: boolean;
  readonly usedIn: readonly FieldUse[];
}

export type Schema = Readonly<Record<string, unknown>>;

export interface Inspection {
  readonly fields: readonly InspectedField[];
  readonly schema: Schema;
  readonly sample: Readonly<Record<string, unknown>>;
}
