import type { Migration } from './migration.ts';

/** Bytes of templates that were deleted and lie on the disk until the next sweeps: of this stretch of time and the one before. */
export const leavingBytes: Migration = {
  version: 12,
  name: 'leaving bytes',
  statements: () => [
    'alter table organizations add column leaving_stretch bigint not null default 0',
    'alter table organizations add column leaving_bytes bigint not null default 0',
    'alter table organizations add column leaving_before bigint not null default 0',
  ],
};
