import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { storeContract } from '../contracts/store.ts';

storeContract('SQLite', {
  sharedLimits: false,
  async build() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-sqlite-'));
    const stores: Store[] = [];
    return {
      async open() {
        const store = await openStore({ kind: 'sqlite', folder: join(folder, 'data') });
        stores.push(store);
        return store;
      },
      async remove() {
        await Promise.all(stores.map((store) => store.close()));
        await rm(folder, { recursive: true });
      },
    };
  },
});
