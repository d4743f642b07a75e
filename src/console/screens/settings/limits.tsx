/** What the organization may do a minute and may keep, and what is left: read-only, because an operator sets it. */
import { Code, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { organizationQuery } from '../../api/queries.ts';
import { formatBytes, formatNumber } from '../../components/format.ts';
import { AllowanceTile, KeptTile } from '../../components/limit-tiles.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import { Section } from '../../components/section.tsx';
import { StatTile } from '../../components/stat-tile.tsx';

export const LimitsSettings = () => {
  const organization = useQuery({ ...organizationQuery, refetchInterval: 10_000 });
  if (organization.data === undefined)
    return organization.error === null ? (
      <RowsSkeleton rows={2} height={120} />
    ) : (
      <LoadFailure error={organization.error} retry={organization.refetch} />
    );
  const { name, limits, credit } = organization.data;
  const quoted = `"${name.replaceAll(/["\\$`]/g, String.raw`\$&`)}"`;
  return (
    <Stack gap={36}>
      <Section
        title="Limits"
        lead="Requests a minute, all keys and members together. A request beyond one is answered with 429 and when to come back."
      >
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <AllowanceTile title="Documents a minute" window={limits.generate} />
          <AllowanceTile title="Other requests a minute" window={limits.request} />
          <StatTile
            title="Credit"
            figure={credit === null ? 'Unlimited' : formatNumber(credit)}
            note={credit === null ? 'Documents are not counted down.' : 'documents may still be made'}
          />
        </SimpleGrid>
      </Section>
      <Section
        title="Storage"
        lead="Templates with all their versions. An upload beyond one is refused; deleting a template makes room."
      >
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <KeptTile title="Templates" kept={limits.templates} format={formatNumber} />
          <KeptTile title="Versions" kept={limits.versions} format={formatNumber} />
          <KeptTile title="Files and what is compiled from them" kept={limits.bytes} format={formatBytes} />
        </SimpleGrid>
      </Section>
      <Section
        title="More of it"
        lead="Whoever runs this server changes limits and credit on its command line:"
      >
        <Stack gap={8}>
          <Code block>{`npm run -s platen -- admin limits ${quoted} --generate 500 --requests 2000`}</Code>
          <Code block>{`npm run -s platen -- admin limits ${quoted} --templates 20000 --storage 50GiB`}</Code>
          <Code block>{`npm run -s platen -- admin credit add ${quoted} 1000 --note "March"`}</Code>
        </Stack>
      </Section>
    </Stack>
  );
};
