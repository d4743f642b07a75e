/** How much of what may be kept is there. */
import type { Kept } from '../api/types.ts';
import { ShareTile } from './share-tile.tsx';

interface Props {
  readonly title: string;
  readonly kept: Kept;
  readonly format: (value: number) => string;
}

export const KeptTile = ({ title, kept: { used, limit }, format }: Props) => {
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
