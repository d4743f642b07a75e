/**
 * Documents in one line: `docx(p(r('Hi {na'), r('me}')), table(row(cell('a'))))` → the bytes of a valid DOCX.
 *
 * Content functions return pieces, and a string stands for the obvious piece: a run in a paragraph, a paragraph in a
 * cell or in the body. A first argument that is a plain object is formatting: `p({ style: 'Title' }, 'Invoice')`.
 */
import { escapeAttribute, escapeText } from '../../src/ooxml/xml.ts';
import { Build, NAMESPACES, type Piece, type Properties, XML_HEAD } from './build-package.ts';

export { Build, NAMESPACES, type Piece, type Properties, XML_HEAD, zip } from './build-package.ts';

export interface RunFormat {
  readonly style?: string;
  readonly font?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strike?: boolean;
  readonly color?: string;
  /** Points. */
  readonly size?: number;
  readonly highlight?: string;
  readonly underline?: boolean | string;
  readonly vertical?: 'superscript' | 'subscript';
  readonly hidden?: boolean;
  /** Elements of `w:rPr` as they are, after the others. */
  readonly xml?: string;
}

export interface ParagraphFormat {
  readonly style?: string;
  readonly keepNext?: boolean;
  readonly pageBreakBefore?: boolean;
  /** Paragraphs of the same list name count on; a name that starts with `bullet` has bullets. */
  readonly list?: string;
  readonly level?: number;
  readonly align?: 'left' | 'center' | 'right' | 'both';
  /** Elements of `w:pPr` as they are, after the others. */
  readonly xml?: string;
}

export interface TableFormat {
  /** Twips for each column of the grid; equal columns over 9,000 where left out. */
  readonly widths?: readonly number[];
  /** Of the whole table: twips, or fiftieths of a percent. Automatic where left out. */
  readonly width?: readonly [value: number, type: 'dxa' | 'pct'];
  readonly style?: string;
  readonly xml?: string;
}

export interface RowFormat {
  readonly header?: boolean;
  readonly cantSplit?: boolean;
  readonly xml?: string;
}

export interface CellFormat {
  readonly span?: number;
  readonly merge?: 'restart' | 'continue';
  readonly width?: number;
  readonly shade?: string;
  readonly xml?: string;
}

export interface ControlFormat {
  readonly tag?: string;
  readonly alias?: string;
  readonly placeholder?: boolean;
  /** An XPath: makes Word fill the control from elsewhere. */
  readonly binding?: string;
}

export interface SectionFormat {
  readonly type?: 'nextPage' | 'continuous' | 'evenPage' | 'oddPage';
  readonly landscape?: boolean;
  readonly columns?: number;
  readonly titlePage?: boolean;
  /** Elements of `w:sectPr` as they are, after the others. */
  readonly xml?: string;
}

export interface PictureFormat {
  readonly data?: Uint8Array;
  readonly extension?: 'png' | 'jpeg' | 'gif';
  /** EMU. */
  readonly width?: number;
  readonly height?: number;
  readonly alt?: string;
  readonly title?: string;
  readonly name?: string;
  /** Floating instead of in the line of text. */
  readonly floating?: boolean;
}

/** What belongs to the document rather than to its flow. */
export type Setup =
  | {
      readonly kind: 'edge';
      readonly edge: 'header' | 'footer';
      readonly type: EdgeType;
      readonly content: Pieces;
    }
  | { readonly kind: 'properties'; readonly properties: Properties }
  | { readonly kind: 'section'; readonly format: SectionFormat }
  | { readonly kind: 'styles'; readonly xml: string }
  | { readonly kind: 'part'; readonly add: (build: Build) => void };
export type EdgeType = 'default' | 'first' | 'even';
type Pieces = readonly Piece[];
type Edge = Extract<Setup, { kind: 'edge' }>;

/** A pixel of a valid PNG, for pictures whose looks do not matter. */
export const PIXEL: Uint8Array = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

const split = <Format extends object>(args: readonly (Format | Piece)[]): [Partial<Format>, Pieces] => {
  const [first, ...rest] = args;
  if (typeof first === 'object') return [first, rest as Pieces];
  return [{}, args as Pieces];
};

