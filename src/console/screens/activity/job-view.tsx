/** One job as it goes: how far it is, what it gave, what went wrong, and the way out of it. */
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconPlayerStop } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '../../api/activity-types.ts';
import { api } from '../../api/client.ts';
import { jobQuery, organizationQuery } from '../../api/queries.ts';
import { Confirm } from '../../components/confirm.tsx';
import { formatBytes, formatDateTime, plural } from '../../components/format.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import { ProblemList } from '../../components/problem-list.tsx';
import { isBatch, isUnfinished, reportPath, resultPath, sentenceOf, shareOf } from './job-words.ts';
import { ReportTable } from './report-table.tsx';

export const JobView = ({ id }: { readonly id: string }) => {
  const job = useQuery(jobQuery(id));
  if (job.data === undefined)
    return job.error === null ? (
      <RowsSkeleton rows={2} />
    ) : (
      <LoadFailure error={job.error} retry={job.refetch} />
    );
  return <ShownJob job={job.data} />;
};

const ShownJob = ({ job }: { readonly job: Job }) => {
  const [asking, setAsking] = useState(false);
  const running = isUnfinished(job);
  const { failed, warned } = job.records;
  const hasReport = !running && (warned > 0 || (isBatch(job) && failed > 0));
  return (
    <Stack gap="md">
      <div role="status">
        {running && (
          <Progress
            size="lg"
            mb={10}
            value={shareOf(job) ?? 100}
            animated
            striped={shareOf(job) === undefined}
            aria-label="Records that are done"
          />
        )}
        <Text fw={600} data-testid="job-sentence">
          {sentenceOf(job)}
        </Text>
        {running && job.records.failed > 0 && (
          <Text size="sm" c="dimmed">
            {plural(job.records.failed, 'record')} could not be made so far.
          </Text>
        )}
      </div>
      {job.error !== null && <JobError error={job.error} />}
      <Group gap="sm">
        {job.result !== null && (
          <Button component="a" href={resultPath(job.id)} download leftSection={<IconDownload size={17} />}>
            Download ({formatBytes(job.result.size)})
          </Button>
        )}
        {hasReport && (
          <Button
            component="a"
            href={reportPath(job.id)}
            download
            variant="default"
            leftSection={<IconFileSpreadsheet size={17} />}
          >
            Report as CSV
          </Button>
        )}
        {running && (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={17} />}
            onClick={() => setAsking(true)}
          >
            Cancel
          </Button>
        )}
      </Group>
      {job.result !== null && job.expiresAt !== null && (
        <Text size="sm" c="dimmed">
          Kept until {formatDateTime(job.expiresAt)}.
        </Text>
      )}
      {hasReport && <ReportTable job={job} />}
      <CancelDialog job={job} opened={asking && running} onClose={() => setAsking(false)} />
    </Stack>
  );
};

const JobError = ({ error }: { readonly error: NonNullable<Job['error']> }) => {
  const { code, message, hint, details = [] } = error;
  const problems = details.length > 0 ? details : [{ code, message, ...(hint !== undefined && { hint }) }];
  return <ProblemList problems={problems.slice(0, 20)} />;
};

interface CancelProps {
  readonly job: Job;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const CancelDialog = ({ job, opened, onClose }: CancelProps) => {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api.delete<Job>(`/jobs/${encodeURIComponent(job.id)}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['jobs'] });
      void client.invalidateQueries({ queryKey: organizationQuery.queryKey, exact: true });
      onClose();
    },
  });
  return (
    <Confirm
      opened={opened}
      title="Call it off?"
      action="Call it off"
      pending={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate()}
      onClose={() => {
        cancel.reset();
        onClose();
      }}
    >
      {isBatch(job)
        ? 'No further record is begun. Documents that are made by then are paid for and can be downloaded.'
        : 'The document is not made, and costs nothing.'}
    </Confirm>
  );
};
