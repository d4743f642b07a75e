/** The fields of an object: short ones side by side, the rest below each other, objects in a box of their own. */
import { Text } from '@mantine/core';
import { isRecord } from '../../../../data-check/names.ts';
import { FieldLabel } from './field-label.tsx';
import type { FieldProps } from './field-props.ts';
import classes from './form.module.css';
import { fieldId, useForm } from './form-context.ts';
import { isLong } from './value-text.ts';

const isWide = (kind: string, value: unknown): boolean =>
  ['list', 'object', 'markdown', 'html', 'image'].includes(kind) || isLong(value);

export const ObjectFields = ({ shape, place, value }: FieldProps) => {
  const { Field } = useForm();
  const of = (name: string | undefined): unknown => (isRecord(value) ? value[name ?? ''] : undefined);
  const fields = (
    <div className={classes['fields']}>
      {shape.fields.map((field) => (
        <div key={field.path} className={isWide(field.kind, of(field.name)) ? classes['wide'] : undefined}>
          <Field shape={field} place={[...place, field.name ?? '']} value={of(field.name)} />
        </div>
      ))}
    </div>
  );
  if (shape.name === undefined) return fields;
  return (
    <fieldset className={classes['object']} id={fieldId(place)} tabIndex={-1}>
      <Text component="legend" fw={600} size="sm">
        <FieldLabel shape={shape} label={shape.title} />
      </Text>
      {fields}
    </fieldset>
  );
};
