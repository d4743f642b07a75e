/** Who changed what, newest first, a page at a time. */

import { Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { keysQuery, membersQuery } from '../../api/queries.ts';
import type { Audit, AuditEntry } from '../../api/settings-types.ts';
import { When } from '../../components/ago.tsx';
import { EarlierButton } from '../../components/earlier-button.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import { useRecordSearch } from '../../components/record-tools.tsx';
import rowClasses from '../../components/rows.module.css';
import { Section } from '../../components/section.tsx';
import { type AuditNames, whatOf, whoOf } from './audit-words.ts';
import classes from './settings.module.css';

const PAGE = 25;

export const AuditSettings = () => {
  const members = useQuery(membersQuery);
  const keys = useQuery(keysQuery);
  const log = useInfiniteQuery({
    queryKey: ['organization', 'audit'],
    queryFn: ({ pageParam, signal }) =>
      api.get<Audit>('/organization/audit', { limit: PAGE, before: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const names: AuditNames = { members: members.data ?? [], keys: keys.data ?? [] };
  const { tools, found } = useRecordSearch<AuditEntry>({
    path: '/organization/audit',
    columns: ['time', 'who', 'which', 'what'],
    rowOf: (entry) => {
      const { name, detail = '' } = whoOf(entry.actor, names);
      return [entry.at, name, detail, whatOf(entry, names)];
    },
  });
  const entries = found ?? log.data?.pages.flatMap((page) => page.entries) ?? [];
  // Without the names every row would change once they come.
  const isPending = log.isPending || members.isPending || keys.isPending;
  return (
    <Section
      title="Audit log"
      lead="Every change to this organization, its people, keys and templates. Documents that were made are under Usage."
    >
      {log.error !== null && log.data === undefined && <LoadFailure error={log.error} retry={log.refetch} />}
      {isPending && log.error === null && <RowsSkeleton rows={6} />}
      {!isPending && tools}
      {!isPending && entries.length > 0 && (
        <Table className={rowClasses['table']} verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              <Table.Th>Who</Table.Th>
              <Table.Th>What</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry) => (
              <AuditRow
                key={entry.id}
                at={entry.at}
                who={whoOf(entry.actor, names)}
                what={whatOf(entry, names)}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {!isPending && found === undefined && <EarlierButton list={log}>Earlier changes</EarlierButton>}
    </Section>
  );
};

interface RowProps {
  readonly at: string;
  readonly who: { readonly name: string; readonly detail?: string };
  readonly what: string;
}

const AuditRow = ({ at, who, what }: RowProps) => (
  <Table.Tr>
    <Table.Td className={classes['when']}>
      <When at={at} />
    </Table.Td>
    <Table.Td className={`${rowClasses['words']} ${classes['who']}`}>
      <Text size="sm" fw={600}>
        {who.name}
      </Text>
      {who.detail !== undefined && (
        <Text size="xs" c="dimmed" className={rowClasses['optional'] ?? ''}>
          {who.detail}
        </Text>
      )}
    </Table.Td>
    <Table.Td className={rowClasses['words']}>{what}</Table.Td>
  </Table.Tr>
);
