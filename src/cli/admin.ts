/** `platen admin …`: organizations, keys, credit, limits. Works on the database, also while servers run on it. */
import { Argument, type Command } from 'commander';
import { bytes } from '../config/read-value.ts';
import { loadConfig } from '../config.ts';
import type { Admin } from '../service/admin.ts';
import type { Organization } from '../service/model.ts';
import { addArchiveCommands } from './admin-archives.ts';
import { addPeopleCommands } from './admin-people.ts';
import { addOrganizationData } from './admin-personal-data.ts';
import { columns, say, strong, UsageError } from './terminal.ts';

/** `mayBeNew`: the first command that somebody runs may make the database. */
const withAdmin = async (
  work: (admin: Admin) => Promise<void>,
  { mayBeNew = false }: { readonly mayBeNew?: boolean } = {},
): Promise<void> => {
  const config = loadConfig();
  const { openAdmin } = await import('../app.ts');
  const { admin, close } = await openAdmin(config, 'cli', { mustExist: !mayBeNew });
  try {
    await work(admin);
  } finally {
    await close();
  }
};

const wholeNumber = (text: string): number => {
  if (!/^-?\d{1,15}$/.test(text)) throw new UsageError(`"${text}" is not a whole number.`);
  return Number(text);
};

const time = (value: number | null): string => (value === null ? '–' : new Date(value).toISOString());
const credit = (value: number | null): string => (value === null ? 'unlimited' : String(value));
const limit = (value: number | null): string => (value === null ? 'default' : String(value));

const showOrganizations = (organizations: readonly Organization[]): void =>
  say(
    columns(
      ['ID', 'NAME', 'CREDIT', 'GENERATE/MIN', 'OTHER/MIN', 'CREATED'],
      organizations.map((one) => [
        one.id,
        one.name,
        credit(one.credit),
        limit(one.generateLimit),
        limit(one.requestLimit),
        time(one.createdAt),
      ]),
    ),
  );

/** `2027-01-31`, a whole ISO 8601 time, or a span such as `90d`. */
const parseExpiry = (text: string): number => {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const at = days === undefined ? Date.parse(text) : Date.now() + Number(days) * 86_400_000;
  if (Number.isNaN(at))
    throw new UsageError(`"${text}" is no time. Write 2027-01-31, an ISO 8601 time, or a span such as 90d.`);
  return at;
};

const addOrganizations = (admin: Command): void => {
  const organizations = admin.command('org').description('organizations');
  organizations
    .command('create')
    .argument('<name>')
    .option('--credit <amount>', 'documents it may generate, or "unlimited"; otherwise PLATEN_CREDITS')
    .description('create an organization')
    .action((name: string, flags: { credit?: string }) =>
      withAdmin(
        async (service) => {
          const { credit: wanted } = flags;
          const amount =
            wanted === undefined ? undefined : wanted === 'unlimited' ? null : wholeNumber(wanted);
          showOrganizations([await service.createOrganization(name, amount)]);
        },
        { mayBeNew: true },
      ),
    );
  organizations
    .command('list')
    .description('list the organizations')
    .action(() => withAdmin(async (service) => showOrganizations(await service.organizations())));
  organizations
    .command('rename')
    .argument('<organization>', 'id or name')
    .argument('<name>')
    .description('give an organization another name')
    .action((reference: string, name: string) =>
      withAdmin(async (service) => showOrganizations([await service.renameOrganization(reference, name)])),
    );
  addOrganizationData(organizations);
};

