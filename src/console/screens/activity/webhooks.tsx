/** Where events are sent: addresses of other programs, what each was told, and what it answered. */

import { Badge, Button, Collapse, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '../../api/activity-types.ts';
import { api } from '../../api/client.ts';
import { webhooksQuery } from '../../api/queries.ts';
import { Ago } from '../../components/ago.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import rowClasses from '../../components/rows.module.css';
import { Section } from '../../components/section.tsx';
import classes from './activity.module.css';
import { Deliveries } from './deliveries.tsx';
import { EditWebhookDialog, NewWebhookDialog, SecretDialog, webhookPath } from './webhook-dialogs.tsx';

const nameOf = ({ url }: Webhook): string => url ?? 'Callbacks of jobs';

/** Before there is one: its secret can be made all the same. */
const NO_CALLBACK: Webhook = {
  id: 'callback',
  url: null,
  events: [],
  disabled: false,
  failingSince: null,
  oldSecretUntil: null,
  createdAt: '',
};

export const WebhooksSection = () => {
  const webhooks = useQuery(webhooksQuery);
  const [creating, setCreating] = useState(false);
  const list = webhooks.data?.webhooks;
  return (
    <Section
      title="Webhooks"
      lead="A message to an address of yours when something has happened: signed, and sent again until it is heard."
      actions={
        <Button leftSection={<IconPlus size={17} />} onClick={() => setCreating(true)}>
          Add endpoint
        </Button>
      }
    >
      {list === undefined && webhooks.error !== null && (
        <LoadFailure error={webhooks.error} retry={webhooks.refetch} />
      )}
      {list === undefined && webhooks.isPending && <RowsSkeleton rows={2} height={84} />}
      {list?.length === 0 && (
        <div className={rowClasses['nothing']}>
          <Text fw={600}>No endpoint yet</Text>
          <Text c="dimmed" size="sm" maw={440} ta="center">
            Programs that begin jobs would rather be told of their end than ask again and again.
          </Text>
        </div>
      )}
      <Stack gap="md">
        {list?.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} />
        ))}
        {webhooks.data !== undefined && <WebhookCard webhook={webhooks.data.callback ?? NO_CALLBACK} />}
      </Stack>
      <NewWebhookDialog opened={creating} onClose={() => setCreating(false)} />
    </Section>
  );
};

const WebhookCard = ({ webhook }: { readonly webhook: Webhook }) => {
  const [shown, setShown] = useState(false);
  const [asked, setAsked] = useState<'rotate' | 'remove'>();
  const [editing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string>();
  const change = useWebhookChange(webhook);
  const isCallback = webhook.url === null;
  const close = () => {
    change.reset();
    setAsked(undefined);
  };
  const confirm = () =>
    change.mutate(asked === 'remove' ? 'remove' : { rotateSecret: true }, {
      onSuccess: (changed) => {
        close();
        if (changed?.secret !== undefined) setSecret(changed.secret);
        else notifyDone(`${nameOf(webhook)} is removed.`);
      },
    });
  const turn = () =>
    change.mutate({ disabled: !webhook.disabled }, { onError: (error) => notifyFailure(error) });
  return (
    <Paper className={classes['card']} component="article" aria-label={nameOf(webhook)}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <div>
          <Text className={isCallback ? '' : classes['address']} fw={600}>
            {nameOf(webhook)}
          </Text>
          <Group gap={6} mt={8}>
            {!isCallback && <StateBadge webhook={webhook} />}
            {webhook.events.map((event) => (
              <Badge key={event} variant="default" fw={500}>
                {event}
              </Badge>
            ))}
          </Group>
          {isCallback && (
            <Text size="sm" c="dimmed">
              A job may name an address of its own (<code>callback</code>) that hears of its end. These
              messages are signed with one secret: make it here, and put it into the programs that hear them.
            </Text>
          )}
          <WebhookNotes webhook={webhook} />
        </div>
        <Menu position="bottom-end" width={190}>
          <Menu.Target>
            <Button
              variant="subtle"
              color="gray"
              size="compact-md"
              aria-label={`Actions for ${nameOf(webhook)}`}
            >
              <IconDots size={18} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {!isCallback && <Menu.Item onClick={() => setEditing(true)}>Change…</Menu.Item>}
            <Menu.Item onClick={() => setAsked('rotate')}>New secret…</Menu.Item>
            {!isCallback && (
              <Menu.Item onClick={turn}>{webhook.disabled ? 'Switch on' : 'Switch off'}</Menu.Item>
            )}
            {!isCallback && <Menu.Divider />}
            {!isCallback && (
              <Menu.Item color="red" onClick={() => setAsked('remove')}>
                Remove…
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Button
        mt="sm"
        variant="subtle"
        size="compact-sm"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide deliveries' : 'Show deliveries'}
      </Button>
      <Collapse expanded={shown}>{shown && <Deliveries webhook={webhook} />}</Collapse>
      <Confirm
        opened={asked !== undefined}
        title={asked === 'remove' ? 'Remove this endpoint?' : 'Make a new secret?'}
        action={asked === 'remove' ? 'Remove endpoint' : 'Make a new secret'}
        isMild={asked === 'rotate'}
        pending={change.isPending}
        error={change.error}
        onConfirm={confirm}
        onClose={close}
      >
        {asked === 'remove'
          ? 'Nothing is sent to it any more, and the list of its deliveries goes with it.'
          : 'For 24 hours messages are signed with both, the new secret and the one before: time to put the new one into your program.'}
      </Confirm>
      <EditWebhookDialog webhook={webhook} opened={editing} onClose={() => setEditing(false)} />
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </Paper>
  );
};

type Change = 'remove' | { readonly disabled: boolean } | { readonly rotateSecret: true };

const useWebhookChange = (webhook: Webhook) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change): Promise<Webhook | undefined> =>
      change === 'remove'
        ? api.delete<undefined>(webhookPath(webhook))
        : api.patch<Webhook>(webhookPath(webhook), change),
    onSuccess: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true }),
  });
};

const StateBadge = ({ webhook: { disabled, failingSince } }: { readonly webhook: Webhook }) => {
  if (disabled)
    return (
      <Badge color="red" variant="light">
        Switched off
      </Badge>
    );
  return (
    <Badge color={failingSince === null ? 'pine' : 'yellow'} variant="light">
      {failingSince === null ? 'On' : 'Failing'}
    </Badge>
  );
};

const WebhookNotes = ({ webhook: { failingSince, oldSecretUntil } }: { readonly webhook: Webhook }) => (
  <>
    {failingSince !== null && (
      <Text size="xs" c="dimmed" mt={6}>
        Every attempt has failed, the first <Ago at={failingSince} />. After three days it is switched off.
      </Text>
    )}
    {oldSecretUntil !== null && (
      <Text size="xs" c="dimmed" mt={6}>
        Messages are also signed with the secret before, until <Ago at={oldSecretUntil} />.
      </Text>
    )}
  </>
);
