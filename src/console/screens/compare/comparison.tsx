/** What differs between two versions: fields, sample sets that no longer fit, and the words on the pages. */
import { Alert, Badge, Code, Group, List, Loader, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Compares, compareQuery } from '../../api/queries.ts';
import type { Compared } from '../../api/version-types.ts';
import { plural } from '../../components/format.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import classes from './compare.module.css';
import { ComparedPages } from './compared-pages.tsx';

interface Props extends Compares {
  readonly actions?: ReactNode;
  /** More that is said, below all else. */
  readonly further?: ReactNode;
  /** In place of the pages that are compared. */
  readonly pages?: ReactNode;
}

export const Comparison = ({ actions, further, pages, ...compares }: Props) => {
  const compared = useQuery(compareQuery(compares));
  if (compared.data === undefined)
    return compared.error === null ? (
      <Group gap="sm" p="md" role="status">
        <Loader size="sm" /> <Text size="sm">Comparing…</Text>
      </Group>
    ) : (
      <LoadFailure error={compared.error} retry={compared.refetch} />
    );
  return (
    <div className={classes['comparison']}>
      <Stack gap="md" className={classes['said'] ?? ''}>
        {actions}
        <Fields compared={compared.data} />
        <Samples compared={compared.data} />
        {further}
      </Stack>
      {pages ?? <ComparedPages {...compares} samples={compared.data.samples} />}
    </div>
  );
};

const Fields = ({ compared: { fields, sameFile } }: { readonly compared: Compared }) => {
  const { added, removed, changed } = fields;
  const isSame = added.length + removed.length + changed.length === 0;
  return (
    <section aria-label="Fields">
      <Title order={3} size="h5" mb={6}>
        Fields
      </Title>
      {isSame ? (
        <Text size="sm" c="dimmed">
          {sameFile ? 'The same file: nothing changes.' : 'The same fields as before.'}
        </Text>
      ) : (
        <Stack gap={8}>
          <FieldList label="Added" color="pine" paths={added.map(withKind)} />
          <FieldList label="Removed" color="red" paths={removed.map(withKind)} />
          <FieldList
            label="Changed"
            color="yellow"
            paths={changed.map(({ path, from, to }) => [path, `${said(from)} → ${said(to)}`] as const)}
          />
        </Stack>
      )}
    </section>
  );
};

interface Facts {
  readonly kind: string;
  readonly optional: boolean;
}

const said = ({ kind, optional }: Facts): string => (optional ? `${kind}, may be missing` : kind);

const withKind = (field: Facts & { readonly path: string }): readonly [string, string] => [
  field.path,
  said(field),
];

const SHOWN = 50;

const FieldList = ({
  label,
  color,
  paths,
}: {
  readonly label: string;
  readonly color: string;
  readonly paths: readonly (readonly [path: string, facts: string])[];
}) =>
  paths.length === 0 ? null : (
    <div>
      <Badge variant="dot" color={color} tt="none" mb={4}>
        {label}: {paths.length}
      </Badge>
      <List size="sm" listStyleType="none" spacing={2}>
        {paths.slice(0, SHOWN).map(([path, facts]) => (
          <List.Item key={path}>
            <Code>{path}</Code>{' '}
            <Text span size="xs" c="dimmed">
              {facts}
            </Text>
          </List.Item>
        ))}
      </List>
      {paths.length > SHOWN && <Text size="sm">and {paths.length - SHOWN} more</Text>}
    </div>
  );

const Samples = ({ compared: { samples } }: { readonly compared: Compared }) => {
  const broken = samples.filter(({ fits }) => !fits);
  return (
    <section aria-label="Sample sets">
      <Title order={3} size="h5" mb={6}>
        Sample sets
      </Title>
      {samples.length === 0 && (
        <Text size="sm" c="dimmed">
          None are saved yet. Save some on the template’s page, and each change is tried with them.
        </Text>
      )}
      {samples.length > 0 && broken.length === 0 && (
        <Group gap={6} wrap="nowrap">
          <IconCircleCheck size={17} color="var(--mantine-color-pine-6)" aria-hidden />
          <Text size="sm">{samples.length === 1 ? 'It fits.' : `All ${samples.length} fit.`}</Text>
        </Group>
      )}
      <Stack gap={8}>
        {broken.map(({ name, fitsFrom, problems: { missing, mistyped } }) => (
          <Alert key={name} color="yellow" variant="light" icon={<IconAlertTriangle size={17} />}>
            <Text size="sm" fw={600} mb={4}>
              {fitsFrom ? `“${name}” would no longer fit` : `“${name}” does not fit, and did not before`}
            </Text>
            <List size="sm" listStyleType="none" spacing={2}>
              {missing.slice(0, SHOWN).map(({ path }) => (
                <List.Item key={path}>
                  <Code>{path}</Code> is missing
                </List.Item>
              ))}
              {mistyped.slice(0, SHOWN).map(({ path, expected, found }) => (
                <List.Item key={path}>
                  <Code>{path}</Code> is {found}, not {expected}
                </List.Item>
              ))}
            </List>
            {missing.length + mistyped.length > SHOWN && (
              <Text size="sm">{plural(missing.length + mistyped.length, 'problem')} in all</Text>
            )}
          </Alert>
        ))}
      </Stack>
    </section>
  );
};
