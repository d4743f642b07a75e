/** Servers that can't be used: what is wrong is said at the start, with the way out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readBucketAddress } from '../../src/config/bucket-address.ts';
import { openObjectBlobs } from '../../src/object-storage/object-blobs.ts';
import { openStore } from '../../src/store/open-store.ts';
import { refuseOldServer } from '../../src/store/postgres/opening.ts';
import { EXPIRED } from '../support/expired-certificate.ts';
import { freshDatabase } from '../support/postgres.ts';
import { S3_CREDENTIALS } from '../support/s3.ts';

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};
const open = async (url: string): Promise<void> => (await openStore({ kind: 'postgres', url })).close();

test('PostgreSQL that is too old is refused, by its number', () => {
  expect(() => refuseOldServer(130_022)).toThrow('14 or newer is needed, and this server is 13.22');
  expect(() => refuseOldServer(90_624)).toThrow('9.624');
  refuseOldServer(140_000);
  refuseOldServer(180_004);
});

test('a user without rights, a database that is not there', async () => {
  const database = await freshDatabase();
  const { host, pathname } = new URL(database.url);
  const role = `r${pathname.slice(-12)}`;
  await database.sql(`create role ${role} login password 'secret'`);
  try {
    for (const message of ['permission denied', 'no schema']) {
      await expect(open(`postgres://${role}:secret@${host}${pathname}`)).rejects.toMatchObject({
        code: 'not_ready',
        message: expect.stringContaining(message),
        hint: expect.stringContaining('owner'),
      });
      await database.sql('revoke all on schema public from public');
    }
    await database.sql('create table organizations (id int)');
    await expect(open(database.url)).rejects.toMatchObject({
      code: 'not_ready',
      hint: expect.stringContaining('a database of its own'),
    });
    await expect(open(`${database.url}_not`)).rejects.toMatchObject({
      code: 'not_ready',
      hint: expect.stringContaining('create database'),
    });
  } finally {
    await database.sql(`drop role ${role}`);
    await database.drop();
  }
});

test('a database server whose certificate has expired', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-certificate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const authority = join(folder, 'ca.pem');
  writeFileSync(authority, EXPIRED.cert);
  // As PostgreSQL begins: asked for TLS it answers S, and shakes hands.
  const port = await listening(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('S');
        new TLSSocket(socket, { isServer: true, ...EXPIRED }).on('error', () => undefined);
      });
    }),
  );
  const url = `postgres://ada:hunter2@localhost:${port}/platen?sslmode=verify-full&sslrootcert=${authority}`;
  const opening = open(url);
  await expect(opening).rejects.toMatchObject({
    code: 'not_ready',
    message: expect.stringContaining('certificate has expired'),
    hint: expect.stringContaining('renew it'),
  });
  await expect(opening).rejects.not.toMatchObject({ message: expect.stringContaining('hunter2') });
});

test('a bucket whose certificate has expired', async () => {
  const port = await listening(createHttpsServer(EXPIRED));
  for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const address = readBucketAddress(
    `s3://papers?endpoint=https://localhost:${port}&region=us-east-1&pathStyle=true`,
  );
  const patience = { connectMs: 1_000, silenceMs: 1_000, attempts: 1 };
  const files = openObjectBlobs(address, { register: {} as never, database: {} as never }, patience);
  try {
    await expect(files.check()).rejects.toMatchObject({
      code: 'not_ready',
      message: expect.stringMatching(/certificate/),
      hint: expect.stringMatching(/certificate/),
    });
  } finally {
    files.close();
  }
});
