/** Jobs in words. */
import type { Job, JobState } from '../../api/activity-types.ts';
import { formatNumber, plural } from '../../components/format.ts';

export const STATE_WORDS: Readonly<Record<JobState, { readonly label: string; readonly color: string }>> = {
  queued: { label: 'Waiting', color: 'gray' },
  running: { label: 'Running', color: 'blue' },
  completed: { label: 'Done', color: 'pine' },
  failed: { label: 'Failed', color: 'red' },
  cancelled: { label: 'Cancelled', color: 'yellow' },
};

export const isUnfinished = ({ state }: Job): boolean => state === 'queued' || state === 'running';
export const isBatch = ({ bundle }: Job): boolean => bundle != null;

/** 0 to 100; undefined while nobody knows how many there are. */
export const shareOf = ({ records: { total, done, failed } }: Job): number | undefined =>
  total === 0 ? undefined : Math.min(100, ((done + failed) / total) * 100);

/** The one line that says how it stands. */
export const sentenceOf = (job: Job): string => {
  const { total, done, failed, warned } = job.records;
  const of = `${formatNumber(done + failed)} of ${plural(total, 'record')}`;
  switch (job.state) {
    case 'queued':
      return 'It waits for its turn.';
    case 'running':
      if (total === 0) return 'The records are being read.';
      return done + failed === total ? 'The documents are being put together.' : `${of}.`;
    case 'completed':
      if (!isBatch(job)) return `The document is ready${warned > 0 ? ', with warnings' : ''}.`;
      return [
        `${plural(done, 'document')} ready${warned > 0 ? `, ${formatNumber(warned)} with warnings` : ''}`,
        ...(failed > 0 ? [`${plural(failed, 'record')} could not be made`] : []),
      ]
        .join('; ')
        .concat('.');
    case 'failed':
      return job.error?.message ?? 'It could not be made.';
    case 'cancelled':
      return done > 0 ? `It was called off after ${plural(done, 'document')}.` : 'It was called off.';
  }
};

/** What it hands out. */
export const kindOfJob = ({ output, bundle }: Job): string => {
  const format = output === 'PDF' ? 'PDF' : 'Word';
  if (bundle == null) return format;
  return bundle === 'zip' ? `${format} files in a ZIP` : `One ${format} file`;
};

export const resultPath = (id: string): string => `/jobs/${encodeURIComponent(id)}/result`;
export const reportPath = (id: string): string => `/jobs/${encodeURIComponent(id)}/report?format=csv`;
