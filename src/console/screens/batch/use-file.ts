/** The file that was chosen, as the reader of records sees it: names of columns, first rows, first records. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RecordSource } from '../../../records/first-records.ts';
import type { ChosenFile } from './batch-state.ts';

/** Rows that are shown, and records that are tried. */
const ROWS = 5;
const RECORDS = 20;

const LOCAL = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  networkMode: 'always',
} as const;

/** The reader comes when it is needed: it is as large as the rest of the screen. */
const reader = () => import('../../../records/first-records.ts');

export const headQuery = ({ file, id }: ChosenFile, source: RecordSource) =>
  queryOptions({
    queryKey: ['batch', 'head', id, source],
    queryFn: async () => (await reader()).readHead(file, source, ROWS),
    ...LOCAL,
  });

export const recordsQuery = (
  { file, id }: ChosenFile,
  source: RecordSource,
  conversion: { readonly schema: unknown; readonly locale: string },
) =>
  queryOptions({
    queryKey: ['batch', 'records', id, source, conversion.locale],
    queryFn: async () => (await reader()).firstRecords(file, source, conversion, RECORDS),
    placeholderData: keepPreviousData,
    ...LOCAL,
  });

export const sharedQuery = (
  texts: Readonly<Record<string, string>>,
  conversion: { readonly schema: unknown; readonly locale: string },
) =>
  queryOptions({
    queryKey: ['batch', 'shared', texts, conversion.locale],
    queryFn: async () => (await reader()).sharedData(texts, conversion),
    placeholderData: keepPreviousData,
    ...LOCAL,
  });