const addKeys = (admin: Command): void => {
  const keys = admin.command('key').description('API keys');
  keys
    .command('create')
    .argument('<organization>', 'id or name')
    .argument('<name>', 'what the key is for')
    .option(
      '--scopes <list>',
      'comma-separated: templates:read, templates:write, generate, admin; all but admin where omitted',
    )
    .option('--expires <time>', 'a date, an ISO 8601 time, or a span such as 90d')
    .option(
      '--label <name>',
      'it makes documents of the versions that this label points at, and of no others',
    )
    .description('make a key and show it, this once')
    .action((reference: string, name: string, flags: { scopes?: string; expires?: string; label?: string }) =>
      withAdmin(async (service) => {
        const made = await service.createKey(reference, {
          name,
          ...(flags.scopes !== undefined && { scopes: flags.scopes.split(',').map((scope) => scope.trim()) }),
          ...(flags.expires !== undefined && { expiresAt: parseExpiry(flags.expires) }),
          ...(flags.label !== undefined && { label: flags.label }),
        });
        say(
          `${strong(made.secret)}\nid ${made.key.id}, scopes ${made.key.scopes.join(', ')}, expires ${time(made.key.expiresAt)}`,
        );
      }),
    );
  keys
    .command('list')
    .argument('<organization>', 'id or name')
    .description('list the keys of an organization')
    .action((reference: string) =>
      withAdmin(async (service) =>
        say(
          columns(
            ['ID', 'PREFIX', 'NAME', 'SCOPES', 'CREATED', 'LAST USED', 'EXPIRES', 'REVOKED'],
            (await service.keys(reference)).map((key) => [
              key.id,
              key.prefix,
              key.name,
              key.scopes.join(','),
              time(key.createdAt),
              time(key.lastUsedAt),
              time(key.expiresAt),
              time(key.revokedAt),
            ]),
          ),
        ),
      ),
    );
  keys
    .command('revoke')
    .argument('<organization>', 'id or name')
    .argument('<key>', 'id or prefix')
    .description('revoke a key; every server refuses it within a second')
    .action((reference: string, key: string) =>
      withAdmin(async (service) => {
        const revoked = await service.revokeKey(reference, key);
        say(`Revoked ${revoked.prefix}… (${revoked.name}).`);
      }),
    );
};

const addCredit = (admin: Command): void => {
  const balance = admin.command('credit').description('credit and its ledger');
  balance
    .command('add')
    .argument('<organization>', 'id or name')
    .argument('<amount>', 'documents; after "--" a negative number takes credit away')
    .option('--note <text>', 'why, for the ledger', '')
    .description('add credit')
    .action((reference: string, amount: string, flags: { note: string }) =>
      withAdmin(async (service) =>
        showOrganizations([await service.addCredit(reference, wholeNumber(amount), flags.note)]),
      ),
    );
  balance
    .command('set')
    .argument('<organization>', 'id or name')
    .addArgument(new Argument('<amount>', 'documents, or "unlimited"'))
    .option('--note <text>', 'why, for the ledger', '')
    .description('set the balance')
    .action((reference: string, amount: string, flags: { note: string }) =>
      withAdmin(async (service) =>
        showOrganizations([
          await service.setCredit(reference, amount === 'unlimited' ? null : wholeNumber(amount), flags.note),
        ]),
      ),
    );
  balance
    .command('ledger')
    .argument('<organization>', 'id or name')
    .option('--rows <count>', 'how many', '50')
    .description('every change of the balance, newest first')
    .action((reference: string, flags: { rows: string }) =>
      withAdmin(async (service) =>
        say(
          columns(
            ['TIME', 'AMOUNT', 'BALANCE', 'REASON', 'NOTE', 'REQUEST'],
            (await service.ledger(reference, wholeNumber(flags.rows))).map((entry) => [
              time(entry.at),
              String(entry.amount),
              credit(entry.balanceAfter),
              entry.reason,
              entry.note,
              entry.requestId ?? '–',
            ]),
          ),
        ),
      ),
    );
};

const parseLimit = (text: string): number | null => (text === 'default' ? null : wholeNumber(text));

const parseSize = (text: string): number | null => {
  if (text === 'default') return null;
  try {
    return bytes(text);
  } catch {
    throw new UsageError(`"${text}" is no size. Write one of at least 1KiB, such as 20GiB, or "default".`);
  }
};

const GIBIBYTE = 1024 ** 3;
const size = (value: number): string => `${Math.round((value / GIBIBYTE) * 1000) / 1000}GiB`;

