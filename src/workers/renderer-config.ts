/** What a renderer is built from, and the processes that belong to it. */
import type { PackageLimits } from '../ooxml/limits.ts';
import type { PdfConverter } from '../service/renderer-ports.ts';
import type { Holdings } from '../shares.ts';
import { createLargeLane, type LargeLane } from './large-lane.ts';
import type { FetchPictures } from './process-answers.ts';
import type { TaskSettings } from './tasks.ts';

export interface RendererConfig {
  /** Jobs that may run at once, each in a process; one more starts for a second organization. */
  readonly processes: number;
  /** Jobs that may run beside those because nobody waits for them; none where left out. */
  readonly background?: number;
  /** Processes that are kept once they have started: one. */
  readonly kept?: number;
  /** Longest time of one render or compilation. */
  readonly renderMs: number;
  /** The heap of one process. */
  readonly memoryBytes: number;
  /** Jobs that may wait; one organization's may be half of them. */
  readonly queue: number;
  readonly converter: PdfConverter;
  /** Documents are laid out where they are rendered, as far as the converter wants it; where left out, nowhere here. */
  readonly layout?: LayoutConfig;
  /** Of templates; the defaults where left out. */
  readonly packageLimits?: Partial<PackageLimits>;
  /** What finished documents may take of memory together: 256 MiB. Past it, all are spooled into files. */
  readonly spoolMemoryBytes?: number;
  /** What they may take of the disk together: 4 GiB. Past it, documents are refused. */
  readonly spoolBytes?: number;
  /** Where several threads share that room: what all of them hold. */
  readonly spoolHeld?: Readonly<Record<'memory' | 'files', Holdings>>;
  /** Where documents past 8 MiB are spooled; the system's folder where left out. */
  readonly spoolFolder?: string;
  /** Fetches pictures that data name by address, all that a document needs at once. Left out: no address is fetched. */
  readonly fetchPictures?: FetchPictures;
  /** False: everything goes to the processes, however small it is. Tests of the large lane ask for that. */
  readonly smallLane?: boolean;
  /** Processes that have ended by themselves. */
  readonly onError?: (error: unknown) => void;
  /** A module with the same tasks; tests bring one that misbehaves. */
  readonly tasks?: URL;
  /** Where large jobs go; processes of its own where left out. */
  readonly lane?: LargeLane;
}

interface LayoutConfig {
  readonly fonts: NonNullable<TaskSettings['fonts']>;
  /** Longest time of one layout. */
  readonly milliseconds: number;
  /** `warm` is for layout as well (true); otherwise the first PDF waits for fonts. */
  readonly warm?: boolean;
}

/** Processes that render and compile, and lay out where it is said how. */
export const openLargeLane = (config: Omit<RendererConfig, 'converter'>): LargeLane =>
  createLargeLane({
    processes: config.processes,
    ...(config.background !== undefined && { background: config.background }),
    ...(config.kept !== undefined && { kept: config.kept }),
    queue: config.queue,
    renderMs: config.renderMs,
    layoutMs: config.layout?.milliseconds ?? 0,
    settings: {
      packageLimits: config.packageLimits ?? {},
      memoryBytes: config.memoryBytes,
      fonts: config.layout?.fonts,
    },
    tasks: config.tasks,
    onError: config.onError,
  });
