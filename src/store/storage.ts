/**
 * The account of what an organization keeps. Each change holds the organization's row until its transaction ends, and
 * takes it before any other, as a charge does: so the sums are exact, and nobody waits for whom they hold up.
 */
import { PlatenError } from '../errors.ts';
import type { Storage } from '../service/model.ts';
import { present, type Trx } from './database.ts';
import { toStorage } from './rows.ts';

/** What is kept now; negative where it becomes less. */
export const changeStored = async (trx: Trx, organizationId: string, change: Storage): Promise<Storage> => {
  const row = await trx
    .updateTable('organizations')
    .set(({ eb }) => ({
      template_count: eb('template_count', '+', change.templates),
      version_count: eb('version_count', '+', change.versions),
      stored_bytes: eb('stored_bytes', '+', change.bytes),
    }))
    .where('id', '=', organizationId)
    .returning(['template_count', 'version_count', 'stored_bytes'])
    .executeTakeFirst();
  return toStorage(present(row));
};

export const NOTHING: Storage = { templates: 0, versions: 0, bytes: 0 };

export const sum = (one: Storage, other: Storage): Storage => ({
  templates: one.templates + other.templates,
  versions: one.versions + other.versions,
  bytes: one.bytes + other.bytes,
});

export const negative = ({ templates, versions, bytes }: Storage): Storage => ({
  templates: -templates,
  versions: -versions,
  bytes: -bytes,
});

/** Where a limit was lowered, what is there stays, and only more of it is refused. */
export const refuseBeyond = (kept: Storage, added: Storage, within: Storage): void => {
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

const storageLimit = (kind: keyof Storage, limit: number): PlatenError =>
  new PlatenError(
    'storage_limit',
    `The organization may keep ${WORDS[kind](limit)}, and this would be more.`,
    {
      hint: `Delete templates that are not needed, or have whoever runs this server raise the limit (platen admin limits … ${OPTIONS[kind]}).`,
    },
  );
