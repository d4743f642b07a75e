/**
 * The account of what an organization keeps. Each change holds the organization's row until its transaction ends, and
 * takes it before any other, as a charge does: so the sums are exact, and nobody waits for whom they hold up.
 */
import { PlatenError } from '../errors.ts';
import type { Storage } from '../service/model.ts';
import { present, type Trx } from './database.ts';
import { toStorage } from './rows.ts';

/** What an organization keeps, and bytes of what it has deleted that a sweep has not yet removed. */
interface Kept extends Storage {
  readonly leaving: number;
}

/** A sweep comes every two minutes and leaves what is younger than ten. */
const STRETCH_MS = 12 * 60_000;

interface Leaving {
  readonly leaving_stretch: number;
  readonly leaving_bytes: number;
  readonly leaving_before: number;
}

/** By now: of this stretch of time, and of the one before. */
const leavingAt = (row: Leaving, at: number): { stretch: number; bytes: number; before: number } => {
  const stretch = Math.floor(at / STRETCH_MS);
  if (row.leaving_stretch >= stretch)
    return { stretch: row.leaving_stretch, bytes: row.leaving_bytes, before: row.leaving_before };
  return { stretch, bytes: 0, before: row.leaving_stretch === stretch - 1 ? row.leaving_bytes : 0 };
};

export const keptAt = (row: Parameters<typeof toStorage>[0] & Leaving, at: number): Kept => {
  const { bytes, before } = leavingAt(row, at);
  return { ...toStorage(row), leaving: bytes + before };
};

/** Notes what a deletion leaves on the disk. The organization's row is held. */
export const noteLeaving = async (
  trx: Trx,
  organizationId: string,
  gone: { readonly bytes: number; readonly at: number },
): Promise<void> => {
  const row = await trx
    .selectFrom('organizations')
    .select(LEAVING_COLUMNS)
    .where('id', '=', organizationId)
    .executeTakeFirst();
  const { stretch, bytes, before } = leavingAt(present(row), gone.at);
  await trx
    .updateTable('organizations')
    .set({ leaving_stretch: stretch, leaving_bytes: bytes + gone.bytes, leaving_before: before })
    .where('id', '=', organizationId)
    .execute();
};

const LEAVING_COLUMNS = ['leaving_stretch', 'leaving_bytes', 'leaving_before'] as const;
export const KEPT_COLUMNS = ['template_count', 'version_count', 'stored_bytes', ...LEAVING_COLUMNS] as const;

/** What is kept then; negative where it becomes less. */
export const changeStored = async (
  trx: Trx,
  organizationId: string,
  change: Storage,
  at = Date.now(),
): Promise<Kept> => {
  const row = await trx
    .updateTable('organizations')
    .set(({ eb }) => ({
      template_count: eb('template_count', '+', change.templates),
      version_count: eb('version_count', '+', change.versions),
      stored_bytes: eb('stored_bytes', '+', change.bytes),
    }))
    .where('id', '=', organizationId)
    .returning(KEPT_COLUMNS)
    .executeTakeFirst();
  return keptAt(present(row), at);
};

export const NOTHING: Storage = { templates: 0, versions: 0, bytes: 0 };

export const sum = (one: Kept, other: Storage): Kept => ({
  leaving: one.leaving,
  templates: one.templates + other.templates,
  versions: one.versions + other.versions,
  bytes: one.bytes + other.bytes,
});

export const negative = ({ templates, versions, bytes }: Storage): Storage => ({
  templates: -templates,
  versions: -versions,
  bytes: -bytes,
});

/** So many times an organization's bytes may lie on the disk, with those that it has deleted: room for whoever tidies up. */
const MOST_ON_DISK = 2;

/** Where a limit was lowered, what is there stays, and only more of it is refused. */
export const refuseBeyond = (kept: Kept, added: Storage, within: Storage): void => {
  if (added.bytes > 0 && kept.bytes + kept.leaving > within.bytes * MOST_ON_DISK && kept.leaving > 0)
    throw stillLeaving();
  for (const kind of ['templates', 'versions', 'bytes'] as const)
    if (added[kind] > 0 && kept[kind] > within[kind]) throw storageLimit(kind, within[kind]);
};

const MEBIBYTE = 1024 ** 2;
const WORDS: Readonly<Record<keyof Storage, (limit: number) => string>> = {
  templates: (limit) => `${limit} templates`,
  versions: (limit) => `${limit} versions of templates`,
  bytes: (limit) => `${Math.round((limit / MEBIBYTE) * 10) / 10} MiB of templates`,
};
const OPTIONS = { templates: '--templates', versions: '--versions', bytes: '--storage' } as const;

const stillLeaving = (): PlatenError =>
  new PlatenError(
    'storage_limit',
    'The organization has deleted so many bytes of templates lately that the disk still holds more than it may keep.',
    { hint: 'Deleted templates leave the disk within 25 minutes; send this again then.' },
  );

const storageLimit = (kind: keyof Storage, limit: number): PlatenError =>
  new PlatenError(
    'storage_limit',
    `The organization may keep ${WORDS[kind](limit)}, and this would be more.`,
    {
      hint: `Delete templates that are not needed, or have whoever runs this server raise the limit (platen admin limits … ${OPTIONS[kind]}).`,
    },
  );
