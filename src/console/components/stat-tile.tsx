/** One figure with its name; `undefined` while it is on the way, in the same space. */
import { Paper, Skeleton, Text } from '@mantine/core';
import classes from './stat-tile.module.css';

interface Props {
  readonly title: string;
  readonly figure: string | undefined;
  readonly note: string;
  readonly bad?: boolean;
}

export const StatTile = ({ title, figure, note, bad = false }: Props) => (
  <Paper className={classes['tile']}>
    <Text size="sm" c="dimmed">
      {title}
    </Text>
    {figure === undefined ? (
      <Skeleton h={28} w={90} my={5} />
    ) : (
      <Text className={classes['figure']} data-bad={bad || undefined}>
        {figure}
      </Text>
    )}
    <Text size="xs" c="dimmed">
      {note}
    </Text>
  </Paper>
);
