/**
 * What is remembered of a document, so that it can be handed out again: not its bytes, but all that they came from and the
 * request does not say. The same request then makes the same document, and its hash proves it. Where it would not (another
 * program made it, or pictures were fetched for it), the file itself is kept among the blobs.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { PlatenError } from '../../errors.ts';
import type { RegionalDefaults } from '../../regional.ts';
import type { TemplateVersion } from '../model.ts';
import type { GeneratedDocument, Spool } from '../renderer-ports.ts';

export interface MadeBefore {
  /** What `$now` showed. */
  readonly at: number;
  /** The organization's, as they were. */
  readonly defaults: RegionalDefaults;
  /** Of a template that is stored: it may be replaced or deleted by now. */
  readonly version?: TemplateVersion;
  readonly name: string;
  readonly sha256: string;
  readonly kept?: Kept;
}

/** What an answer tells beside the bytes. */
type Kept = Pick<GeneratedDocument, 'request' | 'engine' | 'pages' | 'missing' | 'warnings' | 'mapAt'>;

/** As many as a header shows, and more. */
const MOST_SENTENCES = 200;

export const keptOf = ({ request, engine, pages, missing, warnings, mapAt }: GeneratedDocument): Kept => ({
  request,
  engine,
  ...(mapAt !== undefined && { mapAt }),
  ...(pages !== undefined && { pages }),
  missing: missing.slice(0, MOST_SENTENCES),
  warnings: warnings.slice(0, MOST_SENTENCES),
});

export const isRepeatable = ({ engine, hasFetched }: GeneratedDocument): boolean =>
  engine !== 'libreoffice' && hasFetched !== true;

/** Without the inspection, which may be as large as the template and makes no document. */
export const pinnedVersion = (version: TemplateVersion): TemplateVersion => ({ ...version, inspection: '' });

export const sha256Of = async (document: Spool): Promise<string> => {
  const hash = createHash('sha256');
  if (document.inMemory) hash.update(await document.bytes());
  else for await (const chunk of document.stream()) hash.update(chunk);
  return hash.digest('hex');
};

export const spoolOfBytes = (bytes: Uint8Array): Spool => ({
  size: bytes.byteLength,
  inMemory: true,
  stream: () => Readable.from([bytes]),
  bytes: async () => bytes,
  dispose: () => undefined,
});

export const cannotBeMadeAgain = (): PlatenError =>
  new PlatenError(
    'idempotency_lost',
    'The document was made and paid for before, and cannot be made again byte for byte: this server is another version of Platen than the one that made it.',
    { hint: 'Send the request with a new Idempotency-Key to make, and pay for, a new one.' },
  );
