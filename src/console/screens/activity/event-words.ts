/** What webhooks can be told, in words. */
import type { Delivery, WebhookEvent } from '../../api/activity-types.ts';

export const EVENT_WORDS: readonly (readonly [WebhookEvent, string, string])[] = [
  ['job.completed', 'A job is done', 'A batch with records that failed is done as well.'],
  ['job.failed', 'A job has failed', 'Nothing could be made.'],
  ['document.failed', 'A document could not be made', 'Of single calls; not of the records of a batch.'],
  ['credit.low', 'Credit runs low', 'Below the threshold of the organization.'],
  ['template.changed', 'A template has changed', 'Uploaded, replaced, rolled back or deleted.'],
];

export const DELIVERY_WORDS: Readonly<
  Record<Delivery['state'], { readonly label: string; readonly color: string }>
> = {
  waiting: { label: 'Waiting', color: 'gray' },
  delivered: { label: 'Delivered', color: 'pine' },
  failed: { label: 'Given up', color: 'red' },
};
