/** An entry of the audit log in words: who did it, and what, with names where the log has codes. */
import type { ApiKey, AuditEntry, Member } from '../../api/settings-types.ts';
import { formatNumber } from '../../components/format.ts';

/** What the log names by code, by their names; what is gone meanwhile keeps its code. */
export interface AuditNames {
  readonly members: readonly Pick<Member, 'id' | 'email' | 'name'>[];
  readonly keys: readonly Pick<ApiKey, 'prefix' | 'name'>[];
}

interface Who {
  readonly name: string;
  /** What tells two of the same name apart. */
  readonly detail?: string;
}

const SYSTEM: Readonly<Record<string, string>> = {
  cli: 'Command line',
  'first-start': 'First start',
  platen: 'Platen',
};

export const whoOf = (actor: string, { members, keys }: AuditNames): Who => {
  const at = actor.indexOf(':');
  const [kind, code] = at === -1 ? ['', actor] : [actor.slice(0, at), actor.slice(at + 1)];
  if (kind === 'user') {
    const member = members.find(({ email }) => email === code);
    return member === undefined ? { name: code } : { name: member.name, detail: code };
  }
  if (kind === 'key') {
    const key = keys.find(({ prefix }) => prefix === code);
    return { name: key?.name ?? 'An API key', detail: `${code}…` };
  }
  return { name: SYSTEM[actor] ?? actor };
};

type Subject = AuditEntry['subject'];

const text = (subject: Subject, name: string): string => {
  const value = subject[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const person = (subject: Subject, { members }: AuditNames): string =>
  members.find(({ id }) => id === subject['userId'])?.name ?? 'somebody who has left';

const forWhom = (subject: Subject): string => {
  const email = text(subject, 'email');
  return `${text(subject, 'role')}${email === '' ? '' : `, for ${email}`}`;
};

const labelMoves = (subject: Subject): string => {
  const moves = Object.entries((subject['labels'] ?? {}) as Record<string, number | null>).map(
    ([name, version]) => (version === null ? `removed ${name}` : `${name} at version ${version}`),
  );
  return moves.length === 0 ? 'Labels' : `Labels, ${moves.join(', ')}`;
};

const limit = (subject: Subject, name: string): string => {
  const value = subject[name];
  return typeof value === 'number' ? formatNumber(value) : 'as the server has it';
};

const LIMITS = [
  ['generateLimit', 'documents a minute'],
  ['requestLimit', 'other requests a minute'],
  ['templateLimit', 'templates'],
  ['versionLimit', 'versions'],
  ['storageLimit', 'bytes of templates'],
] as const;

const balance = (subject: Subject): string => {
  const value = subject['balance'];
  return typeof value === 'number' ? formatNumber(value) : 'unlimited';
};

const noted = (sentence: string, subject: Subject): string => {
  const note = text(subject, 'note');
  return note === '' ? sentence : `${sentence}: ${note}`;
};

const WORDS: Readonly<Record<string, (subject: Subject, names: AuditNames) => string>> = {
  'batch.create': (subject) => `Started a batch of template ${text(subject, 'templateKey')}`,
  'batch.cancel': () => 'Called a batch off',
  'template.create': (subject) => `Uploaded template ${text(subject, 'name') || text(subject, 'key')}`,
  'template.replace': (subject) =>
    `Replaced template ${text(subject, 'key')}, now version ${text(subject, 'version')}`,
  'template.rollback': (subject) =>
    `Went back to version ${text(subject, 'restores')} of template ${text(subject, 'key')}`,
  'template.draft': (subject) => `Saved draft ${text(subject, 'draft')} of template ${text(subject, 'key')}`,
  'template.publish': (subject) =>
    `Published template ${text(subject, 'key')}, now version ${text(subject, 'version')}`,
  'template.discard': (subject) =>
    `Threw away draft ${text(subject, 'draft')} of template ${text(subject, 'key')}`,
  'template.label': (subject) => `${labelMoves(subject)}: template ${text(subject, 'key')}`,
  'template.sample': (subject) =>
    `Saved sample set ${text(subject, 'name')} of template ${text(subject, 'key')}`,
  'template.sample_delete': (subject) =>
    `Deleted sample set ${text(subject, 'name')} of template ${text(subject, 'key')}`,
  'template.rename': (subject) => `Renamed template ${text(subject, 'key')} to ${text(subject, 'name')}`,
  'template.expire': (subject) =>
    `Versions of templates that are not kept any longer: ${text(subject, 'versions')}`,
  'template.delete': (subject) => `Deleted template ${text(subject, 'key')}`,
  'api_key.create': (subject) => `Created API key ${text(subject, 'name')}`,
  'api_key.revoke': (subject) => `Revoked API key ${text(subject, 'name')}`,
  'member.set_role': (subject, names) => `Made ${person(subject, names)} ${text(subject, 'role')}`,
  'member.remove': (subject, names) => `Removed ${person(subject, names)}`,
  'invitation.create': (subject) => `Invited a new ${forWhom(subject)}`,
  'invitation.revoke': (subject) => `Took back the invitation of a ${forWhom(subject)}`,
  'invitation.use': (subject, names) => `${person(subject, names)} joined as ${text(subject, 'role')}`,
  'owner_link.create': () => 'Made a link for an owner',
  'owner_link.use': (subject, names) => `${person(subject, names)} became owner by the link`,
  'person.reset_password': (subject) => `Made a new password for ${text(subject, 'email')}`,
  'organization.create': (subject) => `Created the organization ${text(subject, 'name')}`,
  'organization.update': () => 'Changed the settings of the organization',
  'call.read_data': (subject) => `Looked at the data of call ${text(subject, 'id')}`,
  'organization.set_limits': (subject) =>
    `Set limits: ${LIMITS.filter(([field]) => subject[field] !== undefined)
      .map(([field, words]) => `${words} ${limit(subject, field)}`)
      .join(', ')}`,
  'webhook.create': (subject) => `Made a webhook to ${text(subject, 'url')}`,
  'webhook.update': (subject) =>
    text(subject, 'url') === ''
      ? 'Made a new secret for callbacks'
      : `Changed the webhook to ${text(subject, 'url')}`,
  'webhook.delete': (subject) => `Deleted the webhook to ${text(subject, 'url')}`,
  'webhook.switch_off': (subject) =>
    `Switched off the webhook to ${text(subject, 'url')}, which has failed for days`,
  'credit.grant': (subject) => noted(`Added ${text(subject, 'amount')} credits`, subject),
  'credit.set_balance': (subject) => noted(`Set the credit to ${balance(subject)}`, subject),
};

/** A word for what this console does not know yet: the server may be newer than the page. */
export const whatOf = ({ action, subject }: AuditEntry, names: AuditNames): string =>
  WORDS[action]?.(subject, names) ?? action.replaceAll(/[._]/g, ' ');
