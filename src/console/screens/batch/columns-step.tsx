/** The third step: where each column goes, what that makes of the first records, and the first document. */
import { Button, Group, Select, Stack, Table, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReadRecord, TableHead } from '../../../records/first-records.ts';
import { inspectionQuery } from '../../api/queries.ts';
import type { Field, Inspection, Template } from '../../api/types.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import classes from './batch.module.css';
import {
  type ChosenFile,
  isTable,
  type Mapping,
  type Reading,
  type Shared,
  sourceOf,
} from './batch-state.ts';
import { FileFailure } from './file-failure.tsx';
import { FirstDocument } from './first-document.tsx';
import { guessColumns, NOWHERE, singleFields } from './guess-columns.ts';
import { Unfilled } from './unfilled.tsx';
import { headQuery, recordsQuery, sharedQuery } from './use-file.ts';

interface Props {
  readonly template: Template;
  readonly chosen: ChosenFile;
  readonly reading: Reading;
  readonly locale: string;
  readonly mapping: Mapping | undefined;
  readonly onMapping: (mapping: Mapping) => void;
  /** What was typed for fields without a column. */
  readonly texts: Readonly<Record<string, string>>;
  readonly onTexts: (texts: Readonly<Record<string, string>>) => void;
  readonly onNext: (mapping: Mapping, shared: Shared) => void;
}

export const ColumnsStep = (props: Props) => {
  const { template, chosen, reading } = props;
  const inspection = useQuery(inspectionQuery(template.key));
  const head = useQuery({
    ...headQuery(chosen, sourceOf(chosen, reading, undefined)),
    enabled: isTable(chosen),
  });
  if (inspection.data === undefined)
    return inspection.error === null ? (
      <RowsSkeleton rows={5} />
    ) : (
      <LoadFailure error={inspection.error} retry={inspection.refetch} />
    );
  if (head.error !== null) return <FileFailure error={head.error} />;
  if (isTable(chosen) && head.data === undefined) return <RowsSkeleton rows={5} />;
  return <Columns {...props} inspection={inspection.data} head={head.data} />;
};

interface ColumnsProps extends Props {
  readonly inspection: Inspection;
  readonly head: TableHead | undefined;
}

const Columns = ({
  template,
  chosen,
  reading,
  locale,
  mapping,
  inspection,
  head,
  texts,
  onMapping,
  onTexts,
  onNext,
}: ColumnsProps) => {
  const used = mapping ?? guessColumns(head?.names ?? [], inspection.fields);
  const source = sourceOf(chosen, reading, head === undefined ? undefined : used);
  const records = useQuery(recordsQuery(chosen, source, { schema: inspection.schema, locale }));
  const shared = useQuery(sharedQuery(texts, { schema: inspection.schema, locale }));
  const common = shared.data !== undefined && 'data' in shared.data ? shared.data.data : undefined;
  const wrong = shared.data !== undefined && 'problem' in shared.data ? shared.data.problem : undefined;
  const list = records.data ?? [];
  const failed = list.filter((record) => 'problem' in record);
  return (
    <div className={classes['columns']}>
      <Stack gap="lg">
        {head !== undefined && (
          <MappingTable
            head={head}
            fields={inspection.fields}
            mapping={used}
            onChange={(name, path) => onMapping({ ...used, [name]: path })}
          />
        )}
        <Unfilled
          fields={head === undefined ? [] : inspection.fields}
          mapping={used}
          texts={texts}
          problem={wrong}
          onChange={(path, text) => onTexts({ ...texts, [path]: text })}
        />
        {records.error !== null && <FileFailure error={records.error} />}
        {records.error === null && failed.length > 0 && <FailedRecords failed={failed} tried={list.length} />}
        <Group justify="flex-end">
          <Button
            rightSection={<IconArrowRight size={17} />}
            disabled={records.error !== null || records.data === undefined || common === undefined}
            onClick={() => onNext(used, common ?? {})}
          >
            Run
          </Button>
        </Group>
      </Stack>
      <FirstDocument
        templateKey={template.key}
        shared={common ?? {}}
        locale={locale}
        record={records.error === null ? list.find((record) => 'data' in record) : undefined}
        isReading={records.isPending}
      />
    </div>
  );
};

interface MappingProps {
  readonly head: TableHead;
  readonly fields: readonly Field[];
  readonly mapping: Mapping;
  readonly onChange: (name: string, path: string) => void;
}

const MappingTable = ({ head, fields, mapping, onChange }: MappingProps) => {
  const single = singleFields(fields);
  const takenBy = new Map(Object.entries(mapping).map(([name, path]) => [path, name]));
  return (
    <section aria-label="Columns and fields">
      <Table className={classes['mapping']} verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Column</Table.Th>
            <Table.Th>Goes to the field</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {head.names.map((name, index) => {
            const path = mapping[name] ?? NOWHERE;
            const known = single.some((field) => field.path === path) || path === NOWHERE;
            const sample = head.rows.map((cells) => cells[index] ?? '').find((text) => text !== '');
            return (
              <Table.Tr key={name}>
                <Table.Td>
                  <Text size="sm" fw={600}>
                    {name}
                  </Text>
                  <Text size="xs" c="dimmed" lineClamp={1}>
                    {sample ?? 'empty'}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Select
                    aria-label={`Field for the column ${name}`}
                    searchable
                    allowDeselect={false}
                    data={[
                      { value: NOWHERE, label: 'Leave it out' },
                      ...(known ? [] : [{ value: path, label: path }]),
                      ...single.map((field) => ({
                        value: field.path,
                        label: field.path,
                        disabled: takenBy.has(field.path) && field.path !== path,
                      })),
                    ]}
                    value={path}
                    data-left-out={path === NOWHERE || undefined}
                    onChange={(value) => onChange(name, value ?? NOWHERE)}
                  />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </section>
  );
};

const SHOWN = 5;

type FailedRecord = Extract<ReadRecord, { readonly problem: unknown }>;

const FailedRecords = ({
  failed,
  tried,
}: {
  readonly failed: readonly FailedRecord[];
  readonly tried: number;
}) => (
  <section aria-label="Records that would fail">
    <Title order={3} mb={6}>
      {failed.length} of the first {tried} records would fail
    </Title>
    <ul className={classes['failed']}>
      {failed.slice(0, SHOWN).map(({ record, problem }) => (
        <li key={record}>
          <Text size="sm">{problem.message}</Text>
        </li>
      ))}
    </ul>
    {failed.length > SHOWN && (
      <Text size="sm" c="dimmed">
        and {failed.length - SHOWN} more
      </Text>
    )}
  </section>
);
