/**
 * The contract of the store's ports (src/service/ports.ts): one suite, run on each implementation.
 *
 * Two stores are open on the same database throughout, as two nodes would be, so that what one writes is read
 * through the other wherever a test does not say otherwise.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import { apiKeysContract } from './store/api-keys.ts';
import { batchesContract } from './store/batches.ts';
import { blobsContract } from './store/blobs.ts';
import { callsContract } from './store/calls.ts';
import { creditContract } from './store/credit.ts';
import type { Fixture, StoreFactory, StoreHouse } from './store/fixture.ts';
import { jobsContract } from './store/jobs.ts';
import { limiterContract } from './store/limiter.ts';
import { organizationsContract } from './store/organizations.ts';
import { peopleContract } from './store/people.ts';
import { retentionContract } from './store/retention.ts';
import { retriesContract } from './store/retries.ts';
import { storageContract } from './store/storage.ts';
import { templatesContract } from './store/templates.ts';
import { usageContract } from './store/usage.ts';
import { versionsContract } from './store/versions.ts';
import { webhooksContract } from './store/webhooks.ts';

export const storeContract = (name: string, factory: StoreFactory): void => {
  describe(`${name} store`, () => {
    let house: StoreHouse;
    let opened: Fixture | undefined;
    const fixture = (): Fixture => {
      if (opened === undefined) throw new Error('The stores are not open yet.');
      return opened;
    };

    beforeAll(async () => {
      house = await factory.build();
      // At once, because nodes of a new cluster start at once.
      const [store, other] = await Promise.all([house.open(), house.open()]);
      opened = { store, other };
    });
    afterAll(() => house.remove());

    organizationsContract(fixture, factory);
    apiKeysContract(fixture);
    creditContract(fixture, factory);
    templatesContract(fixture);
    versionsContract(fixture);
    storageContract(fixture);
    blobsContract(fixture);
    retriesContract(fixture);
    jobsContract(fixture);
    batchesContract(fixture);
    webhooksContract(fixture);
    usageContract(fixture);
    callsContract(fixture);
    peopleContract(fixture);
    limiterContract(fixture, factory);
    retentionContract(fixture, factory);
  });
};
