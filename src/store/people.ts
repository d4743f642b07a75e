import type { PersonRecord, Role } from '../service/model.ts';
import type { NewLink, PeopleStore } from '../service/people/people-ports.ts';
import type { Actor } from '../service/ports.ts';
import { recordAudit } from './audit.ts';
import type { Database, Db, Trx } from './database.ts';
import { insertOrganization } from './organizations.ts';
import { findOpenLink, openInvitations, redeemBoundLinks, redeemLink, upsertMember } from './people-links.ts';
import { toMember, toMembership } from './rows.ts';

const peopleWith = async (db: Db, email?: string): Promise<readonly PersonRecord[]> => {
  let query = db
    .selectFrom('users')
    .leftJoin('members', 'members.user_id', 'users.id')
    .leftJoin('organizations', 'organizations.id', 'members.organization_id')
    .select([
      'users.id',
      'users.email',
      'users.name',
      'users.created_at',
      'organizations.id as organization_id',
      'organizations.name as organization_name',
      'members.role',
    ])
    .orderBy('users.email')
    .orderBy('organizations.name');
  if (email !== undefined) query = query.where('users.email', '=', email);
  const found = new Map<string, PersonRecord>();
  for (const row of await query.execute()) {
    const { id, email: address, name, created_at: createdAt } = row;
    const before = found.get(id)?.organizations ?? [];
    const organizations =
      row.organization_id === null
        ? before
        : [...before, { id: row.organization_id, name: row.organization_name ?? '', role: row.role as Role }];
    found.set(id, { id, email: address, name, createdAt, organizations });
  }
  return [...found.values()];
};

/** Every change of roles in an organization goes one after the other: two last owners can't both step down. */
const holdOrganization = async (trx: Trx, organizationId: string): Promise<void> => {
  // An update is a row lock in PostgreSQL; in SQLite the transaction has the whole database anyway.
  await trx
    .updateTable('organizations')
    .set({ id: organizationId })
    .where('id', '=', organizationId)
    .execute();
};

const auditMember = (
  trx: Trx,
  actor: Actor,
  change: { organizationId: string; userId: string; action: string; role: Role | null },
): Promise<void> =>
  recordAudit(trx, actor, {
    organizationId: change.organizationId,
    action: change.action,
    subject: { userId: change.userId, ...(change.role !== null && { role: change.role }) },
  });

