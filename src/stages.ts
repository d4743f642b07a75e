/**
 * Stages :: what was done for one request or job, each from when to when
 *
 * The one clock of all who ask where the time went: the log of slow documents and traces read the same list. Noting a stage is
 * two looks at the clock and an entry of an array, so documents do it whether anybody asks or not.
 */

/** As the log and spans name them; `docs/operations.md` says what each is. */
type StageName =
  | ('authenticate' | 'body' | 'wait' | 'read' | 'template' | 'turn' | 'queue' | 'render' | 'pictures')
  | (
      | 'layout'
      | 'layout.read'
      | 'layout.pages'
      | 'layout.write'
      | 'convert'
      | 'map'
      | 'keep'
      | 'charge'
      | 'send'
    )
  | ('split' | 'chunk' | 'count' | 'bundle' | 'post');

interface Stage {
  readonly name: StageName;
  /** Milliseconds, as `performance.now()` counts them in the thread that noted it. */
  readonly from: number;
  readonly to: number;
}

/** What the store was asked for on the way, where it is traced. */
interface StoreCall extends Omit<Stage, 'name'> {
  /** Port and method: `templates.find`. */
  readonly name: string;
  readonly hasFailed: boolean;
}

/** What a document was: of it nothing that anybody sent as data. */
interface DocumentFacts {
  template?: string;
  version?: number;
  output?: string;
  engine?: string;
  /** Turns of all its template's loops. */
  rows?: number;
  pages?: number;
  bytes?: number;
}

/** Where a request stands in a trace that others may have begun. */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** W3C Trace Context, for whoever is asked next; `traceparent`, and `tracestate` where there is one. */
  readonly headers: Readonly<Record<string, string>>;
}

export class Stages {
  readonly began: number;
  readonly list: Stage[] = [];
  readonly calls: StoreCall[] = [];
  readonly facts: DocumentFacts = {};
  readonly trace: Trace | undefined;

  constructor(began = performance.now(), trace?: Trace) {
    this.began = began;
    this.trace = trace;
  }

  note(name: StageName, from: number, to = performance.now()): void {
    this.list.push({ name, from, to });
  }

  /** From the end of what was noted last. */
  noteRest(name: StageName): void {
    this.note(name, this.list.at(-1)?.to ?? this.began);
  }

  /** Milliseconds of each, those that came more than once added up. */
  get sums(): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const { name, from, to } of this.list)
      sums[name] = Math.round(((sums[name] ?? 0) + to - from) * 10) / 10;
    return sums;
  }
}

/** Notes how long `work` takes, also where it fails. */
export const timed = async <T>(
  stages: Stages | undefined,
  name: StageName,
  work: () => Promise<T>,
): Promise<T> => {
  if (stages === undefined) return work();
  const from = performance.now();
  try {
    return await work();
  } finally {
    stages.note(name, from);
  }
};

/** How something that was watched came to its end. */
export interface WatchedEnd {
  /** Of a span: a route, or what was done. */
  readonly name: string;
  /** Of a document, which may be slow. */
  readonly isDocument: boolean;
  readonly organizationId?: string | undefined;
  readonly requestId?: string | undefined;
  /** Of the error, where it failed. */
  readonly code?: string | undefined;
  readonly status?: number;
}

/** A request that has come in, work that was waiting, a request that goes out. */
export type WatchedKind = 'request' | 'work' | 'call';

interface WatchedStart {
  /** Now, where left out; as `performance.now()` counts. */
  readonly began?: number;
  /** The trace that it goes on with: headers of W3C Trace Context. */
  readonly carried?: Readonly<Record<string, unknown>> | undefined;
}

/** Who looks at clocks. Where nobody does there is none, and nothing is noted. */
export interface Watch {
  /** Of anything; undefined where nothing is traced. */
  start(kind: WatchedKind, start?: WatchedStart): Stages | undefined;
  /** Of a document; undefined where nobody wants to hear of slow ones either. */
  document(kind: WatchedKind, start?: WatchedStart): Stages | undefined;
  /** Of whatever runs now, where it is traced. */
  current(): Stages | undefined;
  /** What is called within is part of its trace. */
  within<T>(stages: Stages | undefined, work: () => T): T;
  end(stages: Stages, end: WatchedEnd): void;
}

/** Nobody looks. */
export const UNWATCHED: Watch = {
  start: () => undefined,
  document: () => undefined,
  current: () => undefined,
  within: (_stages, work) => work(),
  end: () => undefined,
};
