/** A rectangle that floats, 100 by 50 points where nothing else is said; lengths in points. */
import { type Piece, runOf } from '../support/build.ts';

export interface FloatFormat {
  readonly wrap?: 'Square' | 'TopAndBottom' | 'None' | 'Tight' | 'Through';
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly from?: readonly [horizontal: string, vertical: string];
  /** Inside `wp:wrapTight`. */
  readonly polygon?: readonly (readonly [number, number])[];
  readonly geometry?: string;
  /** Where text may stand: bothSides, left, right, largest. */
  readonly side?: string;
  /** To text on the left and on the right, above and below. */
  readonly distance?: readonly [across: number, down: number];
  /** Of drawings on one another, the higher one covers. */
  readonly order?: number;
  readonly color?: string;
  readonly behind?: boolean;
  /** `wps:txbx` and `wps:bodyPr`. */
  readonly body?: string;
  /** Markup in place of `wp:positionH` and `wp:positionV`. */
  readonly places?: string;
}

const emu = (points: number): number => Math.round(points * 12_700);

export const float = ({
  wrap = 'Square',
  x = 0,
  y = 0,
  width = 100,
  height = 50,
  from = ['column', 'paragraph'],
  polygon = [],
  geometry = 'rect',
  side = 'bothSides',
  distance = [0, 0],
  order = 1,
  color = 'FF0000',
  behind = false,
  body = '<wps:bodyPr/>',
  places = `<wp:positionH relativeFrom="${from[0]}"><wp:posOffset>${emu(x)}</wp:posOffset></wp:positionH>
<wp:positionV relativeFrom="${from[1]}"><wp:posOffset>${emu(y)}</wp:posOffset></wp:positionV>`,
}: FloatFormat = {}): Piece => {
  const points = polygon
    .map(([px, py], index) => `<wp:${index === 0 ? 'start' : 'lineTo'} x="${px}" y="${py}"/>`)
    .join('');
  const inner = points === '' ? '' : `<wp:wrapPolygon edited="0">${points}</wp:wrapPolygon>`;
  const sides = wrap === 'None' || wrap === 'TopAndBottom' ? '' : ` wrapText="${side}"`;
  const [across, down] = distance.map(emu);
  return runOf(
    `<w:drawing><wp:anchor distT="${down}" distB="${down}" distL="${across}" distR="${across}" simplePos="0" relativeHeight="${order}" behindDoc="${behind ? 1 : 0}" locked="0" layoutInCell="1" allowOverlap="1">
<wp:simplePos x="0" y="0"/>${places}
<wp:extent cx="${emu(width)}" cy="${emu(height)}"/><wp:wrap${wrap}${sides}>${inner}</wp:wrap${wrap}><wp:docPr id="1" name="Shape"/>
<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">
<wps:wsp xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:spPr><a:prstGeom prst="${geometry}"><a:avLst/></a:prstGeom>
<a:solidFill><a:srgbClr val="${color}"/></a:solidFill></wps:spPr>${body}</wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>`,
  );
};
