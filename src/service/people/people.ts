/** People and what they belong to: sessions become callers, links become members, roles decide who may do what. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { PlatenError } from '../../errors.ts';
import { type Caller, callerByPerson, scopesOfRole } from '../authenticator.ts';
import type { Actor, Member, Membership, OpenLink, Role } from '../model.ts';
import type { AuthRecords, NewLink, PeopleStore } from './people-ports.ts';
import { emailOf, newPasswordOf, personNameOf, roleOf } from './people-rules.ts';
import type { SignIn } from './sign-in.ts';

const INVITATION_MS = 7 * 24 * 60 * 60_000;
const TOKEN_BYTES = 32;

/** Somebody who is signed in, as `auth/` knows it. */
export interface SignedIn {
  /** Of the session. */
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly organizationId: string | null;
}

interface Entrance {
  readonly token: unknown;
  readonly name: unknown;
  readonly email: unknown;
  readonly password: unknown;
  /** Of the client. */
  readonly address: string;
  readonly device?: string | undefined;
}

interface Needs {
  readonly people: PeopleStore;
  readonly records: AuthRecords;
  readonly signIn: SignIn;
  /** Makes the owner link of the first start the same at every start. */
  readonly secret: string;
  /** What a new organization starts with; null is unlimited. */
  readonly credits: number | null;
  readonly mayCreateOrganizations: boolean;
  readonly now: () => number;
}

/** Each has limits on requests and a place in the fair queue of its own. */
const MOST_OWNED = 20;

export class People {
  readonly #needs: Needs;
  #ownerSeen = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Whether the first owner is still to come. Owners never run out again, so it is asked until there is one. */
  async isNew(): Promise<boolean> {
    this.#ownerSeen ||= await this.#needs.people.hasOwner();
    return !this.#ownerSeen;
  }

  memberships(userId: string): Promise<readonly Membership[]> {
    return this.#needs.people.memberships(userId);
  }

  /** The organization that the person chose, or else the first; undefined where there is none. */
  current({ organizationId }: SignedIn, memberships: readonly Membership[]): Membership | undefined {
    return memberships.find(({ organization }) => organization.id === organizationId) ?? memberships[0];
  }

  async caller(session: SignedIn): Promise<Caller> {
    const membership = this.current(session, await this.memberships(session.userId));
    if (membership === undefined)
      throw new PlatenError('forbidden', 'You are not a member of any organization.', {
        hint: 'Ask an administrator of one for an invitation.',
      });
    const { userId: id, email, name } = session;
    return callerByPerson(membership.organization, { id, email, name, role: membership.role });
  }

  async switchOrganization(session: SignedIn, organizationId: unknown): Promise<void> {
    const memberships = await this.memberships(session.userId);
    const wanted = memberships.find(({ organization }) => organization.id === organizationId);
    if (wanted === undefined)
      throw new PlatenError('organization_not_found', 'You are not a member of this organization.');
    await this.chooseOrganization(session.id, wanted.organization.id);
  }

  async chooseOrganization(sessionId: string, organizationId: string): Promise<void> {
    await this.#needs.records.update('sessions', [equal('id', sessionId)], { organizationId });
  }

  async rename({ userId }: SignedIn, name: unknown): Promise<void> {
    const change = { name: personNameOf(name), updatedAt: this.#needs.now() };
    await this.#needs.records.update('users', [equal('id', userId)], change);
  }

  /** Every other session of the person ends: whoever knew the old password is out. */
  async changePassword(
    session: SignedIn,
    passwords: { readonly current: unknown; readonly next: unknown },
  ): Promise<void> {
    const next = newPasswordOf(passwords.next);
    const { signIn, records, now } = this.#needs;
    await signIn.confirm({ id: session.userId }, passwords.current);
    await records.update('accounts', [equal('userId', session.userId), equal('providerId', 'credential')], {
      password: await signIn.hash(next),
      updatedAt: now(),
    });
    await records.delete('sessions', [
      equal('userId', session.userId),
      { field: 'id', operator: 'ne', value: session.id, connector: 'AND' },
    ]);
  }

  /** A new organization with the person as its owner. */
  async createOrganization(session: SignedIn, name: unknown): Promise<string> {
    const { people, credits, mayCreateOrganizations } = this.#needs;
    if (!mayCreateOrganizations)
      throw new PlatenError('forbidden', 'On this server only an operator makes organizations.');
    const memberships = await this.memberships(session.userId);
    if (!memberships.some(({ role }) => role === 'owner'))
      throw new PlatenError('forbidden', 'Making an organization needs the role owner in another one.');
    if (memberships.filter(({ role }) => role === 'owner').length >= MOST_OWNED)
      throw new PlatenError('forbidden', `You own ${MOST_OWNED} organizations, which is the most.`, {
        hint: 'Whoever runs this server can make more with `platen admin`.',
      });
    const id = randomUUID();
    // Credit comes from whoever runs the server: an owner who could make some would have no limit at all.
    await people.createOrganization(
      { id, name: organizationNameOf(name), credit: credits === null ? null : 0 },
      session.userId,
      this.#actor(`user:${session.email}`),
    );
    await this.chooseOrganization(session.id, id);
    return id;
  }

  // Links

  /** Undefined where there is an owner already. The same link at every start, until it is used. */
  async firstOwnerToken(organizationId: string): Promise<string | undefined> {
    if (!(await this.isNew())) return undefined;
    const kept = await this.#needs.people.keepFirstOwnerLink(
      this.#ownerLink(randomUUID(), organizationId, null),
      this.#actor('first-start'),
    );
    const token = this.#ownerToken(kept.id);
    const valid = await this.#needs.people.findLink(hashOfToken(token), this.#needs.now());
    // Made under another PLATEN_SECRET, so it can't be shown again.
    return valid === undefined ? this.newOwnerToken(organizationId, 'first-start') : token;
  }

