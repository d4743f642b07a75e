/** Which calls are shown: by outcome, kind, template, key, time and words. All of it is in the address. */
import { Button, Group, SegmentedControl, Select, Switch, TextInput, Tooltip } from '@mantine/core';
import { IconDownload, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keysQuery, templatesQuery } from '../../api/queries.ts';
import { useMay } from '../../session/session.ts';
import { type Filters, KINDS, queryOf, SPANS } from './call-words.ts';
import classes from './calls.module.css';

interface Props {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
  readonly isLive: boolean;
  readonly onLive: (isLive: boolean) => void;
}

const PAUSE_MS = 350;

export const CallFilters = ({ filters, onChange, isLive, onLive }: Props) => {
  const templates = useQuery(templatesQuery);
  const set = (change: Partial<Filters>): void => onChange({ ...filters, ...change });
  const csv = `/organization/calls?${new URLSearchParams({ ...queryOf(filters, Date.now()), format: 'csv' } as Record<string, string>)}`;
  return (
    <search className={classes['filters']} aria-label="Filter the calls">
      <Group gap="sm">
        <Words value={filters.search} onChange={(search) => set({ search })} />
        <SegmentedControl
          aria-label="Outcome"
          value={filters.status === 'ok' || filters.status === 'failed' ? filters.status : ''}
          onChange={(status) => set({ status, ...(status !== 'failed' && { code: '' }) })}
          data={[
            { value: '', label: 'All' },
            { value: 'failed', label: 'Failed' },
            { value: 'ok', label: 'Succeeded' },
          ]}
        />
        <Group gap="md" ml="auto" mih={36} wrap="nowrap">
          <Tooltip label="Show calls as they come" refProp="rootRef">
            <Switch
              label="Live"
              checked={isLive}
              onChange={({ currentTarget }) => onLive(currentTarget.checked)}
            />
          </Tooltip>
          <Tooltip label="All calls that fit, as a file for a spreadsheet">
            <Button
              component="a"
              href={csv}
              download
              variant="default"
              leftSection={<IconDownload size={16} />}
              aria-label="All of these as CSV"
            >
              CSV
            </Button>
          </Tooltip>
        </Group>
      </Group>
      <div className={classes['choices']}>
        <Select
          aria-label="Kind"
          placeholder="Any kind"
          clearable
          value={filters.kind || null}
          onChange={(kind) => set({ kind: kind ?? '' })}
          data={KINDS.map(({ value, label }) => ({ value, label }))}
        />
        <Select
          aria-label="Template"
          placeholder="Any template"
          clearable
          searchable
          value={filters.template || null}
          onChange={(template) => set({ template: template ?? '' })}
          data={optionsOf(
            templates.data?.map(({ key, name }) => ({ value: key, label: name })) ?? [],
            filters.template,
          )}
        />
        <KeySelect value={filters.key} onChange={(key) => set({ key })} />
        <Select
          aria-label="Time"
          allowDeselect={false}
          value={filters.hours}
          onChange={(hours) => set({ hours: hours ?? '' })}
          data={SPANS.map(({ value, label }) => ({ value, label }))}
        />
      </div>
      {filters.code !== '' && (
        <Button
          variant="light"
          w="fit-content"
          rightSection={<IconX size={15} />}
          onClick={() => set({ code: '' })}
          aria-label={`Not only ${filters.code}`}
        >
          {filters.code}
        </Button>
      )}
    </search>
  );
};

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One that is gone from the list, or came with the address, is still what is filtered by. */
const optionsOf = (
  options: readonly { readonly value: string; readonly label: string }[],
  chosen: string,
): { value: string; label: string }[] => {
  const known = chosen === '' || options.some(({ value }) => value === chosen);
  return [...options, ...(known ? [] : [{ value: chosen, label: chosen }])];
};

/** Sent some moments after the last letter. */
const Words = ({ value, onChange }: FieldProps) => {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is all that counts
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      aria-label="Search the calls"
      placeholder="Request id, error, field…"
      className={classes['search'] ?? ''}
      leftSection={<IconSearch size={16} stroke={1.6} />}
      maxLength={200}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
};

/** Keys are shown to administrators alone. */
const KeySelect = ({ value, onChange }: FieldProps) => {
  const keys = useQuery({ ...keysQuery, enabled: useMay('admin') });
  if (keys.data === undefined) return null;
  return (
    <Select
      aria-label="Key"
      placeholder="Any key"
      clearable
      searchable
      value={value || null}
      onChange={(key) => onChange(key ?? '')}
      data={optionsOf(
        keys.data.map(({ id, name }) => ({ value: id, label: name })),
        value,
      )}
    />
  );
};
