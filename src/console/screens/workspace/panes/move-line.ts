/** moveLine :: a line between panes, how far → sizes. What is folded keeps its size, and the next pane beyond it gives or takes. */
import type { UseSplitterRedistributeFn, UseSplitterResolvedPanel } from '@mantine/hooks';

const canChange = ({ min = 0, max = Number.POSITIVE_INFINITY }: UseSplitterResolvedPanel): boolean =>
  min < max;

export const moveLine: UseSplitterRedistributeFn = ({ sizes, panels, handleIndex, delta }) => {
  const before = panels.findLastIndex((panel, index) => index <= handleIndex && canChange(panel));
  const after = panels.findIndex((panel, index) => index > handleIndex && canChange(panel));
  if (before < 0 || after < 0) return sizes;
  const room = (index: number): number => (sizes[index] ?? 0) - (panels[index]?.min ?? 0);
  const moved =
    delta > 0 ? Math.min(delta, Math.max(0, room(after))) : -Math.min(-delta, Math.max(0, room(before)));
  return sizes.map((size, index) =>
    index === before ? size + moved : index === after ? size - moved : size,
  );
};
