/** What a PostgreSQL server has to be before anything is done with it, and in words why it can't be used. */
import { sql } from 'kysely';
import { certificateTrouble } from '../../certificates.ts';
import { PlatenError } from '../../errors.ts';
import type { Db } from '../database.ts';

/** The oldest that is tried; those before it nobody maintains any more. */
const LEAST_VERSION = 14;

/** `server_version_num`: 180004 for 18.4. */
export const refuseOldServer = (version: number): void => {
  if (version >= LEAST_VERSION * 10_000) return;
  throw new PlatenError(
    'not_ready',
    `PostgreSQL ${LEAST_VERSION} or newer is needed, and this server is ${Math.floor(version / 10_000)}.${version % 10_000}.`,
    { hint: 'Upgrade it (pg_upgrade), or use another server.' },
  );
};

/** Keys are any Unicode, and their order is that of UTF-8. */
const refuseOtherEncodings = (encoding: string | undefined): void => {
  if (encoding === 'UTF8') return;
  throw new PlatenError('not_ready', `The database's encoding is ${encoding}; Platen needs UTF8.`, {
    hint: "Make it anew with: create database … encoding 'UTF8' template template0",
  });
};

export const requireServer = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`.execute(
    db,
  );
  refuseOldServer(Number(rows[0]?.version));
  refuseOtherEncodings(rows[0]?.encoding);
};

const RIGHTS =
  'The user may not do what is needed; make it the owner: alter database … owner to …, and: grant all on schema public to …';

const FOREIGN = 'It holds tables of something else: give Platen a database of its own.';

/** By SQLSTATE. */
const HINTS: Readonly<Record<string, string>> = {
  '28P01': 'The user or the password in DATABASE_URL is wrong.',
  '28000': 'The server has no such user, or its pg_hba.conf does not let it in from here.',
  '3D000': "There is no such database: create database … encoding 'UTF8' template template0",
  '42501': RIGHTS,
  // Of a schema that it may not even use, it is told that there is none.
  '3F000': RIGHTS,
  // A table's name is taken; and the columns of a `schema_version`, which others have as well.
  '42P07': FOREIGN,
  '42703': FOREIGN,
  '53300': 'The server has no connection left: raise its max_connections, or put PgBouncer in front.',
};
const OTHERWISE =
  'Check DATABASE_URL (postgres://user:password@host:port/database) and that the server runs.';

export const openingError = (error: unknown, url: string): unknown => {
  if (error instanceof PlatenError) return error;
  // The address alone: the rest of the URL holds a password.
  const address = URL.canParse(url) ? `at ${new URL(url).host}${new URL(url).pathname}` : 'of DATABASE_URL';
  const reason = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new PlatenError('not_ready', `The PostgreSQL database ${address} cannot be used: ${reason}`, {
    hint: certificateTrouble(error) ?? HINTS[code] ?? OTHERWISE,
    cause: error,
  });
};
