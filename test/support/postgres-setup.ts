/**
 * Vitest's global set-up: one PostgreSQL server for the whole run, started when the first suite asks for it and not
 * at all where none does. Suites run in processes of their own, so they ask over a loopback port.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where a GET answers with the URL of the run's PostgreSQL server. */
    postgresOffice: string;
  }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  let server: Promise<PostgresServer> | undefined;
  const office = createServer(async (_request, response) => {
    try {
      server ??= startPostgres();
      response.end((await server).url);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  office.listen(0, '127.0.0.1');
  await once(office, 'listening');
  const address = office.address();
  if (address === null || typeof address === 'string') throw new Error('No port to listen on.');
  project.provide('postgresOffice', `http://127.0.0.1:${address.port}/`);

  return async () => {
    office.close();
    await (await server?.catch(() => undefined))?.stop();
  };
};
