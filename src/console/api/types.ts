/** What the server's answers look like: the console's copy of the shapes in /openapi.json, those that several screens read. Times are ISO strings. */

const DELIMITERS = ['BRACES', 'DOUBLE_BRACES', 'DOUBLE_SQUARE_BRACKETS', 'TRIPLE_PLUS'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export const ROLES = ['member', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** One thing that is wrong with a template or a request, and where. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly part?: string;
  readonly paragraph?: { readonly number: number; readonly text: string };
  readonly cell?: { readonly row: number; readonly column: number };
  readonly tag?: string;
  readonly path?: string;
}

export interface ErrorBody {
  readonly error: string;
  readonly code: string;
  readonly hint?: string;
  readonly details?: readonly Problem[];
  readonly requestId: string;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export interface Session {
  readonly person: Person | null;
  readonly organization: Membership | null;
  readonly organizations: readonly Membership[];
  /** No owner exists yet: the one-time link of the first start is still to be used. */
  readonly setup: boolean;
  readonly signInWith: readonly { readonly id: string; readonly name: string; readonly url: string }[];
}

export interface Invitation {
  readonly organization: { readonly name: string };
  readonly role: Role;
  readonly email: string | null;
  readonly expiresAt: string | null;
}

export interface Example {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly delimiter: Delimiter;
  readonly data: unknown;
  /** What its documents are made with. */
  readonly options: object;
}

export interface AddedExamples {
  readonly added: readonly string[];
  readonly existing: readonly string[];
}

export interface Template {
  readonly key: string;
  readonly name: string;
  /** Documents generated from it. */
  readonly usage: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastUsed: string | null;
  /** 0 where there is only a draft. */
  readonly version?: number;
  readonly delimiter?: Delimiter;
  /** The number of its draft. */
  readonly draft?: number | null;
}

/** What a tag with an expression would print. */
export interface EvaluatedExpression {
  readonly text: string | null;
  readonly kind: string | null;
  readonly missing: boolean;
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string } | null;
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

/** A place in the template that reads the field. */
export interface FieldUse {
  readonly part: string;
  readonly paragraph?: number;
  readonly tag: string;
}

export interface Field {
  readonly path: string;
  readonly kind: FieldKind;
  readonly optional: boolean;
  readonly usedIn: readonly FieldUse[];
}

export interface Inspection {
  readonly fields: readonly Field[];
  /** JSON Schema 2020-12 for the data. */
  readonly schema: Record<string, unknown>;
  readonly sample: Record<string, unknown>;
  /** What it will do that its author would hardly expect. */
  readonly warnings: readonly Problem[];
  /** Templates that it includes; `null` is the newest version. */
  readonly includes?: readonly { readonly key: string; readonly version: number | null }[];
  /** Keys of the templates that include it. */
  readonly includedBy?: readonly string[];
  /** Content controls and form fields are filled by their names. */
  readonly controls?: boolean;
}

export interface TemplateCheck {
  /** The delimiter that fits best; `null` where no tag was found with any. */
  readonly proposed: Delimiter | null;
  readonly delimiters: readonly {
    readonly delimiter: Delimiter;
    readonly tags: number;
    readonly problems: number;
  }[];
  /** The one that `problems` and `inspection` are about. */
  readonly delimiter: Delimiter;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly inspection: Inspection | null;
}

export interface DataFinding {
  readonly path: string;
  readonly first: string;
  readonly count: number;
  readonly expected?: string;
  readonly found?: string;
  readonly suggestion?: string;
}

export interface DataReport {
  readonly valid: boolean;
  readonly missing: readonly DataFinding[];
  readonly mistyped: readonly DataFinding[];
  readonly unused: readonly DataFinding[];
  readonly truncated: boolean;
}
