/** PageMap: which tag has made what stands where on the pages, as `POST /template/preview` tells it. */
import type { Problem } from '../../../api/types.ts';

/** Points from the top left of a page; pages count from 1. */
export interface PageBox {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A light on a page. */
export interface Mark extends PageBox {
  readonly kind: 'pointed' | 'field' | 'error' | 'new' | 'changed' | 'lost' | 'moved' | 'found' | 'chosen';
  readonly label?: string;
}

export interface MappedTag {
  readonly tag: string;
  readonly path: string | null;
  readonly paths?: readonly string[];
  readonly part: string | null;
  readonly paragraph: number | null;
  readonly boxes: readonly PageBox[];
}

interface Placed {
  readonly box: PageBox;
  readonly tag: MappedTag;
}

export class PageMap {
  readonly #tags: readonly MappedTag[];
  /** What is looked through under the pointer is what one page has. */
  readonly #pages = new Map<number, Placed[]>();

  constructor(tags: readonly MappedTag[]) {
    this.#tags = tags;
    for (const tag of tags)
      for (const box of tag.boxes) {
        const known = this.#pages.get(box.page);
        if (known === undefined) this.#pages.set(box.page, [{ box, tag }]);
        else known.push({ box, tag });
      }
  }

  /** The smallest: a value in a text box stands in front of the box. */
  at({ page, x, y }: Pick<PageBox, 'page' | 'x' | 'y'>): MappedTag | undefined {
    let found: Placed | undefined;
    for (const one of this.#pages.get(page) ?? []) {
      const { box } = one;
      const isInside = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
      if (isInside && (found === undefined || areaOf(box) < areaOf(found.box))) found = one;
    }
    return found?.tag;
  }

  /** Where a field of the data is shown, as itself or in what is reckoned with it. */
  placesOf(path: string): readonly PageBox[] {
    return this.#tags
      .filter((tag) => tag.path === path || tag.paths?.includes(path) === true || isWithin(tag.path, path))
      .flatMap(({ boxes }) => boxes);
  }

  /** Where the tag stands that an error names. */
  placesOfProblem({ path, tag, part, paragraph }: Problem): readonly PageBox[] {
    const sameTag = this.#tags.filter(
      (one) =>
        one.tag === tag &&
        (part === undefined || one.part === part) &&
        (paragraph === undefined || one.paragraph === paragraph.number),
    );
    const samePath = path === undefined ? [] : sameTag.filter((one) => one.path === path);
    const found = samePath.length > 0 ? samePath : sameTag;
    if (found.length > 0) return found.flatMap(({ boxes }) => boxes);
    return path === undefined ? [] : this.placesOf(path);
  }
}

const areaOf = ({ width, height }: PageBox): number => width * height;

const isWithin = (path: string | null, outer: string): boolean =>
  path !== null && (path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`));
