/** How much of a minute's allowance is left. */
import type { Window } from '../api/types.ts';
import { formatNumber, formatWait } from './format.ts';
import { ShareTile } from './share-tile.tsx';

interface Props {
  readonly title: string;
  readonly window: Window;
}

export const AllowanceTile = ({ title, window: { limit, remaining, resetSeconds } }: Props) => {
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
