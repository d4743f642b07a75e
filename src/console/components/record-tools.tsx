/** Above a list that grows for ever: words to look for in all of it, and the list as a file. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { saveFile } from '../api/client.ts';
import { MOST_RECORDS, readAll } from '../api/records.ts';
import { csvOf } from './csv.ts';
import { Failure } from './failure.tsx';
import { formatNumber } from './format.ts';

interface Wanted<Entry> {
  readonly path: '/organization/audit' | '/organization/ledger';
  /** The words of an entry, as they are shown and as the file has them; a row of names first. */
  readonly columns: readonly string[];
  readonly rowOf: (entry: Entry) => readonly (string | number)[];
}

/** Found ones that are shown; whoever wants more looks for more words, or takes the file. */
const SHOWN = 200;

export const useRecordSearch = <Entry,>({ path, columns, rowOf }: Wanted<Entry>) => {
  const [words, setWords] = useState('');
  const wanted = useDeferredValue(words.trim().toLocaleLowerCase());
  const all = useQuery({
    queryKey: [...path.slice(1).split('/'), 'all'],
    queryFn: ({ signal }) => readAll<Entry>(path, signal),
    enabled: wanted !== '',
  });
  const save = useMutation({
    mutationFn: async () => {
      const entries = await readAll<Entry>(path);
      saveFile({ blob: csvOf([columns, ...entries.map(rowOf)]), filename: `${path.split('/').at(-1)}.csv` });
    },
  });
  const isFound = (entry: Entry): boolean => {
    const text = rowOf(entry).join(' ').toLocaleLowerCase();
    return wanted.split(/\s+/).every((word) => text.includes(word));
  };
  const found = wanted === '' ? undefined : (all.data?.filter(isFound) ?? []);
  const tools = (
    <>
      <Group mb="sm" gap="sm" role="search">
        <TextInput
          size="xs"
          flex={1}
          maw={320}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          placeholder="Find in all of it"
          aria-label="Find in all of it"
          leftSection={<IconSearch size={15} stroke={1.6} />}
        />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} stroke={1.7} />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          Export as CSV
        </Button>
        <Text size="xs" c="dimmed" role="status">
          {found !== undefined && saidOf(found.length, all.data?.length)}
        </Text>
      </Group>
      <Failure error={save.error ?? (wanted === '' ? null : all.error)} />
    </>
  );
  return { tools, found: found?.slice(0, SHOWN) };
};

const saidOf = (found: number, of: number | undefined): string => {
  if (of === undefined) return 'Looking…';
  const newest = of >= MOST_RECORDS ? `the newest ${formatNumber(of)}` : formatNumber(of);
  return `${formatNumber(found)} of ${newest}${found > SHOWN ? `, the first ${SHOWN} are shown` : ''}`;
};
