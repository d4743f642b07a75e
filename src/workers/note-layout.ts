/** noteLayout :: how a document was laid out → its stages, from the end of what was noted last until now */
import type { Stages } from '../stages.ts';
import type { LayoutReport } from './protocol.ts';

export const noteLayout = (
  stages: Stages | undefined,
  layout: LayoutReport | 'large' | 'late' | undefined,
): void => {
  if (stages === undefined) return;
  const from = stages.list.at(-1)?.to ?? stages.began;
  const to = performance.now();
  stages.note('layout', from, to);
  if (typeof layout !== 'object' || layout.kind !== 'converted') return;
  // Pages are written as they are full: all that writing took is shown at the end.
  const { readMs, writeMs } = layout.times;
  stages.note('layout.read', from, from + readMs);
  stages.note('layout.pages', from + readMs, to - writeMs);
  stages.note('layout.write', to - writeMs, to);
};
