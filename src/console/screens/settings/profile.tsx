/** One's own name and password. */
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import type { Session } from '../../api/types.ts';
import { Failure } from '../../components/failure.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/section.tsx';
import { PASSWORD_LENGTH, useSession } from '../../session/session.ts';
import { useEnter } from '../../session/use-sign-in.ts';
import { NameForm } from './name-form.tsx';

export const ProfileSettings = () => (
  <Stack gap={40}>
    <OwnName />
    <PasswordForm />
  </Stack>
);

const OwnName = () => {
  const { person } = useSession();
  const enter = useEnter();
  const change = useMutation({
    mutationFn: (name: string) => api.patch<Session>('/session', { name }),
    onSuccess: (session) => {
      enter(session);
      notifyDone('Your name is changed.');
    },
  });
  return (
    <Section title="You" lead={`Signed in as ${person.email}.`}>
      <NameForm label="Name" autoComplete="name" name={person.name} change={change} />
    </Section>
  );
};

const PasswordForm = () => {
  const { person } = useSession();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () => api.put('/session/password', { current, next }),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      notifyDone('Your password is changed. Other browsers are signed out.');
    },
  });
  const missing = PASSWORD_LENGTH - next.length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing <= 0) change.mutate();
  };
  return (
    <Section title="Password" lead={`At least ${PASSWORD_LENGTH} characters. A few words do well.`}>
      <form onSubmit={submit}>
        <Stack maw={420}>
          <input type="hidden" autoComplete="username" value={person.email} />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            required
            error={next !== '' && missing > 0 ? `${missing} more to go` : undefined}
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          <Failure error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending} disabled={current === '' || next === ''}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
};
