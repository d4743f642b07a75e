/** A new endpoint, or one that changes: where, and of what. A new one's secret is shown once. */
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Webhook } from '../../api/activity-types.ts';
import { api } from '../../api/client.ts';
import { webhooksQuery } from '../../api/queries.ts';
import { Choices } from '../../components/choices.tsx';
import { Copy } from '../../components/copy.tsx';
import { Failure } from '../../components/failure.tsx';
import { Verbatim } from '../../components/verbatim.tsx';
import { EVENT_WORDS } from './event-words.ts';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const NewWebhookDialog = ({ opened, onClose }: Props) => {
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  if (secret !== undefined) return <SecretDialog secret={secret} onClose={close} />;
  return (
    <Modal opened={opened} onClose={close} size="lg" title="Add an endpoint">
      <WebhookForm
        first={{ url: '', events: ['job.completed', 'job.failed'] }}
        action="Add endpoint"
        send={(wanted) => api.post<Webhook>('/organization/webhooks', wanted)}
        onDone={(webhook) => setSecret(webhook.secret)}
      />
    </Modal>
  );
};

export const EditWebhookDialog = ({ webhook, opened, onClose }: Props & { readonly webhook: Webhook }) => (
  <Modal opened={opened} onClose={onClose} size="lg" title="Change this endpoint">
    <WebhookForm
      first={{ url: webhook.url ?? '', events: webhook.events }}
      action="Save"
      send={(wanted) => api.patch<Webhook>(webhookPath(webhook), wanted)}
      onDone={onClose}
    />
  </Modal>
);

export const webhookPath = ({ id }: Webhook): string => `/organization/webhooks/${encodeURIComponent(id)}`;

interface Wanted {
  readonly url: string;
  readonly events: readonly string[];
}

interface FormProps {
  readonly first: Wanted;
  readonly action: string;
  readonly send: (wanted: Wanted) => Promise<Webhook>;
  readonly onDone: (webhook: Webhook) => void;
}

const WebhookForm = ({ first, action, send, onDone }: FormProps) => {
  const [url, setUrl] = useState(first.url);
  const [events, setEvents] = useState<readonly string[]>(first.events);
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: () => send({ url: url.trim(), events }),
    onSuccess: (webhook) => {
      void client.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true });
      onDone(webhook);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Address"
          placeholder="https://shop.example.com/hooks/platen"
          type="url"
          required
          maxLength={2000}
          data-autofocus
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Choices label="It is told when" choices={EVENT_WORDS} value={[...events]} onChange={setEvents} />
        <Failure error={sending.error} />
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={sending.isPending}
            disabled={url.trim() === '' || events.length === 0}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

export const SecretDialog = ({
  secret,
  onClose,
}: {
  readonly secret: string | undefined;
  readonly onClose: () => void;
}) => (
  // A stray click must not take away a secret that is shown once.
  <Modal
    opened={secret !== undefined}
    onClose={onClose}
    size="lg"
    title="The secret of this endpoint"
    closeOnClickOutside={false}
  >
    <Stack>
      <Alert color="yellow" variant="light" icon={<IconInfoCircle size={18} />}>
        Copy it now: it is shown this once.
      </Alert>
      <Verbatim testId="webhook-secret">{secret}</Verbatim>
      <Text size="sm" c="dimmed">
        Your program verifies messages with it, by any library of Standard Webhooks: the headers webhook-id,
        webhook-timestamp and webhook-signature belong together.
      </Text>
      <Group justify="space-between">
        <Copy value={secret ?? ''} what="secret" variant="filled" />
        <Button variant="default" onClick={onClose}>
          I have copied it
        </Button>
      </Group>
    </Stack>
  </Modal>
);
