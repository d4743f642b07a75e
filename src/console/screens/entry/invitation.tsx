/** An invitation by link: for someone new, or for someone who is signed in already. */
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api } from '../../api/client.ts';
import { sentenceOf } from '../../api/errors.ts';
import { sessionQuery } from '../../api/queries.ts';
import type { Invitation, Session } from '../../api/types.ts';
import { Failure } from '../../components/failure.tsx';
import { useEnter } from '../../session/use-sign-in.ts';
import { EntryCard } from './card.tsx';
import { type NewPerson, NewPersonForm, tokenOfLink } from './new-person.tsx';

export const InvitationScreen = () => {
  const [token] = useState(tokenOfLink);
  const [, navigate] = useLocation();
  const enter = useEnter();
  const session = useQuery(sessionQuery);
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.get<Invitation>('/invitation', { token }, signal),
    enabled: token !== '',
  });
  const accept = useMutation({
    mutationFn: (person: Partial<NewPerson>) => api.post<Session>('/invitation', { token, ...person }),
    onSuccess: (entered) => {
      enter(entered);
      navigate('/', { replace: true });
    },
  });

  if (token === '' || invitation.error !== null)
    return (
      <EntryCard title="This invitation can't be used">
        <Text size="sm" my="md">
          {token === '' ? 'The link is incomplete: copy all of it.' : sentenceOf(invitation.error)} Otherwise
          ask the person who invited you for a new one.
        </Text>
        <Anchor component={Link} href="/sign-in" size="sm">
          To the sign-in
        </Anchor>
      </EntryCard>
    );
  if (invitation.data === undefined) return <EntryCard title="One moment…" />;
  const { organization, role, email } = invitation.data;
  const person = session.data?.person ?? null;
  return (
    <EntryCard
      title={`Join ${organization.name}`}
      lead={`You are invited as ${role === 'member' ? 'a member' : `an ${role}`}.`}
    >
      {person === null ? (
        <Stack>
          <NewPersonForm
            email={email}
            action={`Join ${organization.name}`}
            pending={accept.isPending}
            error={accept.error}
            onSubmit={accept.mutate}
          />
          <Text size="sm" c="dimmed">
            You have an account?{' '}
            <Anchor
              component={Link}
              href={`/sign-in?next=${encodeURIComponent(`/invitation#token=${token}`)}`}
              inherit
            >
              Sign in first
            </Anchor>
          </Text>
        </Stack>
      ) : (
        <Stack>
          <Text size="sm">
            You are signed in as <b>{person.email}</b>.
          </Text>
          <Failure error={accept.error} />
          <Button size="md" loading={accept.isPending} onClick={() => accept.mutate({})}>
            Join {organization.name}
          </Button>
        </Stack>
      )}
    </EntryCard>
  );
};
