import { Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { Template } from '../../api/types.ts';
import { Ago } from '../../components/ago.tsx';
import { found, sorted } from '../templates/table/sorting.ts';
import classes from './batch.module.css';

interface Props {
  readonly templates: readonly Template[];
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}

const SHOWN = 60;

/** The first step: which template the documents are made from. */
export const TemplateStep = ({ templates, chosen, onChoose }: Props) => {
  const [query, setQuery] = useState('');
  const matches = sorted(found(templates, query), 'lastUsed', false);
  return (
    <section aria-label="Template">
      {templates.length > 6 && (
        <TextInput
          type="search"
          maw={380}
          mb="md"
          placeholder="Search by name or key"
          aria-label="Search templates"
          leftSection={<IconSearch size={17} stroke={1.6} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      <ul className={classes['choices']}>
        {matches.slice(0, SHOWN).map(({ key, name, lastUsed }) => (
          <li key={key}>
            <UnstyledButton
              className={classes['choice']}
              aria-pressed={key === chosen}
              onClick={() => onChoose(key)}
            >
              <Text fw={600}>{name}</Text>
              <Text size="xs" c="dimmed" truncate>
                {key} · <Ago at={lastUsed} never="never used" />
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {matches.length === 0 && <Text c="dimmed">No template matches “{query}”.</Text>}
      {matches.length > SHOWN && (
        <Text size="sm" c="dimmed" mt="sm">
          and {matches.length - SHOWN} more: search for them.
        </Text>
      )}
    </section>
  );
};
