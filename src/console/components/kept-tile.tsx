/** How much of what may be kept is there. */
import { Group, Paper, Progress, Text } from '@mantine/core';
import type { Kept } from '../api/types.ts';
import classes from './stat-tile.module.css';

interface Props {
  readonly title: string;
  readonly kept: Kept;
  readonly format: (value: number) => string;
}

export const KeptTile = ({ title, kept: { used, limit }, format }: Props) => {
  const full = limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  return (
    <Paper className={classes['tile']}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Group gap={6} align="baseline">
        <Text className={classes['figure']}>{format(used)}</Text>
        <Text size="sm" c="dimmed">
          of {format(limit)}
        </Text>
      </Group>
      <Progress
        value={full}
        color={full > 90 ? 'red' : full > 70 ? 'yellow' : 'pine'}
        size={6}
        mt={6}
        aria-label={`${title}: used`}
      />
    </Paper>
  );
};
