import type { Migration } from './migration.ts';

/** Blobs whose bytes lie in a bucket: their rows say in which object, and hold them for whoever names them. */
export const objects: Migration = {
  version: 10,
  name: 'objects',
  statements: ({ text }) => [
    `alter table blobs add column object ${text}`,
    'alter table blobs add column piece_bytes bigint',
    'create index blobs_by_object on blobs (object) where object is not null',
  ],
};
