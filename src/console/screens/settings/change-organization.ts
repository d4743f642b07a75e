/** One request for all forms of the organization's page. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { organizationQuery, sessionQuery } from '../../api/queries.ts';
import type { Organization } from '../../api/settings-types.ts';
import { notifyDone } from '../../components/notify.tsx';

export const useChangeOrganization = (done: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<Pick<Organization, 'name' | 'defaults' | 'callDays' | 'keepCallData'>>) =>
      api.patch<Organization>('/organization', change),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: organizationQuery.queryKey, exact: true }),
        client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ]);
      notifyDone(done);
    },
  });
};
