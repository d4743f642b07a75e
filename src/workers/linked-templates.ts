/** Templates that have been linked and are kept, closures and files. */
import { LRUCache } from 'lru-cache';
import type { TemplateBytes } from '../service/renderer-ports.ts';
import { type LinkedTemplate, linkTemplate } from '../template/index.ts';

/** Closures and expression trees take this many times the bytes of the program: 11 to 15 by some hundred templates. */
const LINKED_FACTOR = 14;
/** Of the file, the file itself and the parts that are copied as they are. */
const FILE_FACTOR = 2;
/** What else the smallest takes. */
const LEAST_BYTES = 4 * 1024;
/** What nobody asks for goes before room is needed: versions that were replaced, and those of whoever has gone home. */
const UNUSED_MS = 10 * 60_000;
/** So exact is the time by which that goes. */
const RESOLUTION_MS = 1_000;

export class LinkedTemplates {
  readonly #linked: LRUCache<string, LinkedTemplate>;

  /** What all of them may take together. */
  constructor(bytes: number) {
    this.#linked = new LRUCache({
      maxSize: bytes,
      ttl: UNUSED_MS,
      ttlResolution: RESOLUTION_MS,
      updateAgeOnGet: true,
      // As it is then; by itself it keeps the clock of when it was loaded.
      perf: { now: () => performance.now() },
    });
  }

  /** What they are counted for. */
  get size(): number {
    return this.#linked.calculatedSize;
  }

  peek(programHash: string): LinkedTemplate | undefined {
    return this.#linked.get(programHash);
  }

  get({ programHash, program, file }: TemplateBytes): LinkedTemplate {
    const known = this.#linked.get(programHash);
    if (known !== undefined) return known;
    this.#linked.purgeStale();
    const made = linkTemplate(program, file);
    // What is larger than the whole cache is not kept, and linked anew each time.
    const size = program.length * LINKED_FACTOR + file.length * FILE_FACTOR + LEAST_BYTES;
    this.#linked.set(programHash, made, { size });
    return made;
  }
}
