/** Who belongs to the organization, and who is invited. */

import { Badge, Button, Group, Select, Stack, Table, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { membersQuery } from '../../api/queries.ts';
import type { Member } from '../../api/settings-types.ts';
import { ROLES, type Role } from '../../api/types.ts';
import { Ago } from '../../components/ago.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import rowClasses from '../../components/rows.module.css';
import { Section } from '../../components/section.tsx';
import { useSession } from '../../session/session.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { PendingInvitations } from './pending-invitations.tsx';

export const MembersSettings = () => {
  const members = useQuery(membersQuery);
  const client = useQueryClient();
  const { role: own } = useSession().organization;
  const [inviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<Member>();
  const reload = () => client.invalidateQueries({ queryKey: membersQuery.queryKey });
  const change = useMutation({
    mutationFn: ({ id, role }: { readonly id: string; readonly role: Role }) =>
      api.patch(`/organization/members/${encodeURIComponent(id)}`, { role }),
    onSuccess: () => notifyDone('The role is changed.'),
    onError: notifyFailure,
    onSettled: reload,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Member) => api.delete(`/organization/members/${encodeURIComponent(id)}`),
    onSuccess: async (_, { name, you }) => {
      // Whoever leaves is no longer shown the organization.
      if (you) return window.location.assign('/');
      await reload();
      notifyDone(`${name} no longer belongs to the organization.`);
      setLeaving(undefined);
    },
  });

  return (
    <Stack gap={40}>
      <Section
        title="Members"
        lead="Members make documents and change templates. Admins also manage keys, members and settings; owners also manage owners."
        actions={
          <Button leftSection={<IconUserPlus size={17} />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        }
      >
        {members.data === undefined && members.error !== null && (
          <LoadFailure error={members.error} retry={members.refetch} />
        )}
        {members.isPending && <RowsSkeleton rows={3} />}
        {members.data !== undefined && (
          <Table className={rowClasses['table']} verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Person</Table.Th>
                <Table.Th className={rowClasses['optional']}>Since</Table.Th>
                <Table.Th w={122}>Role</Table.Th>
                <Table.Th w={84} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {members.data.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  own={own}
                  onRole={(role) => change.mutate({ id: member.id, role })}
                  onRemove={() => setLeaving(member)}
                />
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Section>
      <PendingInvitations />
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
      <Confirm
        opened={leaving !== undefined}
        title={leaving?.you ? 'Leave the organization?' : `Remove ${leaving?.name ?? ''}?`}
        action={leaving?.you ? 'Leave' : 'Remove'}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => leaving !== undefined && remove.mutate(leaving)}
        onClose={() => {
          remove.reset();
          setLeaving(undefined);
        }}
      >
        {leaving?.you ? 'You lose' : `${leaving?.email} loses`} access to its templates, keys and documents at
        once. API keys go on working: revoke those that only this person knows.
      </Confirm>
    </Stack>
  );
};

interface RowProps {
  readonly member: Member;
  readonly own: Role;
  readonly onRole: (role: Role) => void;
  readonly onRemove: () => void;
}

const MemberRow = ({ member, own, onRole, onRemove }: RowProps) => {
  // Owners alone make, demote and remove owners.
  const may = own === 'owner' || member.role !== 'owner';
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={8}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {member.name}
          </Text>
          {member.you && <Badge variant="light">you</Badge>}
        </Group>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {member.email}
        </Text>
      </Table.Td>
      <Table.Td className={rowClasses['optional']}>
        <Ago at={member.createdAt} />
      </Table.Td>
      <Table.Td>
        <Select
          size="xs"
          aria-label={`Role of ${member.name}`}
          data={ROLES.filter((role) => own === 'owner' || role !== 'owner' || member.role === 'owner')}
          disabled={!may}
          allowDeselect={false}
          value={member.role}
          onChange={(role) => role !== null && role !== member.role && onRole(role as Role)}
        />
      </Table.Td>
      <Table.Td ta="right">
        {may && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            onClick={onRemove}
            aria-label={member.you ? 'Leave the organization' : `Remove ${member.name}`}
          >
            {member.you ? 'Leave' : 'Remove'}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
};
