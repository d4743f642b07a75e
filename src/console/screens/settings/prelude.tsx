/** What the organization defines for all its templates: functions, constants, translations. */
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { preludeQuery } from '../../api/queries.ts';
import type { Prelude } from '../../api/settings-types.ts';
import { Failure } from '../../components/failure.tsx';
import { plural } from '../../components/format.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import { ProblemList } from '../../components/problem-list.tsx';
import { Section } from '../../components/section.tsx';

export const PreludeSettings = () => {
  const prelude = useQuery(preludeQuery);
  if (prelude.data === undefined)
    return prelude.error === null ? (
      <RowsSkeleton rows={6} />
    ) : (
      <LoadFailure error={prelude.error} retry={prelude.refetch} />
    );
  return <PreludeForm key={prelude.data.version} prelude={prelude.data} />;
};

const shownTranslations = ({ translations }: Prelude): string =>
  translations === null ? '' : JSON.stringify(translations, null, 2);

/** Undefined where it is no JSON object. */
const translationsFrom = (text: string): Prelude['translations'] | undefined => {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const PreludeForm = ({ prelude }: { readonly prelude: Prelude }) => {
  const [definitions, setDefinitions] = useState(prelude.definitions);
  const [translations, setTranslations] = useState(shownTranslations(prelude));
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (force: boolean) =>
      api.put<Prelude>('/organization/prelude', {
        definitions,
        translations: translationsFrom(translations) ?? null,
        expectedVersion: prelude.version,
        force,
      }),
    onSuccess: (saved) => {
      client.setQueryData(preludeQuery.queryKey, saved);
      notifyDone(`Version ${saved.version} is saved: ${plural(saved.names.length, 'definition')}.`);
    },
  });
  const isReadable = translationsFrom(translations) !== undefined;
  const isSame = definitions === prelude.definitions && translations === shownTranslations(prelude);
  const details = save.error instanceof ApiError ? save.error.details : [];
  const breaksOthers = details.length > 0 && details.every(({ code }) => code === 'used_by');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(false);
  };
  return (
    <Section
      title="Prelude"
      lead="Functions, constants and translations that every template of the organization may use."
    >
      <form onSubmit={submit}>
        <Stack maw={760}>
          <Textarea
            label="Definitions"
            description="SET tags, each of which sees those above it: {SET gross = (net) => net * 1.2} makes {gross(price)} work in every template."
            placeholder="{SET gross = (net) => net * 1.2}"
            autosize
            minRows={6}
            maxRows={24}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            value={definitions}
            onChange={(event) => setDefinitions(event.currentTarget.value)}
          />
          <Textarea
            label="Translations"
            description='For {"Invoice" | t}: an object of languages, each with its texts.'
            placeholder='{"de": {"Invoice": "Rechnung"}}'
            autosize
            minRows={4}
            maxRows={24}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            value={translations}
            error={isReadable ? undefined : 'This is no JSON object.'}
            onChange={(event) => setTranslations(event.currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            {prelude.version === 0
              ? 'Nothing is defined yet.'
              : `Version ${prelude.version}${prelude.createdBy === null ? '' : `, by ${prelude.createdBy}`}: ${prelude.names.join(', ') || 'no definitions'}.`}
          </Text>
          <Failure error={save.error} />
          {details.length > 0 && <ProblemList problems={details} />}
          <Group>
            <Button type="submit" loading={save.isPending} disabled={isSame || !isReadable}>
              Save prelude
            </Button>
            {breaksOthers && (
              <Button variant="default" disabled={save.isPending} onClick={() => save.mutate(true)}>
                Save anyway
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Section>
  );
};
