/** documentsOf :: parts → their documents in order, one in memory at a time */
import { type Bundle, type PartEntry, PartReader } from './part-file.ts';

export interface Part {
  readonly path: string;
  /** So many of its documents, from the first on. */
  readonly documents: number;
}

export type BundledDocument = PartEntry & { readonly bytes: Uint8Array };

export function* documentsOf(parts: readonly Part[], bundle: Bundle): Generator<BundledDocument> {
  for (const { path, documents } of parts) {
    if (documents === 0) continue;
    const part = PartReader.open(path);
    try {
      if (part.bundle !== bundle) throw new Error(`a part was written for ${part.bundle}, not ${bundle}`);
      yield* part.documents(documents);
    } finally {
      part.close();
    }
  }
}
