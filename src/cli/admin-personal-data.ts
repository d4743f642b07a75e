/** `platen admin org export`, `org erase`, `person export` and `person erase`: what the law gives people a right to. */
import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { note, say, UsageError } from './terminal.ts';

const shown = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ') || 'nothing';

const NOT_YET = 'Nothing was erased: add --yes where it is meant. It cannot be undone.';
const BACKUPS = 'Backups still hold it until they are thrown away; restored, they have to be erased again.';

export const addOrganizationData = (organizations: Command): void => {
  organizations
    .command('export')
    .argument('<organization>', 'id or name')
    .argument('<file>', 'a ZIP that is not there yet')
    .description('all that is kept about an organization, without secrets')
    .action(async (reference: string, file: string) => {
      const { exportOrganization } = await import('../personal-data.ts');
      say(`${file}: ${shown(await exportOrganization(loadConfig(), reference, file))}.`);
    });
  organizations
    .command('erase')
    .argument('<organization>', 'id or name')
    .option('--yes', 'do it; otherwise only what would go is told')
    .description('all of an organization but the amounts of its ledger; its jobs end')
    .action(async (reference: string, flags: { yes?: true }) => {
      const { erasureOfOrganization } = await import('../personal-data.ts');
      const { name, counts, people } = await erasureOfOrganization(
        loadConfig(),
        reference,
        flags.yes === true,
      );
      const { ledger = 0, ...gone } = counts;
      say(`${name}: ${shown(gone)}; ${ledger} amounts of its ledger stay without its name.`);
      if (people.length > 0) say(`People who are in no other organization: ${people.join(', ')}.`);
      if (!flags.yes) throw new UsageError(NOT_YET);
      say('Erased. Files leave the disk within half an hour.');
      note(BACKUPS);
    });
};

export const addPersonData = (person: Command): void => {
  person
    .command('export')
    .argument('<email>')
    .argument('<file>', 'a ZIP that is not there yet')
    .description('all that is kept about a person, without secrets')
    .action(async (email: string, file: string) => {
      const { exportPerson } = await import('../personal-data.ts');
      say(`${file}: ${shown(await exportPerson(loadConfig(), email, file))}.`);
    });
  person
    .command('erase')
    .argument('<email>')
    .option('--yes', 'do it; otherwise only what would go is told')
    .description('a person; what they changed stays, under a name that says nothing')
    .action(async (email: string, flags: { yes?: true }) => {
      const { erasureOfPerson } = await import('../personal-data.ts');
      const { name, counts, left } = await erasureOfPerson(loadConfig(), email, flags.yes === true);
      say(`${name}: ${shown(counts)}.`);
      for (const organization of left)
        note(
          `"${organization}" is then without an owner; \`platen admin owner-link "${organization}"\` makes one.`,
        );
      if (!flags.yes) throw new UsageError(NOT_YET);
      say('Erased.');
      note(BACKUPS);
    });
};
