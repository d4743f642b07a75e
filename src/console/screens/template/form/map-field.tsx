/** An object whose names are data: `{"Q1": 12, "Q2": 14}`. Names can be changed, added and removed. */
import { ActionIcon, Button, Group, Text, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { removeAt, renameAt, setValue } from '../data/edit-text.ts';
import { isRecord, type Place } from '../data/path.ts';
import { emptyValue, type Shape } from '../shape/shape.ts';
import { FieldLabel } from './field-label.tsx';
import type { FieldProps } from './field-props.ts';
import classes from './form.module.css';
import { fieldId, useForm } from './form-context.ts';
import { useTyped } from './use-typed.ts';

export const MapField = ({ shape, place, value }: FieldProps) => {
  const { edit, Field } = useForm();
  const known = new Set(shape.fields.map(({ name }) => name));
  const names = isRecord(value) ? Object.keys(value).filter((name) => !known.has(name)) : [];
  const each = shape.values as Shape;
  return (
    <section className={classes['list']} aria-label={shape.title} id={fieldId(place)} tabIndex={-1}>
      {shape.title !== '' && (
        <Text fw={600} size="sm" mb={6}>
          <FieldLabel shape={shape} label={shape.title} />
        </Text>
      )}
      <div className={classes['items']}>
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name that is being typed must stay the same field
          <Group key={index} gap={6} wrap="nowrap" align="flex-start">
            <NameField place={place} name={name} names={names} />
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
        onClick={() => edit((text) => setValue(text, [...place, freeName(names)], emptyValue(each)))}
      >
        Add a name
      </Button>
    </section>
  );
};

const freeName = (names: readonly string[]): string => {
  for (let number = names.length + 1; ; number++)
    if (!names.includes(`name${number}`)) return `name${number}`;
};

interface NameProps {
  readonly place: Place;
  readonly name: string;
  readonly names: readonly string[];
}

const NameField = ({ place, name, names }: NameProps) => {
  const { edit } = useForm();
  const typed = useTyped(name, (text) => {
    if (text !== name && !names.includes(text)) edit((data) => renameAt(data, [...place, name], text));
  });
  const isTaken = typed.text !== name && names.includes(typed.text);
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
