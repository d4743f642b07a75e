/** Why a rendering process has ended, in words for whoever sent the document. */
import { PlatenError } from '../errors.ts';
import { type JobEnded, processKilled } from '../processes/process-pool.ts';

export const renderEnded = (ended: JobEnded, renderMs: number): PlatenError => {
  switch (ended.reason) {
    case 'late':
      return new PlatenError(
        'render_timeout',
        `Rendering took longer than ${renderMs / 1000} s and was ended.`,
        { hint: 'Send less data, or split it over several documents.', cause: ended },
      );
    case 'memory':
      return new PlatenError('render_memory', 'Rendering needed more memory than the limit and was ended.', {
        hint: 'Send less data, or split it over several documents.',
        cause: ended,
      });
    case 'closed':
      return new PlatenError('shutting_down', 'This server is shutting down.');
    case 'not_started':
    case 'stopped':
      return new PlatenError('not_ready', 'A rendering process did not start.', {
        retryAfter: 5,
        cause: ended,
      });
    case 'killed':
      return processKilled(ended);
    default:
      return new PlatenError('internal_error', 'The process that renders has ended without an answer.', {
        cause: ended,
      });
  }
};
