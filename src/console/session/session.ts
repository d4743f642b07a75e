/** Who is signed in, for the screens behind the sign-in. */
import { createContext, use } from 'react';
import type { Scope } from '../api/settings-types.ts';
import type { Membership, Person, Session } from '../api/types.ts';

interface SignedIn extends Session {
  readonly person: Person;
  readonly organization: Membership;
}

export const SessionContext = createContext<SignedIn | null>(null);

export const useSession = (): SignedIn => {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession outside of the sign-in');
  return session;
};

/** What a role may do; the server decides, this only keeps buttons away that would be refused. */
export const useMay = (scope: Scope): boolean => {
  const { role } = useSession().organization;
  return scope !== 'admin' || role !== 'member';
};

/** The server's own bound on new passwords; told before the form is sent. */
export const PASSWORD_LENGTH = 10;
