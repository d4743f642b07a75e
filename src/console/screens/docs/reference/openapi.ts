/** What the reference reads of /openapi.json, which the server makes from the schemas that it checks requests with. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Answer {
  readonly description: string;
  readonly content?: Content;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface OpenApi {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Operation extends DescribedOperation {
  readonly method: string;
  readonly path: string;
  /** Other methods that do the same, for programs that have no other. */
  readonly alsoBy: readonly string[];
}

const TWIN = /By(Post|Delete)$/;

/** In the order of the document, by tag; twins of an operation are with it. */
export const operationsOf = ({ paths, tags }: OpenApi): ReadonlyMap<string, readonly Operation[]> => {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
  const own = all.filter(({ operationId }) => !TWIN.test(operationId));
  const operations = own.map(
    (operation): Operation => ({
      ...operation,
      alsoBy: all
        .filter(({ operationId }) => operationId.replace(TWIN, '') === operation.operationId)
        .filter(({ method }) => method !== operation.method)
        .map(({ method }) => method),
    }),
  );
  const grouped = Map.groupBy(operations, (operation) => operation.tags?.[0] ?? 'other');
  const order = tags.map(({ name }) => name);
  return new Map([...grouped].sort(([a], [b]) => placeIn(order, a) - placeIn(order, b)));
};

const placeIn = (order: readonly string[], name: string): number => {
  const place = order.indexOf(name);
  return place === -1 ? order.length : place;
};

export const bodySchemaOf = ({
  requestBody,
}: Operation): { readonly type: 'json' | 'form'; readonly schema: Schema } | undefined => {
  const { content = {} } = requestBody ?? {};
  const json = content['application/json']?.schema;
  if (json !== undefined) return { type: 'json', schema: json };
  const form = content['multipart/form-data']?.schema;
  return form === undefined ? undefined : { type: 'form', schema: form };
};

/** Of the answer of an operation that goes well. */
export const goodAnswer = ({
  responses,
}: Operation): { readonly status: string; readonly answer: Answer } => {
  const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [
    '200',
    undefined,
  ];
  return { status, answer: answer ?? { description: '' } };
};
