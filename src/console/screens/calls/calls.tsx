/** The log of calls: every document that was asked for, every job and delivery, with the exact error of what failed. */

import { Badge, Drawer, Table, Text, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Call, CallPage } from '../../api/activity-types.ts';
import { api } from '../../api/client.ts';
import { organizationQuery } from '../../api/queries.ts';
import { Ago } from '../../components/ago.tsx';
import { EarlierButton } from '../../components/earlier-button.tsx';
import { formatDateTime, plural } from '../../components/format.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import rowClasses from '../../components/rows.module.css';
import { withoutTicks } from '../../components/ticks.tsx';
import { CallFilters } from './call-filters.tsx';
import { CallView } from './call-view.tsx';
import {
  addressOf,
  colorOf,
  filtersOf,
  formatDuration,
  formatMoment,
  kindOf,
  queryOf,
  subjectOf,
} from './call-words.ts';
import classes from './calls.module.css';
import { useTail } from './use-tail.ts';

const PAGE = 50;
/** A narrow filter on a long log is answered bit by bit: so often it is gone on with before somebody is asked. */
const MOST_PAGES_UNASKED = 60;

export const CallsSection = () => {
  const [, navigate] = useLocation();
  const filters = filtersOf(useSearch());
  const [isLive, setLive] = useState(false);
  const [open, setOpen] = useState<Call>();
  const organization = useQuery(organizationQuery);
  const address = addressOf(filters);
  // The span is counted from when it was chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what the filters are
  const query = useMemo(() => queryOf(filters, Date.now()), [address]);
  const calls = useInfiniteQuery({
    queryKey: ['calls', query],
    queryFn: ({ pageParam, signal }) =>
      api.get<CallPage>('/organization/calls', { ...query, limit: PAGE, before: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const loaded = useMemo(() => calls.data?.pages.flatMap(({ entries }) => entries) ?? [], [calls.data]);
  const came = useTail(query, {
    isOn: isLive && calls.data !== undefined && !calls.isPlaceholderData,
    newest: loaded[0]?.id,
  });
  const searching = useGoingOn(calls, loaded.length);
  const list = [...came, ...loaded];
  return (
    <section aria-label="Calls">
      <CallFilters
        filters={filters}
        onChange={(changed) => navigate(addressOf(changed), { replace: true })}
        isLive={isLive}
        onLive={setLive}
      />
      {calls.data === undefined ? (
        calls.error === null ? (
          <RowsSkeleton rows={6} />
        ) : (
          <LoadFailure error={calls.error} retry={calls.refetch} />
        )
      ) : list.length === 0 && !searching ? (
        <Nothing isFiltered={address !== addressOf(filtersOf(''))} days={organization.data?.callDaysKept} />
      ) : (
        <CallTable list={list} onOpen={setOpen} />
      )}
      <div role="status" aria-live="polite">
        {searching && (
          <Text size="sm" c="dimmed" mt="md">
            Looking further back…
          </Text>
        )}
        {isLive && (
          <Text size="sm" c="dimmed" mt="md">
            {came.length === 0 ? 'Waiting for calls.' : `${plural(came.length, 'new call')} since you watch.`}
          </Text>
        )}
      </div>
      {!searching && <EarlierButton list={calls}>Earlier calls</EarlierButton>}
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        position="right"
        size="lg"
        title={open === undefined ? '' : `${kindOf(open)}: ${subjectOf(open)}`}
      >
        {open !== undefined && <CallView call={open} />}
      </Drawer>
    </section>
  );
};

interface Going {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Whether a page is being filled that the server has answered in part. */
const useGoingOn = ({ hasNextPage, isFetching, data, fetchNextPage }: Going, found: number): boolean => {
  const pages = data?.pages.length ?? 0;
  const goesOn = hasNextPage && found < PAGE && pages < MOST_PAGES_UNASKED;
  const latest = useRef(fetchNextPage);
  latest.current = fetchNextPage;
  useEffect(() => {
    if (goesOn && !isFetching) void latest.current();
  }, [goesOn, isFetching]);
  return goesOn;
};

const Nothing = ({
  isFiltered,
  days,
}: {
  readonly isFiltered: boolean;
  readonly days: number | undefined;
}) => (
  <div className={rowClasses['nothing']}>
    <Text fw={600}>{isFiltered ? 'No call fits' : 'No calls yet'}</Text>
    <Text c="dimmed" size="sm" maw={440} ta="center">
      {isFiltered
        ? `Take a filter away, or look at a longer time. ${days === undefined ? '' : `The log keeps ${plural(days, 'day')}.`}`
        : 'Every document that a program asks for is listed here, with the exact error where it was not made. Previews of the studio are not.'}
    </Text>
  </div>
);

const CallTable = ({
  list,
  onOpen,
}: {
  readonly list: readonly Call[];
  readonly onOpen: (call: Call) => void;
}) => (
  <Table className={`${rowClasses['table']} ${rowClasses['tall']}`} verticalSpacing="xs" highlightOnHover>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Call</Table.Th>
        <Table.Th>Result</Table.Th>
        <Table.Th className={rowClasses['optional']}>By</Table.Th>
        <Table.Th className={rowClasses['optional']} ta="right">
          Took
        </Table.Th>
        <Table.Th className={rowClasses['optional']}>When</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {list.map((call) => (
        <CallRow key={call.id} call={call} onOpen={() => onOpen(call)} />
      ))}
    </Table.Tbody>
  </Table>
);

const CallRow = ({ call, onOpen }: { readonly call: Call; readonly onOpen: () => void }) => {
  const { status, code, error, key, caller, at, version, output } = call;
  const about = [kindOf(call), output, version !== null && `version ${version}`].filter(Boolean).join(' · ');
  return (
    <Table.Tr>
      <Table.Td>
        <UnstyledButton
          className={rowClasses['open']}
          onClick={onOpen}
          aria-label={`${subjectOf(call)}, ${code ?? 'succeeded'}, ${formatDateTime(at)}: show the call`}
        >
          {subjectOf(call)}
        </UnstyledButton>
        <Text size="xs" c="dimmed">
          {about}
        </Text>
        <Text size="xs" c="dimmed" className={rowClasses['phoneOnly']}>
          <Ago at={at} />, {formatMoment(at)}
        </Text>
      </Table.Td>
      <Table.Td className={classes['result']}>
        <Badge color={colorOf(call)} variant="light">
          {code === null ? status : `${status === 0 ? '' : `${status} `}${code}`}
        </Badge>
        {error !== null && (
          <Text size="xs" c="dimmed" mt={4} lineClamp={2}>
            {withoutTicks(error)}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={rowClasses['optional']}>
        {key?.name ?? caller?.replace(/^(key|user):/, '') ?? '–'}
      </Table.Td>
      <Table.Td className={rowClasses['optional']} ta="right">
        {formatDuration(call.milliseconds)}
      </Table.Td>
      <Table.Td className={rowClasses['optional']}>
        <Ago at={at} />
        <Text size="xs" c="dimmed">
          {formatMoment(at)}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
};
