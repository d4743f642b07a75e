/** What an operator may do with people, from the command line. */
import { randomBytes, randomUUID } from 'node:crypto';
import { PlatenError } from '../../errors.ts';
import type { Admin } from '../admin.ts';
import type { PersonRecord } from '../model.ts';
import type { Store } from '../ports.ts';
import type { People } from './people.ts';
import { emailOf, roleOf } from './people-rules.ts';
import type { Passwords } from './sign-in.ts';

interface Needs {
  readonly store: Pick<Store, 'people' | 'authRecords' | 'audit'>;
  readonly admin: Admin;
  readonly people: People;
  readonly passwords: Passwords;
  readonly actor: string;
  readonly now?: () => number;
}

export class PeopleAdmin {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  list(): Promise<readonly PersonRecord[]> {
    return this.#needs.store.people.list();
  }

  /** For the oldest organization where none is named. */
  async ownerToken(reference: string | undefined): Promise<string> {
    const { admin, people, actor } = this.#needs;
    const organization =
      reference === undefined ? (await admin.organizations())[0] : await admin.organization(reference);
    if (organization === undefined)
      throw new PlatenError('organization_not_found', 'There is no organization yet; start the server once.');
    return people.newOwnerToken(organization.id, actor);
  }

  /** `none` removes the person. The last owner stays one, also here. */
  async setRole(reference: string, email: string, wanted: string): Promise<void> {
    const { store, admin, actor } = this.#needs;
    const { id: organizationId } = await admin.organization(reference);
    const { id: userId } = await this.#person(email);
    const role = wanted === 'none' ? null : roleOf(wanted);
    const who = { name: actor, at: this.#now() };
    const outcome = await store.people.setRole({ organizationId, userId, role, byOwner: true }, who);
    if (outcome === 'last_owner')
      throw new PlatenError('last_owner', 'An organization must keep at least one owner.');
    if (outcome === 'not_member' && role !== null)
      await store.people.grantRole(organizationId, userId, role, who);
  }

  /** A password to pass on and to be changed: it is shown once. Every session of the person ends. */
  async resetPassword(email: string): Promise<string> {
    const { store, passwords, actor } = this.#needs;
    const { id, email: address } = await this.#person(email);
    const password = randomBytes(15).toString('base64url');
    const at = this.#now();
    const change = { password: await passwords.hashPassword(password), updatedAt: at };
    const changed = await store.authRecords.update(
      'accounts',
      [equal('userId', id), equal('providerId', 'credential')],
      change,
    );
    if (changed.length === 0)
      await store.authRecords.create('accounts', {
        id: randomUUID(),
        accountId: id,
        providerId: 'credential',
        userId: id,
        createdAt: at,
        ...change,
      });
    await store.authRecords.delete('sessions', [equal('userId', id)]);
    await store.audit.append({
      organizationId: null,
      actor,
      action: 'person.reset_password',
      subject: JSON.stringify({ userId: id, email: address }),
      at,
    });
    return password;
  }

  async #person(email: string): Promise<PersonRecord> {
    const person = await this.#needs.store.people.findByEmail(emailOf(email));
    if (person === undefined) throw new PlatenError('member_not_found', `Nobody has the address "${email}".`);
    return person;
  }

  #now(): number {
    return (this.#needs.now ?? Date.now)();
  }
}

const equal = (field: string, value: string) => ({ field, operator: 'eq', value, connector: 'AND' }) as const;
