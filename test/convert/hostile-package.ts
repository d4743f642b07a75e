/** Markup that fills the room which the small lane gives, and packages of it as the renderer would have left them. */
import { KeptParts } from '../../src/ooxml/kept-parts.ts';
import { NAMESPACES, XML_HEAD } from '../support/build.ts';

/** A little less than the small lane lets in. */
export const ROOM = 185 * 1024;

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const relationships = (list: readonly (readonly [id: string, kind: string, target: string])[]): string =>
  `${XML_HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${REL}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

export interface Beside {
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  readonly header?: string;
  readonly settings?: string;
}

/** As the renderer would have left it: all of its parts are the document's own. */
export const partsOf = (body: string, beside: Beside = {}): KeptParts => {
  const parts = new KeptParts();
  const kinds = Object.entries(beside) as [keyof Beside, string][];
  const overrides = kinds.map(
    ([kind]) => `<Override PartName="/word/${kind}.xml" ContentType="${WORD}.${kind}+xml"/>`,
  );
  parts.add(
    '[Content_Types].xml',
    `${XML_HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/>${overrides.join('')}</Types>`,
  );
  parts.add('_rels/.rels', relationships([['rId1', 'officeDocument', 'word/document.xml']]));
  parts.add(
    'word/_rels/document.xml.rels',
    relationships(kinds.map(([kind]) => [kind, kind, `${kind}.xml`] as const)),
  );
  const roots = {
    styles: 'styles',
    numbering: 'numbering',
    footnotes: 'footnotes',
    header: 'hdr',
    settings: 'settings',
  };
  for (const [kind, xml] of kinds)
    parts.add(`word/${kind}.xml`, `${XML_HEAD}<w:${roots[kind]} ${NAMESPACES}>${xml}</w:${roots[kind]}>`);
  parts.add(
    'word/document.xml',
    `${XML_HEAD}<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
  );
  return parts;
};

/** A document with one picture. */
export const withPicture = (bytes: Uint8Array): KeptParts => {
  const parts = partsOf(
    p(
      r(
        '<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="720000" cy="720000"/><wp:docPr id="9" name="P"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="9" name="P"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="picture"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="720000" cy="720000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>',
      ),
    ),
  );
  parts.add('word/media/picture', bytes);
  parts.add('word/_rels/document.xml.rels', relationships([['picture', 'image', 'media/picture']]));
  return parts;
};

/** As many as there is room for. */
export const full = (one: (index: number) => string, room = ROOM): string => {
  let [text, bytes] = ['', 0];
  for (let index = 0; ; index++) {
    const next = one(index);
    bytes += Buffer.byteLength(next);
    if (bytes > room) return text;
    text += next;
  }
};

export const t = (text: string): string => `<w:t xml:space="preserve">${text}</w:t>`;
export const r = (inner: string, properties = ''): string => `<w:r>${properties}${inner}</w:r>`;
export const p = (inner: string, properties = ''): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${inner}</w:p>`;
export const long = (text: string): string => p(r(t(full(() => text))));
/** XML may be nested 512 deep. */
export const nested = (open: string, close: string, inner: string): string => {
  const levels = Math.floor(490 / (open.match(/</g)?.length ?? 1));
  return open.repeat(levels) + inner + close.repeat(levels);
};
export const cell = (inner: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${inner}</w:tc>`;
export const tbl = (rows: string, properties = '', grid = ''): string =>
  `<w:tbl><w:tblPr>${properties}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows}</w:tbl>`;
export const tr = (cells: string, properties = ''): string => `<w:tr>${properties}${cells}</w:tr>`;

export const anchor = (index: number, wrap: string, inner = ''): string =>
  r(
    `<w:drawing><wp:anchor distT="9" distB="9" distL="9" distR="9" simplePos="0" relativeHeight="${index}" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="0"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>${(index * 7919) % 5000000}</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>${(index * 104729) % 9000000}</wp:posOffset></wp:positionV><wp:extent cx="360000" cy="360000"/>${wrap}<wp:docPr id="${index}" name="s"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="360000" cy="360000"/></a:xfrm><a:prstGeom prst="star32"><a:avLst/></a:prstGeom></wps:spPr>${inner}<wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>`,
  );
export const SQUARE = '<wp:wrapSquare wrapText="bothSides"/>';
export const polygon = (points: number): string =>
  `<wp:wrapTight wrapText="bothSides"><wp:wrapPolygon edited="0"><wp:start x="0" y="0"/>${Array.from({ length: points }, (_, index) => `<wp:lineTo x="${(index * 7919) % 21600}" y="${(index * 104729) % 21600}"/>`).join('')}</wp:wrapPolygon></wp:wrapTight>`;
export const words = 'some words that are to be laid out around it all ';
export const fieldOf = (code: string): string =>
  `${r('<w:fldChar w:fldCharType="begin"/>')}${r(`<w:instrText>${code}</w:instrText>`)}${r('<w:fldChar w:fldCharType="separate"/>')}${r(t('1'))}${r('<w:fldChar w:fldCharType="end"/>')}`;
export const page = (inner: string): string => `<w:sectPr>${inner}</w:sectPr>`;
