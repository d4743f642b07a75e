/** documentMap :: tags, what of the data they have met, where that stands → the map of a document, as JSON */
import type { LinkedTemplate, RenderReport } from '../template/index.ts';

type Tags = LinkedTemplate['program']['tags'];
type Origins = NonNullable<RenderReport['origins']>;

interface Box {
  readonly origin: number;
  /** From 0. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Some twelve megabytes of JSON: a header with hundreds of tags on hundreds of pages is cut off there, and says so. */
const MOST_BOXES = 200_000;

export const documentMap = (
  tags: Tags,
  { all, isCut }: Pick<Origins, 'all' | 'isCut'>,
  boxes: readonly Box[],
): string => {
  const shown = new Map<number, object[]>();
  for (const { origin, page, x, y, width, height } of boxes.slice(0, MOST_BOXES)) {
    const box = { page: page + 1, x: short(x), y: short(y), width: short(width), height: short(height) };
    const known = shown.get(origin);
    if (known === undefined) shown.set(origin, [box]);
    else known.push(box);
  }
  const reached = new Set(all.map(({ tag }) => tag));
  const met = all.map(({ tag, path = null, paths }, id) => ({
    ...entryOf(tags, tag, path),
    ...(paths.some((one) => one !== path) && { paths }),
    boxes: shown.get(id) ?? [],
  }));
  // In a branch that was not taken, in a loop without items.
  const passed = tags.flatMap((_, tag) =>
    reached.has(tag) ? [] : [{ ...entryOf(tags, tag, null), boxes: [] }],
  );
  return JSON.stringify({ tags: [...met, ...passed], complete: !isCut && boxes.length <= MOST_BOXES });
};

const entryOf = (tags: Tags, tag: number, path: string | null) => ({
  tag: tags[tag]?.tag ?? '',
  path,
  part: tags[tag]?.part ?? null,
  paragraph: tags[tag]?.paragraph?.number ?? null,
});

/** Hundredths of a point are less than any printer has. */
const short = (points: number): number => Math.round(points * 100) / 100;
