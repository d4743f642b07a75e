/** An empty PostgreSQL database for one suite or one test. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import type {} from './postgres-setup.ts';

export interface TestDatabase {
  readonly url: string;
  /** Runs a statement as the server's owner, on this database or (for ending connections) on the server's own. */
  sql(text: string): Promise<readonly Record<string, unknown>[]>;
  drop(): Promise<void>;
}

const serverUrl = async (): Promise<string> => {
  const answer = await fetch(inject('postgresOffice'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
};

const query = async (url: string, text: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

export const freshDatabase = async (): Promise<TestDatabase> => {
  const server = await serverUrl();
  const name = `platen_${randomUUID().replaceAll('-', '')}`;
  await query(server, `create database ${name}`);
  const url = server.replace(/postgres$/, name);
  return {
    url,
    sql: (text) => query(url, text),
    drop: async () => {
      await query(server, `drop database if exists ${name} with (force)`);
    },
  };
};
