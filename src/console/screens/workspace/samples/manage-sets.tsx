/** All sample sets of a template: which still fit, where previews begin, files to import, what is not needed any more. */
import { Alert, Badge, Button, FileButton, Group, Modal, Radio, Stack, Table, Text } from '@mantine/core';
import { IconFileImport, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { checkedSamplesQuery, sampleQuery } from '../../../api/queries.ts';
import type { CheckedSampleSet } from '../../../api/version-types.ts';
import { Ago } from '../../../components/ago.tsx';
import { authorOf } from '../../../components/author.ts';
import { Failure } from '../../../components/failure.tsx';
import { formatBytes } from '../../../components/format.ts';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { notifyDone, notifyFailure, notifyProblem } from '../../../components/notify.tsx';
import { RowsSkeleton } from '../../../components/page-skeleton.tsx';
import { sampleOf } from '../data/first-text.ts';
import { readJsonFile } from '../data/json-file.ts';
import { useDeleteSet, useSaveSet } from './use-sets.ts';

interface Props {
  readonly templateKey: string;
  readonly onClose: () => void;
}

export const ManageSets = ({ templateKey, onClose }: Props) => {
  const client = useQueryClient();
  const sets = useQuery(checkedSamplesQuery(templateKey));
  const save = useSaveSet(templateKey);
  const remove = useDeleteSet(templateKey);
  const bring = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const read = await readJsonFile(file);
    if ('refusal' in read) return notifyProblem(read.refusal);
    const name = file.name.replace(/\.[^.]*$/, '').slice(0, 100);
    const there = sets.data?.find((set) => set.name === name);
    save.mutate(
      {
        name,
        content: { dataText: read.text, options: {} },
        isDefault: there?.default ?? sets.data?.length === 0,
        expectedChangedAt: there?.changedAt ?? null,
      },
      { onSuccess: () => notifyDone(`“${name}” was imported.`) },
    );
  };
  const begin = async ({ name, changedAt }: CheckedSampleSet): Promise<void> => {
    try {
      const { text, options } = sampleOf(await client.fetchQuery(sampleQuery(templateKey, name)));
      save.mutate({
        name,
        content: { dataText: text, options },
        isDefault: true,
        expectedChangedAt: changedAt,
      });
    } catch (error) {
      notifyFailure(error);
    }
  };
  return (
    <Modal opened onClose={onClose} size="lg" title="Sample sets">
      <Stack>
        <Text size="sm" c="dimmed">
          Kept with the template, and shared with everybody of the organization. Each new draft is tried with
          them.
        </Text>
        {sets.data === undefined && sets.error !== null && (
          <LoadFailure error={sets.error} retry={sets.refetch} />
        )}
        {sets.data === undefined && sets.error === null && <RowsSkeleton rows={2} height={40} />}
        {sets.data?.length === 0 && (
          <Alert variant="light">
            There are none yet. Save the data you are working with, or import a file.
          </Alert>
        )}
        {(sets.data?.length ?? 0) > 0 && (
          <Table.ScrollContainer minWidth={460}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Set</Table.Th>
                  <Table.Th>Fits</Table.Th>
                  <Table.Th>Previews begin here</Table.Th>
                  <Table.Th>
                    <span className="mantine-visually-hidden">Delete</span>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {sets.data?.map((set) => (
                  <Table.Tr key={set.name}>
                    <Table.Td>
                      <Text size="sm" fw={500}>
                        {set.name}
                      </Text>
                      <Text size="xs" c="dimmed">
                        {formatBytes(set.bytes)}, <Ago at={set.changedAt} /> by {authorOf(set.changedBy)}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <Fit set={set} />
                    </Table.Td>
                    <Table.Td>
                      <Radio
                        name="default-set"
                        aria-label={`Previews begin with ${set.name}`}
                        checked={set.default}
                        onChange={() => void begin(set)}
                      />
                    </Table.Td>
                    <Table.Td>
                      <Button
                        size="xs"
                        variant="default"
                        leftSection={<IconTrash size={15} />}
                        aria-label={`Delete ${set.name}`}
                        loading={remove.isPending && remove.variables === set.name}
                        onClick={() => remove.mutate(set.name)}
                      >
                        Delete
                      </Button>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        <Failure error={save.error ?? remove.error} />
        <Group justify="space-between">
          <FileButton onChange={(file) => void bring(file)} accept="application/json,.json">
            {(button) => (
              <Button {...button} variant="default" leftSection={<IconFileImport size={16} stroke={1.7} />}>
                Import a file…
              </Button>
            )}
          </FileButton>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
};

const Fit = ({ set: { fits, problems } }: { readonly set: CheckedSampleSet }) => {
  if (fits !== false)
    return (
      <Badge variant="dot" color="pine" tt="none">
        fits
      </Badge>
    );
  const paths = [...(problems?.missing ?? []), ...(problems?.mistyped ?? [])].map(({ path }) => path);
  return (
    <>
      <Badge variant="dot" color="yellow" tt="none" miw="max-content">
        no longer fits
      </Badge>
      <Text size="xs" c="dimmed">
        {paths.slice(0, 3).join(', ')}
        {paths.length > 3 && ` and ${paths.length - 3} more`}
      </Text>
    </>
  );
};
