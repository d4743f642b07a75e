/** A figure, how much of a whole it is as a bar, and a line below. */
import { Group, Paper, Progress, Text } from '@mantine/core';
import classes from './stat-tile.module.css';

interface Props {
  readonly title: string;
  readonly figure: string;
  /** Behind the figure: `of 600 left`. */
  readonly whole: string;
  /** The length of the bar: 0 to 100. */
  readonly percent: number;
  readonly colour: 'pine' | 'yellow' | 'red';
  /** What the bar shows, for those who hear it: `left`. */
  readonly shows: string;
  readonly note?: string;
}

export const ShareTile = ({ title, figure, whole, percent, colour, shows, note }: Props) => (
  <Paper className={classes['tile']}>
    <Text size="sm" c="dimmed">
      {title}
    </Text>
    <Group gap={6} align="baseline">
      <Text className={classes['figure']}>{figure}</Text>
      <Text size="sm" c="dimmed">
        {whole}
      </Text>
    </Group>
    <Progress value={percent} color={colour} size={6} mt={6} aria-label={`${title}: ${shows}`} />
    {note !== undefined && (
      <Text size="xs" c="dimmed" mt={6}>
        {note}
      </Text>
    )}
  </Paper>
);
