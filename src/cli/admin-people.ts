/** `platen admin owner-link`, `platen admin person …`: who signs in, for an operator. */
import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import type { PeopleAdmin } from '../service/people/people-admin.ts';
import { addPersonData } from './admin-personal-data.ts';
import { columns, note, say, strong } from './terminal.ts';

const withPeople = async (work: (people: PeopleAdmin, url: string) => Promise<void>): Promise<void> => {
  const config = loadConfig();
  const { openAdmin } = await import('../app.ts');
  const { people, close } = await openAdmin(config, 'cli', { mustExist: true });
  try {
    await work(await people(), config.publicUrl ?? `http://${config.host}:${config.port}`);
  } finally {
    await close();
  }
};

export const addPeopleCommands = (admin: Command): void => {
  admin
    .command('owner-link')
    .argument('[organization]', 'id or name; the oldest where omitted')
    .description('make a link that makes whoever opens it an owner; it works once, and ends the one before')
    .action((reference: string | undefined) =>
      withPeople(async (people, url) => {
        say(strong(`${url}/setup#token=${await people.ownerToken(reference)}`));
        note('Whoever opens it first becomes an owner. Set PLATEN_URL where the address is another.');
      }),
    );

  const person = admin.command('person').description('people who sign in to the console');
  person
    .command('list')
    .description('list the people, with their organizations and roles')
    .action(() =>
      withPeople(async (people) =>
        say(
          columns(
            ['EMAIL', 'NAME', 'ORGANIZATIONS', 'CREATED'],
            (await people.list()).map(({ email, name, organizations, createdAt }) => [
              email,
              name,
              organizations.map((one) => `${one.name} (${one.role})`).join(', ') || '–',
              new Date(createdAt).toISOString(),
            ]),
          ),
        ),
      ),
    );
  person
    .command('role')
    .argument('<organization>', 'id or name')
    .argument('<email>')
    .argument('<role>', 'owner, admin, member, or "none" to remove the person')
    .description('make somebody owner, admin or member of an organization, or remove them')
    .action((organization: string, email: string, role: string) =>
      withPeople(async (people) => {
        await people.setRole(organization, email, role);
        say(`${email}: ${role}`);
      }),
    );
  person
    .command('reset-password')
    .argument('<email>')
    .description('give somebody a new password and show it, this once; their sessions end')
    .action((email: string) =>
      withPeople(async (people) => {
        say(strong(await people.resetPassword(email)));
        note('Pass it on over a safe way; the person changes it after signing in.');
      }),
    );
  addPersonData(person);
};
