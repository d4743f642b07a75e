import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Template } from '../../../api/types.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { plural } from '../../../components/format.ts';
import { notifyDone } from '../../../components/notify.tsx';

interface Props {
  readonly template: Template | undefined;
  readonly onClose: () => void;
}

export const DeleteDialog = ({ template, onClose }: Props) => {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (templateKey: string) => api.delete('/template/delete', { templateKey }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['templates'] });
      notifyDone(`${template?.name ?? 'The template'} was deleted.`);
      close();
    },
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Confirm
      opened={template !== undefined}
      title={`Delete ${template?.name ?? ''}?`}
      action="Delete template"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => template !== undefined && remove.mutate(template.key)}
      onClose={close}
    >
      The template and all its versions are gone for good
      {template !== undefined && template.usage > 0
        ? `. ${plural(template.usage, 'document')} came from it; programs that still ask for “${template.key}” will get an error.`
        : '.'}
    </Confirm>
  );
};
