/**
 * readSmartArt, readLockedCanvas :: a diagram's cached drawing, a canvas from another program → Group
 *
 * Word keeps what a diagram looks like beside it, as shapes (`dsp:drawing`, [MS-ODRAWXML] 2.4): those are drawn. Where the
 * diagram's data does not name them, Word lays the diagram out anew, and it is a finding.
 */
import { childOf, elementsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';
import type { DrawingContent, Group, Picture, Shape } from '../model.ts';
import { emuOf, isOn } from '../properties/word-values.ts';
import type { StoryContext } from '../story-context.ts';
import { readDrawingText } from './drawing-text.ts';
import { degrees } from './shape-fill.ts';
import { readShapeLook } from './shapes.ts';

type Child = Group['children'][number];
/** How the elements of a tree are called: `dsp:sp`, `a:sp`, `cdr:sp`. */
type Prefix = 'dsp' | 'a' | 'cdr';
type ReadPicture = (element: XmlElement, prefix: string, context: StoryContext) => Picture;

interface Size {
  readonly width: number;
  readonly height: number;
}

const DEEPEST = 16;

/** Undefined where there is no drawing to be had. */
export const readSmartArt = (
  ids: XmlElement,
  size: Size,
  context: StoryContext,
  readPicture: ReadPicture,
): DrawingContent | undefined => {
  const data = context.open(context.relationship(ids.attribute('r:dm'))?.part);
  const list = childOf(data?.root, 'dgm:extLst');
  const named = (list === undefined ? [] : elementsOf(list))
    .map((extension) => childOf(extension, 'dsp:dataModelExt')?.attribute('relId'))
    .find((id) => id !== undefined);
  const drawing = context.open(context.relationship(named)?.part);
  const tree = childOf(drawing?.root, 'dsp:spTree');
  if (drawing === undefined || tree === undefined) return undefined;
  return {
    kind: 'group',
    rotation: 0,
    flipX: false,
    flipY: false,
    frame: { x: 0, y: 0, ...size },
    children: readChildren(tree, 'dsp', drawing.context, readPicture, 0),
  };
};

export const readLockedCanvas = (
  canvas: XmlElement,
  context: StoryContext,
  readPicture: ReadPicture,
): DrawingContent => readGroup(canvas, 'a', context, readPicture, 0);

const readGroup = (
  element: XmlElement,
  prefix: Prefix,
  context: StoryContext,
  readPicture: ReadPicture,
  depth: number,
): Group => {
  const transform = childOf(childOf(element, `${prefix}:grpSpPr`), 'a:xfrm');
  const [offset, extent] = [childOf(transform, 'a:chOff'), childOf(transform, 'a:chExt')];
  return {
    kind: 'group',
    rotation: degrees(transform?.attribute('rot')) % 360,
    flipX: isOn(transform?.attribute('flipH')),
    flipY: isOn(transform?.attribute('flipV')),
    frame: {
      x: emuOf(offset?.attribute('x')) ?? 0,
      y: emuOf(offset?.attribute('y')) ?? 0,
      width: emuOf(extent?.attribute('cx')) ?? 0,
      height: emuOf(extent?.attribute('cy')) ?? 0,
    },
    children: readChildren(element, prefix, context, readPicture, depth),
  };
};

const SILENT: ReadonlySet<string> = new Set([
  'nvGrpSpPr',
  'grpSpPr',
  'extLst',
  'sp',
  'cxnSp',
  'pic',
  'grpSp',
]);

const readChildren = (
  tree: XmlElement,
  prefix: Prefix,
  context: StoryContext,
  readPicture: ReadPicture,
  depth: number,
): readonly Child[] =>
  elementsOf(tree).flatMap((element): readonly Child[] => {
    const name = element.name.slice(prefix.length + 1);
    if (!SILENT.has(name)) context.findings.note('drawing', context.part, element);
    const look = childOf(element, `${prefix}:${name === 'grpSp' ? 'grpSpPr' : 'spPr'}`);
    return readChild(element, placeOf(childOf(look, 'a:xfrm')), prefix, context, readPicture, depth);
  });

const readChild = (
  element: XmlElement,
  place: Omit<Child, 'content'>,
  prefix: Prefix,
  context: StoryContext,
  readPicture: ReadPicture,
  depth: number,
): readonly Child[] => {
  switch (element.name.slice(prefix.length + 1)) {
    case 'sp':
    case 'cxnSp':
      return readShape(element, place, prefix, context);
    case 'pic':
      return [{ ...place, content: readPicture(element, prefix, context) }];
    case 'grpSp':
      return depth >= DEEPEST
        ? []
        : [{ ...place, content: readGroup(element, prefix, context, readPicture, depth + 1) }];
    default:
      return [];
  }
};

/** `c:userShapes` (§21.3): what was drawn into a chart, at shares of its rectangle. */
export const readUserShapes = (
  root: XmlElement,
  size: Size,
  context: StoryContext,
  readPicture: ReadPicture,
): readonly Child[] =>
  elementsOf(root).flatMap((anchor): readonly Child[] => {
    const shareAt = (corner: string, axis: string): number => {
      const element = childOf(childOf(anchor, corner), axis);
      const value = element === undefined ? Number.NaN : Number(textContent(element));
      return Number.isFinite(value) ? Math.max(-1, Math.min(2, value)) : 0;
    };
    const [x, y] = [shareAt('cdr:from', 'cdr:x') * size.width, shareAt('cdr:from', 'cdr:y') * size.height];
    const extent = childOf(anchor, 'cdr:ext');
    const place =
      extent === undefined
        ? {
            x,
            y,
            width: Math.max(0, shareAt('cdr:to', 'cdr:x') * size.width - x),
            height: Math.max(0, shareAt('cdr:to', 'cdr:y') * size.height - y),
          }
        : { x, y, width: emuOf(extent.attribute('cx')) ?? 0, height: emuOf(extent.attribute('cy')) ?? 0 };
    return elementsOf(anchor)
      .filter(({ name }) => !ANCHORS.has(name))
      .flatMap((element) => {
        const drawn = readChild(element, place, 'cdr', context, readPicture, 0);
        if (drawn.length === 0) context.findings.note('drawing', context.part, element);
        return drawn;
      });
  });

const ANCHORS: ReadonlySet<string> = new Set(['cdr:from', 'cdr:to', 'cdr:ext']);

const placeOf = (transform: XmlElement | undefined): Omit<Child, 'content'> => {
  const [at, size] = [childOf(transform, 'a:off'), childOf(transform, 'a:ext')];
  return {
    x: emuOf(at?.attribute('x')) ?? 0,
    y: emuOf(at?.attribute('y')) ?? 0,
    width: Math.max(0, emuOf(size?.attribute('cx')) ?? 0),
    height: Math.max(0, emuOf(size?.attribute('cy')) ?? 0),
  };
};

/** A diagram may put text elsewhere than into its shape: then it stands in a box of its own. */
const readShape = (
  element: XmlElement,
  place: Omit<Child, 'content'>,
  prefix: Prefix,
  context: StoryContext,
): readonly Child[] => {
  const style = childOf(element, `${prefix}:style`);
  const look = readShapeLook(childOf(element, `${prefix}:spPr`), style, context);
  const body = childOf(element, `${prefix}:txBody`) ?? childOf(childOf(element, 'a:txSp'), 'a:txBody');
  const text = readDrawingText(body, style, context);
  const apart = childOf(element, 'dsp:txXfrm');
  if (apart === undefined || text === undefined) return [{ ...place, content: { ...look, text } }];
  const box: Shape = {
    kind: 'shape',
    geometry: 'rect',
    adjust: new Map(),
    custom: undefined,
    fill: undefined,
    line: undefined,
    rotation: degrees(apart.attribute('rot')) % 360,
    flipX: false,
    flipY: false,
    text,
  };
  return [
    { ...place, content: { ...look, text: undefined } },
    { ...placeOf(apart), content: box },
  ];
};
