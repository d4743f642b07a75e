/** One value: text, number, date, yes or no, address, formatted text. */
import { Switch, Textarea, TextInput } from '@mantine/core';
import { setValue } from '../data/edit-text.ts';
import { FieldLabel } from './field-label.tsx';
import type { FieldProps } from './field-props.ts';
import { fieldId, useForm, useProblem } from './form-context.ts';
import { useTyped } from './use-typed.ts';
import { dateStyleOf, isLong, numberFrom, textOf } from './value-text.ts';

export const ScalarField = (props: FieldProps) => {
  const { shape, place, value } = props;
  const { edit } = useForm();
  const problem = useProblem(place);
  const isNumber = shape.kind === 'number';
  const typed = useTyped(textOf(value), (text) => {
    const next = isNumber ? numberFrom(text) : text;
    if (next !== value) edit((data) => setValue(data, place, next), fieldId(place));
  });
  if (shape.kind === 'boolean' && (typeof value === 'boolean' || value === undefined || value === null))
    return <BooleanField {...props} />;
  const label = props.label ?? shape.title;
  const common = {
    id: fieldId(place),
    ...(props.isBare === true
      ? { 'aria-label': label }
      : { label: <FieldLabel shape={shape} label={label} /> }),
    value: typed.text,
    onChange: (event: { currentTarget: { value: string } }) => typed.type(event.currentTarget.value),
    onBlur: typed.leave,
    error: problem,
  };
  const isFormatted = shape.kind === 'markdown' || shape.kind === 'html';
  if (isFormatted || isLong(typed.text))
    return <Textarea {...common} autosize minRows={isFormatted ? 4 : 2} maxRows={14} />;
  if (shape.kind === 'date') return <TextInput {...common} type={dateStyleOf(value)} />;
  if (isNumber) return <TextInput {...common} inputMode="decimal" />;
  if (shape.kind === 'link') return <TextInput {...common} inputMode="url" placeholder="https://" />;
  return <TextInput {...common} />;
};

const BooleanField = ({ shape, place, value, label, isBare }: FieldProps) => {
  const { edit } = useForm();
  return (
    <Switch
      id={fieldId(place)}
      mt={isBare === true ? 6 : 4}
      label={isBare === true ? undefined : (label ?? shape.title)}
      aria-label={isBare === true ? (label ?? shape.title) : undefined}
      checked={value === true}
      onChange={(event) => {
        const { checked } = event.currentTarget;
        edit((data) => setValue(data, place, checked));
      }}
    />
  );
};
