import type { CreditStore, Store } from '../service/ports.ts';
import { apiKeyStore } from './api-keys.ts';
import { auditStore } from './audit.ts';
import { authRecords } from './auth-records.ts';
import { batchStore } from './batches.ts';
import { blobRegister, blobStore } from './blobs.ts';
import { callStore } from './calls/calls.ts';
import { creditStore } from './credit.ts';
import type { Database } from './database.ts';
import { jobStore } from './jobs.ts';
import { labelStore } from './labels.ts';
import { organizationStore } from './organizations.ts';
import { peopleStore } from './people.ts';
import { retentionStore } from './retention.ts';
import { retryStore } from './retries.ts';
import { sampleStore } from './samples.ts';
import { templateStore } from './templates.ts';
import { usageStore } from './usage.ts';
import { webhookStore } from './webhooks.ts';

/** The ports that are nothing but queries, and the group of charges that their front makes of single ones. */
export type DatabasePorts = Omit<Store, 'credit' | 'limiter' | 'ping' | 'replica' | 'close'> & {
  readonly credit: Omit<CreditStore, 'charge'>;
  readonly charges: { readonly commit: Database['chargeAll'] };
};

export const databasePorts = (database: Database): DatabasePorts => ({
  organizations: organizationStore(database),
  apiKeys: apiKeyStore(database),
  credit: creditStore(database),
  charges: { commit: database.chargeAll },
  templates: templateStore(database),
  labels: labelStore(database),
  samples: sampleStore(database),
  blobs: blobStore(database),
  blobRegister: blobRegister(database),
  retries: retryStore(database),
  jobs: jobStore(database),
  batches: batchStore(database),
  webhooks: webhookStore(database),
  calls: callStore(database),
  usage: usageStore(database),
  audit: auditStore(database),
  people: peopleStore(database),
  authRecords: authRecords(database),
  retention: retentionStore(database),
});
