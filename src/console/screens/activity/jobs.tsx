/** Jobs of the organization, newest first; one opens beside the list. */

import { Badge, Button, Drawer, Group, Progress, Table, Text, UnstyledButton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Job } from '../../api/activity-types.ts';
import { jobPagesQuery, templatesQuery } from '../../api/queries.ts';
import { Ago } from '../../components/ago.tsx';
import { EarlierButton } from '../../components/earlier-button.tsx';
import { formatNumber, plural } from '../../components/format.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import rowClasses from '../../components/rows.module.css';
import { JobView } from './job-view.tsx';
import { isBatch, isUnfinished, kindOfJob, resultPath, STATE_WORDS, shareOf } from './job-words.ts';

export const JobsSection = () => {
  const jobs = useInfiniteQuery(jobPagesQuery);
  const templates = useQuery(templatesQuery);
  const [open, setOpen] = useState<Job>();
  const names = new Map(templates.data?.map(({ key, name }) => [key, name]));
  const list = jobs.data?.pages.flatMap((page) => page.jobs) ?? [];
  const nameOf = ({ templateKey }: Job): string => names.get(templateKey) ?? templateKey;
  if (jobs.data === undefined)
    return jobs.error === null ? (
      <RowsSkeleton rows={5} />
    ) : (
      <LoadFailure error={jobs.error} retry={jobs.refetch} />
    );
  return (
    <section aria-label="Jobs">
      {list.length === 0 ? (
        <NoJobs />
      ) : (
        <Table className={`${rowClasses['table']} ${rowClasses['tall']}`} verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Template</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th className={rowClasses['optional']}>Records</Table.Th>
              <Table.Th className={rowClasses['optional']}>Asked for</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.map((job) => (
              <JobRow key={job.id} job={job} name={nameOf(job)} onOpen={() => setOpen(job)} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      <EarlierButton list={jobs}>Earlier jobs</EarlierButton>
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        position="right"
        size="lg"
        title={open === undefined ? '' : nameOf(open)}
      >
        {open !== undefined && (
          <>
            <Text size="sm" c="dimmed" mb="md">
              {kindOfJob(open)} · version {open.version} of the template · asked for{' '}
              <Ago at={open.createdAt} />
            </Text>
            <JobView id={open.id} />
          </>
        )}
      </Drawer>
    </section>
  );
};

const NoJobs = () => (
  <div className={rowClasses['nothing']}>
    <Text fw={600}>No jobs yet</Text>
    <Text c="dimmed" size="sm" maw={440} ta="center">
      A batch makes a document for each row of a spreadsheet. Programs begin jobs with <code>POST /jobs</code>
      .
    </Text>
    <Button component={Link} href="/batch" variant="default" mt="sm">
      Batch from a spreadsheet
    </Button>
  </div>
);

interface RowProps {
  readonly job: Job;
  readonly name: string;
  readonly onOpen: () => void;
}

const JobRow = ({ job, name, onOpen }: RowProps) => {
  const { label, color } = STATE_WORDS[job.state];
  const { total, done, failed } = job.records;
  return (
    <Table.Tr>
      <Table.Td>
        <UnstyledButton
          className={rowClasses['open']}
          onClick={onOpen}
          aria-label={`${name}, ${label}: show the job`}
        >
          {name}
        </UnstyledButton>
        <Text size="xs" c="dimmed">
          {kindOfJob(job)}
        </Text>
        <Text size="xs" c="dimmed" className={rowClasses['phoneOnly']}>
          {isBatch(job) && `${plural(total, 'record')}, `}
          <Ago at={job.createdAt} />
        </Text>
      </Table.Td>
      <Table.Td>
        <Group gap={6}>
          <Badge color={color} variant="light">
            {label}
          </Badge>
          {failed > 0 && job.state !== 'failed' && (
            <Badge color="red" variant="light">
              {formatNumber(failed)} failed
            </Badge>
          )}
        </Group>
        {isUnfinished(job) && isBatch(job) && (
          <Progress size="sm" mt={8} maw={160} value={shareOf(job) ?? 0} aria-label={`Progress of ${name}`} />
        )}
      </Table.Td>
      <Table.Td className={rowClasses['optional']}>
        {isBatch(job)
          ? isUnfinished(job)
            ? `${formatNumber(done + failed)} / ${formatNumber(total)}`
            : formatNumber(total)
          : '–'}
      </Table.Td>
      <Table.Td className={rowClasses['optional']}>
        <Ago at={job.createdAt} />
      </Table.Td>
      <Table.Td ta="right">
        {job.result !== null && (
          <Button
            component="a"
            href={resultPath(job.id)}
            download
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={15} />}
            aria-label={`Download ${job.result.filename}`}
          >
            Download
          </Button>
        )}
        {isUnfinished(job) && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={onOpen}
            aria-label={`Watch ${name}`}
          >
            Watch
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
};
