/** Changes of sample sets. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { samplesQuery } from '../../../api/queries.ts';
import type { SampleSet } from '../../../api/version-types.ts';
import type { CallOptions } from '../snippets/call.ts';

/** What a set is made of: JSON, as it stands in the editor or in a file; or what a call of the log has sent, by the call's id. */
export type SetContent =
  | { readonly dataText: string; readonly options: CallOptions }
  | { readonly call: string };

interface SavedSet {
  readonly name: string;
  readonly content: SetContent;
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
    mutationFn: ({ name, content, isDefault, expectedChangedAt }: SavedSet) => {
      const rest = { templateKey, name, default: isDefault, expectedChangedAt };
      return api.put<SampleSet>('/template/samples', bodyOf(rest, content));
    },
    onSettled: useSettled(templateKey),
  });

/** Data go out as they were written. */
const bodyOf = (rest: object, content: SetContent): Blob => {
  const type = 'application/json';
  if ('call' in content) return new Blob([JSON.stringify({ ...rest, ...content })], { type });
  const head = JSON.stringify({ ...rest, options: content.options }).slice(0, -1);
  return new Blob([head, ',"data":', content.dataText, '}'], { type });
};

export const useDeleteSet = (templateKey: string) =>
  useMutation({
    mutationFn: (name: string) =>
      api.delete(`/template/samples?${new URLSearchParams({ templateKey, name })}`),
    onSettled: useSettled(templateKey),
  });
