import { initial } from './0001-initial.ts';
import { people } from './0002-people.ts';
import { consoleSettings } from './0003-console.ts';
import { invitationMakers } from './0004-invitation-makers.ts';
import { storage } from './0005-storage.ts';
import { retries } from './0006-retries.ts';
import { jobs } from './0007-jobs.ts';
import { blobPieces } from './0008-blob-pieces.ts';
import { webhooks } from './0009-webhooks.ts';
import { objects } from './0010-objects.ts';
import { batches } from './0011-batches.ts';
import { leavingBytes } from './0012-leaving-bytes.ts';
import { traces } from './0013-traces.ts';
import { erasure } from './0014-erasure.ts';
import { includes } from './0015-includes.ts';
import { preludes } from './0016-preludes.ts';
import { versions } from './0017-versions.ts';
import { calls } from './0018-calls.ts';
import { callsByCode } from './0019-calls-by-code.ts';
import { ledgerAlone } from './0020-ledger-alone.ts';
import type { Migration } from './migration.ts';

/** In order; a test holds the numbers to 1, 2, 3, … */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  people,
  consoleSettings,
  invitationMakers,
  storage,
  retries,
  jobs,
  blobPieces,
  webhooks,
  objects,
  batches,
  leavingBytes,
  traces,
  erasure,
  includes,
  preludes,
  versions,
  calls,
  callsByCode,
  ledgerAlone,
];
