/**
 * load :: TemplateVersion → TemplateBytes
 *
 * The compiled program and the file behind it, kept between requests, bounded by bytes. Content never changes under its
 * address, so nothing here can go stale; which version is the newest is others' to find out.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TemplateVersion } from './model.ts';
import type { BlobStore, TemplateStore } from './ports.ts';
import type { Renderer, TemplateBytes } from './renderer-ports.ts';

export const hashOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What a version takes of its organization's storage. */
export const storedBytesOf = (version: {
  readonly file: Uint8Array;
  readonly program: Uint8Array;
  readonly inspection: string;
}): number => version.file.byteLength + version.program.byteLength + version.inspection.length;

interface Needs {
  readonly blobs: BlobStore;
  readonly templates: TemplateStore;
  /** Must not wait for the processes that render: they may be waiting for this very template. */
  readonly recompile: Renderer['compile'];
  /** The format that this build's engine writes and reads. */
  readonly programFormat: number;
  readonly cacheBytes: number;
}

export class TemplatePrograms {
  readonly #needs: Needs;
  readonly #cache: LRUCache<string, TemplateBytes>;
  readonly #loading = new Map<string, Promise<TemplateBytes>>();
  hits = 0;
  misses = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#cache = new LRUCache({
      maxSize: needs.cacheBytes,
      sizeCalculation: ({ program, file }) => program.byteLength + file.byteLength + 1,
    });
  }

  async load(organizationId: string, version: TemplateVersion): Promise<TemplateBytes> {
    // Files that differ only in a picture may compile to equal programs, so the file belongs to the address.
    const address = `${version.fileHash}.${version.programHash}`;
    const cached = this.#cache.get(address);
    if (cached !== undefined) {
      this.hits += 1;
      return cached;
    }
    this.misses += 1;
    const running = this.#loading.get(address);
    if (running !== undefined) return running;
    const loading = this.#read(organizationId, version, address);
    this.#loading.set(address, loading);
    try {
      const bytes = await loading;
      this.#cache.set(address, bytes);
      return bytes;
    } finally {
      this.#loading.delete(address);
    }
  }

  async #read(organizationId: string, version: TemplateVersion, address: string): Promise<TemplateBytes> {
    const file = await this.#blob(version.fileHash);
    const program =
      version.programFormat === this.#needs.programFormat
        ? await this.#blob(version.programHash)
        : await this.#compileAnew(organizationId, version, file);
    return { programHash: address, program, file };
  }

  /**
   * After an upgrade: compiled again, and kept. During a rolling upgrade an older server meets newer programs; it
   * compiles its own and leaves the stored one alone.
   */
  async #compileAnew(
    organizationId: string,
    version: TemplateVersion,
    file: Uint8Array,
  ): Promise<Uint8Array> {
    const { recompile, blobs, templates } = this.#needs;
    const { program, programFormat, inspection } = await recompile({
      organizationId,
      file,
      delimiter: version.delimiter,
      static: true,
      isStored: true,
      signal: new AbortController().signal,
    });
    if (programFormat > version.programFormat) {
      const programHash = hashOfBytes(program);
      await blobs.put(programHash, program);
      await templates.updateProgram(version.templateId, version.number, {
        programHash,
        programFormat,
        inspection,
        storedBytes: storedBytesOf({ file, program, inspection }),
      });
    }
    return program;
  }

  async #blob(hash: string): Promise<Uint8Array> {
    const bytes = await this.#needs.blobs.get(hash);
    if (bytes === undefined) throw new Error(`the blob ${hash} that a template version names is gone`);
    return bytes;
  }
}
