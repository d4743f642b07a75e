/** Several of a few: each with its title and what it means. */
import { Checkbox, Stack } from '@mantine/core';
import classes from './choices.module.css';

interface Props {
  readonly label: string;
  readonly choices: readonly (readonly [value: string, title: string, text: string])[];
  readonly value: string[];
  readonly onChange: (value: string[]) => void;
}

export const Choices = ({ label, choices, value, onChange }: Props) => (
  <Checkbox.Group label={label} value={value} onChange={onChange}>
    <Stack gap={8} mt={4}>
      {choices.map(([choice, title, text]) => (
        <Checkbox
          key={choice}
          value={choice}
          className={classes['choice']}
          label={title}
          description={text}
        />
      ))}
    </Stack>
  </Checkbox.Group>
);
