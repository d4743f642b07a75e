/** Data, kept under a name: what is typed, or what a call has sent. */
import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SampleSet } from '../../../api/version-types.ts';
import { Failure } from '../../../components/failure.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { type SetContent, useSaveSet } from './use-sets.ts';

interface Props {
  readonly templateKey: string;
  readonly content: SetContent;
  readonly sets: readonly SampleSet[];
  readonly suggested: string;
  readonly onSaved?: (name: string) => void;
  readonly onClose: () => void;
}

export const SaveSet = ({ templateKey, content, sets, suggested, onSaved, onClose }: Props) => {
  const [name, setName] = useState(suggested);
  const wanted = name.trim().normalize('NFC');
  const there = sets.find((set) => set.name === wanted);
  const [chosen, setChosen] = useState<boolean>();
  const isDefault = chosen ?? there?.default ?? sets.length === 0;
  const save = useSaveSet(templateKey);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(
      { name: wanted, content, isDefault, expectedChangedAt: there?.changedAt ?? null },
      {
        onSuccess: () => {
          notifyDone(`“${wanted}” is saved with the template, for everybody of the organization.`);
          onSaved?.(wanted);
          onClose();
        },
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title="Save the data as a sample set">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            description="What it shows: long names, no rows, the usual case."
            required
            data-autofocus
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Checkbox
            label="Previews begin with this set"
            checked={isDefault}
            onChange={(event) => setChosen(event.currentTarget.checked)}
          />
          {there !== undefined && (
            <Text size="sm">There is a set of this name already: it is replaced, for everybody.</Text>
          )}
          <Failure error={save.error} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={wanted === ''}>
              {there === undefined ? 'Save set' : 'Replace set'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
