/** For someone who was removed from the only organization they had. */
import { Button, Text } from '@mantine/core';
import type { Person } from '../../api/types.ts';
import { useSignOut } from '../../session/use-sign-in.ts';
import { EntryCard } from './card.tsx';

export const NoOrganizationScreen = ({ person }: { readonly person: Person }) => {
  const signOut = useSignOut();
  return (
    <EntryCard
      title={`Hello, ${person.name}`}
      lead={`You belong to no organization at the moment. Ask an admin of one for an invitation to ${person.email}, then open its link here.`}
    >
      <Button variant="default" fullWidth loading={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out
      </Button>
      <Text size="xs" c="dimmed" mt="sm">
        Whoever runs this server can make an organization on its command line.
      </Text>
    </EntryCard>
  );
};
