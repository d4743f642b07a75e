/** What `GET /template/inspect` answers. */
export type { Field as InspectedField, FieldKind, FieldUse, Inspection } from '../../../api/types.ts';

export type Schema = Readonly<Record<string, unknown>>;
