/** Records that could not be made, and why, and warnings about those that were: the first of them; the file has all. */

import { Badge, Code, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Job, ReportLine } from '../../api/activity-types.ts';
import { api } from '../../api/client.ts';
import { formatNumber } from '../../components/format.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import rowClasses from '../../components/rows.module.css';

/** Nobody reads on past these, and a report of a hundred thousand lines is no answer to wait for. */
const SHOWN = 50;
const MOST_FAILED = 5_000;

export const ReportTable = ({ job }: { readonly job: Job }) => {
  const isShort = job.records.failed <= MOST_FAILED;
  const report = useQuery({
    queryKey: ['jobs', job.id, 'report'],
    queryFn: ({ signal }) =>
      api.get<readonly ReportLine[]>(`/jobs/${encodeURIComponent(job.id)}/report`, undefined, signal),
    enabled: isShort,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!isShort) return null;
  if (report.data === undefined)
    return report.error === null ? (
      <RowsSkeleton rows={3} height={36} />
    ) : (
      <LoadFailure error={report.error} retry={report.refetch} />
    );
  return (
    <div>
      <Table className={`${rowClasses['table']} ${rowClasses['tall']}`} verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Record</Table.Th>
            <Table.Th className={rowClasses['optional']}>Field</Table.Th>
            <Table.Th>What is wrong</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {report.data.slice(0, SHOWN).map(({ record, path, code, message, level }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a record may have two lines that are alike
            <Table.Tr key={index}>
              <Table.Td>{formatNumber(record)}</Table.Td>
              <Table.Td className={rowClasses['optional']}>
                {path !== undefined && <Code>{path}</Code>}
              </Table.Td>
              <Table.Td className={rowClasses['words']}>
                {message}
                <Text size="xs" c="dimmed">
                  {code}
                </Text>
                {level === 'warning' && (
                  <Badge size="xs" variant="light" color="yellow">
                    Warning
                  </Badge>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {report.data.length > SHOWN && (
        <Text size="sm" c="dimmed" mt="xs">
          and {formatNumber(report.data.length - SHOWN)} more, in the report as CSV.
        </Text>
      )}
    </div>
  );
};
