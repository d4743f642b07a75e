/** The server's state as the screens read it: one key and one function a resource. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { DeliveryPage, Job, JobPage, WebhookList } from './activity-types.ts';
import { api } from './client.ts';
import type { ApiKey, KeyPage, Member, Organization, PendingInvitation, Prelude } from './settings-types.ts';
import { signInAgain } from './sign-in-gate.ts';
import type { Example, Inspection, Session, Template } from './types.ts';
import type {
  CheckedSampleSet,
  Compared,
  OpenedSampleSet,
  SampleSet,
  TemplateVersions,
} from './version-types.ts';

/** What belonged to another person or organization goes; another tab may have changed either. */
export const forgetOthers = (client: QueryClient, before: Session, now: Session): boolean => {
  const same = before.person?.id === now.person?.id && before.organization?.id === now.organization?.id;
  if (!same) client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  return !same;
};

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal, client }) => {
    const session = await api.get<Session>('/session', undefined, signal);
    const before = client.getQueryData<Session>(['session']);
    // Whoever was here and is no longer signed in keeps the page, with what is typed in it, under a dialog.
    const lost = session.person === null && before?.person != null;
    const now =
      lost && (await signInAgain()) ? await api.get<Session>('/session', undefined, signal) : session;
    if (before !== undefined) forgetOthers(client, before, now);
    return now;
  },
  staleTime: 60_000,
});

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: ({ signal }) => api.get<readonly Template[]>('/template/list', { details: 'true' }, signal),
});

export const versionsQuery = (templateKey: string) =>
  queryOptions({
    queryKey: ['templates', templateKey, 'versions'],
    queryFn: ({ signal }) => api.get<TemplateVersions>('/template/versions', { templateKey }, signal),
  });

export const samplesQuery = (templateKey: string) =>
  queryOptions({
    queryKey: ['templates', templateKey, 'samples'],
    queryFn: async ({ signal }) =>
      (await api.get<{ samples: readonly SampleSet[] }>('/template/samples', { templateKey }, signal))
        .samples,
  });

/** With whether each still fits. */
export const checkedSamplesQuery = (templateKey: string) =>
  queryOptions({
    queryKey: [...samplesQuery(templateKey).queryKey, 'checked'],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ samples: readonly CheckedSampleSet[] }>(
          '/template/samples',
          { templateKey, check: 'true' },
          signal,
        )
      ).samples,
  });

/** One, with its data. */
export const sampleQuery = (templateKey: string, name: string) =>
  queryOptions({
    queryKey: [...samplesQuery(templateKey).queryKey, 'one', name],
    queryFn: ({ signal }) => api.get<OpenedSampleSet>('/template/samples', { templateKey, name }, signal),
    staleTime: 0,
  });

export interface Compares {
  readonly templateKey: string;
  /** Numbers of versions, or `draft`. */
  readonly from: string;
  readonly to: string;
  /** A draft that was replaced is another comparison. */
  readonly draft?: number | null | undefined;
}

const compareKey = ({ templateKey, from, to, draft = null }: Compares) =>
  ['templates', templateKey, 'compare', from, to, draft] as const;

export const compareQuery = (compares: Compares) =>
  queryOptions({
    queryKey: compareKey(compares),
    queryFn: ({ signal }) => {
      const { templateKey, from, to } = compares;
      return api.get<Compared>('/template/compare', { templateKey, from, to }, signal);
    },
  });

