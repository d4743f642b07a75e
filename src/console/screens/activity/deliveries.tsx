/** What an endpoint was told, newest first: each with its attempts and the answers, and a button that sends it again. */

import { Badge, Button, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Delivery, DeliveryAttempt, Webhook } from '../../api/activity-types.ts';
import { api } from '../../api/client.ts';
import { deliveriesQuery } from '../../api/queries.ts';
import { Ago } from '../../components/ago.tsx';
import { EarlierButton } from '../../components/earlier-button.tsx';
import { formatDateTime, plural } from '../../components/format.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import rowClasses from '../../components/rows.module.css';
import classes from './activity.module.css';
import { DELIVERY_WORDS } from './event-words.ts';

const MINUTE_MS = 60_000;

export const Deliveries = ({ webhook }: { readonly webhook: Webhook }) => {
  const query = deliveriesQuery(webhook.id);
  const deliveries = useInfiniteQuery(query);
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: ({ id }: Delivery) =>
      api.post(
        `/organization/webhooks/${encodeURIComponent(webhook.id)}/deliveries/${encodeURIComponent(id)}/redeliver`,
      ),
    onSuccess: async () => {
      notifyDone('It is sent again now.');
      await client.invalidateQueries({ queryKey: query.queryKey });
    },
    onError: notifyFailure,
  });
  const list = deliveries.data?.pages.flatMap((page) => page.deliveries) ?? [];
  if (deliveries.data === undefined)
    return deliveries.error === null ? (
      <RowsSkeleton rows={2} height={40} />
    ) : (
      <LoadFailure error={deliveries.error} retry={deliveries.refetch} />
    );
  if (list.length === 0)
    return (
      <Text size="sm" c="dimmed" mt="xs">
        Nothing was sent in the last 30 days.
      </Text>
    );
  return (
    <>
      <Table className={`${rowClasses['table']} ${rowClasses['tall']}`} verticalSpacing="xs" mt="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Event</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th className={rowClasses['optional']}>Happened</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              isSending={again.isPending && again.variables.id === delivery.id}
              onAgain={() => again.mutate(delivery)}
            />
          ))}
        </Table.Tbody>
      </Table>
      <EarlierButton list={deliveries}>Earlier deliveries</EarlierButton>
    </>
  );
};

interface RowProps {
  readonly delivery: Delivery;
  readonly isSending: boolean;
  readonly onAgain: () => void;
}

const DeliveryRow = ({ delivery, isSending, onAgain }: RowProps) => {
  const { event, state, attempts, nextAt, createdAt } = delivery;
  const { label, color } = DELIVERY_WORDS[state];
  const status = attempts.at(-1)?.status;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600}>
          {event}
        </Text>
        <Text size="xs" c="dimmed" className={rowClasses['phoneOnly']}>
          <Ago at={createdAt} />
        </Text>
        {attempts.length > 0 && (
          <details className={classes['details']}>
            <summary>{plural(attempts.length, 'attempt')}</summary>
            <ol className={classes['attempts']}>
              {attempts.map((attempt) => (
                <Attempt key={attempt.at} attempt={attempt} />
              ))}
            </ol>
          </details>
        )}
      </Table.Td>
      <Table.Td>
        <Badge color={color} variant="light">
          {label}
        </Badge>
        {status != null && (
          <Text size="xs" c="dimmed" mt={4}>
            answered {status}
          </Text>
        )}
        {nextAt !== null && attempts.length > 0 && (
          <Text size="xs" c="dimmed">
            {Date.parse(nextAt) - Date.now() < MINUTE_MS ? (
              'again within a minute'
            ) : (
              <>
                again <Ago at={nextAt} />
              </>
            )}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={rowClasses['optional']}>
        <Ago at={createdAt} />
      </Table.Td>
      <Table.Td ta="right">
        <Button
          variant="subtle"
          size="compact-sm"
          loading={isSending}
          onClick={onAgain}
          aria-label={`Send again: ${event}`}
        >
          Send again
        </Button>
      </Table.Td>
    </Table.Tr>
  );
};

const Attempt = ({
  attempt: { at, status, milliseconds, answer, problem },
}: {
  readonly attempt: DeliveryAttempt;
}) => (
  <li>
    <Text size="xs" c="dimmed">
      {formatDateTime(at)}: {status === null ? (problem ?? 'no answer') : `answered ${status}`} in{' '}
      {milliseconds} ms
    </Text>
    {answer !== null && answer !== '' && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
      <section className={classes['answer']} tabIndex={0} aria-label="Answer">
        {answer}
      </section>
    )}
  </li>
);
