/** Links that make members: found, listed, and used up. */
import type { Selectable } from 'kysely';
import { PlatenError } from '../errors.ts';
import type { OpenLink, Role } from '../service/model.ts';
import type { Redeemer } from '../service/people/people-ports.ts';
import { recordAudit } from './audit.ts';
import type { Db, Trx } from './database.ts';
import { toOpenLink } from './rows.ts';
import type { LinksTable } from './tables.ts';

const openLinks = (db: Db, at: number) =>
  db
    .selectFrom('links')
    .innerJoin('organizations', 'organizations.id', 'links.organization_id')
    .selectAll('links')
    .select('organizations.name as organization_name')
    .where(({ or, eb }) => or([eb('links.expires_at', 'is', null), eb('links.expires_at', '>', at)]));

export const findOpenLink = async (
  db: Db,
  wanted: { hash?: string; email?: string; at: number; firstOwner?: boolean },
): Promise<OpenLink | undefined> => {
  let query = openLinks(db, wanted.at);
  if (wanted.hash !== undefined) query = query.where('links.hash', '=', wanted.hash);
  if (wanted.email !== undefined) query = query.where('links.email', '=', wanted.email);
  if (wanted.firstOwner) query = query.where('kind', '=', 'owner').where('links.expires_at', 'is', null);
  const row = await query.limit(1).executeTakeFirst();
  return row && toOpenLink(row);
};

export const openInvitations = async (
  db: Db,
  organizationId: string,
  at: number,
): Promise<readonly OpenLink[]> => {
  const rows = await openLinks(db, at)
    .where('links.kind', '=', 'invitation')
    .where('links.organization_id', '=', organizationId)
    .orderBy('links.created_at', 'desc')
    .orderBy('links.id')
    .execute();
  return rows.map(toOpenLink);
};

const RANK: Readonly<Record<Role, number>> = { member: 0, admin: 1, owner: 2 };

const higher = (one: Role, other: Role): Role => (RANK[one] >= RANK[other] ? one : other);

/** The delete decides: of two that use a link at once, one finds it gone. Whatever throws puts it back. */
export const redeemLink = async (
  trx: Trx,
  { hash, redeemer, at }: { hash: string; redeemer: Redeemer; at: number },
): Promise<{ organizationId: string }> => {
  const link = await trx
    .deleteFrom('links')
    .where('hash', '=', hash)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .returningAll()
    .executeTakeFirst();
  if (link === undefined) throw linkNotFound();
  const email = await ensurePerson(trx, redeemer, at);
  if (link.email !== null && link.email !== email)
    throw new PlatenError('email_mismatch', 'The invitation is for another e-mail address.', {
      hint: 'Sign in with the address that was invited, or ask for another invitation.',
    });
  await join(trx, { link, userId: redeemer.id, email, at });
  return { organizationId: link.organization_id };
};

export const redeemBoundLinks = async (trx: Trx, userId: string, at: number): Promise<void> => {
  const email = await ensurePerson(trx, { id: userId }, at);
  const links = await trx
    .deleteFrom('links')
    .where('email', '=', email)
    .where('expires_at', '>', at)
    .returningAll()
    .execute();
  for (const link of links) await join(trx, { link, userId, email, at });
};

const join = async (
  trx: Trx,
  { link, userId, email, at }: { link: Selectable<LinksTable>; userId: string; email: string; at: number },
): Promise<void> => {
  const organizationId = link.organization_id;
  const before = await trx
    .selectFrom('members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const invited = link.role as Role;
  const role = before === undefined ? invited : higher(invited, before.role as Role);
  await upsertMember(trx, { organizationId, userId, role, at });
  // The links of the first start end with the first owner.
  if (role === 'owner')
    await trx.deleteFrom('links').where('kind', '=', 'owner').where('expires_at', 'is', null).execute();
  await recordAudit(
    trx,
    { name: `user:${email}`, at },
    {
      organizationId,
      action: link.kind === 'owner' ? 'owner_link.use' : 'invitation.use',
      subject: { id: link.id, userId, role },
    },
  );
};

const linkNotFound = (): PlatenError =>
  new PlatenError(
    'link_not_found',
    'This link does not work: it was used already, was revoked, or has expired.',
    {
      hint: 'Ask whoever sent it for a new one.',
    },
  );

/** Answers with the person's address. */
const ensurePerson = async (trx: Trx, redeemer: Redeemer, at: number): Promise<string> => {
  const { id } = redeemer;
  if (!('email' in redeemer)) {
    const row = await trx.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst();
    if (row === undefined) throw new PlatenError('session_expired', 'The person does not exist any more.');
    return row.email;
  }
  const { email, name, passwordHash } = redeemer;
  const made = await trx
    .insertInto('users')
    .values({ id, name, email, email_verified: 0, image: null, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made === undefined)
    throw new PlatenError('email_taken', 'Somebody with this e-mail address has an account already.', {
      hint: 'Sign in with it, then open the link again.',
    });
  await trx
    .insertInto('accounts')
    .values({
      id: crypto.randomUUID(),
      account_id: id,
      provider_id: 'credential',
      user_id: id,
      access_token: null,
      refresh_token: null,
      id_token: null,
      access_token_expires_at: null,
      refresh_token_expires_at: null,
      scope: null,
      password: passwordHash,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return email;
};

export const upsertMember = async (
  trx: Trx,
  { organizationId, userId, role, at }: { organizationId: string; userId: string; role: Role; at: number },
): Promise<void> => {
  await trx
    .insertInto('members')
    .values({ organization_id: organizationId, user_id: userId, role, created_at: at })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ role }))
    .execute();
};
