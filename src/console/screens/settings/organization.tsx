/** The organization's name, and what documents use where a request says nothing else. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { organizationQuery } from '../../api/queries.ts';
import type { Organization } from '../../api/types.ts';
import { Failure } from '../../parts/failure.tsx';
import { LoadFailure } from '../../parts/load-failure.tsx';
import { RowsSkeleton } from '../../parts/page-skeleton.tsx';
import { useChangeOrganization } from './change-organization.ts';
import { DefaultsForm } from './defaults-form.tsx';
import { Section } from './section.tsx';

export const OrganizationSettings = () => {
  const organization = useQuery(organizationQuery);
  if (organization.data === undefined)
    return organization.error === null ? (
      <RowsSkeleton rows={4} />
    ) : (
      <LoadFailure error={organization.error} retry={organization.refetch} />
    );
  return (
    <Stack gap={40}>
      <NameForm organization={organization.data} />
      <DefaultsForm organization={organization.data} />
    </Stack>
  );
};

const NameForm = ({ organization }: { readonly organization: Organization }) => {
  const [name, setName] = useState(organization.name);
  const change = useChangeOrganization('The name is changed.');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ name: name.trim() });
  };
  return (
    <Section title="Name" lead="How members and invitations call it.">
      <form onSubmit={submit}>
        <Stack maw={420}>
          <TextInput
            aria-label="Name of the organization"
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Failure error={change.error} />
          <Group>
            <Button
              type="submit"
              loading={change.isPending}
              disabled={name.trim() === '' || name.trim() === organization.name}
            >
              Save name
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
};
