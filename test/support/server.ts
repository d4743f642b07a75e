/** A whole server in the test's own process: real HTTP, real store, real workers, a data folder of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Overrides, openAdmin, startServer } from '../../src/app.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import type { Admin } from '../../src/service/admin.ts';
import type { PeopleAdmin } from '../../src/service/people/people-admin.ts';

export const TEST_KEY = 'plt_test-key-of-the-first-organization-0123';

/** Threads that serve HTTP, where a test does not say: `TEST_HTTP_THREADS=2 npx vitest run test/api/attacks` tries several. */
export const TEST_THREADS = process.env['TEST_HTTP_THREADS'] ?? '1';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Parsed where the answer says that it is JSON. */
  readonly json: unknown;
}

export interface CallInit {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'];
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly signal?: AbortSignal;
}

export interface TestServer {
  readonly address: string;
  readonly config: Config;
  /** Where the first owner makes an account. */
  readonly ownerLink: string;
  readonly log: readonly string[];
  call(method: string, path: string, init?: CallInit): Promise<Answer>;
  /** On the same database, as the command line does it. */
  admin<T>(work: (admin: Admin) => Promise<T>): Promise<T>;
  people<T>(work: (people: PeopleAdmin) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export const callAt = async (
  address: string,
  method: string,
  path: string,
  init: CallInit = {},
): Promise<Answer> => {
  const { key = TEST_KEY, json } = init;
  const response = await fetch(`${address}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...init.headers,
    },
    body: json === undefined ? (init.body ?? null) : JSON.stringify(json),
    ...(init.signal && { signal: init.signal }),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    json: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
};

export const startTestServer = async (
  environment: Readonly<Record<string, string>> = {},
  overrides: Overrides = {},
): Promise<TestServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-api-'));
  const config = loadConfig({
    PORT: '0',
    PLATEN_DATA: folder,
    PLATEN_API_KEY: TEST_KEY,
    PLATEN_WORKERS: '2',
    PLATEN_HTTP_THREADS: TEST_THREADS,
    PLATEN_GENERATE_LIMIT: '100000',
    PLATEN_REQUEST_LIMIT: '100000',
    PLATEN_AUTH_FAILURES: '100000',
    // LibreOffice starts with the first PDF: most tests make none.
    PLATEN_PDF_WARM: 'false',
    ...environment,
  });
  const log: string[] = [];
  const server = await startServer(config, { ...overrides, logTo: { write: (line) => log.push(line) } });
  let administration: ReturnType<typeof openAdmin> | undefined;
  return {
    address: server.address,
    config,
    ownerLink: server.ownerLink ?? '',
    log,
    call: (method, path, init) => callAt(server.address, method, path, init),
    admin: async (work) => {
      administration ??= openAdmin(config, 'test');
      return work((await administration).admin);
    },
    people: async (work) => {
      administration ??= openAdmin(config, 'test');
      return work(await (await administration).people());
    },
    close: async () => {
      await (await administration)?.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** The server writes in groups, some of them behind its answers. */
const WAIT_FOR_WRITERS_MS = 5_000;

/** What is in the database file itself; for what no interface shows. */
export const rowsOf = (server: TestServer, sql: string): readonly Record<string, unknown>[] => {
  const database = new DatabaseSync(join(server.config.dataFolder, 'platen.db'), {
    timeout: WAIT_FOR_WRITERS_MS,
  });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
};

/** A form with text fields, and files where a value is bytes. */
export const form = (fields: Readonly<Record<string, string | Uint8Array>>): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') data.set(name, value);
    else data.set(name, new Blob([new Uint8Array(value)]), `${name}.docx`);
  }
  return data;
};
