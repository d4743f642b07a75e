/** The final document: generated, paid for, and handed to the browser. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, saveFile } from '../../api/client.ts';
import { organizationQuery, templatesQuery } from '../../api/queries.ts';
import { plural } from '../../components/format.ts';
import { notifyDone } from '../../components/notify.tsx';
import type { TextStore } from './data/text-store.ts';
import { type AnswerFacts, factsOf } from './preview/answer-facts.ts';
import { type CallOptions, requestBody } from './snippets/call.ts';

interface Input {
  readonly store: TextStore;
  readonly templateKey: string;
  readonly options: CallOptions;
}

interface Downloaded {
  readonly facts: AnswerFacts;
  readonly filename: string;
}

export const useDownload = ({ store, templateKey, options }: Input) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (output: 'PDF' | 'DOCX'): Promise<Downloaded> => {
      const body = requestBody({ templateKey, output, dataText: store.text, options });
      const file = await api.file('/template/generate', { method: 'POST', body });
      saveFile(file);
      return { facts: factsOf(file.headers), filename: file.filename };
    },
    onSuccess: async ({ filename, facts }) => {
      await client.invalidateQueries({ queryKey: organizationQuery.queryKey, exact: true });
      void client.invalidateQueries({ queryKey: templatesQuery.queryKey, exact: true });
      const credit = client.getQueryData(organizationQuery.queryKey)?.credit;
      const left =
        credit === undefined
          ? ''
          : credit === null
            ? ' Credit is unlimited.'
            : ` ${plural(credit, 'credit')} left.`;
      const missing = facts.missing.count === 0 ? '' : ` ${plural(facts.missing.count, 'value')} missing.`;
      notifyDone(`${filename} is on its way. One credit was used.${left}${missing}`);
    },
  });
};
