/** isVmlShape :: is the element an older drawing that is drawn by itself? Groups and types of shapes are not. */
import type { XmlElement } from '../../ooxml/xml.ts';

const SHAPES: ReadonlySet<string> = new Set([
  ...['v:shape', 'v:rect', 'v:roundrect', 'v:oval', 'v:line', 'v:polyline', 'v:arc', 'v:curve'],
]);

export const isVmlShape = ({ name }: XmlElement): boolean => SHAPES.has(name);
