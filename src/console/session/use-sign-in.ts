/** Signing in, out and across organizations: each answers with the new session, which replaces the old one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { forgetOthers, sessionQuery } from '../api/queries.ts';
import type { Session } from '../api/types.ts';
import { tellOtherTabs } from './other-tabs.ts';

/** Puts a session in place and forgets what belonged to another person or organization. */
export const useEnter = (): ((session: Session) => void) => {
  const client = useQueryClient();
  return (session) => {
    const before = client.getQueryData(sessionQuery.queryKey);
    const changed = before !== undefined && forgetOthers(client, before, session);
    client.setQueryData(sessionQuery.queryKey, session);
    if (changed) tellOtherTabs();
  };
};

export const useSignIn = () => {
  const enter = useEnter();
  return useMutation({
    mutationFn: (credentials: { readonly email: string; readonly password: string }) =>
      api.post<Session>('/session', credentials),
    onSuccess: enter,
  });
};

export const useSignOut = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete('/session'),
    onSuccess: () => {
      tellOtherTabs();
      // A fresh page holds nothing of the person who left.
      client.clear();
      window.location.assign('/sign-in');
    },
  });
};

export const useSwitchOrganization = () => {
  const enter = useEnter();
  return useMutation({
    mutationFn: (organizationId: string) => api.put<Session>('/session/organization', { organizationId }),
    onSuccess: enter,
  });
};
