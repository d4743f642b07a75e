/** The document of the first record that can be read, as a preview: it has a watermark and costs nothing. */
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReadRecord } from '../../../records/first-records.ts';
import { api } from '../../api/client.ts';
import { factsOf } from '../workspace/preview/answer-facts.ts';
import { PreviewPane } from '../workspace/preview/preview-pane.tsx';
import type { Rendered } from '../workspace/preview/preview-runner.ts';
import classes from './batch.module.css';
import type { Shared } from './batch-state.ts';

interface Props {
  readonly templateKey: string;
  readonly locale: string;
  readonly shared: Shared;
  readonly record: Extract<ReadRecord, { readonly data: unknown }> | undefined;
  readonly isReading: boolean;
}

const nothing = (): undefined => undefined;

export const FirstDocument = ({ templateKey, locale, shared, record, isReading }: Props) => {
  const preview = useQuery({
    queryKey: ['batch', 'preview', templateKey, locale, shared, record?.data],
    queryFn: async ({ signal }): Promise<Rendered> => {
      const { mergedWith } = await import('../../../records/first-records.ts');
      const data = mergedWith(shared, record?.data ?? {});
      const call = { templateKey, output: 'PDF', data, options: { locale } };
      const body = new Blob([JSON.stringify(call)], { type: 'application/json' });
      const start = performance.now();
      const { blob, headers } = await api.file('/template/preview', { method: 'POST', body, signal });
      return {
        bytes: new Uint8Array(await blob.arrayBuffer()),
        facts: factsOf(headers),
        milliseconds: performance.now() - start,
        version: 0,
        body,
      };
    },
    enabled: record !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (record === undefined)
    return (
      <div className={classes['noDocument']}>
        <Text c="dimmed" size="sm" ta="center">
          {isReading ? 'Reading the file…' : 'None of the first records can be made into a document yet.'}
        </Text>
      </div>
    );
  return (
    <div className={classes['document']}>
      <PreviewPane
        preview={{
          isRunning: preview.isFetching,
          result: preview.data,
          failure: preview.error === null ? undefined : { error: preview.error, version: 0 },
          now: () => void preview.refetch(),
        }}
        isData
        onJump={nothing}
        pathOf={nothing}
        actions={null}
        notice={null}
        facts={
          <Text size="xs" c="dimmed" truncate>
            The document of record {record.record}
          </Text>
        }
      />
    </div>
  );
};
