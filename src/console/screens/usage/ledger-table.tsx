/** Every change of the credit, newest first, a page at a time. */

import { Anchor, Skeleton, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api } from '../../api/client.ts';
import type { Ledger, LedgerEntry } from '../../api/settings-types.ts';
import { When } from '../../components/ago.tsx';
import { EarlierButton } from '../../components/earlier-button.tsx';
import { formatNumber } from '../../components/format.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { useRecordSearch } from '../../components/record-tools.tsx';
import rowClasses from '../../components/rows.module.css';
import { callPath } from '../calls/call-words.ts';

const PAGE = 20;

const REASONS: Readonly<Record<string, string>> = {
  generate: 'Document',
  render: 'Document from a template that came with the request',
  convert: 'PDF of a sent document',
  batch: 'Documents of a batch',
  grant: 'Credit added',
  carried: 'Carried over from before',
  set_unlimited: 'Set to unlimited',
  set_limited: 'Set to a limit',
};

export const LedgerTable = ({ names }: { readonly names: ReadonlyMap<string, string> }) => {
  const ledger = useInfiniteQuery({
    queryKey: ['organization', 'ledger'],
    queryFn: ({ pageParam, signal }) =>
      api.get<Ledger>('/organization/ledger', { limit: PAGE, before: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const { tools, found } = useRecordSearch<LedgerEntry>({
    path: '/organization/ledger',
    columns: ['time', 'what', 'request', 'change', 'balance'],
    rowOf: (entry) => [
      entry.at,
      whatOf(entry, names),
      entry.requestId ?? '',
      entry.amount,
      entry.balanceAfter ?? 'unlimited',
    ],
  });
  const entries = found ?? ledger.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section>
      <Title order={2} mb="sm">
        Ledger
      </Title>
      {ledger.error !== null && ledger.data === undefined && (
        <LoadFailure error={ledger.error} retry={ledger.refetch} />
      )}
      {ledger.isPending && <Skeleton h={240} />}
      {ledger.data !== undefined && (entries.length > 0 || found !== undefined) && tools}
      {ledger.data !== undefined && entries.length === 0 && found === undefined && (
        <Text c="dimmed">Nothing has changed the credit yet.</Text>
      )}
      {entries.length > 0 && (
        <Table className={rowClasses['table']}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              <Table.Th>What</Table.Th>
              <Table.Th className={rowClasses['optional']}>Request</Table.Th>
              <Table.Th ta="right">Change</Table.Th>
              <Table.Th ta="right">Balance</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry) => (
              <Table.Tr key={entry.id}>
                <Table.Td>
                  <When at={entry.at} />
                </Table.Td>
                <Table.Td>{whatOf(entry, names)}</Table.Td>
                <Table.Td className={rowClasses['optional']}>
                  {entry.requestId !== null && (
                    // The log of calls says who it was, and with which key.
                    <Anchor component={Link} href={callPath(entry.requestId)} size="xs" ff="monospace">
                      {entry.requestId.slice(0, 8)}
                    </Anchor>
                  )}
                </Table.Td>
                <Table.Td ta="right">
                  {entry.amount > 0 ? '+' : ''}
                  {formatNumber(entry.amount)}
                </Table.Td>
                <Table.Td ta="right">
                  {entry.balanceAfter === null ? 'unlimited' : formatNumber(entry.balanceAfter)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {found === undefined && <EarlierButton list={ledger}>Earlier entries</EarlierButton>}
    </section>
  );
};

const whatOf = ({ reason, note }: LedgerEntry, names: ReadonlyMap<string, string>): string => {
  const what = REASONS[reason] ?? reason.replaceAll('_', ' ');
  if (note === '') return what;
  return reason === 'generate' || reason === 'batch'
    ? `${what} from ${names.get(note) ?? note}`
    : `${what}: ${note}`;
};
