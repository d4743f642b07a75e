/** What a person has chosen on the way to a batch. */
import type { RecordSource } from '../../../records/first-records.ts';
import type { Bundle } from '../../api/activity-types.ts';

export interface ChosenFile {
  readonly file: File;
  readonly kind: RecordSource['kind'];
  /** Tells two files of one name apart. */
  readonly id: number;
}

/** How the file is to be read, but for where its columns go. */
export type Reading = Pick<RecordSource, 'sheet' | 'headerRow' | 'separator' | 'encoding'>;

export type Mapping = Readonly<Record<string, string>>;

/** Data that all documents have. */
export type Shared = Readonly<Record<string, unknown>>;

export interface Wishes {
  readonly output: 'PDF' | 'DOCX';
  readonly bundle: Bundle;
  /** Of the names of the files. */
  readonly pattern: string;
  readonly pageNumbers: 'record' | 'through';
  /** It is stopped where more records fail; undefined where they may all. */
  readonly maxFailures: number | undefined;
}

export const isTable = ({ kind }: ChosenFile): boolean => kind === 'csv' || kind === 'xlsx';

export const sourceOf = (
  { kind }: ChosenFile,
  reading: Reading,
  mapping: Mapping | undefined,
): RecordSource => ({
  kind,
  ...reading,
  ...(mapping !== undefined && Object.keys(mapping).length > 0 && { columns: mapping }),
});

/** The request beside the file, as `POST /jobs` takes it. */
export const requestOf = ({
  templateKey,
  locale,
  source,
  shared,
  wishes,
}: {
  readonly templateKey: string;
  readonly locale: string;
  readonly source: RecordSource;
  readonly shared: Shared;
  readonly wishes: Wishes;
}): object => {
  const { kind: _kind, ...rest } = source;
  const { output, bundle, pattern, pageNumbers, maxFailures } = wishes;
  return {
    templateKey,
    output,
    bundle,
    ...(bundle !== 'zip' && { pageNumbers }),
    ...(maxFailures !== undefined && { maxFailures }),
    ...(Object.keys(shared).length > 0 && { data: shared }),
    ...(Object.keys(rest).length > 0 && { source: rest }),
    options: {
      ...(pattern.trim() !== '' && { filename: pattern.trim() }),
      ...(locale !== '' && { locale }),
    },
  };
};
