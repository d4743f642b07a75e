/** Changes of sample sets. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { samplesQuery } from '../../../api/queries.ts';
import type { SampleSet } from '../../../api/version-types.ts';
import type { CallOptions } from '../snippets/call.ts';

interface SavedSet {
  readonly name: string;
  /** JSON, as it stands in the editor or in a file. */
  readonly dataText: string;
  readonly options: CallOptions;
  readonly isDefault: boolean;
  /** Of the set that it replaces; null: there is none. */
  readonly expectedChangedAt: string | null;
}

const useSettled = (templateKey: string) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: samplesQuery(templateKey).queryKey });
};

export const useSaveSet = (templateKey: string) =>
  useMutation({
    mutationFn: ({ name, dataText, options, isDefault, expectedChangedAt }: SavedSet) => {
      const rest = { templateKey, name, options, default: isDefault, expectedChangedAt };
      const body = new Blob([JSON.stringify(rest).slice(0, -1), ',"data":', dataText, '}'], {
        type: 'application/json',
      });
      return api.put<SampleSet>('/template/samples', body);
    },
    onSettled: useSettled(templateKey),
  });

export const useDeleteSet = (templateKey: string) =>
  useMutation({
    mutationFn: (name: string) =>
      api.delete(`/template/samples?${new URLSearchParams({ templateKey, name })}`),
    onSettled: useSettled(templateKey),
  });
