/** Which organization this is, and the way to another. */
import { Button, Menu, Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '../api/client.ts';
import type { Session } from '../api/types.ts';
import { Failure } from '../parts/failure.tsx';
import { useSession } from '../session/session.ts';
import { useEnter, useSwitchOrganization } from '../session/use-sign-in.ts';
import classes from './menus.module.css';

export const OrganizationMenu = () => {
  const { organization, organizations } = useSession();
  const [, navigate] = useLocation();
  const [creating, setCreating] = useState(false);
  const change = useSwitchOrganization();
  return (
    <>
      <Menu width={260} position="bottom-start">
        <Menu.Target>
          <UnstyledButton className={classes['target']} aria-label={`Organization: ${organization.name}`}>
            <span className={classes['tile']} aria-hidden>
              {[...organization.name][0]?.toUpperCase()}
            </span>
            <Text size="sm" fw={600} truncate flex={1}>
              {organization.name}
            </Text>
            <IconSelector size={16} stroke={1.6} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Organizations</Menu.Label>
          {organizations.map(({ id, name, role }) => (
            <Menu.Item
              key={id}
              rightSection={id === organization.id ? <IconCheck size={16} aria-label="current" /> : null}
              onClick={() => id !== organization.id && change.mutate(id, { onSuccess: () => navigate('/') })}
            >
              <Text size="sm" truncate>
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {role}
              </Text>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
            New organization
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={creating} onClose={() => setCreating(false)} title="New organization">
        <NewOrganization onDone={() => setCreating(false)} />
      </Modal>
    </>
  );
};

const NewOrganization = ({ onDone }: { readonly onDone: () => void }) => {
  const [name, setName] = useState('');
  const [, navigate] = useLocation();
  const enter = useEnter();
  const create = useMutation({
    mutationFn: () => api.post<Session>('/organizations', { name: name.trim() }),
    onSuccess: (session) => {
      onDone();
      navigate('/');
      enter(session);
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
