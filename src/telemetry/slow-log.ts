/** slowLog :: stages of a document → one line of the log, where it took longer than it should. Never what was sent as data. */
import type { Logger } from 'pino';
import type { Stages, WatchedEnd } from '../stages.ts';

export const slowLog =
  (slowMs: number, logger: Logger) =>
  (stages: Stages, { name, isDocument, organizationId, requestId, code }: WatchedEnd): void => {
    const ms = performance.now() - stages.began;
    if (!isDocument || ms < slowMs) return;
    logger.warn(
      {
        requestId,
        ...(stages.trace && { traceId: stages.trace.id }),
        ...(name === 'job' && { job: true }),
        organization: organizationId,
        ...(code !== undefined && { code }),
        ms: Math.round(ms * 10) / 10,
        ...stages.facts,
        stages: stages.sums,
      },
      'slow document',
    );
  };
