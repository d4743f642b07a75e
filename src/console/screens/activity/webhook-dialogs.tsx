/** A new endpoint: where, and of what. Then its secret, once. */
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { webhooksQuery } from '../../api/queries.ts';
import type { Webhook } from '../../api/types.ts';
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
      <NewWebhookForm onCreated={(webhook) => setSecret(webhook.secret)} />
    </Modal>
  );
};

const NewWebhookForm = ({ onCreated }: { readonly onCreated: (webhook: Webhook) => void }) => {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<string[]>(['job.completed', 'job.failed']);
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => api.post<Webhook>('/organization/webhooks', { url: url.trim(), events }),
    onSuccess: (webhook) => {
      void client.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true });
      onCreated(webhook);
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
          label="Address"
          placeholder="https://shop.example.com/hooks/platen"
          type="url"
          required
          maxLength={2000}
          data-autofocus
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Choices label="It is told when" choices={EVENT_WORDS} value={events} onChange={setEvents} />
        <Failure error={create.error} />
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={create.isPending}
            disabled={url.trim() === '' || events.length === 0}
          >
            Add endpoint
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
