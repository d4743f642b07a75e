import { Button, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { invitationsQuery } from '../../api/queries.ts';
import { Ago } from '../../components/ago.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import rowClasses from '../../components/rows.module.css';
import { Section } from '../../components/section.tsx';

export const PendingInvitations = () => {
  const client = useQueryClient();
  const invitations = useQuery(invitationsQuery);
  const withdraw = useMutation({
    mutationFn: (id: string) => api.delete(`/organization/invitations/${encodeURIComponent(id)}`),
    onSuccess: () => notifyDone('The invitation is withdrawn: its link no longer works.'),
    onError: notifyFailure,
    onSettled: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });
  if (invitations.data === undefined || invitations.data.length === 0) return null;
  return (
    <Section title="Invitations" lead="Links that nobody has used yet.">
      <Table className={rowClasses['table']} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>For</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th className={rowClasses['optional']}>Expires</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invitations.data.map(({ id, email, role, expiresAt }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {email ?? <Text size="sm">Whoever has the link</Text>}
              </Table.Td>
              <Table.Td>{role}</Table.Td>
              <Table.Td className={rowClasses['optional']}>
                <Ago at={expiresAt} />
              </Table.Td>
              <Table.Td ta="right">
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  loading={withdraw.isPending && withdraw.variables === id}
                  onClick={() => withdraw.mutate(id)}
                  aria-label={`Withdraw the invitation of ${email ?? role}`}
                >
                  Withdraw
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
};
