/** The shapes of sessions, members and invitations. */

import { ROLES } from '../../service/model.ts';
import { OneOf } from './shared.ts';
import { Type } from './type.ts';

const RoleSchema = OneOf(ROLES);

const Timestamp = Type.String({ format: 'date-time' });
const Email = Type.String({ examples: ['ada@example.com'] });
const NewPassword = Type.String({ description: '10 to 256 characters.' });

const OrganizationOfPerson = Type.Object({ id: Type.String(), name: Type.String(), role: RoleSchema });

export const SessionSchema = Type.Object(
  {
    person: Type.Union([
      Type.Object({ id: Type.String(), email: Type.String(), name: Type.String() }),
      Type.Null(),
    ]),
    organization: Type.Union([OrganizationOfPerson, Type.Null()]),
    organizations: Type.Array(OrganizationOfPerson),
    setup: Type.Boolean({ description: 'No owner exists yet.' }),
    signInWith: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), url: Type.String() })),
  },
  { $id: 'Session', description: 'Who is signed in; person is null where nobody is.' },
);

export const MemberSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role: RoleSchema,
    createdAt: Timestamp,
    you: Type.Boolean(),
  },
  { $id: 'Member' },
);

const invitationFields = {
  id: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  role: RoleSchema,
  createdAt: Timestamp,
  expiresAt: Timestamp,
};

export const InvitationSchema = Type.Object(invitationFields, { $id: 'Invitation' });

export const MadeInvitation = Type.Object({
  ...invitationFields,
  link: Type.String({ description: 'To be passed on; it is not shown again.' }),
});

export const InvitationShown = Type.Object({
  organization: Type.Object({ name: Type.String() }),
  role: RoleSchema,
  email: Type.Union([Type.String(), Type.Null()], { description: 'Who alone may use it.' }),
  expiresAt: Type.Union([Timestamp, Type.Null()]),
});

export const SignInBody = Type.Object({ email: Email, password: Type.String() });
export const PersonBody = Type.Object({ name: Type.String() });
export const OrganizationChoice = Type.Object({ organizationId: Type.String() });
export const PasswordBody = Type.Object({ current: Type.String(), next: NewPassword });
export const OwnerBody = Type.Object({
  token: Type.String(),
  name: Type.String(),
  email: Email,
  password: NewPassword,
});
export const InvitationBody = Type.Object({
  token: Type.String(),
  name: Type.Optional(Type.String()),
  email: Type.Optional(Email),
  password: Type.Optional(NewPassword),
});
export const NewInvitation = Type.Object({
  role: RoleSchema,
  email: Type.Optional(Type.Union([Email, Type.Null()])),
});
export const RoleBody = Type.Object({ role: RoleSchema });
export const NewOrganization = Type.Object({ name: Type.String() });
/** A browser that opens the address without one gets the console's page. */
export const TokenQuery = Type.Object({ token: Type.Optional(Type.String()) });
export const IdParameter = Type.Object({ id: Type.String() });

export const SESSION_SCHEMAS = [SessionSchema, MemberSchema, InvitationSchema];
