/** The second step: the file, how it is to be read, and its first rows as a check. */
import {
  Alert,
  Button,
  FileButton,
  Group,
  NumberInput,
  Select,
  Stack,
  Table,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecordKind, TableHead } from '../../../records/first-records.ts';
import { formatBytes } from '../../components/format.ts';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import { LocaleInput } from '../../components/regional-inputs.tsx';
import { isLocale } from '../../components/regions.ts';
import dropped from '../templates/upload/choose-file.module.css';
import { DropAnywhere } from '../templates/upload/drop-anywhere.tsx';
import classes from './batch.module.css';
import { type ChosenFile, isTable, type Reading, sourceOf } from './batch-state.ts';
import { FileFailure } from './file-failure.tsx';
import { headQuery } from './use-file.ts';

interface Props {
  readonly chosen: ChosenFile | undefined;
  readonly reading: Reading;
  readonly locale: string;
  readonly onFile: (chosen: ChosenFile) => void;
  readonly onReading: (reading: Reading) => void;
  readonly onLocale: (locale: string) => void;
  readonly onNext: () => void;
}

let files = 0;

export const FileStep = ({ chosen, onFile, ...rest }: Props) => {
  const [refused, setRefused] = useState<string>();
  const take = async (file: File | null | undefined) => {
    if (file == null) return;
    const { kindOf } = await import('../../../records/first-records.ts');
    const kind = kindOf(file.name, file.type);
    setRefused(kind === undefined ? file.name : undefined);
    if (kind !== undefined) onFile({ file, kind, id: ++files });
  };
  return (
    <Stack>
      {refused !== undefined && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} />}>
          {refused} is no file of records. A workbook (.xlsx), CSV, or JSON (.json, .ndjson) is.
        </Alert>
      )}
      <FileButton onChange={(file) => void take(file)} accept=".xlsx,.csv,.tsv,.txt,.json,.ndjson,.jsonl">
        {(props) => (
          <UnstyledButton
            {...props}
            className={dropped['target']}
            data-small={chosen !== undefined || undefined}
          >
            <IconFileSpreadsheet size={chosen === undefined ? 34 : 22} stroke={1.4} aria-hidden />
            <span>
              <Text fw={600}>{chosen === undefined ? 'Choose a spreadsheet' : chosen.file.name}</Text>
              <Text size="sm" c="dimmed">
                {chosen === undefined
                  ? 'or drop it anywhere on this page · Excel, CSV or JSON, a row for each document'
                  : `${formatBytes(chosen.file.size)} · choose another`}
              </Text>
            </span>
          </UnstyledButton>
        )}
      </FileButton>
      <DropAnywhere
        onFiles={([file]) => void take(file)}
        disabled={false}
        title="Drop it to read it"
        note="Excel (.xlsx), CSV or JSON"
      />
      {chosen !== undefined && <Read key={chosen.id} chosen={chosen} {...rest} />}
    </Stack>
  );
};

type ReadProps = Omit<Props, 'chosen' | 'onFile'> & { readonly chosen: ChosenFile };

const Read = ({ chosen, reading, locale, onReading, onLocale, onNext }: ReadProps) => {
  const source = sourceOf(chosen, reading, undefined);
  const head = useQuery({ ...headQuery(chosen, source), enabled: isTable(chosen) });
  const isFine = !isTable(chosen) || (head.data !== undefined && head.data.names.length > 0);
  return (
    <>
      <ReadingInputs
        kind={chosen.kind}
        sheets={head.data?.sheets}
        reading={reading}
        locale={locale}
        onReading={onReading}
        onLocale={onLocale}
      />
      {head.error !== null && <FileFailure error={head.error} />}
      {isTable(chosen) && head.isPending && <RowsSkeleton rows={4} height={36} />}
      {head.data !== undefined && head.error === null && <FirstRows head={head.data} />}
      <Group justify="flex-end">
        <Button
          rightSection={<IconArrowRight size={17} />}
          disabled={!isFine || head.error !== null}
          onClick={onNext}
        >
          Columns
        </Button>
      </Group>
    </>
  );
};

const SEPARATORS = [
  { value: '', label: 'Found by itself' },
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Bar |' },
];

const ENCODINGS = [
  { value: '', label: 'Found by itself' },
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Windows, Western Europe' },
  { value: 'windows-1250', label: 'Windows, Central Europe' },
  { value: 'windows-1251', label: 'Windows, Cyrillic' },
  { value: 'macintosh', label: 'Macintosh' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'shift_jis', label: 'Japanese (Shift JIS)' },
  { value: 'gb18030', label: 'Chinese (GB 18030)' },
];

interface ReadingProps {
  readonly kind: RecordKind;
  readonly sheets: readonly string[] | undefined;
  readonly reading: Reading;
  readonly locale: string;
  readonly onReading: (reading: Reading) => void;
  readonly onLocale: (locale: string) => void;
}

const ReadingInputs = ({ kind, sheets = [], reading, locale, onReading, onLocale }: ReadingProps) => {
  const [typed, setTyped] = useState(locale);
  const set = (name: keyof Reading, value: string | number | null | undefined) => {
    const { [name]: _before, ...rest } = reading;
    onReading(value === '' || value == null ? rest : { ...rest, [name]: value });
  };
  if (kind === 'json' || kind === 'ndjson') return null;
  return (
    <div className={classes['inputs']}>
      {kind === 'xlsx' && sheets.length > 1 && (
        <Select
          label="Sheet"
          allowDeselect={false}
          data={[...sheets]}
          value={typeof reading.sheet === 'string' ? reading.sheet : (sheets[0] ?? null)}
          onChange={(sheet) => set('sheet', sheet)}
        />
      )}
      <NumberInput
        label="Row with the names"
        min={1}
        max={1000}
        allowDecimal={false}
        value={reading.headerRow ?? 1}
        onChange={(row) => set('headerRow', typeof row === 'number' && row > 1 ? row : undefined)}
      />
      {kind === 'csv' && (
        <Select
          label="Separator"
          allowDeselect={false}
          data={SEPARATORS}
          value={reading.separator ?? ''}
          onChange={(separator) => set('separator', separator)}
        />
      )}
      {kind === 'csv' && (
        <Select
          label="Encoding"
          allowDeselect={false}
          data={ENCODINGS}
          value={reading.encoding ?? ''}
          onChange={(encoding) => set('encoding', encoding)}
        />
      )}
      <LocaleInput
        label="Numbers and dates as in"
        placeholder="en-US"
        value={typed}
        onChange={setTyped}
        onDone={(tag) => isLocale(tag) && onLocale(tag.trim())}
      />
    </div>
  );
};

const FirstRows = ({ head: { names, rows } }: { readonly head: TableHead }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
  <section className={classes['sheet']} aria-label="First rows of the file" tabIndex={0}>
    <Table withColumnBorders verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          {names.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            <Table.Th key={index}>{name}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
          <Table.Tr key={row}>
            {names.map((_, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <Table.Td key={column}>{cells[column] ?? ''}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </section>
);
