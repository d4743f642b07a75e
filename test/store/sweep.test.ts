/** What a sweep costs beside many blobs that stay. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { anOrganization, sha256 } from '../contracts/store/fixture.ts';

const STAY = 10_000;
const GO = 1_000;

test('what is in use is looked at once, however much there is to remove', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-sweep-'));
  const store = await openStore({ kind: 'sqlite', folder });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { id } = await anOrganization(store);
  const database = new DatabaseSync(join(folder, 'platen.db'));
  const put = database.prepare('insert into blobs (hash, bytes, stored_at) values (?, ?, ?)');
  const end = database.prepare(
    `insert into jobs (id, organization_id, state, template_key, version, output, actor, request_id, pins, total, created_at,
       result_hash) values (?, ?, 'completed', 'k', 1, 'PDF', 'a', 'r', '', 1, 1, ?)`,
  );
  database.exec('begin');
  for (let n = 0; n < STAY; n++) {
    put.run(sha256(`stays ${n}`), new Uint8Array(10), n);
    end.run(`job ${n}`, id, sha256(`stays ${n}`));
  }
  database.exec('commit');
  const costOfSweep = async (expected: number): Promise<number> => {
    const before = process.cpuUsage();
    expect(await store.blobs.sweep(STAY + GO)).toBe(expected);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await costOfSweep(0);
  const looking = await costOfSweep(0);
  database.exec('begin');
  for (let n = 0; n < GO; n++) put.run(sha256(`goes ${n}`), new Uint8Array(10), STAY + n);
  database.exec('commit');
  database.close();
  // Fifty batches: looking at everything for each of them took fifty times as long as looking once, and now takes four.
  expect(await costOfSweep(GO)).toBeLessThan(12 * looking);
});
