/**
 * What an organization or a person may ask of whoever runs a server: all that is kept about them, or none of it any more. Built by
 * hand from the configuration, as `archives.ts` is; works beside servers that run.
 */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { openTarget } from './archives.ts';
import type { Config } from './config.ts';
import { PlatenError } from './errors.ts';
import { makeLogger } from './http/logging.ts';
import { ZipWriter } from './ooxml/zip-write.ts';
import { openStoreWithFiles, requireDatabase } from './parts.ts';
import { Admin } from './service/admin.ts';
import { BLOB_GRACE_MS } from './service/housekeeping.ts';
import type { Organization, PersonRecord } from './service/model.ts';
import { emailOf } from './service/people/people-rules.ts';
import type { Store } from './service/ports.ts';
import type { Database } from './store/database.ts';
import { countOfOrganization, eraseOrganization, erasePerson } from './store/erasure/erase.ts';
import { type ExportedRows, rowsOfOrganization, rowsOfPerson } from './store/erasure/export.ts';

interface Rooms {
  readonly store: Store;
  readonly database: Database;
}

const withRooms = async <T>(config: Config, work: (rooms: Rooms) => Promise<T>): Promise<T> => {
  requireDatabase(config);
  const { store } = await openStoreWithFiles(config, makeLogger('warn'));
  try {
    const database = await openTarget(config);
    try {
      return await work({ store, database });
    } finally {
      await database.db.destroy();
    }
  } finally {
    await store.close();
  }
};

const organizationOf = (config: Config, { store }: Rooms, reference: string): Promise<Organization> =>
  new Admin(store, { actor: 'cli', credits: config.credits }).organization(reference);

const personOf = async ({ store }: Rooms, email: string): Promise<PersonRecord> => {
  const person = await store.people.findByEmail(emailOf(email));
  if (person === undefined) throw new PlatenError('member_not_found', `Nobody has the address "${email}".`);
  return person;
};

/** How much there is of what: rows by table, and files. */
type Counts = Readonly<Record<string, number>>;

export const exportOrganization = (config: Config, reference: string, file: string): Promise<Counts> =>
  withRooms(config, async (rooms) => {
    const { id } = await organizationOf(config, rooms, reference);
    return writeExport(file, rowsOfOrganization(rooms.database.db, id), rooms.store);
  });

export const exportPerson = (config: Config, email: string, file: string): Promise<Counts> =>
  withRooms(config, async (rooms) => {
    const person = await personOf(rooms, email);
    return writeExport(file, rowsOfPerson(rooms.database.db, person), rooms.store);
  });

/** What is about to go, and who has no other organization. */
interface Erasure {
  readonly name: string;
  readonly counts: Counts;
  readonly people: readonly string[];
  /** Organizations that have no other owner. */
  readonly left: readonly string[];
}

/** `isMeant`: it is done, and not only told. */
export const erasureOfOrganization = (
  config: Config,
  reference: string,
  isMeant: boolean,
): Promise<Erasure> =>
  withRooms(config, async (rooms) => {
    const { store, database } = rooms;
    const { id, name } = await organizationOf(config, rooms, reference);
    const people = (await store.people.list()).filter(({ organizations }) =>
      organizations.every((one) => one.id === id),
    );
    const members = people.filter(({ organizations }) => organizations.length > 0);
    const counts = await countOfOrganization(database.db, id);
    if (isMeant) {
      for (const person of members) await erasePerson(database, person, Date.now());
      await eraseOrganization(database, id, Date.now());
      await store.blobs.sweep(Date.now() - BLOB_GRACE_MS);
    }
    return { name, counts, people: members.map(({ email }) => email), left: [] };
  });

export const erasureOfPerson = (config: Config, email: string, isMeant: boolean): Promise<Erasure> =>
  withRooms(config, async (rooms) => {
    const { store, database } = rooms;
    const person = await personOf(rooms, email);
    const left: string[] = [];
    for (const one of person.organizations) {
      const owners = (await store.people.members(one.id)).filter(({ role }) => role === 'owner');
      if (owners.length === 1 && owners[0]?.id === person.id) left.push(one.name);
    }
    const counts: Record<string, number> = {};
    for await (const { table, rows } of rowsOfPerson(database.db, person))
      counts[table] = (counts[table] ?? 0) + rows.length;
    if (isMeant) await erasePerson(database, person, Date.now());
    return { name: person.email, counts, people: [], left };
  });

/** Columns that name a file. */
const FILES = ['file_hash', 'result_hash', 'report_hash', 'body_hash', 'records_hash'] as const;

/** A ZIP: the rows of each table as lines of JSON, and each file that they name, once. */
const writeExport = async (
  file: string,
  pages: AsyncIterable<ExportedRows>,
  { blobs }: Pick<Store, 'blobs'>,
): Promise<Counts> => {
  const target = openSync(file, 'wx', 0o600);
  const counts: Record<string, number> = {};
  try {
    const zip = new ZipWriter({ write: (chunk) => writeWhole(target, chunk) });
    const files = new Set<string>();
    let open: { readonly table: string; readonly entry: ReturnType<ZipWriter['open']> } | undefined;
    for await (const { table, rows } of pages) {
      if (open?.table !== table) {
        open?.entry.close();
        open = { table, entry: zip.open(`${table}.ndjson`) };
      }
      for (const row of rows) {
        open.entry.write(`${JSON.stringify(row)}\n`);
        for (const column of FILES) if (typeof row[column] === 'string') files.add(row[column]);
      }
      counts[table] = (counts[table] ?? 0) + rows.length;
    }
    open?.entry.close();
    for (const hash of files) counts['files'] = (counts['files'] ?? 0) + (await addFile(zip, blobs, hash));
    zip.finish();
    closeSync(target);
    return counts;
  } catch (error) {
    closeSync(target);
    rmSync(file, { force: true });
    throw error;
  }
};

/** 1; 0 where it has gone meanwhile. */
const addFile = async (zip: ZipWriter, blobs: Store['blobs'], hash: string): Promise<number> => {
  const head = await blobs.head(hash);
  if (head === undefined) return 0;
  const entry = zip.open(`files/${hash}`);
  if (head.pieces === 0) entry.write((await blobs.get(hash)) ?? new Uint8Array());
  for (let number = 0; number < head.pieces; number += 1)
    entry.write((await blobs.piece(hash, number)) ?? new Uint8Array());
  entry.close();
  return 1;
};

const writeWhole = (target: number, chunk: Uint8Array): void => {
  for (let at = 0; at < chunk.byteLength; ) at += writeSync(target, chunk, at);
};
