/** A new key: what for, what it may do, how long. Then the key itself, once, with a line that works at once. */
import { Alert, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { keysQuery, templatesQuery } from '../../api/queries.ts';
import type { NewApiKey, Scope } from '../../api/settings-types.ts';
import { Choices } from '../../components/choices.tsx';
import { Copy } from '../../components/copy.tsx';
import { Failure } from '../../components/failure.tsx';
import { Verbatim } from '../../components/verbatim.tsx';

const SCOPE_TEXTS: readonly (readonly [Scope, string, string])[] = [
  ['generate', 'Make documents', 'From any template of the organization. Each costs a credit.'],
  ['templates:read', 'Read templates', 'List, download and inspect them.'],
  ['templates:write', 'Change templates', 'Upload, replace, roll back and delete them.'],
  ['admin', 'Manage the organization', 'Keys, members, defaults, usage. For trusted tools alone.'],
];

const DAY_MS = 86_400_000;
const EXPIRIES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
  { value: 'date', label: 'On a date…' },
];

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const NewKeyDialog = ({ opened, onClose }: Props) => {
  const [created, setCreated] = useState<NewApiKey>();
  const close = () => {
    setCreated(undefined);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      size="lg"
      title={created === undefined ? 'Create an API key' : `${created.name} is ready`}
      // A stray click must not take away a key that is shown once.
      closeOnClickOutside={created === undefined}
    >
      {created === undefined ? (
        <NewKeyForm onCreated={setCreated} />
      ) : (
        <CreatedKey created={created} onClose={close} />
      )}
    </Modal>
  );
};

const NewKeyForm = ({ onCreated }: { readonly onCreated: (key: NewApiKey) => void }) => {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(['generate', 'templates:read']);
  const [expiry, setExpiry] = useState('never');
  const [date, setDate] = useState('');
  const [label, setLabel] = useState('');
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => {
      const expiresAt = momentOf(expiry, date);
      return api.post<NewApiKey>('/organization/keys', {
        name: name.trim(),
        scopes,
        ...(expiresAt !== undefined && { expiresAt }),
        ...(label.trim() !== '' && { label: label.trim() }),
      });
    },
    onSuccess: (key) => {
      void client.invalidateQueries({ queryKey: keysQuery.queryKey });
      onCreated(key);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="What is it for?"
          placeholder="Back end, nightly job…"
          required
          maxLength={200}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Choices label="It may" choices={SCOPE_TEXTS} value={scopes} onChange={setScopes} />
        <Group grow align="flex-start">
          <Select
            label="It expires"
            data={EXPIRIES}
            allowDeselect={false}
            value={expiry}
            onChange={(value) => setExpiry(value ?? 'never')}
          />
          {expiry === 'date' && (
            <TextInput
              label="At the end of"
              type="date"
              required
              min={new Date().toISOString().slice(0, 10)}
              value={date}
              onChange={(event) => setDate(event.currentTarget.value)}
            />
          )}
        </Group>
        <TextInput
          label="Only versions with the label"
          description="Such as production. Its documents are made from what that label points at; empty: from the newest."
          maxLength={50}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Failure error={create.error} />
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={create.isPending}
            disabled={name.trim() === '' || scopes.length === 0 || (expiry === 'date' && date === '')}
          >
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const momentOf = (expiry: string, date: string): string | undefined => {
  if (expiry === 'never') return undefined;
  if (expiry === 'date') return new Date(`${date}T23:59:59`).toISOString();
  return new Date(Date.now() + Number(expiry) * DAY_MS).toISOString();
};

const CreatedKey = ({ created, onClose }: { readonly created: NewApiKey; readonly onClose: () => void }) => {
  const { data: templates } = useQuery(templatesQuery);
  const line = curlOf(created, templates?.[0]?.key);
  return (
    <Stack>
      <Alert color="yellow" variant="light" icon={<IconInfoCircle size={18} />}>
        Copy the key now: it is shown this once, and only its first characters are kept.
      </Alert>
      <Verbatim testId="new-key">{created.key}</Verbatim>
      <Group>
        <Copy value={created.key} what="key" variant="filled" />
      </Group>
      <Text size="sm" fw={600} mt="xs">
        Try it
      </Text>
      <Verbatim>{line}</Verbatim>
      <Group justify="space-between">
        <Copy value={line} what="command" />
        <Button variant="default" onClick={onClose}>
          I have copied it
        </Button>
      </Group>
    </Stack>
  );
};

/** A command that this key may run, with its quotes safe for a shell. */
const curlOf = ({ key, scopes }: NewApiKey, templateKey: string | undefined): string => {
  const { origin } = window.location;
  const header = `-H 'Authorization: Bearer ${key}'`;
  if (scopes.includes('generate') && templateKey !== undefined) {
    const body = JSON.stringify({ templateKey, output: 'PDF', data: {} }).replaceAll("'", String.raw`'\''`);
    return `curl '${origin}/template/generate' ${header} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}' -o document.pdf`;
  }
  if (scopes.includes('admin')) return `curl '${origin}/organization' ${header}`;
  return `curl '${origin}/template/list' ${header}`;
};
