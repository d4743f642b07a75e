/** What the server is built from, and what a request carries once it is known who sends it. */
import type { Logger } from 'pino';
import type { Sessions } from '../auth/sessions.ts';
import type { PlatenError } from '../errors.ts';
import type { Authenticator, Caller } from '../service/authenticator.ts';
import type { CallLog } from '../service/calls/call-log.ts';
import type { CallNotes } from '../service/calls/call-notes.ts';
import type { CallKind } from '../service/calls/call-ports.ts';
import type { Calls } from '../service/calls/calls.ts';
import type { Documents } from '../service/documents/documents.ts';
import type { Retries } from '../service/documents/retries.ts';
import type { Examples } from '../service/examples.ts';
import type { FailedCalls } from '../service/failed-calls.ts';
import type { Jobs } from '../service/jobs/jobs.ts';
import type { Scope } from '../service/model.ts';
import type { Organizations } from '../service/organizations.ts';
import type { People } from '../service/people/people.ts';
import type { SignIn } from '../service/people/sign-in.ts';
import type { Preludes } from '../service/preludes.ts';
import type { RateBucket, RateLimits, RateUse } from '../service/rate-limits.ts';
import type { Templates } from '../service/templates.ts';
import type { Compare } from '../service/versions/compare.ts';
import type { Labels } from '../service/versions/labels.ts';
import type { Samples } from '../service/versions/samples.ts';
import type { Webhooks } from '../service/webhooks/webhooks.ts';
import type { Holdings } from '../shares.ts';
import type { Stages, Watch } from '../stages.ts';
import type { InFlight } from './body/in-flight.ts';
import type { Metrics } from './metrics.ts';
import type { RecordIds } from './record-ids.ts';
import type { ResultLinks } from './result-links.ts';

interface HttpSettings {
  readonly trustProxy: boolean | number | readonly string[];
  readonly templateBytes: number;
  readonly bodyBytes: number;
  /** Of a file of records. */
  readonly recordsBytes: number;
  readonly inFlightBytes: number;
  /** Bytes a second. */
  readonly bodyRate: number;
  /** Failed authentications a minute and address. */
  readonly authFailures: number;
  readonly connections: number;
  /** For a whole request, with its body, to arrive. */
  readonly requestSeconds: number;
  readonly version: string;
  /** For /metrics; null where it needs none. */
  readonly metricsToken: string | null;
  /** Where people reach this server; null where nobody said. */
  readonly publicUrl: string | null;
  /** Days for which a log of calls may be kept. */
  readonly keptCallDays: number;
  /** Of the operator's own, and not one that lies in the database. */
  readonly hasSecret: boolean;
  /** Where `npm run console` has put the web application. */
  readonly consoleFolder: string;
}

export interface PartHealth {
  readonly ok: boolean;
  readonly message: string;
}

export interface HttpNeeds {
  readonly settings: HttpSettings;
  readonly logger: Logger;
  readonly authenticator: Authenticator;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly people: People;
  readonly rateLimits: RateLimits;
  readonly organizations: Organizations;
  readonly templates: Templates;
  readonly labels: Labels;
  readonly samples: Samples;
  readonly compare: Compare;
  readonly preludes: Preludes;
  readonly examples: Examples;
  readonly documents: Documents;
  readonly retries: Retries;
  readonly jobs: Jobs;
  readonly webhooks: Webhooks;
  readonly resultLinks: ResultLinks;
  /** A name for a file of this server's that nobody else has. */
  readonly temporaryFile: () => string;
  readonly failedCalls: FailedCalls;
  readonly callLog: CallLog;
  readonly calls: Calls;
  readonly recordIds: RecordIds;
  /** Failed authentications; counted by whoever counts for all threads. */
  readonly failures: { count(address: string): void | Promise<void> };
  readonly metrics: Metrics;
  readonly watch: Watch;
  /** What Prometheus is told: by all threads together, where there are several. */
  readonly scrape: () => Promise<string>;
  /** Where several threads serve: what all of them hold. */
  readonly held?: Readonly<Record<'connections' | 'bodies' | 'strangers', Holdings>>;
  /** `required` parts decide readiness; the others are reported. */
  readonly health: () => Promise<{
    readonly required: Readonly<Record<string, PartHealth>>;
    readonly optional: Readonly<Record<string, PartHealth>>;
  }>;
}

/** What the routes share beyond the needs of the server. */
export interface RouteContext extends HttpNeeds {
  readonly inFlight: InFlight;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the caller must be allowed to do, and which minute's budget the request comes out of. */
    readonly scope?: Scope | 'any';
    readonly bucket?: RateBucket;
    /** What the log of calls has it as; left out of what is not in it. */
    readonly call?: CallKind;
  }
  interface FastifySchema {
    /** A body that may be left out: told in the OpenAPI document, read by the route itself. */
    readonly documentedBody?: unknown;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** Of the minute that it comes out of; null while nobody knows who asks. */
    rateUse: RateUse | null;
    /** The error that it was answered with. */
    failure: PlatenError | null;
    /** For the log of calls; null of what is not in it, or did not come so far. */
    callNotes: CallNotes | null;
    /** Where its time goes; null where nobody asks. */
    stages: Stages | null;
    /** Bytes of the body that are counted as held until the answer is out. */
    heldBytes: number;
    /** Whose share they come out of: the organization, or the person; null while nobody knows who asks. */
    bodyHolder: string | null;
  }
}
