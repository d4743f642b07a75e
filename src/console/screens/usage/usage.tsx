/** Documents over time, what failed, and the credit. */
import { Group, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { api } from '../../api/client.ts';
import { organizationQuery, templatesQuery } from '../../api/queries.ts';
import type { Usage } from '../../api/settings-types.ts';
import { formatNumber, plural } from '../../components/format.ts';
import { AllowanceTile } from '../../components/limit-tiles.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Page } from '../../components/page.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { loadScreen } from '../../load-screen.ts';
import { useMay } from '../../session/session.ts';
import { FailureTable } from './failure-table.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { labelOf, RANGES, spanOf, startsWithin, timezone } from './ranges.ts';
import { type By, failures, stack } from './series.ts';
import classes from './usage.module.css';
import { UsageTable } from './usage-table.tsx';

const UsageChart = loadScreen(async () => (await import('./usage-chart.tsx')).UsageChart);

export const UsageScreen = () => {
  const mayAdmin = useMay('admin');
  return (
    <Page title="Usage and credit" lead="What was made, from which template, and what it cost.">
      {mayAdmin ? <UsageBody /> : <OwnLimits />}
    </Page>
  );
};

const UsageBody = () => {
  const [value, setRange] = useState<string>('30d');
  const [by, setBy] = useState<By>('template');
  const range = RANGES.find((one) => one.value === value) ?? RANGES[2];
  const { from, to } = spanOf(range, new Date());
  const usage = useQuery({
    queryKey: ['organization', 'usage', range.value, to.getTime()],
    queryFn: ({ signal }) =>
      api.get<Usage>(
        '/organization/usage',
        { from: from.toISOString(), to: to.toISOString(), step: range.step, timezone: timezone() },
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const templates = useQuery(templatesQuery);
  const names = new Map(templates.data?.map(({ key, name }) => [key, name]));
  if (usage.error !== null && usage.data === undefined)
    return <LoadFailure error={usage.error} retry={usage.refetch} />;
  const { points, totals } = usage.data ?? { points: [], totals: { documents: 0, errors: 0 } };
  const stacked = stack(points, by, startsWithin(range, from, to), (key) => names.get(key) ?? key);
  const label = (start: number) => labelOf(range.step, start);
  const tried = totals.documents + totals.errors;

  return (
    <Stack gap={36}>
      <Tiles
        documents={usage.data === undefined ? undefined : totals.documents}
        errors={totals.errors}
        tried={tried}
        span={range.label}
      />
      <section>
        <Group justify="space-between" mb="md" gap="sm">
          <Title order={2}>Documents</Title>
          <Group gap="sm">
            <SegmentedControl
              size="xs"
              aria-label="Stack by"
              value={by}
              onChange={(chosen) => setBy(chosen as By)}
              data={[
                { value: 'template', label: 'By template' },
                { value: 'format', label: 'By format' },
              ]}
            />
            <SegmentedControl
              size="xs"
              aria-label="Time span"
              value={range.value}
              onChange={setRange}
              data={RANGES.map(({ value: one, label: text }) => ({ value: one, label: text }))}
            />
          </Group>
        </Group>
        <div className={classes['chart']}>
          {usage.data === undefined ? (
            <Skeleton h={300} radius="md" />
          ) : totals.documents === 0 ? (
            <div className={classes['nothing']}>
              <Text c="dimmed">No document in the last {range.label}.</Text>
            </div>
          ) : (
            <Suspense fallback={<Skeleton h={300} radius="md" />}>
              <UsageChart stack={stacked} label={label} />
            </Suspense>
          )}
        </div>
        {totals.documents > 0 && <UsageTable stack={stacked} label={label} />}
      </section>
      {totals.errors > 0 && <FailureTable failures={failures(points)} names={names} span={range.label} />}
      <LedgerTable names={names} />
    </Stack>
  );
};

interface TilesProps {
  readonly documents: number | undefined;
  readonly errors: number;
  readonly tried: number;
  readonly span: string;
}

const Tiles = ({ documents, errors, tried, span }: TilesProps) => {
  const organization = useQuery({ ...organizationQuery, refetchInterval: 15_000 });
  const { credit, limits } = organization.data ?? {};
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatTile
        title="Documents"
        figure={documents === undefined ? undefined : formatNumber(documents)}
        note={`in ${span}`}
      />
      <StatTile
        title="Errors"
        figure={documents === undefined ? undefined : formatNumber(errors)}
        note={tried === 0 ? 'nothing was tried' : `${((errors / tried) * 100).toFixed(1)}% of all tries`}
        bad={errors > 0}
      />
      <StatTile
        title="Credit"
        figure={credit === undefined ? undefined : credit === null ? 'Unlimited' : formatNumber(credit)}
        note={credit == null ? 'not counted down' : `${plural(credit, 'document')} left`}
        bad={credit != null && credit < 50}
      />
      {limits === undefined ? (
        <StatTile title="This minute" figure={undefined} note="" />
      ) : (
        <AllowanceTile title="This minute" window={limits.generate} />
      )}
    </SimpleGrid>
  );
};

/** A member sees how much is left; who used what is for admins. */
const OwnLimits = () => {
  const organization = useQuery(organizationQuery);
  const { credit, limits } = organization.data ?? {};
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <StatTile
          title="Credit"
          figure={credit === undefined ? undefined : credit === null ? 'Unlimited' : formatNumber(credit)}
          note="documents may still be made"
        />
        {limits !== undefined && <AllowanceTile title="This minute" window={limits.generate} />}
      </SimpleGrid>
      <Text c="dimmed" size="sm">
        The chart and the ledger are for admins and owners of the organization.
      </Text>
    </Stack>
  );
};
