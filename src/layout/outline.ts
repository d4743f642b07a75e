/**
 * outlineOf :: headings in the order of the pages → a tree
 */
import type { OutlineEntry } from './display-list.ts';
import type { Canvas } from './draw/canvas.ts';

interface Open {
  readonly level: number;
  readonly children: OutlineEntry[];
}

export const outlineOf = (pages: readonly Canvas[]): readonly OutlineEntry[] => {
  const root: Open = { level: -1, children: [] };
  const open: Open[] = [root];
  for (const canvas of pages) {
    for (const { level, title, x, y } of canvas.headings) {
      while (open.length > 1 && (open.at(-1)?.level ?? -1) >= level) open.pop();
      const children: OutlineEntry[] = [];
      open.at(-1)?.children.push({ title, place: { page: canvas.index, x, y }, children });
      open.push({ level, children });
    }
  }
  return root.children;
};
