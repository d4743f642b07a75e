/** What signing in needs from the store. As in `ports.ts`, each method is one atomic step. */
import type { Actor, Member, Membership, OpenLink, PersonRecord, Role } from '../model.ts';

export type AuthTable = 'users' | 'sessions' | 'accounts' | 'verifications';

/** A row by the field names of the library that owns it (`userId`, not `user_id`); times are epoch ms, flags 0 or 1. */
export type AuthRow = Readonly<Record<string, string | number | null>>;

export interface AuthCondition {
  readonly field: string;
  readonly operator: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'in' | 'not_in';
  readonly value: string | number | null | readonly (string | number)[];
  /** `OR` conditions hold where one of them does; all `AND` conditions must. */
  readonly connector: 'AND' | 'OR';
}

/** Generic access to the four tables whose meaning the sign-in library knows. A field that does not exist throws. */
export interface AuthRecords {
  /** Throws `email_taken` where a unique value is there already. */
  create(table: AuthTable, row: AuthRow): Promise<AuthRow>;
  find(
    table: AuthTable,
    where: readonly AuthCondition[],
    options?: {
      readonly limit?: number;
      readonly offset?: number;
      readonly sort?: { readonly field: string; readonly direction: 'asc' | 'desc' };
    },
  ): Promise<readonly AuthRow[]>;
  count(table: AuthTable, where: readonly AuthCondition[]): Promise<number>;
  /** The rows as they are afterwards. */
  update(table: AuthTable, where: readonly AuthCondition[], change: AuthRow): Promise<readonly AuthRow[]>;
  /** The rows as they were: of two that delete the same row, one gets it. */
  delete(table: AuthTable, where: readonly AuthCondition[]): Promise<readonly AuthRow[]>;
}

export interface NewLink {
  readonly id: string;
  /** SHA-256 of the token, lower-case hex. The token itself is never stored. */
  readonly hash: string;
  readonly kind: 'owner' | 'invitation';
  readonly organizationId: string;
  readonly role: Role;
  /** Whoever else has the link can't use it. */
  readonly email: string | null;
  /** Null: until an owner exists. */
  readonly expiresAt: number | null;
  /** The person who made it, where one did: it ends when they may no longer make it. */
  readonly createdBy?: string;
}

/** Who uses a link: somebody known, or somebody who comes with it. */
export type Redeemer =
  | { readonly id: string }
  | { readonly id: string; readonly email: string; readonly name: string; readonly passwordHash: string };

export interface PeopleStore {
  /** A value that is made once and then the same for every node: the first `proposal` wins. */
  keepSecret(name: string, proposal: string): Promise<string>;
  /** Everybody, by e-mail address, with what they are member of. */
  list(): Promise<readonly PersonRecord[]>;
  findByEmail(email: string): Promise<PersonRecord | undefined>;
  /** By the name of the organization. */
  memberships(userId: string): Promise<readonly Membership[]>;
  /** Whether any organization has an owner. */
  hasOwner(): Promise<boolean>;
  /** Oldest first. */
  members(organizationId: string): Promise<readonly Member[]>;
  /**
   * `last_owner` where the organization would be without one, also where two owners step down at once. `owner_needed`
   * where an owner is concerned, before or after, and `byOwner` is false. Without a role: removed.
   */
  setRole(
    change: {
      readonly organizationId: string;
      readonly userId: string;
      readonly role: Role | null;
      readonly byOwner: boolean;
    },
    actor: Actor,
  ): Promise<'changed' | 'not_member' | 'last_owner' | 'owner_needed'>;
  /** For an operator: also adds whoever is no member yet. */
  grantRole(organizationId: string, userId: string, role: Role, actor: Actor): Promise<void>;
  /** An organization with its first owner. */
  createOrganization(
    organization: { readonly id: string; readonly name: string; readonly credit: number | null },
    ownerId: string,
    actor: Actor,
  ): Promise<void>;
  /** An owner link replaces those that the organization had. */
  createLink(link: NewLink, actor: Actor): Promise<void>;
  /** Unless it has been used, revoked, or has expired. */
  findLink(hash: string, at: number): Promise<OpenLink | undefined>;
  /** The open invitations of an organization, newest first. */
  invitations(organizationId: string, at: number): Promise<readonly OpenLink[]>;
  /** The owner link that is valid until there is an owner: this one, unless another node was first. */
  keepFirstOwnerLink(link: NewLink, actor: Actor): Promise<{ readonly id: string }>;
  revokeInvitation(organizationId: string, id: string, actor: Actor): Promise<boolean>;
  /**
   * Uses a link up: the person (made, where new) becomes a member. A member keeps the higher of two roles.
   * Throws `link_not_found`, `email_mismatch` or `email_taken`, and then the link can still be used.
   */
  redeem(hash: string, redeemer: Redeemer, at: number): Promise<{ readonly organizationId: string }>;
  /** All open invitations that name the person's own address, at once; for one whose address is proven. */
  redeemBound(userId: string, at: number): Promise<void>;
  /** Whether an open invitation names this address. */
  isInvited(email: string, at: number): Promise<boolean>;
  /** Sessions that ended, and half-finished sign-ins. Returns how many. */
  sweep(before: number): Promise<number>;
}
