/**
 * WordprocessingML in a few words, for building the example templates: `p('Hi {name}')`, `table(…)`, `row(…)`.
 * Lengths are twips (1/20 pt), font sizes are points, colours are RRGGBB. Children come in schema order
 * (ECMA-376 §17.3.1.26, §17.3.2.28, §17.4.59), because Word refuses what is out of order.
 */

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export type Align = 'left' | 'center' | 'right' | 'both';

export interface RunStyle {
  readonly style?: string;
  readonly font?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly caps?: boolean;
  readonly smallCaps?: boolean;
  readonly color?: string;
  /** Extra space between characters, twips. */
  readonly tracking?: number;
  readonly size?: number;
  readonly underline?: boolean;
}

const runProperties = (style: RunStyle): string => {
  const inner = [
    style.style && `<w:rStyle w:val="${style.style}"/>`,
    style.font && `<w:rFonts w:ascii="${style.font}" w:hAnsi="${style.font}" w:cs="${style.font}"/>`,
    style.bold !== undefined && (style.bold ? '<w:b/>' : '<w:b w:val="0"/>'),
    style.italic && '<w:i/>',
    style.caps && '<w:caps/>',
    style.smallCaps && '<w:smallCaps/>',
    style.color && `<w:color w:val="${style.color}"/>`,
    style.tracking !== undefined && `<w:spacing w:val="${style.tracking}"/>`,
    style.size !== undefined && `<w:sz w:val="${style.size * 2}"/><w:szCs w:val="${style.size * 2}"/>`,
    style.underline && '<w:u w:val="single"/>',
  ].filter(Boolean);
  return inner.length > 0 ? `<w:rPr>${inner.join('')}</w:rPr>` : '';
};

/** A run; `\t` and `\n` become tabs and line breaks. */
export const r = (text: string, style: RunStyle = {}): string => {
  const inner = text
    .split(/(\t|\n)/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      piece === '\t'
        ? '<w:tab/>'
        : piece === '\n'
          ? '<w:br/>'
          : `<w:t xml:space="preserve">${escapeXml(piece)}</w:t>`,
    )
    .join('');
  return `<w:r>${runProperties(style)}${inner}</w:r>`;
};

/** A field as Word writes it, with the value it shows until it is updated. */
export const field = (instruction: string, shown: string, style: RunStyle = {}): string => {
  const properties = runProperties(style);
  const char = (type: string): string => `<w:r>${properties}<w:fldChar w:fldCharType="${type}"/></w:r>`;
  return `${char('begin')}<w:r>${properties}<w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>${char('separate')}${r(shown, style)}${char('end')}`;
};

export const pageOf = (style: RunStyle = {}): string =>
  `${r('Page ', style)}${field('PAGE', '1', style)}${r(' of ', style)}${field('NUMPAGES', '1', style)}`;

interface Edge {
  readonly color: string;
  /** Eighths of a point, as Word counts. */
  readonly size: number;
  readonly space?: number;
}
const edge = (side: string, value: Edge): string =>
  `<w:${side} w:val="single" w:sz="${value.size}" w:space="${value.space ?? 0}" w:color="${value.color}"/>`;

export interface ParagraphStyle {
  readonly style?: string;
  readonly keepNext?: boolean;
  readonly pageBreakBefore?: boolean;
  readonly list?: { readonly id: number; readonly level?: number };
  readonly borderTop?: Edge;
  readonly borderBottom?: Edge;
  readonly shade?: string;
  readonly tabs?: readonly {
    readonly at: number;
    readonly align: 'left' | 'right' | 'center' | 'decimal';
    readonly leader?: 'dot';
  }[];
  readonly before?: number;
  readonly after?: number;
  /** 240 is single. */
  readonly line?: number;
  readonly indent?: { readonly left?: number; readonly right?: number; readonly hanging?: number };
  readonly align?: Align;
}

const paragraphProperties = (style: ParagraphStyle): string => {
  const borders = [
    style.borderTop && edge('top', style.borderTop),
    style.borderBottom && edge('bottom', style.borderBottom),
  ].filter(Boolean);
  const spacing = [
    style.before !== undefined && `w:before="${style.before}"`,
    style.after !== undefined && `w:after="${style.after}"`,
    style.line !== undefined && `w:line="${style.line}" w:lineRule="auto"`,
  ].filter(Boolean);
  const indent = Object.entries(style.indent ?? {}).map(([side, value]) => `w:${side}="${value}"`);
  const inner = [
    style.style && `<w:pStyle w:val="${style.style}"/>`,
    style.keepNext && '<w:keepNext/>',
    style.pageBreakBefore && '<w:pageBreakBefore/>',
    style.list &&
      `<w:numPr><w:ilvl w:val="${style.list.level ?? 0}"/><w:numId w:val="${style.list.id}"/></w:numPr>`,
    borders.length > 0 && `<w:pBdr>${borders.join('')}</w:pBdr>`,
    style.shade && `<w:shd w:val="clear" w:color="auto" w:fill="${style.shade}"/>`,
    style.tabs &&
      `<w:tabs>${style.tabs.map((tab) => `<w:tab w:val="${tab.align}"${tab.leader ? ` w:leader="${tab.leader}"` : ''} w:pos="${tab.at}"/>`).join('')}</w:tabs>`,
    spacing.length > 0 && `<w:spacing ${spacing.join(' ')}/>`,
    indent.length > 0 && `<w:ind ${indent.join(' ')}/>`,
    style.align && `<w:jc w:val="${style.align}"/>`,
  ].filter(Boolean);
  return inner.length > 0 ? `<w:pPr>${inner.join('')}</w:pPr>` : '';
};

