/** How much of a minute's allowance is left. */
import { Group, Paper, Progress, Text } from '@mantine/core';
import type { Window } from '../api/types.ts';
import { formatNumber, formatWait } from './format.ts';
import classes from './stat-tile.module.css';

interface Props {
  readonly title: string;
  readonly window: Window;
}

export const AllowanceTile = ({ title, window: { limit, remaining, resetSeconds } }: Props) => {
  const left = limit === 0 ? 0 : (remaining / limit) * 100;
  return (
    <Paper className={classes['tile']}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Group gap={6} align="baseline">
        <Text className={classes['figure']}>{formatNumber(remaining)}</Text>
        <Text size="sm" c="dimmed">
          of {formatNumber(limit)} left
        </Text>
      </Group>
      <Progress
        value={left}
        color={left < 10 ? 'red' : left < 30 ? 'yellow' : 'pine'}
        size={6}
        mt={6}
        aria-label={`${title}: left`}
      />
      <Text size="xs" c="dimmed" mt={6}>
        {remaining === limit ? 'Nothing used in this minute' : `Full again in ${formatWait(resetSeconds)}`}
      </Text>
    </Paper>
  );
};
