/** Over the page when the session has ended: nothing under it is lost, and the request that failed is sent again. */
import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { api } from '../api/client.ts';
import { sessionQuery } from '../api/queries.ts';
import { isSignInNeeded, onSignInNeeded, settleSignIn } from '../api/sign-in-gate.ts';
import type { Session } from '../api/types.ts';
import { CredentialsForm } from './credentials-form.tsx';

export const SignInDialog = () => {
  const open = useSyncExternalStore(onSignInNeeded, isSignInNeeded);
  const client = useQueryClient();
  const { data: known } = useQuery({ ...sessionQuery, enabled: false });
  // What the page under the dialog belongs to: the session as it was before anyone signed in again.
  const [page, setPage] = useState(known);
  if (!open && page !== known) setPage(known);

  const back = async (session: Session) => {
    const expected = page?.organization;
    if (session.person === null) return;
    // What is on the page belongs to the person and the organization it was opened with.
    if (page?.person != null && page.person.id !== session.person.id) return window.location.assign('/');
    if (expected != null && session.organization?.id !== expected.id) {
      const there = await api.put<Session>('/session/organization', { organizationId: expected.id });
      client.setQueryData(sessionQuery.queryKey, there);
    }
    settleSignIn(true);
  };

  // Signing in elsewhere (another tab, single sign-on in a new window) opens the page as well.
  useEffect(() => {
    if (!open) return;
    const look = async () => {
      const session = await api.get<Session>('/session').catch(() => undefined);
      if (session?.person != null) await back(session);
    };
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  });

  return (
    <Modal
      opened={open}
      onClose={() => {}}
      withCloseButton={false}
      title="You were signed out"
      size="sm"
      // Also over a dialog that was opened later, whose request has found the session ended.
      zIndex={1000}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          Your session has ended. Sign in and go on where you were: nothing on this page is lost.
        </Text>
        <CredentialsForm email={page?.person?.email ?? ''} onSignedIn={back} key={String(open)} />
        {page?.signInWith.map(({ id, name, url }) => (
          <Button key={id} component="a" href={url} target="_blank" variant="default">
            Continue with {name} (new window)
          </Button>
        ))}
        <Anchor
          size="sm"
          c="dimmed"
          component="button"
          type="button"
          onClick={() => {
            settleSignIn(false);
            window.location.assign('/sign-in');
          }}
        >
          Leave this page instead
        </Anchor>
      </Stack>
    </Modal>
  );
};
