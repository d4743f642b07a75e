/** What the log of calls has of work that no request waits for: jobs at their end, and each attempt to deliver a webhook. */
import type { ErrorCode } from '../../errors.ts';
import type { Stages } from '../../stages.ts';
import type { ClaimedJob, Job, JobEnd, JobError } from '../jobs/job-ports.ts';
import type { ClaimedDelivery, DeliveryAttempt } from '../webhooks/webhook-ports.ts';
import type { CallLog } from './call-log.ts';
import { type CallNotes, durationOf, factsText } from './call-notes.ts';
import type { CallFacts } from './call-ports.ts';

interface Needs {
  readonly callLog: Pick<CallLog, 'add' | 'keep'>;
  /** What a request would have been answered with. */
  readonly statusOf: (code: ErrorCode) => number;
  readonly now: () => number;
}

const OK = 200;
const MOST_ANSWER_CHARACTERS = 500;

export class JobCalls {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  notesOf({ id }: ClaimedJob): CallNotes {
    return { kind: 'job', began: performance.now(), jobId: id };
  }

  /** Its charge has written it. */
  made({ organizationId }: ClaimedJob, { written, body }: CallNotes): void {
    if (written !== undefined && body !== undefined)
      this.#needs.callLog.keep({ organizationId, id: written.id }, body);
  }

  failed(job: ClaimedJob, notes: CallNotes, error: JobError, stages: Stages | undefined): void {
    const facts = { jobId: job.id, ...(stages && { stages: stages.sums }) };
    this.#add(job, { facts, error, milliseconds: durationOf(notes), body: notes.body });
  }

  /** One entry for all its records: its report has them one by one. */
  batchEnded(job: ClaimedJob, { records, createdAt }: Pick<Job, 'records' | 'createdAt'>, end: JobEnd): void {
    const { total, done, failed } = records;
    const facts = { jobId: job.id, records: { total, made: done, failed } };
    const milliseconds = Math.max(0, this.#needs.now() - createdAt);
    if (end.state === 'cancelled') {
      const error = { code: 'batch_cancelled', message: 'The batch was called off.' } as const;
      this.#add(job, { facts, error, milliseconds });
    } else this.#add(job, { facts, error: end.state === 'failed' ? end.error : undefined, milliseconds });
  }

  delivered(delivery: ClaimedDelivery, attempt: DeliveryAttempt): void {
    const { status, problem, answer, milliseconds } = attempt;
    const isFine = status !== null && status >= 200 && status < 300;
    const said = answer === null || answer === '' ? '' : `: ${answer.slice(0, MOST_ANSWER_CHARACTERS)}`;
    this.#needs.callLog.add({
      organizationId: delivery.organizationId,
      at: this.#needs.now(),
      kind: 'webhook',
      caller: '',
      templateKey: templateOf(delivery.facts),
      version: null,
      format: null,
      status: status ?? 0,
      code: isFine ? null : status === null ? 'no_answer' : 'receiver_failed',
      requestId: delivery.eventId,
      milliseconds,
      facts: factsText({
        event: delivery.event,
        webhookId: delivery.receiver,
        deliveryId: delivery.id,
        attempt: delivery.tries + 1,
        ...(!isFine && { error: problem ?? `The receiver answered ${status}${said}` }),
      }),
    });
  }

  #add(
    job: ClaimedJob,
    end: {
      readonly facts: CallFacts;
      readonly error?: JobError | undefined;
      readonly milliseconds: number;
      readonly body?: Uint8Array | undefined;
    },
  ): void {
    const { callLog, statusOf, now } = this.#needs;
    const { error } = end;
    callLog.add(
      {
        organizationId: job.organizationId,
        at: now(),
        kind: 'job',
        caller: job.actor,
        templateKey: job.templateKey,
        version: job.version,
        format: job.output,
        status: error === undefined ? OK : statusOf(error.code),
        code: error?.code ?? null,
        requestId: job.requestId,
        milliseconds: end.milliseconds,
        facts: factsText({
          ...end.facts,
          ...(error && { error: error.message }),
          ...(error?.hint !== undefined && { hint: error.hint }),
          ...(error?.details && { details: error.details }),
        }),
      },
      end.body,
    );
  }
}

/** Of what is told, where it is about one. */
const templateOf = (facts: string): string => {
  const { templateKey } = JSON.parse(facts) as { readonly templateKey?: unknown };
  return typeof templateKey === 'string' ? templateKey : '';
};