/** Strings are markup to the build, so what stands for text is wrapped first. */
const inlines = (pieces: Pieces): Piece[] =>
  pieces.map((piece) => (typeof piece === 'string' ? r(piece) : piece));
const blocks = (pieces: Pieces): Piece[] =>
  pieces.map((piece) => (typeof piece === 'string' ? p(piece) : piece));

const element = (name: string, value: string | number | undefined): string =>
  value === undefined ? '' : `<${name} w:val="${escapeAttribute(String(value))}"/>`;
const flag = (name: string, on: boolean | undefined): string => (on === true ? `<${name}/>` : '');

/** In the order of the schema (CT_RPr). */
const runProperties = (format: RunFormat): string => {
  const { font, size, underline } = format;
  const inner = [
    element('w:rStyle', format.style),
    font === undefined ? '' : `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:cs="${font}"/>`,
    flag('w:b', format.bold),
    flag('w:i', format.italic),
    flag('w:strike', format.strike),
    flag('w:vanish', format.hidden),
    element('w:color', format.color),
    size === undefined ? '' : `<w:sz w:val="${size * 2}"/><w:szCs w:val="${size * 2}"/>`,
    element('w:highlight', format.highlight),
    element('w:u', underline === true ? 'single' : underline === false ? undefined : underline),
    element('w:vertAlign', format.vertical),
    format.xml ?? '',
  ].join('');
  return inner === '' ? '' : `<w:rPr>${inner}</w:rPr>`;
};

const textElement = (tag: string, text: string): string =>
  `<w:${tag}${/^\s|\s$|\s\s/.test(text) ? ' xml:space="preserve"' : ''}>${escapeText(text)}</w:${tag}>`;

const textMarkup = (text: string, tag: string): string =>
  text
    .split(/([\t\n])/)
    .map((piece) => {
      if (piece === '\t') return '<w:tab/>';
      if (piece === '\n') return '<w:br/>';
      return piece === '' ? '' : textElement(tag, piece);
    })
    .join('');

/** A run of text; tabs and line ends become Word's. */
export const r = (text: string, format: RunFormat = {}): Piece =>
  markup(`<w:r>${runProperties(format)}${textMarkup(text, 't')}</w:r>`);

/** Markup as it is, in a place where a string would be text. */
export const raw = (xml: string): Piece => markup(xml);
const markup =
  (xml: string): Piece =>
  () =>
    xml;

/** A run around markup of its own: `runOf('<w:noBreakHyphen/>')`. */
export const runOf = (xml: string, format: RunFormat = {}): Piece =>
  markup(`<w:r>${runProperties(format)}${xml}</w:r>`);
export const pageBreak = (): Piece => runOf('<w:br w:type="page"/>');
export const proof = (type: 'spellStart' | 'spellEnd' | 'gramStart' | 'gramEnd'): Piece =>
  markup(`<w:proofErr w:type="${type}"/>`);

const paragraphProperties = (build: Build, format: ParagraphFormat): string => {
  const numbering =
    format.list === undefined
      ? ''
      : `<w:numPr><w:ilvl w:val="${format.level ?? 0}"/><w:numId w:val="${build.list(format.list)}"/></w:numPr>`;
  const inner = [
    element('w:pStyle', format.style),
    flag('w:keepNext', format.keepNext),
    flag('w:pageBreakBefore', format.pageBreakBefore),
    numbering,
    element('w:jc', format.align),
    format.xml ?? '',
  ].join('');
  return inner === '' ? '' : `<w:pPr>${inner}</w:pPr>`;
};

export const p = (...args: (ParagraphFormat | Piece)[]): Piece => {
  const [format, content] = split<ParagraphFormat>(args);
  return (build) => `<w:p>${paragraphProperties(build, format)}${build.render(inlines(content))}</w:p>`;
};

