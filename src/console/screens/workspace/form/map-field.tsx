/** An object whose names are data: `{"Q1": 12, "Q2": 14}`. Names can be changed, added and removed. */
import { ActionIcon, Button, Group, Text, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { isRecord } from '../../../../data-check/names.ts';
import type { Place } from '../../../../data-check/paths.ts';
import { removeAt, renameAt, setValue } from '../data/edit-text.ts';
import { emptyValue, type Shape } from '../shape/shape.ts';
import { FieldLabel } from './field-label.tsx';
import type { FieldProps } from './field-props.ts';
import classes from './form.module.css';
import { fieldId, useForm } from './form-context.ts';
import { ListPages, usePages } from './list-pages.tsx';
import { useTyped } from './use-typed.ts';

export const MapField = ({ shape, place, value }: FieldProps) => {
  const { edit, Field } = useForm();
  const known = new Set(shape.fields.map(({ name }) => name));
  const names = isRecord(value) ? Object.keys(value).filter((name) => !known.has(name)) : [];
  const each = shape.values as Shape;
  const taken = new Set(names);
  const pages = usePages(names.length, (revealed) => nameOnTheWay(place, names, revealed));
  const newName = freeName(taken);
  return (
    <section className={classes['list']} aria-label={shape.title} id={fieldId(place)} tabIndex={-1}>
      <Group mb={shape.title === '' ? 0 : 6} gap="xs">
        {shape.title !== '' && (
          <Text fw={600} size="sm" className={classes['grow'] ?? ''}>
            <FieldLabel shape={shape} label={shape.title} />
          </Text>
        )}
        <ListPages pages={pages} title={shape.title || 'the names'} />
      </Group>
      <div className={classes['items']}>
        {names.slice(pages.from, pages.to).map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name that is being typed must stay the same field
          <Group key={pages.from + index} gap={6} wrap="nowrap" align="flex-start">
            <NameField place={place} name={name} taken={taken} />
            <div className={classes['grow']}>
              <Field
                shape={each}
                place={[...place, name]}
                value={isRecord(value) ? value[name] : undefined}
                label={`Value of ${name}`}
                isBare
              />
            </div>
            <Tooltip label={`Remove ${name}`}>
              <ActionIcon
                variant="subtle"
                color="gray"
                mt={3}
                aria-label={`Remove ${name}`}
                onClick={() => edit((text) => removeAt(text, [...place, name]))}
              >
                <IconTrash size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          </Group>
        ))}
      </div>
      <Button
        variant="light"
        size="xs"
        mt={names.length > 0 ? 8 : 0}
        leftSection={<IconPlus size={14} />}
        onClick={() => {
          edit((text) => setValue(text, [...place, newName], emptyValue(each)));
          pages.show(names.length);
        }}
      >
        Add a name
      </Button>
    </section>
  );
};

const freeName = (taken: ReadonlySet<string>): string => {
  for (let number = taken.size + 1; ; number++) if (!taken.has(`name${number}`)) return `name${number}`;
};

/** Its place among the names, where the way to the revealed place leads through this object. */
const nameOnTheWay = (
  place: Place,
  names: readonly string[],
  revealed: Place | undefined,
): number | undefined => {
  if (revealed === undefined || !place.every((step, at) => step === revealed[at])) return undefined;
  const index = names.indexOf(String(revealed[place.length]));
  return index < 0 ? undefined : index;
};

interface NameProps {
  readonly place: Place;
  readonly name: string;
  readonly taken: ReadonlySet<string>;
}

const NameField = ({ place, name, taken }: NameProps) => {
  const { edit } = useForm();
  const typed = useTyped(name, (text) => {
    if (!taken.has(text)) edit((data) => renameAt(data, [...place, name], text));
  });
  const isTaken = typed.text !== name && taken.has(typed.text);
  return (
    <TextInput
      w={150}
      aria-label={`Name of ${name}`}
      value={typed.text}
      error={isTaken ? 'This name is there already.' : undefined}
      onChange={(event) => typed.type(event.currentTarget.value)}
      onBlur={typed.leave}
    />
  );
};
