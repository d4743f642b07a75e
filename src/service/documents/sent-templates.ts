/**
 * open :: template file that came with a request → SentTemplate
 *
 * Whoever sends a template with each request mostly sends the same one: what it was compiled to is kept, so that the next
 * request need not wait for a process.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ownBytes } from '../../own-bytes.ts';
import type { GeneratedDocument, GenerateRequest, TemplateBytes, TemplateSource } from '../renderer-ports.ts';

/** Files and programs together. */
const KEPT_BYTES = 32 * 1024 * 1024;

interface Kept {
  readonly bytes: TemplateBytes;
  /** Sentences. */
  readonly warnings: readonly string[];
}

interface SentTemplate {
  /** Ready to be rendered where it is known, else to be compiled first. */
  resolve(request: GenerateRequest): TemplateBytes | TemplateSource;
  source(request: GenerateRequest): TemplateSource;
  /** The warnings of its compilation, whether it was just now or earlier. */
  keep(compiled: GeneratedDocument['compiled']): readonly string[];
}

export class SentTemplates {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.program.byteLength + bytes.file.byteLength + 1,
  });

  open(file: Uint8Array): SentTemplate {
    let source: TemplateSource | undefined;
    let known: Kept | undefined;
    const sourceFor = ({ source: how }: GenerateRequest): TemplateSource => {
      source ??= sourceOf(file, how);
      return source;
    };
    return {
      source: sourceFor,
      resolve: (request) => {
        source = sourceFor(request);
        known ??= this.#kept.get(source.programHash);
        return known?.bytes ?? source;
      },
      keep: (compiled) => {
        if (source === undefined || compiled === undefined) return known?.warnings ?? [];
        const { program } = compiled;
        const warnings = compiled.warnings.map(({ message }) => message);
        this.#kept.set(source.programHash, {
          bytes: { programHash: source.programHash, program: ownBytes(program), file: ownBytes(file) },
          warnings,
        });
        return warnings;
      },
    };
  }
}

const sourceOf = (
  file: Uint8Array,
  { delimiter, static: isStatic, controls }: NonNullable<GenerateRequest['source']> = {
    delimiter: 'BRACES',
    static: false,
    controls: false,
  },
): TemplateSource => {
  const hash = createHash('sha256')
    .update(`${delimiter} ${isStatic} ${controls}\0`)
    .update(file)
    .digest('hex');
  return { programHash: `sent.${hash}`, file, delimiter, static: isStatic, controls };
};
