/** API keys: what programs sign in with. */

import { Badge, Button, Group, Switch, Table, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { keyPagesQuery, keysQuery } from '../../api/queries.ts';
import type { ApiKey } from '../../api/settings-types.ts';
import { Ago } from '../../components/ago.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { EarlierButton } from '../../components/earlier-button.tsx';
import { formatDay, plural } from '../../components/format.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import rowClasses from '../../components/rows.module.css';
import { Section } from '../../components/section.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

export const KeysSettings = () => {
  const keys = useInfiniteQuery(keyPagesQuery);
  const client = useQueryClient();
  const [creating, setCreating] = useState(false);
  const [all, setAll] = useState(false);
  const [doomed, setDoomed] = useState<ApiKey>();
  const revoke = useMutation({
    mutationFn: ({ id }: ApiKey) => api.delete(`/organization/keys/${encodeURIComponent(id)}`),
    onSuccess: async (_, { name }) => {
      await client.invalidateQueries({ queryKey: keysQuery.queryKey });
      notifyDone(`${name} is revoked. It stops working everywhere within a second.`);
      setDoomed(undefined);
    },
  });
  const read = keys.data?.pages.flatMap((page) => page.keys) ?? [];
  const active = read.filter(({ status }) => status === 'active');
  const old = read.length - active.length;
  const shown = all ? read : active;

  return (
    <Section
      title="API keys"
      lead="A program sends its key with every request. Give each program a key of its own, so that one can be revoked alone."
      actions={
        <Button leftSection={<IconPlus size={17} />} onClick={() => setCreating(true)}>
          Create key
        </Button>
      }
    >
      {keys.data === undefined && keys.error !== null && (
        <LoadFailure error={keys.error} retry={keys.refetch} />
      )}
      {keys.isPending && <RowsSkeleton rows={3} />}
      {keys.data !== undefined && shown.length === 0 && !keys.hasNextPage && (
        <Text c="dimmed" py="lg">
          No active key. Create one to call the API from a program.
        </Text>
      )}
      {shown.length > 0 && (
        <Table className={rowClasses['table']} verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th className={rowClasses['optional']}>May</Table.Th>
              <Table.Th className={rowClasses['optional']}>Created</Table.Th>
              <Table.Th className={rowClasses['optional']}>Last used</Table.Th>
              <Table.Th className={rowClasses['optional']}>Expires</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((key) => (
              <KeyRow key={key.id} apiKey={key} onRevoke={() => setDoomed(key)} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      <EarlierButton list={keys}>Earlier keys</EarlierButton>
      {old > 0 && (
        <Switch
          mt="md"
          label={
            keys.hasNextPage
              ? 'Show keys that no longer work'
              : `Show ${plural(old, 'key')} that no longer ${old === 1 ? 'works' : 'work'}`
          }
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
      <NewKeyDialog opened={creating} onClose={() => setCreating(false)} />
      <Confirm
        opened={doomed !== undefined}
        title={`Revoke ${doomed?.name ?? ''}?`}
        action="Revoke key"
        pending={revoke.isPending}
        error={revoke.error}
        onConfirm={() => doomed !== undefined && revoke.mutate(doomed)}
        onClose={() => {
          revoke.reset();
          setDoomed(undefined);
        }}
      >
        Programs that use {doomed?.prefix}… get an error from now on. A revoked key can't be brought back.
        {doomed?.lastUsed != null && (
          <>
            {' '}
            It was last used <Ago at={doomed.lastUsed} />.
          </>
        )}
      </Confirm>
    </Section>
  );
};

const KeyRow = ({ apiKey, onRevoke }: { readonly apiKey: ApiKey; readonly onRevoke: () => void }) => (
  <Table.Tr>
    <Table.Td>
      <Group gap={8}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {apiKey.name}
        </Text>
        {apiKey.status !== 'active' && (
          <Badge color={apiKey.status === 'revoked' ? 'red' : 'yellow'} variant="light">
            {apiKey.status}
          </Badge>
        )}
        {apiKey.label !== null && (
          <Badge variant="outline" tt="none">
            {apiKey.label}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" ff="monospace">
        {apiKey.prefix}…
      </Text>
      {/* On a phone there is one column: what the others say stands below the name. */}
      <div className={rowClasses['phoneOnly']}>
        <Scopes scopes={apiKey.scopes} />
        <Text size="xs" c="dimmed" mt={4}>
          Created <Ago at={apiKey.createdAt} />, last used <Ago at={apiKey.lastUsed} never="never" />,{' '}
          {apiKey.expiresAt === null ? 'never expires' : `expires ${formatDay(apiKey.expiresAt)}`}
        </Text>
      </div>
    </Table.Td>
    <Table.Td className={rowClasses['optional']}>
      <Scopes scopes={apiKey.scopes} />
    </Table.Td>
    <Table.Td className={rowClasses['optional']}>
      <Ago at={apiKey.createdAt} />
    </Table.Td>
    <Table.Td className={rowClasses['optional']}>
      <Ago at={apiKey.lastUsed} />
    </Table.Td>
    <Table.Td className={rowClasses['optional']}>
      {apiKey.expiresAt === null ? 'Never' : formatDay(apiKey.expiresAt)}
    </Table.Td>
    <Table.Td ta="right">
      {apiKey.status === 'active' && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          onClick={onRevoke}
          aria-label={`Revoke ${apiKey.name}`}
        >
          Revoke
        </Button>
      )}
    </Table.Td>
  </Table.Tr>
);

const Scopes = ({ scopes }: Pick<ApiKey, 'scopes'>) => (
  <Group gap={4}>
    {scopes.map((scope) => (
      <Badge key={scope} variant="default" fw={500}>
        {scope}
      </Badge>
    ))}
  </Group>
);
