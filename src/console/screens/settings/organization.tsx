/** The organization's name, and what documents use where a request says nothing else. */
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { organizationQuery } from '../../api/queries.ts';
import type { Organization } from '../../api/settings-types.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import { Section } from '../../components/section.tsx';
import { CallLogForm } from './call-log-form.tsx';
import { useChangeOrganization } from './change-organization.ts';
import { DefaultsForm } from './defaults-form.tsx';
import { NameForm } from './name-form.tsx';

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
      <OrganizationName organization={organization.data} />
      <DefaultsForm organization={organization.data} />
      <CallLogForm organization={organization.data} />
    </Stack>
  );
};

const OrganizationName = ({ organization }: { readonly organization: Organization }) => {
  const change = useChangeOrganization('The name is changed.');
  return (
    <Section title="Name" lead="How members and invitations call it.">
      <NameForm
        label="Name of the organization"
        name={organization.name}
        change={{ ...change, mutate: (name) => change.mutate({ name }) }}
      />
    </Section>
  );
};