export const cell = (...args: (CellFormat | Piece)[]): Piece => {
  const [format, content] = split<CellFormat>(args);
  const { width, shade, merge } = format;
  const properties = [
    width === undefined ? '' : `<w:tcW w:w="${width}" w:type="dxa"/>`,
    element('w:gridSpan', format.span),
    merge === undefined ? '' : merge === 'restart' ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>',
    shade === undefined ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${shade}"/>`,
    format.xml ?? '',
  ].join('');
  const tcPr = properties === '' ? '' : `<w:tcPr>${properties}</w:tcPr>`;
  return (build) => {
    const inner = build.render(blocks(content));
    // A cell ends with a paragraph (ECMA-376 §17.4.65).
    return `<w:tc>${tcPr}${inner}${/<\/w:p>$|<w:p\/>$/.test(inner) ? '' : '<w:p/>'}</w:tc>`;
  };
};

export const row = (...args: (RowFormat | Piece)[]): Piece => {
  const [format, cells] = split<RowFormat>(args);
  const inner = `${flag('w:cantSplit', format.cantSplit)}${flag('w:tblHeader', format.header)}${format.xml ?? ''}`;
  const trPr = inner === '' ? '' : `<w:trPr>${inner}</w:trPr>`;
  const content = cells.map((piece) => (typeof piece === 'string' ? cell(piece) : piece));
  return (build) => `<w:tr>${trPr}${build.render(content)}</w:tr>`;
};

/** The grid is counted from the first row where `widths` does not give it. */
export const table = (...args: (TableFormat | Piece)[]): Piece => {
  const [format, rows] = split<TableFormat>(args);
  return (build) => {
    const inner = build.render(rows);
    const columns = format.widths ?? equalWidths(countColumns(inner));
    const grid = columns.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
    const [width, type] = format.width ?? [0, 'auto'];
    const properties = `${element('w:tblStyle', format.style ?? 'TableGrid')}<w:tblW w:w="${width}" w:type="${type}"/>${format.xml ?? ''}`;
    return `<w:tbl><w:tblPr>${properties}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${inner}</w:tbl>`;
  };
};

const equalWidths = (count: number): number[] =>
  Array.from({ length: count }, () => Math.floor(9000 / count));

/** Columns of the widest row at the outer level, from its markup. */
const countColumns = (rows: string): number => {
  let depth = 0;
  let columns = 0;
  let widest = 1;
  for (const match of rows.matchAll(/<(\/?)w:(tbl|tr|tc|gridSpan)(?=[ >/])(?: w:val="(\d+)")?/g)) {
    const [, close, name, value] = match;
    if (name === 'tbl') depth += close === '' ? 1 : -1;
    if (depth > 0) continue;
    if (name === 'tr' && close === '') columns = 0;
    if (name === 'tc' && close === '') columns += 1;
    if (name === 'gridSpan') columns += Number(value) - 1;
    widest = Math.max(widest, columns);
  }
  return widest;
};

const edge = (kind: 'header' | 'footer', args: readonly ({ readonly type: EdgeType } | Piece)[]): Setup => {
  const [format, content] = split<{ readonly type: EdgeType }>(args);
  return { kind: 'edge', edge: kind, type: format.type ?? 'default', content: blocks(content) };
};
/** Of the last section, or of the `section` that it is given to. */
export const header = (...args: ({ readonly type: EdgeType } | Piece)[]): Setup => edge('header', args);
export const footer = (...args: ({ readonly type: EdgeType } | Piece)[]): Setup => edge('footer', args);

const sectionProperties = (build: Build, format: SectionFormat, edges: readonly Edge[]): string => {
  const references = edges.map(
    (one) => `<w:${one.edge}Reference w:type="${one.type}" r:id="${build.edge(one.edge, one.content)}"/>`,
  );
  const size =
    format.landscape === true ? 'w:w="16838" w:h="11906" w:orient="landscape"' : 'w:w="11906" w:h="16838"';
  return [
    '<w:sectPr>',
    ...references,
    element('w:type', format.type),
    `<w:pgSz ${size}/>`,
    '<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/>',
    format.columns === undefined ? '' : `<w:cols w:num="${format.columns}" w:space="708"/>`,
    flag('w:titlePg', format.titlePage),
    format.xml ?? '',
    '</w:sectPr>',
  ].join('');
};

/** A paragraph that ends a section; the last section's format is `lastSection` among the arguments of `docx`. */
export const section = (format: SectionFormat = {}, ...edges: Setup[]): Piece => {
  const own = edges.filter((one): one is Edge => one.kind === 'edge');
  return (build) => `<w:p><w:pPr>${sectionProperties(build, format, own)}</w:pPr></w:p>`;
};
export const lastSection = (format: SectionFormat): Setup => ({ kind: 'section', format });

