/**
 * readPictureSlot :: a template's picture → what replacing it takes
 *
 * Runs when a template is compiled; the result is plain data. The markup is kept as it was written but for the places
 * where a new picture must say something else (ECMA-376 §20.4.2 `wp:`, §20.2 `pic:`).
 */
import { childOf, descendantsOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { SVG_EXTENSION_ID } from './dialect.ts';
import { type Crop, NO_CROP, type Turn, UPRIGHT } from './picture-geometry.ts';

type HoleKind =
  | 'extent' // wp:extent
  | 'effect' // wp:effectExtent
  | 'offset-x' // wp:posOffset across
  | 'offset-y' // wp:posOffset down
  | 'properties' // start tag of wp:docPr, pic:cNvPr
  | 'embed' // start tag of a:blip
  | 'vector' // where the extension with the SVG goes, inside a:blip
  | 'crop' // a:srcRect, or where it goes
  | 'transform' // start tag of a:xfrm
  | 'a-offset' // a:off
  | 'a-extent' // a:ext
  | 'nothing'; // taken out

export interface Hole {
  readonly kind: HoleKind;
  /** Into `PictureSlot.source`. */
  readonly start: number;
  readonly end: number;
  /** The number that stood there, for offsets. */
  readonly value?: number;
}

export interface PictureSlot {
  /** As written, with the prefixes of its part. */
  readonly source: string;
  readonly holes: readonly Hole[];
  /** EMU, before turning. */
  readonly width: number;
  readonly height: number;
  readonly crop: Crop;
  readonly turn: Turn;
  /** Prefix of DrawingML in this part, with its colon. */
  readonly prefix: string;
}

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;

const WRAPPERS = new Set(['wp:inline', 'wp:anchor']);

/** `ST_Percentage` in either dialect: "12500", or "12.5%". */
const percentage = (text: string | undefined): number => {
  if (text === undefined) return 0;
  return text.endsWith('%') ? Math.round(Number.parseFloat(text) * 1000) || 0 : (wholeNumber(text) ?? 0);
};

const readCrop = (rect: XmlElement | undefined): Crop =>
  rect === undefined
    ? NO_CROP
    : {
        left: percentage(rect.attribute('l')),
        top: percentage(rect.attribute('t')),
        right: percentage(rect.attribute('r')),
        bottom: percentage(rect.attribute('b')),
      };

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

const readTurn = (transform: XmlElement): Turn => ({
  ...UPRIGHT,
  degrees: (wholeNumber(transform.attribute('rot')) ?? 0) / 60_000,
  flipHorizontal: isTrue(transform.attribute('flipH')),
  flipVertical: isTrue(transform.attribute('flipV')),
});

const startTag = (kind: HoleKind, element: XmlElement): Hole => ({
  kind,
  start: element.start,
  end: element.openEnd,
});
const wholeElement = (kind: HoleKind, element: XmlElement, value?: number): Hole => ({
  kind,
  start: element.start,
  end: element.end,
  ...(value !== undefined && { value }),
});

/** `wp:posOffset` of one direction; a picture that is aligned has none and stays where its alignment puts it. */
const offsetHole = (wrapper: XmlElement, name: 'wp:positionH' | 'wp:positionV'): Hole[] => {
  const offset = childOf(childOf(wrapper, name), 'wp:posOffset');
  const text = offset?.children[0];
  const value = text?.kind === 'text' ? wholeNumber(text.text.trim()) : undefined;
  if (text === undefined || value === undefined) return [];
  return [
    { kind: name === 'wp:positionH' ? 'offset-x' : 'offset-y', start: text.start, end: text.end, value },
  ];
};

const wrapperHoles = (wrapper: XmlElement): Hole[] => {
  const holes = [...offsetHole(wrapper, 'wp:positionH'), ...offsetHole(wrapper, 'wp:positionV')];
  for (const child of elementsOf(wrapper)) {
    if (child.name === 'wp:extent') holes.push(wholeElement('extent', child));
    if (child.name === 'wp:effectExtent') holes.push(wholeElement('effect', child));
    if (child.name === 'wp:docPr') holes.push(startTag('properties', child));
    // A size relative to the page would win over the extent.
    if (child.name === 'wp14:sizeRelH' || child.name === 'wp14:sizeRelV')
      holes.push(wholeElement('nothing', child));
  }
  return holes;
};

const blipHoles = (fill: XmlElement, blip: XmlElement): Hole[] => {
  const holes = [startTag('embed', blip)];
  const list = childOf(blip, 'a:extLst');
  const vector = elementsOf(list ?? blip, 'a:ext').find(
    (entry) => entry.attribute('uri') === SVG_EXTENSION_ID,
  );
  if (vector !== undefined) holes.push(wholeElement('vector', vector));
  else if (list !== undefined) holes.push({ kind: 'vector', start: list.openEnd, end: list.openEnd });
  // `<a:blip …/>` has no inside: its start tag is rewritten with one.
  else if (blip.openEnd !== blip.end)
    holes.push({ kind: 'vector', start: blip.closeStart, end: blip.closeStart });
  const rect = childOf(fill, 'a:srcRect');
  holes.push(
    rect === undefined ? { kind: 'crop', start: blip.end, end: blip.end } : wholeElement('crop', rect),
  );
  return holes;
};

/**
 * `drawing` is a `w:drawing`, `wp:inline`, `wp:anchor` or, inside a group, a `pic:pic`; undefined where it does not
 * hold exactly one picture that can be replaced.
 */
export const readPictureSlot = (drawing: XmlElement, source: string): PictureSlot | undefined => {
  const within = [drawing, ...descendantsOf(drawing)];
  const pictures = within.filter((element) => element.name === 'pic:pic');
  const [picture] = pictures;
  if (picture === undefined || pictures.length !== 1) return undefined;
  const wrapper = within.find((element) => WRAPPERS.has(element.name));
  const fill = childOf(picture, 'pic:blipFill');
  const blip = childOf(fill, 'a:blip');
  const transform = childOf(childOf(picture, 'pic:spPr'), 'a:xfrm');
  const offset = childOf(transform, 'a:off');
  const inner = childOf(transform, 'a:ext');
  if (fill === undefined || blip === undefined || transform === undefined || inner === undefined)
    return undefined;

  const extent = wrapper === undefined ? inner : childOf(wrapper, 'wp:extent');
  const width = wholeNumber(extent?.attribute('cx')) ?? 0;
  const height = wholeNumber(extent?.attribute('cy')) ?? 0;
  if (width < 1 || height < 1) return undefined;

  const names = childOf(childOf(picture, 'pic:nvPicPr'), 'pic:cNvPr');
  const holes = [
    ...(wrapper === undefined ? [] : wrapperHoles(wrapper)),
    ...(names === undefined ? [] : [startTag('properties', names)]),
    ...blipHoles(fill, blip),
    startTag('transform', transform),
    ...(offset === undefined ? [] : [wholeElement('a-offset', offset)]),
    wholeElement('a-extent', inner),
  ];
  return {
    source: source.slice(drawing.start, drawing.end),
    holes: holes
      .map((hole) => ({ ...hole, start: hole.start - drawing.start, end: hole.end - drawing.start }))
      .sort((a, b) => a.start - b.start || a.end - b.end),
    width,
    height,
    crop: readCrop(childOf(fill, 'a:srcRect')),
    turn: readTurn(transform),
    prefix: blip.rawName.replace(/[^:]*$/, ''),
  };
};
