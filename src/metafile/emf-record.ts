/** One record of an enhanced metafile, and what many of them hold at some place. */
import type { Matrix } from '../layout/display-list.ts';
import type { Bounds } from './gdi-paths.ts';

export interface EmfRecord {
  readonly type: number;
  /** Of the record alone, so that nothing is read past it. */
  readonly view: DataView;
}

export const boundsAt = (view: DataView, at: number): Bounds => ({
  left: view.getInt32(at, true),
  top: view.getInt32(at + 4, true),
  right: view.getInt32(at + 8, true),
  bottom: view.getInt32(at + 12, true),
});

export const matrixAt = (view: DataView, at = 8): Matrix => {
  const part = (index: number): number => view.getFloat32(at + index * 4, true);
  return [part(0), part(1), part(2), part(3), part(4), part(5)];
};
