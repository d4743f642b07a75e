/** The form that makes an organization; whoever makes it owns it. */
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '../api/client.ts';
import type { Session } from '../api/types.ts';
import { Failure } from '../components/failure.tsx';
import { useEnter } from '../session/use-sign-in.ts';

export const NewOrganization = ({ onDone }: { readonly onDone?: () => void }) => {
  const [name, setName] = useState('');
  const [, navigate] = useLocation();
  const enter = useEnter();
  const create = useMutation({
    mutationFn: () => api.post<Session>('/organizations', { name: name.trim() }),
    onSuccess: (session) => {
      onDone?.();
      enter(session);
      navigate('/');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          Templates, keys, members and credit of an organization are seen by its members alone. You become its
          owner.
        </Text>
        <TextInput
          label="Name"
          required
          maxLength={200}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Failure error={create.error} />
        <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
          Create organization
        </Button>
      </Stack>
    </form>
  );
};