  /** Ends the organization's owner links before it. Where there is an owner, it lasts as long as an invitation. */
  async newOwnerToken(organizationId: string, actor: string): Promise<string> {
    const { people, now } = this.#needs;
    const id = randomUUID();
    const expiresAt = (await this.isNew()) ? null : now() + INVITATION_MS;
    await people.createLink(this.#ownerLink(id, organizationId, expiresAt), this.#actor(actor));
    return this.#ownerToken(id);
  }

  #ownerLink(id: string, organizationId: string, expiresAt: number | null): NewLink {
    const hash = hashOfToken(this.#ownerToken(id));
    return { id, hash, kind: 'owner', organizationId, role: 'owner', email: null, expiresAt };
  }

  async link(token: unknown): Promise<OpenLink> {
    const link =
      typeof token === 'string'
        ? await this.#needs.people.findLink(hashOfToken(token), this.#needs.now())
        : undefined;
    if (link === undefined) throw linkNotFound();
    return link;
  }

  /** Somebody signed in uses a link. */
  async join({ userId }: SignedIn, token: unknown): Promise<{ readonly organizationId: string }> {
    const { people, now } = this.#needs;
    await this.link(token);
    return people.redeem(hashOfToken(String(token)), { id: userId }, now());
  }

  /** Somebody who is not signed in uses a link: with the account they have, or with one made now. */
  async enter(entrance: Entrance): Promise<{ readonly userId: string; readonly organizationId: string }> {
    const { people, signIn, now } = this.#needs;
    const link = await this.link(entrance.token);
    const hash = hashOfToken(String(entrance.token));
    const email = emailOf(entrance.email ?? link.email);
    // Without a name it is an account that is there, and with one both are judged first: a link is no way to ask who has one.
    const fresh = entrance.name === undefined ? undefined : newcomer(entrance);
    if (fresh === undefined || (await people.findByEmail(email)) !== undefined) {
      const userId = await signIn.signIn({ ...entrance, email });
      return { userId, ...(await people.redeem(hash, { id: userId }, now())) };
    }
    const person = { id: randomUUID(), email, name: fresh.name };
    const redeemer = { ...person, passwordHash: await signIn.hash(fresh.password) };
    return { userId: person.id, ...(await people.redeem(hash, redeemer, now())) };
  }

  // Members and invitations of the caller's organization

  members({ organization }: Caller): Promise<readonly Member[]> {
    return this.#needs.people.members(organization.id);
  }

  /** Anybody may leave; the rest needs the scope `admin`, and what concerns owners needs one. */
  async setRole(caller: Caller, userId: string, wanted: unknown): Promise<Member | undefined> {
    const role = wanted === null ? null : roleOf(wanted);
    const leaving = role === null && caller.person?.id === userId;
    if (!leaving && !caller.scopes.includes('admin')) throw roleNeeded(caller, 'admin or owner');
    if (role !== null) refuseMoreThanOwn(caller, role);
    const { people } = this.#needs;
    const outcome = await people.setRole(
      {
        organizationId: caller.organization.id,
        userId,
        role,
        byOwner: caller.person?.role === 'owner',
      },
      this.#actor(caller.actor),
    );
    if (outcome === 'not_member')
      throw new PlatenError('member_not_found', 'The organization has no such member.');
    if (outcome === 'owner_needed') throw roleNeeded(caller, 'owner');
    if (outcome === 'last_owner')
      throw new PlatenError('last_owner', 'An organization must keep at least one owner.', {
        hint: 'Make somebody else an owner first.',
      });
    return (await this.members(caller)).find(({ id }) => id === userId);
  }

  async invite(
    caller: Caller,
    wanted: { readonly role: unknown; readonly email: unknown },
  ): Promise<{ readonly link: NewLink; readonly token: string; readonly createdAt: number }> {
    const role = roleOf(wanted.role);
    if (role === 'owner' && caller.person?.role !== 'owner') throw roleNeeded(caller, 'owner');
    refuseMoreThanOwn(caller, role);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const createdAt = this.#needs.now();
    const link: NewLink = {
      id: randomUUID(),
      hash: hashOfToken(token),
      kind: 'invitation',
      organizationId: caller.organization.id,
      role,
      email: wanted.email === undefined || wanted.email === null ? null : emailOf(wanted.email),
      expiresAt: createdAt + INVITATION_MS,
      ...(caller.person && { createdBy: caller.person.id }),
    };
    await this.#needs.people.createLink(link, { name: caller.actor, at: createdAt });
    return { link, token, createdAt };
  }

  invitations({ organization }: Caller): Promise<readonly OpenLink[]> {
    return this.#needs.people.invitations(organization.id, this.#needs.now());
  }

  async revokeInvitation(caller: Caller, id: string): Promise<void> {
    const { people } = this.#needs;
    if (!(await people.revokeInvitation(caller.organization.id, id, this.#actor(caller.actor))))
      throw new PlatenError('invitation_not_found', 'The organization has no such open invitation.');
  }

  // By an identity provider

  /** Members, and people whose address an open invitation names. */
  async refusal(email: string): Promise<'not_invited' | undefined> {
    const { people, now } = this.#needs;
    const person = await people.findByEmail(email);
    if (person !== undefined && person.organizations.length > 0) return undefined;
    return (await people.isInvited(email, now())) ? undefined : 'not_invited';
  }

  /**
   * The first time a provider vouches for an address, whatever was set up without such a proof ends: a password that
   * somebody else may have chosen, and the sessions it opened.
   */
  async proven(email: string): Promise<void> {
    const { records, now } = this.#needs;
    const [user] = await records.find('users', [equal('email', email), equal('emailVerified', 0)]);
    if (user === undefined) return;
    const id = String(user['id']);
    await records.delete('accounts', [equal('userId', id)]);
    await records.delete('sessions', [equal('userId', id)]);
    // Last, so that what fails before it is done again at the next attempt.
    await records.update('users', [equal('id', id)], { emailVerified: 1, updatedAt: now() });
  }

  async joinWhereInvited(userId: string): Promise<void> {
    await this.#needs.people.redeemBound(userId, this.#needs.now());
  }

  #actor(name: string): Actor {
    return { name, at: this.#needs.now() };
  }

  #ownerToken(linkId: string): string {
    return createHmac('sha256', this.#needs.secret).update(`owner link ${linkId}`).digest('base64url');
  }
}

const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const equal = (field: string, value: string | number) =>
  ({ field, operator: 'eq', value, connector: 'AND' }) as const;

const roleNeeded = ({ person }: Caller, role: string): PlatenError =>
  new PlatenError(
    'forbidden',
    person === undefined
      ? `An API key can't do this: it needs a person with the role ${role}.`
      : `Your role is ${person.role}; this needs the role ${role}.`,
    { hint: 'An owner of the organization can do it, or change your role.' },
  );

/** Whoever has a role can make keys with its scopes: a key must not get by a detour what it may not make. */
const refuseMoreThanOwn = ({ person, scopes }: Caller, role: Role): void => {
  const lacking = scopesOfRole(role).filter((scope) => !scopes.includes(scope));
  if (person !== undefined || lacking.length === 0) return;
  throw new PlatenError(
    'forbidden',
    `An API key gives no more than it has: the role ${role} comes with ${lacking.join(', ')}.`,
    { hint: 'Use a key that has these scopes too, or let an administrator do it in the console.' },
  );
};

const newcomer = ({ name, password }: Entrance): { readonly name: string; readonly password: string } => ({
  name: personNameOf(name),
  password: newPasswordOf(password),
});

const linkNotFound = (): PlatenError =>
  new PlatenError(
    'link_not_found',
    'This link does not work: it was used already, was revoked, or has expired.',
    {
      hint: 'Ask whoever sent it for a new one.',
    },
  );

const organizationNameOf = (value: unknown): string => {
  const name = typeof value === 'string' && value.isWellFormed() ? value.trim().normalize('NFC') : '';
  if (name === '' || [...name].length > 200 || /\p{Cc}/u.test(name))
    throw new PlatenError('bad_request', 'name must be 1 to 200 characters without control characters.');
  return name;
};
