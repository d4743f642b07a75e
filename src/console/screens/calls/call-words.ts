/** What the log of calls says, in words; and its filters, as an address has them. */
import type { Call } from '../../api/activity-types.ts';

export const KINDS: readonly { readonly value: Call['kind']; readonly label: string }[] = [
  { value: 'generate', label: 'Generate' },
  { value: 'render', label: 'Render' },
  { value: 'convert', label: 'Convert' },
  { value: 'job', label: 'Job' },
  { value: 'webhook', label: 'Webhook' },
];

export const SPANS = [
  { value: '', label: 'Any time' },
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
] as const;

/** As the address of the screen has them; empty ones are left out. */
export interface Filters {
  readonly status: string;
  readonly kind: string;
  readonly template: string;
  readonly key: string;
  readonly code: string;
  readonly search: string;
  /** Hours back from now. */
  readonly hours: string;
}

const NAMES = ['status', 'kind', 'template', 'key', 'code', 'search', 'hours'] as const;

export const filtersOf = (search: string): Filters => {
  const sent = new URLSearchParams(search);
  return Object.fromEntries(NAMES.map((name) => [name, sent.get(name) ?? ''])) as unknown as Filters;
};

export const addressOf = (filters: Filters): string => {
  const search = new URLSearchParams();
  for (const name of NAMES) if (filters[name] !== '') search.set(name, filters[name]);
  return search.size === 0 ? CALLS_PATH : `${CALLS_PATH}?${search}`;
};

export const CALLS_PATH = '/activity/calls';

/** Where the log shows one request. */
export const callPath = (requestId: string): string => addressOf({ ...filtersOf(''), search: requestId });

/** Where the log shows what failed with this code. */
export const failuresPath = (code: string): string => addressOf({ ...filtersOf(''), status: 'failed', code });

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** For the server. The span begins at a full minute, so that the same filters are the same question for a while. */
export const queryOf = ({ hours, ...filters }: Filters, now: number): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
  ...(hours !== '' && {
    from: new Date(Math.floor((now - Number(hours) * HOUR_MS) / MINUTE_MS) * MINUTE_MS).toISOString(),
  }),
});

export const kindOf = ({ kind }: Pick<Call, 'kind'>): string =>
  KINDS.find(({ value }) => value === kind)?.label ?? 'Not written down';

export const colorOf = ({ code }: Pick<Call, 'code'>): string => (code === null ? 'pine' : 'red');

/** "12.4 ms", "3.1 s" */
export const formatDuration = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

const moment = new Intl.DateTimeFormat(undefined, {
  ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  hourCycle: 'h23',
});

/** To the second: somebody looks for the call of 14:32:07. */
export const formatMoment = (iso: string): string => moment.format(new Date(iso));

/** As the server names them (docs/operations.md), for whoever has never seen a server from inside. */
const STAGES: Readonly<Record<string, string>> = {
  authenticate: 'Checking who asks',
  body: 'Receiving the request',
  wait: 'Waiting for the request',
  read: 'Reading the data',
  template: 'Finding the template',
  turn: 'Waiting for its turn',
  queue: 'Waiting for a process',
  render: 'Filling the template',
  pictures: 'Fetching pictures',
  layout: 'Laying out the pages',
  'layout.read': 'reading the document',
  'layout.pages': 'breaking lines and pages',
  'layout.write': 'writing the PDF',
  convert: 'Converting to PDF',
  map: 'Making the map',
  keep: 'Keeping the answer',
  charge: 'Charging',
  send: 'Sending',
};

export const stageOf = (name: string): string => STAGES[name] ?? name;

/** What the call was about, in few words. */
export const subjectOf = ({ templateKey, webhook, kind, count }: Call): string => {
  if (kind === 'dropped') return `${count ?? 0} calls`;
  return webhook?.event ?? templateKey ?? (kind === 'generate' ? 'no template' : 'a file of its own');
};
