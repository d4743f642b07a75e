/**
 * replacePicture :: slot × content → the drawing with another picture in it
 *
 * Place, size, wrapping, effects and crop are the template's. The new picture is fitted into the old one's frame and
 * centred there, keeping its ratio unless `fit` says otherwise.
 */
import { escapeAttribute } from '../../ooxml/xml.ts';
import { emu } from '../../units.ts';
import { readSymbol } from './barcode-emit.ts';
import type { RichContent } from './content-value.ts';
import { srcRect, storePicture, transformAttributes, vectorExtension } from './drawing.ts';
import { type ImageOptions, readImageOptions } from './image-emit.ts';
import { type ImageValue, readImageValue } from './image-value.ts';
import type { PartContext } from './part-context.ts';
import {
  type Crop,
  frameOf,
  naturalSize,
  overhang,
  place,
  type Size,
  storedCrop,
  type Turn,
  turnedBy,
  turnOf,
} from './picture-geometry.ts';
import type { Hole, PictureSlot } from './picture-slot.ts';

export type PictureContent = RichContent & { readonly kind: 'image' | 'qr' | 'barcode' };

/** What the template does to its picture, done to one that is itself turned: a mirror reverses the inner turn. */
const composed = (outer: Turn, inner: Turn): Turn =>
  turnedBy(
    {
      degrees: outer.degrees,
      flipHorizontal: outer.flipHorizontal !== inner.flipHorizontal,
      flipVertical: outer.flipVertical !== inner.flipVertical,
    },
    outer.flipHorizontal !== outer.flipVertical ? -inner.degrees : inner.degrees,
  );

interface Replacement {
  readonly embed: string;
  readonly vector: string;
  readonly frame: Size;
  readonly turn: Turn;
  readonly crop: Crop;
  readonly shift: { readonly x: number; readonly y: number };
  readonly alt: string;
  readonly isMoved: boolean;
}

const readContent = (
  slot: PictureSlot,
  { kind, value, options }: PictureContent,
  context: PartContext,
): ImageValue | undefined =>
  kind === 'image'
    ? readImageValue(value, context)
    : readSymbol(kind, value, options, context, { width: emu(slot.width), height: emu(slot.height) });

const plan = (
  slot: PictureSlot,
  value: ImageValue,
  options: ImageOptions,
  context: PartContext,
): Replacement => {
  const { image } = value;
  const asked = options.width !== undefined || options.height !== undefined;
  const placement = place({
    natural: naturalSize(image),
    width: asked ? options.width : emu(slot.width),
    height: asked ? options.height : emu(slot.height),
    fit: options.fit ?? 'contain',
    column: context.columnWidth,
    crop: slot.crop,
  });
  const upright = turnOf(image.orientation);
  const frame = frameOf(placement.size, upright);
  const { embed, vector } = storePicture(image, frame, context);
  const shift = {
    x: Math.round((slot.width - frame.width) / 2),
    y: Math.round((slot.height - frame.height) / 2),
  };
  return {
    embed,
    vector,
    frame,
    turn: turnedBy(composed(slot.turn, upright), options.rotation ?? value.rotation ?? 0),
    crop: storedCrop(placement.crop, upright),
    shift,
    alt: options.alt ?? value.alt ?? '',
    isMoved: frame.width !== slot.width || frame.height !== slot.height,
  };
};

/** A start tag with some attributes set (undefined: taken away); the rest stays as it is written. */
const withAttributes = (tag: string, attributes: Readonly<Record<string, string | undefined>>): string => {
  const end = tag.endsWith('/>') ? '/>' : '>';
  let open = tag.slice(0, -end.length).trimEnd();
  for (const [name, value] of Object.entries(attributes)) {
    open = open.replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`), '');
    if (value !== undefined) open += ` ${name}="${escapeAttribute(value)}"`;
  }
  return open + end;
};

const sizeAttributes = ({ width, height }: Size): Readonly<Record<string, string>> => ({
  cx: `${width}`,
  cy: `${height}`,
});

/** A blip that had no inside gets one where there is a vector form; its list of extensions comes with it. */
const blipTag = (slot: PictureSlot, tag: string, { embed, vector }: Replacement): string => {
  const bare = tag.replace(/\s[\w.-]+:(?:link|embed)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
  const open = withAttributes(bare, { 'r:embed': embed });
  if (vector === '' || !open.endsWith('/>')) return open;
  const list = `<${slot.prefix}extLst>${vectorExtension(vector, slot.prefix)}</${slot.prefix}extLst>`;
  return `${open.slice(0, -2)}>${list}</${slot.prefix}blip>`;
};

const fillHole = (slot: PictureSlot, hole: Hole, written: string, made: Replacement, id: number): string => {
  switch (hole.kind) {
    case 'nothing':
      return made.isMoved ? '' : written;
    case 'extent':
    case 'a-extent':
      return withAttributes(written, sizeAttributes(made.frame));
    case 'effect': {
      const beyond = overhang(made.frame, made.turn);
      if (beyond.width === 0 && beyond.height === 0) return written;
      const [across, down] = [`${beyond.width}`, `${beyond.height}`];
      return withAttributes(written, { l: across, t: down, r: across, b: down });
    }
    case 'offset-x':
      return `${(hole.value ?? 0) + made.shift.x}`;
    case 'offset-y':
      return `${(hole.value ?? 0) + made.shift.y}`;
    case 'a-offset':
      // Inside a drawing of its own the frame's offset is nothing; inside a group it is the place.
      return isGrouped(slot) ? moved(written, made) : written;
    case 'properties':
      return withAttributes(written, {
        id: `${id}`,
        descr: made.alt === '' ? undefined : made.alt,
        title: undefined,
      });
    case 'embed':
      return blipTag(slot, written, made);
    case 'vector': {
      const extension = vectorExtension(made.vector, slot.prefix);
      const isInList =
        slot.source.slice(0, hole.start).trimEnd().endsWith(`${slot.prefix}extLst>`) ||
        hole.start !== hole.end;
      return extension === '' || isInList
        ? extension
        : `<${slot.prefix}extLst>${extension}</${slot.prefix}extLst>`;
    }
    case 'crop':
      return srcRect(made.crop, slot.prefix);
    case 'transform':
      return `${withAttributes(written, { rot: undefined, flipH: undefined, flipV: undefined }).slice(0, -1)}${transformAttributes(made.turn)}>`;
  }
};

const isGrouped = (slot: PictureSlot): boolean => !slot.holes.some((hole) => hole.kind === 'extent');

const moved = (offset: string, { shift }: Replacement): string => {
  const at = (name: string): number =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["'](-?\\d+)`).exec(offset)?.[1] ?? 0);
  return withAttributes(offset, { x: `${at('x') + shift.x}`, y: `${at('y') + shift.y}` });
};

/** '' where the value is empty: the template's picture is only a stand-in. */
export const replacePicture = (slot: PictureSlot, content: PictureContent, context: PartContext): string => {
  const value = readContent(slot, content, context);
  if (value === undefined) return '';
  const made = plan(slot, value, readImageOptions(content.kind, content.options, context), context);
  const id = context.nextId();
  let xml = '';
  let from = 0;
  for (const hole of slot.holes) {
    xml +=
      slot.source.slice(from, hole.start) +
      fillHole(slot, hole, slot.source.slice(hole.start, hole.end), made, id);
    from = hole.end;
  }
  return xml + slot.source.slice(from);
};
