/**
 * loadConfig :: environment → Config
 *
 * One validated, frozen object, and the only reader of process.env; what may stand there is in `config/variables.ts`.
 * All mistakes are reported at once: an operator who mends one should not meet the next at the following start.
 */
import { VARIABLES } from './config/variables.ts';

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
  'DATABASE_REPLICA_URL',
  'PLATEN_API_KEY',
  'PLATEN_SECRET',
  'PLATEN_OIDC_CLIENT_SECRET',
  'PLATEN_METRICS_TOKEN',
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
  // Each field was read by its own row, which is what the type says; those with a mistake are undefined, and contradict nothing.
  const read = values as unknown as Values;
  problems.push(...contradictions(read));
  if (problems.length > 0) throw new ConfigError([...problems, ...misspelt(environment)]);
  const config = { ...read, searchPath: environment['PATH'] ?? '', warnings: [] };
  return Object.freeze({ ...config, warnings: Object.freeze(warningsOf(environment, config)) });
};

/** Variables that only make sense together. */
const contradictions = (config: Values): string[] => [
  ...(config.databaseReplicaUrl && config.databaseUrl === null
    ? ['DATABASE_REPLICA_URL needs DATABASE_URL: it follows that database.']
    : []),
  ...oidcContradictions(config),
];

const oidcContradictions = (config: Values): string[] => {
  if (!config.oidcIssuer) return [];
  return [
    ...(config.oidcClientId === null ? ['PLATEN_OIDC_ISSUER needs PLATEN_OIDC_CLIENT_ID.'] : []),
    ...(config.publicUrl === null
      ? ['PLATEN_OIDC_ISSUER needs PLATEN_URL: the issuer sends people back to it.']
      : []),
  ];
};

/** Beside those of the table: a command's own, which may stand in the same file as the server's. */
const OF_COMMANDS = ['PLATEN_BACKUP_PASSPHRASE'];

const misspelt = (environment: Readonly<Record<string, string | undefined>>): string[] => {
  const known = new Set([...CONFIG_VARIABLES.map(({ name }) => name), ...OF_COMMANDS]);
  return Object.keys(environment)
    .filter((name) => name.startsWith('PLATEN_') && !known.has(name))
    .map((name) => `${name} is not a variable that Platen knows; is it misspelt?`);
};

const warningsOf = (environment: Readonly<Record<string, string | undefined>>, config: Config): string[] => {
  const warnings = misspelt(environment);
  if (config.apiKey !== null && config.apiKey.length < 32)
    warnings.push('PLATEN_API_KEY is shorter than 32 characters, and so easier to guess than it should be.');
  if (config.databaseUrl !== null && environment['PLATEN_DATA'])
    warnings.push('PLATEN_DATA is not used: DATABASE_URL keeps everything in PostgreSQL.');
  if (config.otlpProtocol === 'http/protobuf')
    warnings.push(
      'OTEL_EXPORTER_OTLP_PROTOCOL is http/protobuf: what is sent is http/json, which collectors take at the same port.',
    );
  if (Math.max(config.bodyBytes, config.templateBytes) * 2 > config.inFlightBytes)
    warnings.push(
      'PLATEN_MAX_IN_FLIGHT_BYTES is less than twice the largest body or template, which will always be refused as 503.',
    );
  return warnings;
};