/** Laid out with a set; with an empty name, what is made up from the fields. */
export const comparedWordsQuery = ({ sample, ...compares }: Compares & { readonly sample: string }) =>
  queryOptions({
    queryKey: [...compareKey(compares), 'words', sample],
    queryFn: ({ signal }) => {
      const { templateKey, from, to } = compares;
      const query = { templateKey, from, to, layout: 'true', sample: sample === '' ? undefined : sample };
      return api.get<Compared>('/template/compare', query, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The pages of one of them, with the same data. */
export const versionPreviewQuery = ({
  sample,
  which,
  ...compares
}: Compares & { readonly sample: string; readonly which: string }) =>
  queryOptions({
    queryKey: [...compareKey(compares), 'pages', sample, which],
    queryFn: async ({ signal }) => {
      const { templateKey, to } = compares;
      const choice = (one: string) => (one === 'draft' ? { label: one } : { version: Number(one) });
      const { data, options } =
        sample === ''
          ? {
              data: (await api.get<Inspection>('/template/inspect', { templateKey, ...choice(to) }, signal))
                .sample,
              options: {},
            }
          : await api.get<OpenedSampleSet>('/template/samples', { templateKey, name: sample }, signal);
      const body = { templateKey, data, options: { ...options, ...choice(which) } };
      const { blob } = await api.file('/template/preview', { method: 'POST', body, signal });
      return new Uint8Array(await blob.arrayBuffer());
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const inspectionQuery = (templateKey: string, version?: number) =>
  queryOptions({
    queryKey: ['templates', templateKey, 'inspection', version ?? 'newest'],
    queryFn: ({ signal }) => api.get<Inspection>('/template/inspect', { templateKey, version }, signal),
  });

export const examplesQuery = queryOptions({
  queryKey: ['examples'],
  queryFn: async ({ signal }) =>
    (await api.get<{ examples: readonly Example[] }>('/examples', undefined, signal)).examples,
  staleTime: Number.POSITIVE_INFINITY,
});

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: ({ signal }) => api.get<Organization>('/organization', undefined, signal),
});

export const preludeQuery = queryOptions({
  queryKey: ['organization', 'prelude'],
  queryFn: ({ signal }) => api.get<Prelude>('/organization/prelude', undefined, signal),
  // What is typed stays: whoever has saved another version meanwhile is told when this one is saved.
  refetchOnWindowFocus: false,
});

export const keysQuery = queryOptions({
  queryKey: ['organization', 'keys'],
  queryFn: async ({ signal }) =>
    (await api.get<{ keys: readonly ApiKey[] }>('/organization/keys', undefined, signal)).keys,
});

/** The same as a person reads them: some at a time. */
export const keyPagesQuery = infiniteQueryOptions({
  queryKey: [...keysQuery.queryKey, 'pages'],
  queryFn: ({ pageParam, signal }) =>
    api.get<KeyPage>('/organization/keys', { limit: 50, before: pageParam }, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
});

export const membersQuery = queryOptions({
  queryKey: ['organization', 'members'],
  queryFn: async ({ signal }) =>
    (await api.get<{ members: readonly Member[] }>('/organization/members', undefined, signal)).members,
});

export const invitationsQuery = queryOptions({
  queryKey: ['organization', 'invitations'],
  queryFn: async ({ signal }) =>
    (
      await api.get<{ invitations: readonly PendingInvitation[] }>(
        '/organization/invitations',
        undefined,
        signal,
      )
    ).invitations,
});

const isUnfinished = ({ state }: Job): boolean => state === 'queued' || state === 'running';

/** While something is being made, a second is soon enough; otherwise another tab or a program may have begun something. */
const SOON_MS = 1_000;
const LATER_MS = 15_000;

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ['jobs', id],
    queryFn: ({ signal }) => api.get<Job>(`/jobs/${encodeURIComponent(id)}`, undefined, signal),
    refetchInterval: ({ state }) => (state.data !== undefined && !isUnfinished(state.data) ? false : SOON_MS),
  });

export const jobPagesQuery = infiniteQueryOptions({
  queryKey: ['jobs', 'pages'],
  queryFn: ({ pageParam, signal }) => api.get<JobPage>('/jobs', { limit: 50, cursor: pageParam }, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ jobs }) => jobs.some(isUnfinished)) === true ? SOON_MS : LATER_MS,
});

export const webhooksQuery = queryOptions({
  queryKey: ['organization', 'webhooks'],
  queryFn: ({ signal }) => api.get<WebhookList>('/organization/webhooks', undefined, signal),
  refetchInterval: LATER_MS,
});

export const deliveriesQuery = (webhookId: string) =>
  infiniteQueryOptions({
    queryKey: [...webhooksQuery.queryKey, webhookId, 'deliveries'],
    queryFn: ({ pageParam, signal }) =>
      api.get<DeliveryPage>(
        `/organization/webhooks/${encodeURIComponent(webhookId)}/deliveries`,
        { limit: 20, before: pageParam },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: LATER_MS / 3,
  });
