import { Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client.ts';
import type { Template } from '../../../api/types.ts';
import { Failure } from '../../../components/failure.tsx';
import { notifyDone } from '../../../components/notify.tsx';

interface Props {
  readonly template: Template | undefined;
  readonly onClose: () => void;
}

export const RenameDialog = ({ template, onClose }: Props) => (
  <Modal opened={template !== undefined} onClose={onClose} title="Rename template">
    {template !== undefined && <RenameForm template={template} onClose={onClose} />}
  </Modal>
);

const RenameForm = ({ template, onClose }: { readonly template: Template; readonly onClose: () => void }) => {
  const [name, setName] = useState(template.name);
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: () => api.post('/template/rename', { templateKey: template.key, name: name.trim() }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['templates'] });
      notifyDone(`Renamed to ${name.trim()}.`);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          required
          maxLength={300}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          Programs use the key, which stays <Code>{template.key}</Code>.
        </Text>
        <Failure error={rename.error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={rename.isPending} disabled={name.trim() === ''}>
            Rename
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