const showLimits = ({ stored, ...one }: Organization): void =>
  say(
    columns(
      ['ID', 'NAME', 'GENERATE/MIN', 'OTHER/MIN', 'TEMPLATES', 'VERSIONS', 'STORAGE'],
      [
        [
          one.id,
          one.name,
          limit(one.generateLimit),
          limit(one.requestLimit),
          `${stored.templates} of ${limit(one.templateLimit)}`,
          `${stored.versions} of ${limit(one.versionLimit)}`,
          `${size(stored.bytes)} of ${one.storageLimit === null ? 'default' : size(one.storageLimit)}`,
        ],
      ],
    ),
  );

interface LimitFlags {
  readonly generate?: string;
  readonly requests?: string;
  readonly templates?: string;
  readonly versions?: string;
  readonly storage?: string;
}

const addLimits = (admin: Command): void => {
  admin
    .command('limits')
    .argument('<organization>', 'id or name')
    .option('--generate <number>', 'generate requests a minute, or "default"')
    .option('--requests <number>', 'other requests a minute, or "default"')
    .option('--templates <number>', 'templates that it may keep, or "default"')
    .option('--versions <number>', 'versions of them, all together, or "default"')
    .option('--storage <size>', 'bytes of them, such as 20GiB, or "default"')
    .description("set an organization's limits, or show them with what it keeps")
    .action((reference: string, flags: LimitFlags) =>
      withAdmin(async (service) => {
        const limits = {
          ...(flags.generate !== undefined && { generateLimit: parseLimit(flags.generate) }),
          ...(flags.requests !== undefined && { requestLimit: parseLimit(flags.requests) }),
          ...(flags.templates !== undefined && { templateLimit: parseLimit(flags.templates) }),
          ...(flags.versions !== undefined && { versionLimit: parseLimit(flags.versions) }),
          ...(flags.storage !== undefined && { storageLimit: parseSize(flags.storage) }),
        };
        const changed = Object.keys(limits).length > 0;
        showLimits(
          changed ? await service.setLimits(reference, limits) : await service.organization(reference),
        );
      }),
    );
};

const addRecords = (admin: Command): void => {
  admin
    .command('usage')
    .argument('<organization>', 'id or name')
    .option('--days <count>', 'how far back', '7')
    .description('documents by hour, template, format and outcome')
    .action((reference: string, flags: { days: string }) =>
      withAdmin(async (service) => {
        const to = Date.now() + 3_600_000;
        const hours = await service.usage(reference, to - wholeNumber(flags.days) * 86_400_000, to);
        say(
          columns(
            ['HOUR', 'TEMPLATE', 'FORMAT', 'OUTCOME', 'COUNT'],
            hours.map((hour) => [
              time(hour.start),
              hour.templateKey === '' ? '-' : (hour.templateKey ?? '…'),
              hour.format ?? '-',
              hour.outcome,
              String(hour.count),
            ]),
          ),
        );
      }),
    );
  admin
    .command('audit')
    .argument('[organization]', 'id or name; everything where omitted')
    .option('--rows <count>', 'how many', '50')
    .description('who changed what, newest first')
    .action((reference: string | undefined, flags: { rows: string }) =>
      withAdmin(async (service) =>
        say(
          columns(
            ['TIME', 'ACTOR', 'ACTION', 'SUBJECT'],
            (await service.audit(reference, wholeNumber(flags.rows))).map((entry) => [
              time(entry.at),
              entry.actor,
              entry.action,
              entry.subject,
            ]),
          ),
        ),
      ),
    );
};

export const addAdminCommands = (program: Command): void => {
  const admin = program
    .command('admin')
    .description('organizations, API keys, credit, limits, people; works while servers run');
  for (const add of [
    addOrganizations,
    addKeys,
    addCredit,
    addLimits,
    addRecords,
    addPeopleCommands,
    addArchiveCommands,
  ])
    add(admin);
};
