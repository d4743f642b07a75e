import type { DatabasePorts } from './database-ports.ts';

/** What only reads: it waits for no other transaction's rows. */
export const READS: { readonly [Port in keyof DatabasePorts]: readonly (keyof DatabasePorts[Port])[] } = {
  organizations: ['get', 'list', 'prelude'],
  apiKeys: ['findByHash', 'list'],
  credit: ['ledger'],
  charges: [],
  templates: ['find', 'draft', 'including', 'newestBefore', 'list', 'versions', 'checkVersion'],
  labels: ['list'],
  samples: ['list', 'get'],
  blobs: ['get', 'copyToFile', 'head', 'piece', 'link'],
  blobRegister: ['find', 'inUse', 'hasObjects'],
  retries: [],
  jobs: ['get', 'list', 'waiting'],
  batches: ['chunks'],
  webhooks: ['list', 'get', 'deliveries', 'waiting'],
  calls: ['list', 'get'],
  usage: ['series'],
  audit: ['list'],
  people: [
    'list',
    'findByEmail',
    'memberships',
    'members',
    'hasOwner',
    'findLink',
    'invitations',
    'isInvited',
  ],
  authRecords: ['find', 'count'],
  retention: ['organizations', 'callRules'],
};
