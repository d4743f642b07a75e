/**
 * Ways through a file: the outline (§12.3.3), named destinations (§7.9.6, §12.3.2.3) and links (§12.5.6.5).
 */
import type { Destination, LinkItem, OutlineEntry, Place } from '../layout/display-list.ts';
import type { PdfFile } from './file.ts';
import { literal, num, reference, textString } from './syntax.ts';

export interface PageRef {
  readonly object: number;
  readonly height: number;
}

/** To a point of a page, at whatever zoom the reader has. */
const explicit = (place: Place, pages: readonly PageRef[]): string | undefined => {
  const page = pages[place.page];
  if (page === undefined) return undefined;
  return `[${reference(page.object)}/XYZ ${num(place.x)} ${num(page.height - place.y)} null]`;
};

/** The outline's root; undefined where there is nothing in it. */
export const writeOutline = (
  file: PdfFile,
  entries: readonly OutlineEntry[],
  pages: readonly PageRef[],
): number | undefined => {
  if (entries.length === 0) return undefined;
  const root = file.allocate();
  const { first, last, count } = writeLevel(file, { entries, parent: root, pages });
  file.add(`<</Type/Outlines/First ${reference(first)}/Last ${reference(last)}/Count ${count}>>`, root);
  return root;
};

interface Level {
  readonly entries: readonly OutlineEntry[];
  readonly parent: number;
  readonly pages: readonly PageRef[];
}

/** Word's headings go nine deep; a list that nests without end would end the stack. */
const DEEPEST_OUTLINE = 32;

const writeLevel = (
  file: PdfFile,
  { entries, parent, pages }: Level,
  depth = 0,
): { first: number; last: number; count: number } => {
  const objects = entries.map(() => file.allocate());
  let count = entries.length;
  entries.forEach((entry, index) => {
    const object = objects[index] ?? 0;
    const before = objects[index - 1];
    const after = objects[index + 1];
    let children = '';
    if (entry.children.length > 0 && depth < DEEPEST_OUTLINE) {
      const nested = writeLevel(file, { entries: entry.children, parent: object, pages }, depth + 1);
      children = `/First ${reference(nested.first)}/Last ${reference(nested.last)}/Count ${nested.count}`;
      count += nested.count;
    }
    const destination = explicit(entry.place, pages);
    file.add(
      `<</Title${textString(entry.title)}/Parent ${reference(parent)}` +
        `${before === undefined ? '' : `/Prev ${reference(before)}`}${after === undefined ? '' : `/Next ${reference(after)}`}` +
        `${children}${destination === undefined ? '' : `/Dest${destination}`}>>`,
      object,
    );
  });
  return { first: objects[0] ?? 0, last: objects.at(-1) ?? 0, count };
};

/** Names are compared as bytes: UTF-8 sorts as its code points do. */
const destinationName = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const NAMES_PER_LEAF = 64;

/** The name tree's root; undefined where there are no names. */
export const writeDestinations = (
  file: PdfFile,
  destinations: readonly Destination[],
  pages: readonly PageRef[],
): number | undefined => {
  const unique = new Map<string, string>();
  for (const destination of destinations) {
    const target = explicit(destination, pages);
    const key = destinationName(destination.name);
    if (target !== undefined && !unique.has(key)) unique.set(key, target);
  }
  if (unique.size === 0) return undefined;
  const sorted = [...unique].sort(([a], [b]) => (a < b ? -1 : 1));
  const leaves: string[] = [];
  for (let start = 0; start < sorted.length; start += NAMES_PER_LEAF) {
    const leaf = sorted.slice(start, start + NAMES_PER_LEAF);
    const limits = [leaf[0]?.[0] ?? '', leaf.at(-1)?.[0] ?? ''].map(literal).join('');
    const names = leaf.map(([key, target]) => `${literal(key)}${target}`).join('');
    leaves.push(reference(file.add(`<</Limits[${limits}]/Names[${names}]>>`)));
  }
  return file.add(`<</Kids[${leaves.join(' ')}]>>`);
};

/** A URI is ASCII (§12.6.4.7); a document's may be in any script. */
const uriBytes = (uri: string): string =>
  [...Buffer.from(uri, 'utf8')]
    .map((byte) =>
      byte > 0x20 && byte < 0x7f
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');

const PRINTED = 4;

/** `extra` is more of the annotation's dictionary. */
export const linkAnnotation = (item: LinkItem, pageHeight: number, extra: string): string => {
  const { target } = item;
  const action =
    'uri' in target
      ? `/A<</S/URI/URI${literal(uriBytes(target.uri))}>>`
      : `/Dest${literal(destinationName(target.destination))}`;
  const bottom = pageHeight - item.y - item.height;
  const box = [item.x, bottom, item.x + item.width, bottom + item.height].map(num).join(' ');
  const contents = item.description === undefined ? '' : `/Contents${textString(item.description)}`;
  return `<</Type/Annot/Subtype/Link/Rect[${box}]/Border[0 0 0]/F ${PRINTED}${action}${contents}${extra}>>`;
};
