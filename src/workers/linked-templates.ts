/** Templates that have been linked and are kept, closures and files. */
import { LRUCache } from 'lru-cache';
import type { TemplateBytes } from '../service/renderer-ports.ts';
import { type LinkedTemplate, linkTemplate } from '../template/index.ts';

/** Closures and expression trees take about this many times the bytes of the program. */
const LINKED_FACTOR = 4;

export class LinkedTemplates {
  readonly #linked: LRUCache<string, LinkedTemplate>;

  /** What all of them may take together. */
  constructor(bytes: number) {
    this.#linked = new LRUCache({ maxSize: bytes });
  }

  peek(programHash: string): LinkedTemplate | undefined {
    return this.#linked.get(programHash);
  }

  get({ programHash, program, file }: TemplateBytes): LinkedTemplate {
    const known = this.#linked.get(programHash);
    if (known !== undefined) return known;
    const made = linkTemplate(program, file);
    // What is larger than the whole cache is not kept, and linked anew each time.
    this.#linked.set(programHash, made, { size: program.length * LINKED_FACTOR + file.length + 1 });
    return made;
  }
}
