/** Addresses that differ between transitional and strict OOXML (ECMA-376 parts 4 and 1). */
import type { OoxmlDialect } from './part-context.ts';

export interface DialectNames {
  readonly wordprocessingDrawing: string;
  readonly drawing: string;
  readonly picture: string;
  readonly relationships: string;
  /** Words for the two sides in `w:jc`, `w:ind` and `w:tblCellMar`. */
  readonly left: 'left' | 'start';
  readonly right: 'right' | 'end';
}

const OFFICE = 'http://schemas.openxmlformats.org';
const STRICT = 'http://purl.oclc.org/ooxml';

const TRANSITIONAL_NAMES: DialectNames = {
  wordprocessingDrawing: `${OFFICE}/drawingml/2006/wordprocessingDrawing`,
  drawing: `${OFFICE}/drawingml/2006/main`,
  picture: `${OFFICE}/drawingml/2006/picture`,
  relationships: `${OFFICE}/officeDocument/2006/relationships`,
  left: 'left',
  right: 'right',
};

const STRICT_NAMES: DialectNames = {
  wordprocessingDrawing: `${STRICT}/drawingml/wordprocessingDrawing`,
  drawing: `${STRICT}/drawingml/main`,
  picture: `${STRICT}/drawingml/picture`,
  relationships: `${STRICT}/officeDocument/relationships`,
  left: 'start',
  right: 'end',
};

export const namesOf = (dialect: OoxmlDialect): DialectNames =>
  dialect === 'strict' ? STRICT_NAMES : TRANSITIONAL_NAMES;

/** Word's extension that carries the vector form beside a raster picture; the same address in both dialects. */
export const SVG_EXTENSION_ID = '{96DAC541-7B7A-43D3-8B79-37D633B846F1}';
export const SVG_NAMESPACE = 'http://schemas.microsoft.com/office/drawing/2016/SVG/main';
