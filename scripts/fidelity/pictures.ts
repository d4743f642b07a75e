/** lackingPictures :: Word's PDF, ours → pages of which ours shows fewer pictures */
import { execFileSync } from 'node:child_process';

/** By page, the pictures that are drawn there; masks belong to one of them. */
const picturesOf = (pdf: string): ReadonlyMap<number, readonly string[]> => {
  const pages = new Map<number, string[]>();
  const list = execFileSync('pdfimages', ['-list', pdf], { stdio: ['ignore', 'pipe', 'ignore'] });
  for (const line of list.toString().split('\n').slice(2)) {
    const [page, , type, width, height] = line.trim().split(/\s+/);
    if (type !== 'image') continue;
    const number = Number(page);
    pages.set(number, [...(pages.get(number) ?? []), `${width}×${height}`]);
  }
  return pages;
};

/**
 * By their number alone: Word scales and recompresses many, and draws effects (reflections, soft edges) as pictures of
 * their own.
 */
export const lackingPictures = (theirs: string, mine: string): readonly string[] => {
  const [there, here] = [picturesOf(theirs), picturesOf(mine)];
  const [all, own] = [there, here].map((pages) => [...pages.values()].flat().length);
  if (all === undefined || own === undefined || own >= all) return [];
  const pages = [...there].flatMap(([page, pictures]) => {
    const count = here.get(page)?.length ?? 0;
    return count < pictures.length ? [`${page}: ${count} for ${pictures.join(' ')}`] : [];
  });
  return [`lacks ${all - own} of ${all} pictures, by page: ${pages.slice(0, 6).join('; ')}`];
};
