import type { Migration } from './migration.ts';

/**
 * Files that may be larger than a value of either database: in pieces, each written by itself. While pieces are being written
 * the blob has `pieces` -1 and is not there for anybody; a blob that stands whole in its row has 0.
 */
export const blobPieces: Migration = {
  version: 8,
  name: 'blob pieces',
  statements: ({ text, bytes }) => [
    'alter table blobs add column pieces bigint not null default 0',
    'alter table blobs add column size bigint',
    `create table blob_pieces (
      hash ${text} not null references blobs (hash) on delete cascade,
      number bigint not null,
      bytes ${bytes} not null,
      primary key (hash, number)
    )`,
  ],
};
