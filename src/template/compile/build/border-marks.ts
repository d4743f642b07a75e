/** BorderMarks :: placed blocks → their marks, by the tag or the element beside which each stands */
import type { XmlElement } from '../../../ooxml/xml.ts';
import type { Border, Placement } from '../../parse/place.ts';
import type { Block, Tag } from '../../parse/tag.ts';
import type { Mark, Path } from './source-item.ts';

interface PlacedMark {
  readonly border: Border;
  readonly mark: Mark;
  readonly tag: Tag;
}

const NONE: readonly Mark[] = [];

export class BorderMarks {
  readonly #at = new Map<Tag, Mark[]>();
  readonly #before = new Map<XmlElement, Mark[]>();
  readonly #after = new Map<XmlElement, Mark[]>();

  constructor(
    tags: readonly Tag[],
    placements: ReadonlyMap<Block, Placement>,
    pathOf: (element: XmlElement) => Path,
  ) {
    // In the order of their tags, so that several at one place nest as their tags do.
    const order = new Map(tags.map((tag, index) => [tag, index]));
    const marks = [...placements].flatMap(([block, placement]) =>
      placement.unit === 'column' ? [] : marksOf(block, placement, pathOf(placement.container)),
    );
    marks.sort((a, b) => (order.get(a.tag) ?? 0) - (order.get(b.tag) ?? 0));
    for (const { border, mark } of marks) {
      if ('at' in border) push(this.#at, border.at, mark);
      else if ('before' in border) push(this.#before, border.before, mark);
      else push(this.#after, border.after, mark);
    }
  }

  at(tag: Tag): readonly Mark[] {
    return this.#at.get(tag) ?? NONE;
  }

  before(element: XmlElement): readonly Mark[] {
    return this.#before.get(element) ?? NONE;
  }

  after(element: XmlElement): readonly Mark[] {
    return this.#after.get(element) ?? NONE;
  }

  /** What has a mark beside it: whatever is around these is opened up. */
  besides(): readonly XmlElement[] {
    return [...this.#before.keys(), ...this.#after.keys()];
  }
}

const marksOf = (block: Block, { open, elses, close, joins }: Placement, path: Path): PlacedMark[] => {
  const mark = { type: 'mark', path, block, ...(joins === true && { joins: true }) } as const;
  return [
    { border: open, mark: { ...mark, role: 'open' }, tag: block.open },
    ...elses.map(
      (border, index): PlacedMark => ({
        border,
        mark: { ...mark, role: 'else' },
        tag: block.elses[index]?.tag ?? block.open,
      }),
    ),
    { border: close, mark: { ...mark, role: 'close' }, tag: block.close },
  ];
};

const push = <Key>(map: Map<Key, Mark[]>, key: Key, mark: Mark): void => {
  const list = map.get(key);
  if (list === undefined) map.set(key, [mark]);
  else list.push(mark);
};
