/** Tiles of what is limited: a figure, how much of a whole it is as a bar, and a line below. */
import { Group, Paper, Progress, Text } from '@mantine/core';
import type { Kept, Window } from '../api/settings-types.ts';
import { formatNumber, formatWait } from './format.ts';
import classes from './stat-tile.module.css';

interface AllowanceProps {
  readonly title: string;
  readonly window: Window;
}

/** How much of a minute's allowance is left. */
export const AllowanceTile = ({ title, window: { limit, remaining, resetSeconds } }: AllowanceProps) => {
  const left = limit === 0 ? 0 : (remaining / limit) * 100;
  return (
    <ShareTile
      title={title}
      figure={formatNumber(remaining)}
      whole={`of ${formatNumber(limit)} left`}
      percent={left}
      colour={left < 10 ? 'red' : left < 30 ? 'yellow' : 'pine'}
      shows="left"
      note={remaining === limit ? 'Nothing used in this minute' : `Full again in ${formatWait(resetSeconds)}`}
    />
  );
};

interface KeptProps {
  readonly title: string;
  readonly kept: Kept;
  readonly format: (value: number) => string;
}

/** How much of what may be kept is there. */
export const KeptTile = ({ title, kept: { used, limit }, format }: KeptProps) => {
  const full = limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  return (
    <ShareTile
      title={title}
      figure={format(used)}
      whole={`of ${format(limit)}`}
      percent={full}
      colour={full > 90 ? 'red' : full > 70 ? 'yellow' : 'pine'}
      shows="used"
    />
  );
};

interface ShareProps {
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

const ShareTile = ({ title, figure, whole, percent, colour, shows, note }: ShareProps) => (
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