/** A paragraph of text (a plain string is one run) in a style or with direct formatting. */
export const p = (content: string, style: ParagraphStyle | string = {}, run: RunStyle = {}): string => {
  const properties = typeof style === 'string' ? { style } : style;
  const inner = content === '' ? '' : content.startsWith('<w:') ? content : r(content, run);
  return `<w:p>${paragraphProperties(properties)}${inner}</w:p>`;
};

export const pageBreak = (): string => '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

export interface CellStyle {
  readonly span?: number;
  readonly merge?: 'restart' | 'continue';
  readonly borders?: Partial<Record<'top' | 'left' | 'bottom' | 'right', Edge>>;
  readonly shade?: string;
  readonly vAlign?: 'top' | 'center' | 'bottom';
  readonly align?: Align;
  readonly run?: RunStyle;
  /** Paragraph style of a plain-text cell. */
  readonly style?: string;
}

/** A cell; its width comes from the table's columns. Plain text becomes one paragraph. */
export const cell = (content: string, style: CellStyle = {}) => ({ content, style });
export type Cell = ReturnType<typeof cell>;

export interface RowStyle {
  readonly header?: boolean;
  readonly height?: number;
}
export const row = (cells: readonly (Cell | string)[], style: RowStyle = {}) => ({ cells, style });
export type Row = ReturnType<typeof row>;

const renderCell = (one: Cell, width: number): string => {
  const { content, style } = one;
  const borders = Object.entries(style.borders ?? {}).map(([side, value]) => edge(side, value));
  const properties = [
    `<w:tcW w:w="${width}" w:type="dxa"/>`,
    style.span && style.span > 1 && `<w:gridSpan w:val="${style.span}"/>`,
    style.merge && (style.merge === 'restart' ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>'),
    borders.length > 0 && `<w:tcBorders>${borders.join('')}</w:tcBorders>`,
    style.shade && `<w:shd w:val="clear" w:color="auto" w:fill="${style.shade}"/>`,
    style.vAlign && `<w:vAlign w:val="${style.vAlign}"/>`,
  ].filter(Boolean);
  const body =
    content.startsWith('<w:p>') || content.startsWith('<w:tbl>')
      ? content
      : p(content, cellParagraph(style), style.run);
  return `<w:tc><w:tcPr>${properties.join('')}</w:tcPr>${body}</w:tc>`;
};

const cellParagraph = (style: CellStyle): ParagraphStyle => ({
  style: style.style ?? 'TableText',
  ...(style.align && { align: style.align }),
});

export interface TableStyle {
  readonly style?: string;
  readonly indent?: number;
  readonly align?: 'left' | 'center' | 'right';
  readonly look?: string;
}

export const table = (widths: readonly number[], rows: readonly Row[], style: TableStyle = {}): string => {
  const total = widths.reduce((sum, width) => sum + width, 0);
  const rendered = rows.map((one) => {
    let column = 0;
    const cells = one.cells.map((value) => {
      const each = typeof value === 'string' ? cell(value) : value;
      const span = each.style.span ?? 1;
      const width = widths.slice(column, column + span).reduce((sum, w) => sum + w, 0);
      column += span;
      return renderCell(each, width);
    });
    const properties = [
      '<w:cantSplit/>',
      one.style.height && `<w:trHeight w:val="${one.style.height}"/>`,
      one.style.header && '<w:tblHeader/>',
    ].filter(Boolean);
    return `<w:tr><w:trPr>${properties.join('')}</w:trPr>${cells.join('')}</w:tr>`;
  });
  const properties = [
    `<w:tblStyle w:val="${style.style ?? 'PlainLayout'}"/>`,
    `<w:tblW w:w="${total}" w:type="dxa"/>`,
    style.align && `<w:jc w:val="${style.align}"/>`,
    style.indent !== undefined && `<w:tblInd w:w="${style.indent}" w:type="dxa"/>`,
    '<w:tblLayout w:type="fixed"/>',
    style.look ??
      '<w:tblLook w:val="04A0" w:firstRow="1" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="0" w:noVBand="1"/>',
  ].filter(Boolean);
  return `<w:tbl><w:tblPr>${properties.join('')}</w:tblPr><w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>${rendered.join('')}</w:tbl>`;
};

/** Counted over all examples in the order of their imports: the same in every build. */
let drawingId = 0;

/** An inline picture whose alternative text carries a tag; `relationship` names the placeholder. Lengths in cm. */
export const picture = (
  alt: string,
  width: number,
  height: number,
  relationship = 'rIdPlaceholder',
): string => {
  drawingId += 1;
  const [cx, cy] = [Math.round(width * 360_000), Math.round(height * 360_000)];
  return `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="${drawingId}" name="Picture ${drawingId}" descr="${escapeXml(alt)}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${drawingId}" name="placeholder.png"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${relationship}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
};
