/** Fields that no column goes to: a value may be typed that is the same in every document. */
import { Badge, Group, Text, TextInput, Title } from '@mantine/core';
import type { Field } from '../../api/types.ts';
import classes from './batch.module.css';
import type { Mapping } from './batch-state.ts';
import { singleFields } from './guess-columns.ts';

interface Props {
  readonly fields: readonly Field[];
  readonly mapping: Mapping;
  readonly texts: Readonly<Record<string, string>>;
  /** What is wrong with one of the texts. */
  readonly problem: { readonly path?: string; readonly message: string } | undefined;
  readonly onChange: (path: string, text: string) => void;
}

export const Unfilled = ({ fields, mapping, texts, problem, onChange }: Props) => {
  const filled = Object.values(mapping).map((path) => path.replaceAll(/\[\d+\]/g, '[]'));
  const open = fields.filter(
    ({ path, kind }) => kind !== 'object' && kind !== 'list' && !filled.includes(path),
  );
  if (open.length === 0) return null;
  const typed = singleFields(open).filter(({ kind }) => kind !== 'image');
  const rest = open.filter((field) => !typed.includes(field));
  return (
    <section aria-label="Fields without a column">
      <Title order={3} mb={6}>
        Fields without a column
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Type what is the same in every document, or leave them empty.
      </Text>
      <div className={classes['inputs']}>
        {typed.map(({ path }) => (
          <TextInput
            key={path}
            label={path}
            size="sm"
            value={texts[path] ?? ''}
            error={problem?.path === path ? problem.message : undefined}
            onChange={(event) => onChange(path, event.currentTarget.value)}
          />
        ))}
      </div>
      {rest.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mt="sm" mb="xs">
            Pictures and items of lists, which stay empty:
          </Text>
          <Group gap={6}>
            {rest.map(({ path }) => (
              <Badge key={path} variant="default" fw={500}>
                {path}
              </Badge>
            ))}
          </Group>
        </>
      )}
    </section>
  );
};
