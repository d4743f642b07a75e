/** `platen admin backup`, `restore` and `move`. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { postgresUrl } from '../config/read-value.ts';
import { loadConfig } from '../config.ts';
import { note, say, UsageError } from './terminal.ts';

/** In the environment, not on the command line, which everybody on the machine can read. */
const passphraseOf = (isNeeded: boolean): string | undefined => {
  const passphrase = process.env['PLATEN_BACKUP_PASSPHRASE'];
  if (isNeeded && (passphrase === undefined || passphrase.length < 12))
    throw new UsageError('--encrypt needs PLATEN_BACKUP_PASSPHRASE, 12 characters or more.');
  return passphrase;
};

const shown = (tables: Readonly<Record<string, { readonly rows: number }>>): string =>
  Object.entries(tables)
    .filter(([, { rows }]) => rows > 0)
    .map(([name, { rows }]) => `${rows} ${name}`)
    .join(', ') || 'nothing';

/** A folder with an embedded database, or the address of PostgreSQL. */
const placeOf = (text: string): { readonly databaseUrl: string | null; readonly dataFolder: string } => {
  if (/^postgres(ql)?:/.test(text)) return { databaseUrl: postgresUrl(text), dataFolder: '' };
  const folder = text.replace(/^sqlite:(\/\/)?/, '');
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(folder))
    throw new UsageError(
      `--to takes postgres://user:password@host:5432/database or a folder, nothing else with a scheme.`,
    );
  return { databaseUrl: null, dataFolder: resolve(folder) };
};

export const addArchiveCommands = (admin: Command): void => {
  admin
    .command('backup')
    .argument('<file>', 'where to write it')
    .option('--encrypt', 'with the passphrase in PLATEN_BACKUP_PASSPHRASE')
    .option('--with-files', 'the files of the bucket as well; otherwise only their names')
    .description('everything in one file, as of this moment; servers go on')
    .action(async (file: string, flags: { encrypt?: true; withFiles?: true }) => {
      const { backUp } = await import('../archives.ts');
      const { facts, tables } = await backUp(loadConfig(), file, {
        hasFiles: flags.withFiles === true,
        passphrase: flags.encrypt ? passphraseOf(true) : undefined,
      });
      say(`${file}: ${shown(tables)}.`);
      if (facts.files !== 'inside')
        note('Files that lie in the bucket are not in it: back that up as well, or use --with-files.');
    });
  admin
    .command('restore')
    .argument('<file>', 'a backup')
    .description('into the configured database, which has to be empty')
    .action(async (file: string) => {
      const { restore } = await import('../archives.ts');
      const { facts, tables } = await restore(loadConfig(), file, passphraseOf(false));
      say(`Restored from ${facts.madeAt}, and checked: ${shown(tables)}.`);
    });
  admin
    .command('move')
    .option('--to <place>', 'postgres://… or a folder; empty, and with nobody at work in it')
    .option(
      '--take-back',
      'servers may start again on the configured database, though it was moved: what was written to the new one since is not in it',
    )
    .description('the configured database to another one; stop the servers first')
    .action(async ({ to, takeBack }: { to?: string; takeBack?: true }) => {
      if ((to === undefined) === (takeBack === undefined))
        throw new UsageError('move takes --to PLACE, or --take-back.');
      const { moveTo, takeMoveBack } = await import('../archives.ts');
      if (to === undefined) {
        const wasMoved = await takeMoveBack(loadConfig());
        say(
          wasMoved
            ? 'Servers start on this database again. Start none on the other one.'
            : 'This database was not moved: nothing was changed.',
        );
        return;
      }
      const target = placeOf(to);
      const tables = await moveTo(loadConfig(), target);
      say(`Moved, and checked: ${shown(tables)}.`);
      note(
        target.databaseUrl === null
          ? `Start the servers with PLATEN_DATA=${target.dataFolder}, and without DATABASE_URL.`
          : 'Start the servers with DATABASE_URL set to it.',
      );
      note('The old database keeps what it has, and is marked: no server starts on it again.');
    });
};
