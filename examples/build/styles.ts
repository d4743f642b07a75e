/** The styles and lists of the examples: one set of names, coloured by a look. */

export interface Look {
  readonly accent: string;
  /** A light tint of the accent, for bands and boxes. */
  readonly tint: string;
  readonly font: string;
  readonly headingFont?: string;
  /** Between the margins, in twips: where headers and footers have their right tab. */
  readonly textWidth?: number;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const GREY = '595959';
const RULE = 'D9D9D9';

const paragraphStyle = (id: string, name: string, paragraph: string, run: string, extra = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${extra}<w:qFormat/>${paragraph && `<w:pPr>${paragraph}</w:pPr>`}${run && `<w:rPr>${run}</w:rPr>`}</w:style>`;

const size = (points: number): string => `<w:sz w:val="${points * 2}"/><w:szCs w:val="${points * 2}"/>`;

export const stylesXml = (look: Look): string => {
  const heading = look.headingFont ?? look.font;
  const fonts = (name: string): string => `<w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:cs="${name}"/>`;
  const color = `<w:color w:val="${look.accent}"/>`;
  const headings = [18, 14, 11.5].map((points, index) =>
    paragraphStyle(
      `Heading${index + 1}`,
      `heading ${index + 1}`,
      `<w:keepNext/><w:keepLines/><w:spacing w:before="${[320, 240, 180][index]}" w:after="${[120, 80, 60][index]}"/><w:outlineLvl w:val="${index}"/>`,
      `${fonts(heading)}<w:b/><w:bCs/>${color}${size(points)}`,
      '<w:next w:val="Normal"/>',
    ),
  );
  return [
    `${HEAD}<w:styles ${W}><w:docDefaults><w:rPrDefault><w:rPr>${fonts(look.font)}${size(10.5)}<w:lang w:val="en-GB"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>`,
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>',
    '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style>',
    '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>',
    paragraphStyle(
      'Title',
      'Title',
      '<w:spacing w:after="60" w:line="240" w:lineRule="auto"/>',
      `${fonts(heading)}<w:b/>${color}${size(26)}`,
    ),
    paragraphStyle(
      'Subtitle',
      'Subtitle',
      '<w:spacing w:after="240"/>',
      `<w:color w:val="${GREY}"/>${size(12)}`,
    ),
    ...headings,
    paragraphStyle(
      'Label',
      'Label',
      '<w:keepNext/><w:spacing w:after="20"/>',
      `<w:b/><w:caps/><w:color w:val="${GREY}"/><w:spacing w:val="10"/>${size(8)}`,
    ),
    paragraphStyle(
      'TableText',
      'Table Text',
      '<w:spacing w:before="40" w:after="40" w:line="240" w:lineRule="auto"/>',
      size(10),
    ),
    paragraphStyle('Tight', 'Tight', '<w:spacing w:after="0"/>', ''),
    paragraphStyle('Small', 'Small', '<w:spacing w:after="60"/>', `<w:color w:val="${GREY}"/>${size(8.5)}`),
    paragraphStyle(
      'Quote',
      'Quote',
      `<w:pBdr><w:left w:val="single" w:sz="18" w:space="10" w:color="${look.accent}"/></w:pBdr><w:ind w:left="284"/>`,
      `<w:i/><w:color w:val="${GREY}"/>`,
    ),
    paragraphStyle(
      'ListParagraph',
      'List Paragraph',
      '<w:spacing w:after="60"/><w:ind w:left="720"/><w:contextualSpacing/>',
      '',
    ),
    paragraphStyle(
      'Header',
      'header',
      `<w:tabs><w:tab w:val="right" w:pos="${look.textWidth ?? 9638}"/></w:tabs><w:spacing w:after="0" w:line="240" w:lineRule="auto"/>`,
      `<w:color w:val="${GREY}"/>${size(8.5)}`,
    ),
    paragraphStyle(
      'Footer',
      'footer',
      `<w:pBdr><w:top w:val="single" w:sz="4" w:space="6" w:color="${RULE}"/></w:pBdr><w:tabs><w:tab w:val="right" w:pos="${look.textWidth ?? 9638}"/></w:tabs><w:spacing w:after="0" w:line="240" w:lineRule="auto"/>`,
      `<w:color w:val="${GREY}"/>${size(8.5)}`,
    ),
    `<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr>${color}<w:u w:val="single"/></w:rPr></w:style>`,
    `<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/><w:bCs/></w:rPr></w:style>`,
    '<w:style w:type="table" w:styleId="PlainLayout"><w:name w:val="Plain Layout"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblCellMar><w:left w:w="0" w:type="dxa"/><w:right w:w="170" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>',
    `<w:style w:type="table" w:styleId="Ruled"><w:name w:val="Ruled"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblStyleRowBandSize w:val="1"/><w:tblBorders><w:bottom w:val="single" w:sz="8" w:space="0" w:color="${look.accent}"/><w:insideH w:val="single" w:sz="4" w:space="0" w:color="${RULE}"/></w:tblBorders><w:tblCellMar><w:left w:w="85" w:type="dxa"/><w:right w:w="85" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblStylePr w:type="firstRow"><w:rPr><w:b/><w:color w:val="FFFFFF"/></w:rPr><w:tcPr><w:shd w:val="clear" w:color="auto" w:fill="${look.accent}"/></w:tcPr></w:tblStylePr></w:style>`,
    `<w:style w:type="table" w:styleId="Boxed"><w:name w:val="Boxed"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders><w:top w:val="single" w:sz="4" w:space="0" w:color="${RULE}"/><w:left w:val="single" w:sz="4" w:space="0" w:color="${RULE}"/><w:bottom w:val="single" w:sz="4" w:space="0" w:color="${RULE}"/><w:right w:val="single" w:sz="4" w:space="0" w:color="${RULE}"/><w:insideH w:val="single" w:sz="4" w:space="0" w:color="${RULE}"/><w:insideV w:val="single" w:sz="4" w:space="0" w:color="${RULE}"/></w:tblBorders></w:tblPr></w:style>`,
    '</w:styles>',
  ].join('');
};

/** Lists by number id: 1 bullets, 2 decimals, 3 the clauses of a contract (1., 1.1, (a)). */
export const LISTS = { bullets: 1, numbers: 2, clauses: 3 } as const;

const level = (
  index: number,
  format: string,
  text: string,
  left: number,
  hanging: number,
  run = '',
): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${left}" w:hanging="${hanging}"/></w:pPr>${run && `<w:rPr>${run}</w:rPr>`}</w:lvl>`;

export const numberingXml = (look: Look): string => {
  const accent = `<w:color w:val="${look.accent}"/>`;
  const lists = [
    [level(0, 'bullet', '•', 360, 360, accent), level(1, 'bullet', '–', 720, 360, accent)],
    [level(0, 'decimal', '%1.', 425, 425, `<w:b/>${accent}`), level(1, 'lowerLetter', '%2)', 850, 425)],
    [
      level(0, 'decimal', '%1.', 567, 567, '<w:b/>'),
      level(1, 'decimal', '%1.%2', 567, 567),
      level(2, 'lowerLetter', '(%3)', 1134, 567),
    ],
  ];
  return `${HEAD}<w:numbering ${W}>${lists
    .map(
      (levels, index) =>
        `<w:abstractNum w:abstractNumId="${index + 1}"><w:multiLevelType w:val="multilevel"/>${levels.join('')}</w:abstractNum>`,
    )
    .join(
      '',
    )}${lists.map((_, index) => `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${index + 1}"/></w:num>`).join('')}</w:numbering>`;
};
