import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { ALL_TIME } from '../contracts/store/fixture.ts';
import type { Acknowledged } from './crash-child.ts';

const ROUNDS = 3;
const OPENING_CREDIT = 1_000_000;
const GRANT = 7;
const CHILD = fileURLToPath(new URL('./crash-child.ts', import.meta.url));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-crash-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Victim {
  readonly process: ChildProcess;
  readonly acknowledged: Acknowledged[];
  readonly errors: string[];
}

const startVictim = (organizationId: string, round: number): Victim => {
  const child = spawn(process.execPath, [CHILD, folder, organizationId, `round${round}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const victim: Victim = { process: child, acknowledged: [], errors: [] };
  createInterface({ input: child.stdout }).on('line', (line) => {
    // The last line may be cut off by the kill: then it was not acknowledged.
    if (line.endsWith('}')) victim.acknowledged.push(JSON.parse(line));
  });
  child.stderr.on('data', (chunk) => victim.errors.push(String(chunk)));
  return victim;
};

/** Another process at work on the same file, as `platen admin` would be. Returns how many grants it was told are in. */
const grantWhile = async (store: Store, organizationId: string, running: () => boolean): Promise<number> => {
  let grants = 0;
  while (running()) {
    await store.credit.grant(organizationId, GRANT, 'while it runs', { name: 'cli', at: Date.now() });
    grants += 1;
    await sleep(10);
  }
  return grants;
};

const expectUploads = async (store: Store, organizationId: string, lines: readonly Acknowledged[]) => {
  for (const line of lines) {
    if (line.did === 'charge') continue;
    const found = await store.templates.find(organizationId, line.key, line.version);
    expect(found?.version.fileHash).toBe(line.hash);
    expect(found?.template.version).toBeGreaterThanOrEqual(line.version);
  }
};

/** Also what was under way and never acknowledged is there whole or not at all. */
const expectNothingHalf = async (store: Store, organizationId: string) => {
  for (const template of await store.templates.list(organizationId)) {
    const versions = await store.templates.versions(organizationId, template.key, { limit: 1_000_000 });
    const numbers = Array.from({ length: template.version }, (_, n) => template.version - n);
    expect(versions.map(({ number }) => number)).toEqual(numbers);
    for (const { number } of versions) {
      const found = await store.templates.find(organizationId, template.key, number);
      const fileHash = found?.version.fileHash ?? '';
      expect(sha256((await store.blobs.get(fileHash)) ?? new Uint8Array())).toBe(fileHash);
    }
  }
};

const expectLedgerToAddUp = async (store: Store, organizationId: string, lines: readonly Acknowledged[]) => {
  const ledger = await store.credit.ledger(organizationId, 1_000_000);
  const requests = new Set(ledger.flatMap(({ requestId }) => requestId ?? []));
  const promised = lines.flatMap((line) => (line.did === 'charge' ? line.requestId : []));
  expect(promised.filter((requestId) => !requests.has(requestId))).toEqual([]);
  const granted = ledger
    .filter(({ reason }) => reason === 'grant')
    .reduce((sum, { amount }) => sum + amount, 0);
  const credit = (await store.organizations.get(organizationId))?.credit ?? 0;
  expect(credit + requests.size).toBe(granted);
  expect(ledger[0]?.balanceAfter).toBe(credit);
  const templates = await store.templates.list(organizationId);
  expect(templates.reduce((sum, { usage }) => sum + usage, 0)).toBe(requests.size);
  const series = await store.usage.series(organizationId, ALL_TIME, 1_000);
  expect(series.reduce((sum, { count }) => sum + count, 0)).toBe(requests.size);
  return granted;
};

test('a server killed in the middle of its work has kept every promise, and nothing half', async () => {
  const organizationId = 'crash';
  const everything: Acknowledged[] = [];
  let grants = 0;
  let store = await openStore({ kind: 'sqlite', folder });
  const organization = { id: organizationId, name: 'Crash', credit: OPENING_CREDIT };
  await store.organizations.create(organization, { name: 'test', at: Date.now() });
  for (let round = 1; round <= ROUNDS; round += 1) {
    const victim = startVictim(organizationId, round);
    const exited = once(victim.process, 'close');
    let alive = true;
    const granting = grantWhile(store, organizationId, () => alive);
    const deadline = Date.now() + 20_000;
    // Never at the same place: each kind of promise has been given by then, and all are still being given.
    while (victim.acknowledged.length < 70 * round && Date.now() < deadline) await sleep(2);
    victim.process.kill('SIGKILL');
    await exited;
    alive = false;
    grants += await granting;
    expect(victim.errors.join('').replace(/.*Warning.*\n/g, '')).toBe('');
    expect(new Set(victim.acknowledged.map(({ did }) => did))).toEqual(
      new Set(['create', 'replace', 'charge']),
    );
    everything.push(...victim.acknowledged);

    // With the last connection gone, the next one finds what a restarted machine would.
    await store.close();
    store = await openStore({ kind: 'sqlite', folder });
    await expectUploads(store, organizationId, everything);
    await expectNothingHalf(store, organizationId);
    const granted = await expectLedgerToAddUp(store, organizationId, everything);
    expect(granted).toBe(OPENING_CREDIT + grants * GRANT);
  }
  await store.close();
});
