/**
 * loadConfig :: environment → Config
 *
 * One validated, frozen object, and the only reader of process.env. Every variable is one row: its name, its default
 * as an operator would write it, what it means, and how it is read. Docs and `--help` print the same rows.
 * All mistakes are reported at once: an operator who mends one should not meet the next at the following start.
 */
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { delimiter, resolve } from 'node:path';

/** Reads one value; throws a plain Error whose message completes the sentence "NAME must be …". */
type Read<T> = (text: string) => T;

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

const integer =
  (least: number, most: number): Read<number> =>
  (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least || value > most)
      throw new Error(`a whole number from ${least} to ${most}`);
    return value;
  };

const orWord =
  <T, W>(word: string, value: W, read: Read<T>): Read<T | W> =>
  (text) => {
    if (text.toLowerCase() === word) return value;
    try {
      return read(text);
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : String(error)}, or "${word}"`);
    }
  };

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** Also for sizes on the command line. */
export const bytes: Read<number> = (text) => {
  const match = /^(\d+)\s*([kmg]?)(?:i?b)?$/i.exec(text);
  const size = Number(match?.[1]) * (UNITS[(match?.[2] ?? '').toLowerCase()] ?? Number.NaN);
  if (!Number.isSafeInteger(size) || size < 1024) throw new Error('a size of at least 1KiB, such as 20MiB');
  return size;
};

const oneOf =
  <const T extends readonly string[]>(...words: T): Read<T[number]> =>
  (text) => {
    const found = words.find((word) => word === text.toLowerCase());
    if (found === undefined) throw new Error(`one of ${words.join(', ')}`);
    return found;
  };

const optional =
  <T>(read: Read<T>): Read<T | null> =>
  (text) =>
    text === '' ? null : read(text);

/** Names, comma-separated; an entry that could never match is a mistake worth hearing about. */
const hostList: Read<readonly string[]> = (text) => {
  const hosts = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
  if (!hosts.every((host) => /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/.test(host)))
    throw new Error('host names such as img.example.com,*.cdn.example.com');
  return hosts;
};

const folderList: Read<readonly string[]> = (text) =>
  text
    .split(delimiter)
    .filter((part) => part !== '')
    .map((part) => resolve(part));

const postgresUrl: Read<string> = (text) => {
  const url = URL.parse(text);
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol))
    throw new Error('an address such as postgres://user:password@host:5432/database');
  return text;
};

/** Visible ASCII, so that it can stand in a header. The length is the operator's risk: a short one only gets a warning. */
const fixedKey: Read<string> = (text) => {
  if (!/^[\x21-\x7e]{1,200}$/.test(text)) throw new Error('1 to 200 visible ASCII characters without spaces');
  return text;
};

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

const webAddress = (text: string): URL | undefined => {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '' ? url : undefined;
};

const origin: Read<string> = (text) => {
  const url = webAddress(text);
  if (url === undefined || url.pathname !== '/')
    throw new Error('an address without a path, such as https://documents.example.com');
  return url.origin;
};

/** Whoever can change what the issuer says can sign in as anybody, so it must be https beyond this machine. */
const issuer: Read<string> = (text) => {
  const url = webAddress(text);
  if (url === undefined || (url.protocol === 'http:' && !LOOPBACK.includes(url.hostname)))
    throw new Error('an https address such as https://login.example.com/realms/staff');
  return text;
};

const signingSecret: Read<string> = (text) => {
  if (text.length < 32) throw new Error('at least 32 characters, best random ones');
  return text;
};

const blobAddress: Read<never> = () => {
  throw new Error('left unset: this version keeps files in the database, S3 is not supported yet');
};

type TrustProxy = boolean | number | readonly string[];

/** An address, a range of them, or one of the names that stand for ranges. */
const isProxy = (text: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    more.length === 0 &&
    most > 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) > 0 && Number(bits) <= most))
  );
};

const trustProxy: Read<TrustProxy> = (text) => {
  const lower = text.toLowerCase();
  if (lower === 'false' || lower === 'true') return lower === 'true';
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const addresses = lower.split(',').map((part) => part.trim());
  if (!addresses.every(isProxy))
    throw new Error(
      'true, false, a number of proxies, or a list of their addresses such as 10.0.0.0/8,loopback',
    );
  return addresses;
};

const VARIABLES = {
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
  blobs: variable(
    'PLATEN_BLOBS',
    '',
    'Reserved for s3://bucket/prefix; must be unset.',
    optional(blobAddress),
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
  workers: variable(
    'PLATEN_WORKERS',
    'auto',
    'Threads that render; "auto" is one a processor core.',
    orWord('auto', availableParallelism(), integer(1, 512)),
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
  shutdownSeconds: variable(
    'PLATEN_SHUTDOWN_SECONDS',
    '30',
    'Longest wait for running requests when the server is told to stop.',
    integer(0, 3600),
  ),
  logLevel: variable(
    'PLATEN_LOG_LEVEL',
    'info',
    'trace, debug, info, warn, error, fatal or silent.',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  ),
} as const;

type Values = { readonly [Name in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[Name]['read']> };

export type Config = Values & {
  /** PATH: where programs are looked for. */
  readonly searchPath: string;
  /** What is allowed but looks like a mistake; the server logs these when it starts. */
  readonly warnings: readonly string[];
};

/** For docs/operations.md and the command line's help. */
export const CONFIG_VARIABLES: readonly { name: string; fallback: string; meaning: string }[] = Object.values(
  VARIABLES,
).map(({ name, fallback, meaning }) => ({ name, fallback, meaning }));

export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a mistake' : 'mistakes'}:\n- ${problems.join('\n- ')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** The value is repeated in a message only where it can't be a secret. */
const SECRETS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'PLATEN_API_KEY',
  'PLATEN_SECRET',
  'PLATEN_OIDC_CLIENT_SECRET',
]);

export const loadConfig = (
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Config => {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [field, { name, fallback, read }] of Object.entries(VARIABLES)) {
    // An empty variable is how shells and compose files spell "not set".
    const text = environment[name]?.trim() || fallback;
    try {
      values[field] = read(text);
    } catch (error) {
      const shown = SECRETS.has(name) ? '' : `, not "${text}"`;
      const wanted = error instanceof Error ? error.message : String(error);
      const way = fallback === '' ? 'unset it' : `unset it for ${fallback}`;
      problems.push(`${name} must be ${wanted}${shown}; correct it or ${way}.`);
    }
  }
  // Each field was read by its own row, which is what the type says.
  const read = values as unknown as Values;
  if (problems.length === 0) problems.push(...contradictions(read));
  if (problems.length > 0) throw new ConfigError(problems);
  const config = { ...read, searchPath: environment['PATH'] ?? '', warnings: [] };
  return Object.freeze({ ...config, warnings: Object.freeze(warningsOf(environment, config)) });
};

/** Variables that only make sense together. */
const contradictions = (config: Values): string[] => {
  if (config.oidcIssuer === null) return [];
  return [
    ...(config.oidcClientId === null ? ['PLATEN_OIDC_ISSUER needs PLATEN_OIDC_CLIENT_ID.'] : []),
    ...(config.publicUrl === null
      ? ['PLATEN_OIDC_ISSUER needs PLATEN_URL: the issuer sends people back to it.']
      : []),
  ];
};

const warningsOf = (environment: Readonly<Record<string, string | undefined>>, config: Config): string[] => {
  const known = new Set(CONFIG_VARIABLES.map(({ name }) => name));
  const warnings = Object.keys(environment)
    .filter((name) => name.startsWith('PLATEN_') && !known.has(name))
    .map((name) => `${name} is not a variable that Platen knows; is it misspelt?`);
  if (config.apiKey !== null && config.apiKey.length < 32)
    warnings.push('PLATEN_API_KEY is shorter than 32 characters, and so easier to guess than it should be.');
  if (config.databaseUrl !== null && environment['PLATEN_DATA'])
    warnings.push('PLATEN_DATA is not used: DATABASE_URL keeps everything in PostgreSQL.');
  if (Math.max(config.bodyBytes, config.templateBytes) * 2 > config.inFlightBytes)
    warnings.push(
      'PLATEN_MAX_IN_FLIGHT_BYTES is less than twice the largest body or template, which will always be refused as 503.',
    );
  return warnings;
};