const note =
  (kind: 'footnote' | 'endnote', content: Pieces): Piece =>
  (build) =>
    `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:${kind}Reference w:id="${build.note(kind, blocks(content))}"/></w:r>`;
export const footnote = (...content: Piece[]): Piece => note('footnote', content);
export const endnote = (...content: Piece[]): Piece => note('endnote', content);

/** A comment on the inline content. */
export const comment =
  (text: string, ...content: Piece[]): Piece =>
  (build) => {
    const id = build.comment('A. Reader', [p(text)]);
    return `<w:commentRangeStart w:id="${id}"/>${build.render(inlines(content))}<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;
  };

/** To an address, or with a `#` to a bookmark. */
export const hyperlink =
  (target: string, ...content: Piece[]): Piece =>
  (build) => {
    const to = target.startsWith('#')
      ? `w:anchor="${escapeAttribute(target.slice(1))}"`
      : `r:id="${build.relate('hyperlink', target, true)}"`;
    return `<w:hyperlink ${to}>${build.render(inlines(content))}</w:hyperlink>`;
  };

export const bookmark =
  (name: string, ...content: Piece[]): Piece =>
  (build) => {
    const id = build.nextId();
    return `<w:bookmarkStart w:id="${id}" w:name="${escapeAttribute(name)}"/>${build.render(inlines(content))}<w:bookmarkEnd w:id="${id}"/>`;
  };

/** A field as Word writes it: begin, instruction, separator, result, end. */
export const field = (instruction: string, ...result: Piece[]): Piece => {
  const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  return (build) =>
    `${mark('begin')}<w:r>${textElement('instrText', ` ${instruction} `)}</w:r>${mark('separate')}${build.render(inlines(result))}${mark('end')}`;
};
export const simpleField =
  (instruction: string, ...result: Piece[]): Piece =>
  (build) =>
    `<w:fldSimple w:instr="${escapeAttribute(instruction)}">${build.render(inlines(result))}</w:fldSimple>`;

const control =
  (wrap: (pieces: Pieces) => Piece[], args: readonly (ControlFormat | Piece)[]): Piece =>
  (build) => {
    const [format, content] = split<ControlFormat>(args);
    const properties = [
      element('w:alias', format.alias),
      element('w:tag', format.tag),
      element('w:id', build.nextId() + 100_000),
      flag('w:showingPlcHdr', format.placeholder),
      format.binding === undefined ? '' : `<w:dataBinding w:xpath="${escapeAttribute(format.binding)}"/>`,
    ].join('');
    return `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${build.render(wrap(content))}</w:sdtContent></w:sdt>`;
  };
/** Content controls, by what they hold: paragraphs and tables, runs, or whole rows and cells. */
export const controlBlock = (...args: (ControlFormat | Piece)[]): Piece => control(blocks, args);
export const controlInline = (...args: (ControlFormat | Piece)[]): Piece => control(inlines, args);
export const controlAround = (...args: (ControlFormat | Piece)[]): Piece =>
  control((pieces) => [...pieces], args);

const tracked =
  (tag: string, content: string | ((build: Build) => string)): Piece =>
  (build) =>
    `<w:${tag} w:id="${build.nextId()}" w:author="A. Writer" w:date="2024-01-01T00:00:00Z">${typeof content === 'string' ? content : content(build)}</w:${tag}>`;
export const inserted = (...content: Piece[]): Piece =>
  tracked('ins', (build) => build.render(inlines(content)));
export const deleted = (text: string, format: RunFormat = {}): Piece =>
  tracked('del', `<w:r>${runProperties(format)}${textMarkup(text, 'delText')}</w:r>`);
export const movedTo = (...content: Piece[]): Piece =>
  tracked('moveTo', (build) => build.render(inlines(content)));
export const movedFrom = (...content: Piece[]): Piece =>
  tracked('moveFrom', (build) => build.render(inlines(content)));

/** A text box as Word writes it: a drawing, and a VML fallback with the same content for readers before 2010. */
export const textBox =
  (...content: Piece[]): Piece =>
  (build) => {
    const inner = `<w:txbxContent>${build.render(blocks(content))}</w:txbxContent>`;
    const id = build.nextId();
    const choice = `<wp:anchor distT="0" distB="0" distL="114300" distR="114300" simplePos="0" relativeHeight="251659264" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV><wp:extent cx="1800000" cy="720000"/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapSquare wrapText="bothSides"/><wp:docPr id="${id}" name="Text Box ${id}"/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="720000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr><wps:txbx>${inner}</wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor>`;
    const fallback = `<w:pict><v:shape id="box${id}" style="width:142pt;height:57pt"><v:textbox>${inner}</v:textbox></v:shape></w:pict>`;
    return `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${choice}</w:drawing></mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent></w:r>`;
  };

export const picture =
  (format: PictureFormat = {}): Piece =>
  (build) => {
    const extension = format.extension ?? 'png';
    const embed = build.media(format.data ?? PIXEL, extension, `image/${extension}`);
    const id = build.nextId();
    const [cx, cy] = [format.width ?? 360_000, format.height ?? 360_000];
    const name = escapeAttribute(format.name ?? `Picture ${id}`);
    const text = (attribute: string, value?: string): string =>
      value === undefined ? '' : ` ${attribute}="${escapeAttribute(value)}"`;
    const labels = text('descr', format.alt) + text('title', format.title);
    const graphic = `<wp:docPr id="${id}" name="${name}"${labels}/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${id}" name="${name}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${embed}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>`;
    const extent = `<wp:extent cx="${cx}" cy="${cy}"/>`;
    const frame =
      format.floating === true
        ? `<wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="1" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>${extent}<wp:wrapNone/>${graphic}</wp:anchor>`
        : `<wp:inline distT="0" distB="0" distL="0" distR="0">${extent}${graphic}</wp:inline>`;
    return `<w:r><w:drawing>${frame}</w:drawing></w:r>`;
  };

export const properties = (values: Properties): Setup => ({ kind: 'properties', properties: values });
/** Elements of `w:styles` besides the default ones. */
export const styles = (xml: string): Setup => ({ kind: 'styles', xml });
/** Anything else that the package should hold: `part((build) => build.file(…))`. */
export const part = (add: (build: Build) => void): Setup => ({ kind: 'part', add });

export const docx = (...items: (Piece | Setup)[]): Uint8Array => {
  const build = new Build();
  const isPiece = (item: Piece | Setup): item is Piece => typeof item !== 'object';
  const setups = items.filter((item): item is Setup => !isPiece(item));
  const content = build.render(blocks(items.filter(isPiece)));
  let format: SectionFormat = {};
  let values: Properties = {};
  let extraStyles = '';
  for (const setup of setups) {
    if (setup.kind === 'section') format = setup.format;
    if (setup.kind === 'properties') values = setup.properties;
    if (setup.kind === 'styles') extraStyles += setup.xml;
    if (setup.kind === 'part') setup.add(build);
  }
  const edges = setups.filter((setup) => setup.kind === 'edge');
  const body = `<w:body>${content}${sectionProperties(build, format, edges)}</w:body>`;
  return build.finish(body, values, stylesXml(extraStyles));
};

const stylesXml = (extra: string): string => {
  const paragraph = (id: string, name: string, inner: string): string =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${inner}</w:style>`;
  const headings = [1, 2, 3].map((level) =>
    paragraph(
      `Heading${level}`,
      `heading ${level}`,
      `<w:pPr><w:keepNext/><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${36 - level * 4}"/></w:rPr>`,
    ),
  );
  const border = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`)
    .join('');
  return `${XML_HEAD}<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Carlito" w:hAnsi="Carlito" w:cs="Carlito"/><w:sz w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style><w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style><w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/></w:style><w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>${border}</w:tblBorders></w:tblPr></w:style>${headings.join('')}${paragraph('Title', 'Title', '<w:rPr><w:sz w:val="56"/></w:rPr>')}${paragraph('ListParagraph', 'List Paragraph', '<w:pPr><w:ind w:left="720"/></w:pPr>')}${extra}</w:styles>`;
};