export const peopleStore = (database: Database): PeopleStore => {
  const { db } = database;
  return {
    keepSecret: (name, proposal) =>
      database.transaction(async (trx) => {
        await trx
          .insertInto('secrets')
          .values({ name, value: proposal })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .execute();
        const row = await trx
          .selectFrom('secrets')
          .select('value')
          .where('name', '=', name)
          .executeTakeFirstOrThrow();
        return row.value;
      }),

    list: () => peopleWith(db),

    async findByEmail(email) {
      return (await peopleWith(db, email))[0];
    },

    async memberships(userId) {
      const rows = await db
        .selectFrom('members')
        .innerJoin('organizations', 'organizations.id', 'members.organization_id')
        .selectAll('organizations')
        .select('members.role')
        .where('members.user_id', '=', userId)
        .orderBy('organizations.name')
        .orderBy('organizations.id')
        .execute();
      return rows.map(toMembership);
    },

    async hasOwner() {
      const row = await db
        .selectFrom('members')
        .select('user_id')
        .where('role', '=', 'owner')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async members(organizationId) {
      const rows = await db
        .selectFrom('members')
        .innerJoin('users', 'users.id', 'members.user_id')
        .select(['users.id', 'users.email', 'users.name', 'members.role', 'members.created_at'])
        .where('members.organization_id', '=', organizationId)
        .orderBy('members.created_at')
        .orderBy('users.id')
        .execute();
      return rows.map(toMember);
    },

    setRole: ({ organizationId, userId, role, byOwner }, actor) =>
      database.transaction(async (trx) => {
        await holdOrganization(trx, organizationId);
        const members = await trx
          .selectFrom('members')
          .select(['user_id', 'role'])
          .where('organization_id', '=', organizationId)
          .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('role', '=', 'owner')]))
          .execute();
        const before = members.find(({ user_id }) => user_id === userId)?.role;
        if (before === undefined) return 'not_member';
        if (!byOwner && (before === 'owner' || role === 'owner')) return 'owner_needed';
        const otherOwners = members.filter((one) => one.role === 'owner' && one.user_id !== userId);
        if (before === 'owner' && role !== 'owner' && otherOwners.length === 0) return 'last_owner';
        if (role === null)
          await trx
            .deleteFrom('members')
            .where('organization_id', '=', organizationId)
            .where('user_id', '=', userId)
            .execute();
        else await upsertMember(trx, { organizationId, userId, role, at: actor.at });
        await revokeInvitationsOf(trx, { organizationId, userId, role }, actor);
        await auditMember(trx, actor, {
          organizationId,
          userId,
          action: role === null ? 'member.remove' : 'member.set_role',
          role,
        });
        return 'changed';
      }),

    grantRole: (organizationId, userId, role, actor) =>
      database.transaction(async (trx) => {
        await upsertMember(trx, { organizationId, userId, role, at: actor.at });
        await auditMember(trx, actor, { organizationId, userId, action: 'member.set_role', role });
      }),

    createOrganization: (organization, ownerId, actor) =>
      database.transaction(async (trx) => {
        await insertOrganization(trx, organization, actor);
        await upsertMember(trx, {
          organizationId: organization.id,
          userId: ownerId,
          role: 'owner',
          at: actor.at,
        });
      }),

    createLink: (link, actor) => database.transaction((trx) => insertLink(trx, link, actor)),

    findLink: (hash, at) => findOpenLink(db, { hash, at }),

    invitations: (organizationId, at) => openInvitations(db, organizationId, at),

    keepFirstOwnerLink: (link, actor) =>
      database.transaction(async (trx) => {
        await database.exclusive(trx);
        const kept = await findOpenLink(trx, { at: 0, firstOwner: true });
        if (kept === undefined) await insertLink(trx, link, actor);
        return { id: kept?.id ?? link.id };
      }),

    revokeInvitation: (organizationId, id, actor) =>
      database.transaction(async (trx) => {
        const row = await trx
          .deleteFrom('links')
          .where('id', '=', id)
          .where('organization_id', '=', organizationId)
          .where('kind', '=', 'invitation')
          .returning(['role', 'email'])
          .executeTakeFirst();
        if (row === undefined) return false;
        await recordAudit(trx, actor, {
          organizationId,
          action: 'invitation.revoke',
          subject: { id, role: row.role, email: row.email },
        });
        return true;
      }),

    redeem: (hash, redeemer, at) => database.transaction((trx) => redeemLink(trx, { hash, redeemer, at })),

    redeemBound: (userId, at) => database.transaction((trx) => redeemBoundLinks(trx, userId, at)),

    isInvited: async (email, at) => (await findOpenLink(db, { at, email })) !== undefined,

    async sweep(before) {
      const swept = await Promise.all([
        db.deleteFrom('sessions').where('expires_at', '<', before).executeTakeFirstOrThrow(),
        db.deleteFrom('verifications').where('expires_at', '<', before).executeTakeFirstOrThrow(),
        db.deleteFrom('links').where('expires_at', '<', before).executeTakeFirstOrThrow(),
      ]);
      return swept.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
    },
  };
};

/** Those that the person could not make any more; otherwise whoever was removed comes back by one of their own. */
const revokeInvitationsOf = async (
  trx: Trx,
  { organizationId, userId, role }: { organizationId: string; userId: string; role: Role | null },
  actor: Actor,
): Promise<void> => {
  if (role === 'owner') return;
  let query = trx
    .deleteFrom('links')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'invitation')
    .where('created_by', '=', userId);
  if (role === 'admin') query = query.where('role', '=', 'owner');
  for (const link of await query.returning(['id', 'role', 'email']).execute())
    await recordAudit(trx, actor, { organizationId, action: 'invitation.revoke', subject: { ...link } });
};

const insertLink = async (trx: Trx, link: NewLink, actor: Actor): Promise<void> => {
  const { id, hash, kind, organizationId, role, email, expiresAt, createdBy } = link;
  if (kind === 'owner')
    await trx
      .deleteFrom('links')
      .where('kind', '=', 'owner')
      .where('organization_id', '=', organizationId)
      .execute();
  await trx
    .insertInto('links')
    .values({
      id,
      hash,
      kind,
      organization_id: organizationId,
      role,
      email,
      created_by: createdBy ?? null,
      created_at: actor.at,
      expires_at: expiresAt,
    })
    .execute();
  await recordAudit(trx, actor, {
    organizationId,
    action: kind === 'owner' ? 'owner_link.create' : 'invitation.create',
    subject: { id, role, email, expiresAt },
  });
};
