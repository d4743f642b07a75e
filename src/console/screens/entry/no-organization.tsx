/** For someone who was removed from the only organization they had. */
import { Anchor, Text } from '@mantine/core';
import type { Person } from '../../api/types.ts';
import { useSignOut } from '../../session/use-sign-in.ts';
import { NewOrganization } from '../../shell/new-organization.tsx';
import { EntryCard } from './card.tsx';

export const NoOrganizationScreen = ({ person }: { readonly person: Person }) => {
  const signOut = useSignOut();
  return (
    <EntryCard
      title={`Hello, ${person.name}`}
      lead="You belong to no organization at the moment. Ask for an invitation, or make one of your own."
    >
      <NewOrganization />
      <Text size="sm" c="dimmed" mt="lg">
        {person.email} ·{' '}
        <Anchor component="button" type="button" inherit onClick={() => signOut.mutate()}>
          Sign out
        </Anchor>
      </Text>
    </EntryCard>
  );
};
