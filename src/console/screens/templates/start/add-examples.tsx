/** The examples, for as long as one of them is not there: in the empty list, and wherever one may look for them. */
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { examplesQuery } from '../../../api/queries.ts';
import type { AddedExamples, Template } from '../../../api/types.ts';
import { Failure } from '../../../components/failure.tsx';
import { plural } from '../../../components/format.ts';
import { notifyDone } from '../../../components/notify.tsx';

export const useAddExamples = (onAdded?: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<AddedExamples>('/organization/examples', {}),
    onSuccess: async ({ added, existing }) => {
      await client.invalidateQueries({ queryKey: ['templates'] });
      const kept = existing.length === 0 ? '' : ` Yours stay: ${existing.join(', ')}.`;
      notifyDone(`${plural(added.length, 'example')} added.${kept}`);
      onAdded?.();
    },
  });
};

interface Props {
  readonly templates: readonly Template[];
  readonly onAdded?: () => void;
}

export const AddExamples = ({ templates, onAdded }: Props) => {
  const examples = useQuery(examplesQuery);
  const add = useAddExamples(onAdded);
  const known = new Set(templates.map(({ key }) => key));
  const missing = examples.data?.filter(({ key }) => !known.has(key)) ?? [];
  if (missing.length === 0) return null;
  return (
    <div>
      <Group gap="xs" justify="center">
        <Text size="sm" c="dimmed">
          No file at hand?
        </Text>
        <Button size="compact-sm" variant="light" loading={add.isPending} onClick={() => add.mutate()}>
          Add {missing.length === examples.data?.length ? 'the examples' : plural(missing.length, 'example')}
        </Button>
      </Group>
      <Failure error={add.error} />
    </div>
  );
};
