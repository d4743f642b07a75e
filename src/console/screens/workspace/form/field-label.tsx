/** A field's title, with what the template says about it one hover or focus away. */
import { Text, Tooltip } from '@mantine/core';
import { describe } from '../shape/completion.ts';
import type { Shape } from '../shape/shape.ts';
import classes from './form.module.css';

export const FieldLabel = ({ shape, label }: { readonly shape: Shape; readonly label: string }) => (
  <Tooltip
    label={describe(shape) ?? shape.path}
    multiline
    maw={340}
    position="top-start"
    className={classes['hint'] ?? ''}
  >
    <span>
      {label}
      {shape.optional && (
        <Text span size="xs" c="dimmed" fw={400}>
          {' '}
          optional
        </Text>
      )}
    </span>
  </Tooltip>
);
