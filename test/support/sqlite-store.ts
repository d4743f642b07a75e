/** A real SQLite store in a folder that goes away with the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';

export const sqliteStore = async (): Promise<Store> => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-store-'));
  const store = await openStore({ kind: 'sqlite', folder });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return store;
};
