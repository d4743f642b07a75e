/** An invitation is a link: send it by whatever way you like. It works once. */
import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { invitationsQuery } from '../../api/queries.ts';
import type { NewInvitation } from '../../api/settings-types.ts';
import { ROLES } from '../../api/types.ts';
import { Copy } from '../../components/copy.tsx';
import { Failure } from '../../components/failure.tsx';
import { formatDay } from '../../components/format.ts';
import { Verbatim } from '../../components/verbatim.tsx';
import { useSession } from '../../session/session.ts';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const InviteDialog = ({ opened, onClose }: Props) => {
  const [made, setMade] = useState<NewInvitation>();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={made === undefined ? 'Invite someone' : 'The invitation is ready'}
      closeOnClickOutside={made === undefined}
    >
      {made === undefined ? <InviteForm onMade={setMade} /> : <Made made={made} onClose={close} />}
    </Modal>
  );
};

const InviteForm = ({ onMade }: { readonly onMade: (made: NewInvitation) => void }) => {
  const client = useQueryClient();
  const { role: own } = useSession().organization;
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('member');
  const invite = useMutation({
    mutationFn: () =>
      api.post<NewInvitation>('/organization/invitations', {
        role,
        ...(email.trim() !== '' && { email: email.trim() }),
      }),
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
      onMade(made);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="E-mail (optional)"
          description="With an address, nobody else can use the link. Platen sends no mail."
          type="email"
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Select
          label="Role"
          data={ROLES.filter((one) => own === 'owner' || one !== 'owner')}
          allowDeselect={false}
          value={role}
          onChange={(value) => setRole(value ?? 'member')}
        />
        <Failure error={invite.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={invite.isPending}>
            Make the link
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const Made = ({ made, onClose }: { readonly made: NewInvitation; readonly onClose: () => void }) => (
  <Stack>
    <Text size="sm">
      Send this link{made.email === null ? '' : ` to ${made.email}`}. It works once, until{' '}
      {formatDay(made.expiresAt)}, and is shown only now.
    </Text>
    <Verbatim testId="invitation-link">{made.link}</Verbatim>
    <Group justify="space-between">
      <Copy value={made.link} what="link" variant="filled" />
      <Button variant="default" onClick={onClose}>
        Done
      </Button>
    </Group>
  </Stack>
);
