/**
 * openWatch :: settings → who looks at the clocks of requests and jobs
 *
 * Slow documents are written into the log; what is traced goes to a collector.
 */
import type { Logger } from 'pino';
import { Stages, UNWATCHED, type Watch } from '../stages.ts';
import { slowLog } from './slow-log.ts';

interface WatchOptions {
  /** Documents that take longer are told of; 0: none. */
  readonly slowMs: number;
  readonly logger: Logger;
}

export const openWatch = ({ slowMs, logger }: WatchOptions): Watch => {
  if (slowMs === 0) return UNWATCHED;
  return { ...UNWATCHED, document: (began) => new Stages(began), end: slowLog(slowMs, logger) };
};
