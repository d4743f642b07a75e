/** The one-time link of the first start: makes the first owner. */
import { Anchor, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api } from '../../api/client.ts';
import type { Session } from '../../api/types.ts';
import { useEnter } from '../../session/use-sign-in.ts';
import { EntryCard } from './card.tsx';
import { type NewPerson, NewPersonForm, tokenOfLink } from './new-person.tsx';

export const SetupScreen = () => {
  const [token] = useState(tokenOfLink);
  const [, navigate] = useLocation();
  const enter = useEnter();
  const create = useMutation({
    mutationFn: (person: NewPerson) => api.post<Session>('/session/owner', { token, ...person }),
    onSuccess: (session) => {
      enter(session);
      navigate('/', { replace: true });
    },
  });
  if (token === '')
    return (
      <EntryCard title="This link is incomplete">
        <Text size="sm" my="md">
          Copy the whole line that the server printed, up to its last character. A new one comes with{' '}
          <code>npm run -s platen -- admin owner-link</code>.
        </Text>
        <Anchor component={Link} href="/sign-in" size="sm">
          I have an account: sign in
        </Anchor>
      </EntryCard>
    );
  return (
    <EntryCard
      title="Welcome to Platen"
      lead="You are the first one here. This makes your account and makes you the owner of the organization."
    >
      <NewPersonForm
        action="Create my account"
        pending={create.isPending}
        error={create.error}
        onSubmit={create.mutate}
      />
    </EntryCard>
  );
};
