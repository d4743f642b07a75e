/**
 * Every variable of the environment, a row each: its name, its default as an operator would write it, what it means, and how it
 * is read. Docs and `--help` print the same rows.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { readBucketAddress } from './bucket-address.ts';
import {
  bytes,
  collector,
  fixedKey,
  folderList,
  hostList,
  integer,
  issuer,
  oneOf,
  optional,
  origin,
  orWord,
  otlpProtocol,
  postgresUrl,
  type Read,
  ratio,
  signingSecret,
  trustProxy,
} from './read-value.ts';

interface Variable<T> {
  readonly name: string;
  /** Empty: unset. */
  readonly fallback: string;
  readonly meaning: string;
  readonly read: Read<T>;
}

const variable = <T>(name: string, fallback: string, meaning: string, read: Read<T>): Variable<T> => ({
  name,
  fallback,
  meaning,
  read,
});

export const VARIABLES = {
  port: variable('PORT', '8080', 'Port to listen on; 0 picks a free one.', integer(0, 65_535)),
  host: variable('HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 for every interface.', (text) => text),
  dataFolder: variable(
    'PLATEN_DATA',
    './data',
    'Folder of the embedded database. Not used with PostgreSQL.',
    (text) => resolve(text),
  ),
  databaseUrl: variable(
    'DATABASE_URL',
    '',
    'postgres://… switches from the embedded database to PostgreSQL; any number of servers may share one.',
    optional(postgresUrl),
  ),
  databaseReplicaUrl: variable(
    'DATABASE_REPLICA_URL',
    '',
    'postgres://… of a standby that follows DATABASE_URL: lists are read there where it has all that the primary has, and from the primary otherwise.',
    optional(postgresUrl),
  ),
  blobs: variable(
    'PLATEN_BLOBS',
    '',
    'Keeps files in a bucket instead of the database: s3://bucket/prefix?endpoint=https://…&region=…&pathStyle=true. Credentials are found as the AWS SDK finds them.',
    optional(readBucketAddress),
  ),
  apiKey: variable(
    'PLATEN_API_KEY',
    '',
    'A fixed API key, with every scope, of the first organization. Unset: the first start makes one and shows it once.',
    optional(fixedKey),
  ),
  publicUrl: variable(
    'PLATEN_URL',
    '',
    'The address that people open in the browser, such as https://documents.example.com; needed for OpenID Connect. With https, cookies are for https alone.',
    optional(origin),
  ),
  secret: variable(
    'PLATEN_SECRET',
    '',
    'Signs session cookies, 32 characters or more. Unset: made at the first start and kept in the database.',
    optional(signingSecret),
  ),
  oidcIssuer: variable(
    'PLATEN_OIDC_ISSUER',
    '',
    'Sign in by OpenID Connect: the address of the issuer. Its redirect address is PLATEN_URL/session/callback/oidc.',
    optional(issuer),
  ),
  oidcClientId: variable(
    'PLATEN_OIDC_CLIENT_ID',
    '',
    'What the issuer knows this server as.',
    optional((text) => text),
  ),
  oidcClientSecret: variable(
    'PLATEN_OIDC_CLIENT_SECRET',
    '',
    'The secret that goes with it; unset for a public client.',
    optional((text) => text),
  ),
  oidcName: variable(
    'PLATEN_OIDC_NAME',
    'Single sign-on',
    'What the button on the sign-in page says.',
    (text) => text,
  ),
  createOrganizations: variable(
    'PLATEN_CREATE_ORGANIZATIONS',
    'owners',
    'Who may make organizations in the console: owners (of another one) or nobody. Such an organization has no credit until `platen admin` gives it some, unless PLATEN_CREDITS is unlimited.',
    oneOf('owners', 'nobody'),
  ),
  credits: variable(
    'PLATEN_CREDITS',
    '1000',
    'Documents that the first organization, and those that `platen admin` makes, may generate, or "unlimited".',
    orWord('unlimited', null, integer(0, 1_000_000_000_000)),
  ),
  generateLimit: variable(
    'PLATEN_GENERATE_LIMIT',
    '200',
    'Generate requests a minute and organization, where the organization has no limit of its own.',
    integer(1, 1_000_000_000),
  ),
  requestLimit: variable(
    'PLATEN_REQUEST_LIMIT',
    '600',
    'All other requests a minute and organization, likewise.',
    integer(1, 1_000_000_000),
  ),
  templateLimit: variable(
    'PLATEN_TEMPLATE_LIMIT',
    '10000',
    'Templates that an organization may keep, where it has no limit of its own.',
    integer(0, 1_000_000_000),
  ),
  versionLimit: variable(
    'PLATEN_VERSION_LIMIT',
    '100000',
    'Versions of its templates, all together, likewise.',
    integer(0, 1_000_000_000),
  ),
  storageLimit: variable(
    'PLATEN_STORAGE_LIMIT',
    '10GiB',
    'Bytes of its templates with all their versions (files and what was compiled from them), likewise.',
    bytes,
  ),
  authFailures: variable(
    'PLATEN_AUTH_FAILURES',
    '60',
    'Failed API keys a minute and client address, on each server, and attempts to sign in, on all together; past them 429 instead of 401.',
    integer(1, 1_000_000_000),
  ),
  trustProxy: variable(
    'PLATEN_TRUST_PROXY',
    'false',
    'Whose X-Forwarded-For to believe: true, false, a number of proxies, or their addresses.',
    trustProxy,
  ),
  templateBytes: variable('PLATEN_MAX_TEMPLATE_BYTES', '20MiB', 'Largest template file.', bytes),
  bodyBytes: variable('PLATEN_MAX_BODY_BYTES', '20MiB', 'Largest JSON body of a generate request.', bytes),
  recordsBytes: variable('PLATEN_MAX_RECORDS_BYTES', '1GiB', 'Largest file of records of a batch.', bytes),
  jobBytes: variable(
    'PLATEN_JOB_BYTES',
    '20GiB',
    "What is kept for an organization's jobs at once: bodies and records that wait, finished parts, results. A job beyond it is refused, a batch stopped.",
    bytes,
  ),
  unpackedBytes: variable('PLATEN_MAX_UNPACKED_BYTES', '200MiB', 'Largest template once unpacked.', bytes),
  inFlightBytes: variable(
    'PLATEN_MAX_IN_FLIGHT_BYTES',
    '512MiB',
    'Bytes of request bodies held at once, shared by organizations: each may hold as much as it leaves free; past that 503 with Retry-After.',
    bytes,
  ),
  spoolBytes: variable(
    'PLATEN_SPOOL_BYTES',
    '4GiB',
    'Bytes of finished documents on the disk (TMPDIR) while their callers read them, shared by organizations in the same way.',
    bytes,
  ),
  freeBytes: variable(
    'PLATEN_MIN_FREE_BYTES',
    '64MiB',
    'Free bytes on the disks of PLATEN_DATA and TMPDIR below which /readyz is 503.',
    bytes,
  ),
  bodyRate: variable(
    'PLATEN_MIN_BODY_RATE',
    '8KiB',
    'Bytes a second that a request body must arrive with, and a document be read with, after its first ten seconds; slower ones end with 408, or cut off.',
    bytes,
  ),
  templateCacheBytes: variable(
    'PLATEN_TEMPLATE_CACHE_BYTES',
    '256MiB',
    'Compiled templates kept in memory between requests.',
    bytes,
  ),
  httpThreads: variable(
    'PLATEN_HTTP_THREADS',
    'auto',
    'Threads that serve HTTP and make small documents; "auto" is one less than there are processor cores, 16 at most.',
    orWord('auto', Math.min(16, Math.max(1, availableParallelism() - 1)), integer(1, 64)),
  ),
  workers: variable(
    'PLATEN_WORKERS',
    'auto',
    'Processes that render what is not small; "auto" is one a processor core.',
    orWord('auto', availableParallelism(), integer(1, 512)),
  ),
  jobs: variable(
    'PLATEN_JOBS',
    'auto',
    'Jobs that this server runs at once, beside what people wait for; "auto" is one for two processor cores, "0" leaves them to others.',
    orWord('auto', Math.max(1, Math.floor(availableParallelism() / 2)), integer(0, 512)),
  ),
  webhookPrivate: variable(
    'PLATEN_WEBHOOK_PRIVATE',
    'false',
    '"true" lets webhooks and callbacks reach private and loopback addresses; otherwise only what is on the Internet.',
    (text) => oneOf('true', 'false')(text) === 'true',
  ),
  renderSeconds: variable('PLATEN_RENDER_SECONDS', '30', 'Longest time of one render.', integer(1, 3600)),
  workerBytes: variable(
    'PLATEN_WORKER_BYTES',
    '1GiB',
    'Largest heap of one rendering process; about five eighths of it are for one document’s data and what its template computes.',
    bytes,
  ),
  queueLength: variable(
    'PLATEN_QUEUE_LIMIT',
    '1000',
    'Jobs that may wait for a process; past them 503 with Retry-After.',
    integer(1, 1_000_000),
  ),
  pdfEngine: variable(
    'PLATEN_PDF_ENGINE',
    'auto',
    'auto, native or libreoffice.',
    oneOf('auto', 'native', 'libreoffice'),
  ),
  pdfSeconds: variable('PLATEN_PDF_SECONDS', '60', 'Longest time of one PDF conversion.', integer(1, 3600)),
  pdfProcesses: variable(
    'PLATEN_PDF_PROCESSES',
    'auto',
    'LibreOffice processes kept warm; "auto" is one for every two processor cores.',
    orWord('auto', Math.max(1, Math.floor(availableParallelism() / 2)), integer(1, 128)),
  ),
  pdfWarm: variable(
    'PLATEN_PDF_WARM',
    'true',
    'Start LibreOffice and open the fonts with the server; "false" does it with the first PDF.',
    (text) => oneOf('true', 'false')(text) === 'true',
  ),
  pdfUser: variable(
    'PLATEN_PDF_USER',
    '',
    'Where the server runs as root: the user that LibreOffice runs as, by name, uid or uid:gid; "nobody" where unset.',
    optional((text) => text),
  ),
  soffice: variable(
    'PLATEN_SOFFICE',
    '',
    'Path of LibreOffice where it is not found by itself.',
    optional((text) => text),
  ),
  python: variable(
    'PLATEN_PYTHON',
    '',
    'Path of a Python that can `import uno`, likewise.',
    optional((text) => text),
  ),
  fontFolders: variable(
    'PLATEN_FONTS',
    '',
    'Folders with fonts for PDF, separated as PATH is; they come before the machine\u2019s own and the bundled ones.',
    folderList,
  ),
  imageHosts: variable(
    'PLATEN_IMAGE_HOSTS',
    '',
    'Hosts that pictures named by address in the data may be fetched from, such as img.example.com,*.cdn.example.com,img.example.com:8443; none where unset. Without a port, those of http and https. A document may have 200 of them, 64 MiB together.',
    hostList,
  ),
  connections: variable(
    'PLATEN_CONNECTIONS',
    '10000',
    'Open connections; one address may hold as many as it leaves free, unless PLATEN_TRUST_PROXY is set.',
    integer(1, 1_000_000),
  ),
  requestSeconds: variable(
    'PLATEN_REQUEST_SECONDS',
    '120',
    'Longest time for a request, with its body, to arrive.',
    integer(1, 3600),
  ),
  drainSeconds: variable(
    'PLATEN_DRAIN_SECONDS',
    '0',
    'After SIGTERM, how long requests are still taken while /readyz is 503 already, for a load balancer to notice. 0 where none stands in front.',
    integer(0, 600),
  ),
  shutdownSeconds: variable(
    'PLATEN_SHUTDOWN_SECONDS',
    '30',
    'Longest wait for running requests when the server is told to stop.',
    integer(0, 3600),
  ),
  metricsToken: variable(
    'PLATEN_METRICS_TOKEN',
    '',
    'What Prometheus has to send as a bearer token to read /metrics; unset: anybody who reaches the server may.',
    optional(fixedKey),
  ),
  slowMs: variable(
    'PLATEN_SLOW_MS',
    '2000',
    'Milliseconds from which a document is written into the log with the time of each of its stages; 0: none is.',
    integer(0, 86_400_000),
  ),
  otlpEndpoint: variable(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    'Switches OpenTelemetry on: the address of a collector, such as http://collector:4318, that traces and metrics are sent to (OTLP over HTTP, as JSON). What else the exporter knows (OTEL_EXPORTER_OTLP_HEADERS, …_TIMEOUT, …_COMPRESSION, …_CERTIFICATE, OTEL_RESOURCE_ATTRIBUTES) it reads by itself.',
    optional(collector),
  ),
  otlpTracesEndpoint: variable(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    '',
    'The same for traces alone, with its path: http://collector:4318/v1/traces.',
    optional(collector),
  ),
  otlpMetricsEndpoint: variable(
    'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
    '',
    'The same for metrics alone.',
    optional(collector),
  ),
  otlpProtocol: variable(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'http/json',
    'http/json is what is sent, whichever of the HTTP protocols is named; gRPC is not spoken.',
    otlpProtocol,
  ),
  otelDisabled: variable(
    'OTEL_SDK_DISABLED',
    'false',
    '"true" switches OpenTelemetry off whatever else is set.',
    (text) => oneOf('true', 'false')(text) === 'true',
  ),
  otelService: variable(
    'OTEL_SERVICE_NAME',
    'platen',
    'What the collector knows this server as.',
    (text) => text,
  ),
  otelTraces: variable('OTEL_TRACES_EXPORTER', 'otlp', 'otlp or none.', oneOf('otlp', 'none')),
  otelMetrics: variable('OTEL_METRICS_EXPORTER', 'otlp', 'otlp or none.', oneOf('otlp', 'none')),
  otelSampler: variable(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    'Which requests are traced: always_on, always_off, traceidratio, each also with parentbased_ before it, which does as the caller does where the caller sends a trace.',
    oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
  ),
  otelSamplerRatio: variable(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    'The part of them, from 0 to 1, for traceidratio.',
    ratio,
  ),
  otelSpanDelayMs: variable(
    'OTEL_BSP_SCHEDULE_DELAY',
    '5000',
    'Milliseconds that spans wait to be sent together.',
    integer(1, 600_000),
  ),
  otelSpanQueue: variable(
    'OTEL_BSP_MAX_QUEUE_SIZE',
    '2048',
    'Spans that may wait in each thread; those beyond are thrown away.',
    integer(1, 1_000_000),
  ),
  otelMetricsMs: variable(
    'OTEL_METRIC_EXPORT_INTERVAL',
    '60000',
    'Milliseconds between two times that metrics are sent.',
    integer(100, 86_400_000),
  ),
  logLevel: variable(
    'PLATEN_LOG_LEVEL',
    'info',
    'trace, debug, info, warn, error, fatal or silent.',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  ),
} as const;
