/** What a rendering process has, for the tasks that have a file of their own. */
import type { RenderedLayout } from '../convert/native/rendered-layout.ts';
import type { Ask } from '../processes/protocol.ts';
import type { LinkedTemplate } from '../template/index.ts';
import type { IncludeRounds } from './include-rounds.ts';
import type { GenerateOrder } from './read-request.ts';

export interface ProcessTools {
  readonly templateFor: (programHash: string, ask: Ask) => Promise<{ readonly template: LinkedTemplate }>;
  readonly includeRounds: (
    template: LinkedTemplate,
    request: GenerateOrder['request'],
    ask: Ask,
  ) => IncludeRounds;
  readonly layout: RenderedLayout | undefined;
  /** What one render may take of the heap. */
  readonly renderBytes: number;
}
