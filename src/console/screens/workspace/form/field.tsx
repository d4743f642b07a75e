/** The field that fits a shape and the value it has. What no field can show is left to the JSON editor, untouched. */
import { Button, Code, Group, Text } from '@mantine/core';
import { isRecord } from '../../../../data-check/names.ts';
import { FieldLabel } from './field-label.tsx';
import type { FieldProps } from './field-props.ts';
import classes from './form.module.css';
import { fieldId, useForm } from './form-context.ts';
import { ImageField } from './image-field.tsx';
import { ListField } from './list-field.tsx';
import { MapField } from './map-field.tsx';
import { ObjectFields } from './object-fields.tsx';
import { ScalarField } from './scalar-field.tsx';
import { isScalar } from './value-text.ts';

export const Field = (props: FieldProps) => {
  const { shape, value } = props;
  const isEmpty = value === undefined || value === null;
  switch (shape.kind) {
    case 'list':
      return isEmpty || Array.isArray(value) ? <ListField {...props} /> : <InJson {...props} />;
    case 'object':
      if (!isEmpty && !isRecord(value)) return <InJson {...props} />;
      return shape.values === undefined ? <ObjectFields {...props} /> : <MapField {...props} />;
    case 'image':
      return isEmpty || isScalar(value) || (isRecord(value) && isScalar(value['data'] ?? {})) ? (
        <ImageField {...props} />
      ) : (
        <InJson {...props} />
      );
    default:
      return isEmpty || isScalar(value) ? <ScalarField {...props} /> : <InJson {...props} />;
  }
};

const SHOWN = 120;

const InJson = ({ shape, place, value, label }: FieldProps) => {
  const { openJson } = useForm();
  const text = JSON.stringify(value);
  return (
    <div id={fieldId(place)} tabIndex={-1}>
      <Text size="sm" fw={500} mb={4} component="div">
        <FieldLabel shape={shape} label={label ?? shape.title} />
      </Text>
      <Group gap="xs" wrap="nowrap" className={classes['inJson'] ?? ''}>
        <Code className={classes['grow'] ?? ''}>
          {text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}
        </Code>
        <Button variant="default" size="xs" onClick={() => openJson(place)}>
          Edit as JSON
        </Button>
      </Group>
    </div>
  );
};
