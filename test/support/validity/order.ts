/**
 * The order in which the schema wants children (ECMA-376 part 4, wml.xsd and dml-wordprocessingDrawing.xsd).
 * Word refuses some disorders, mends others and silently drops what comes late in the rest.
 */
import { elementsOf, type XmlElement } from '../../../src/ooxml/xml.ts';
import { problemAt } from './report.ts';

const words = (prefix: string, names: string): string[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => (name.includes(':') ? name : `${prefix}:${name}`));

const RUN_PROPERTIES = `ins del moveFrom moveTo rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow
  emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd
  fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath`;

const BOX = 'top left|start bottom right|end';

/** `a|b` are at one place. Elements that are not listed, such as extensions, may stand anywhere. */
const ORDERS: Readonly<Record<string, readonly string[]>> = {
  'w:document': words('w', 'background body'),
  'w:pPr': words(
    'w',
    `pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs
     suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd
     snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment
     textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange`,
  ),
  'w:rPr': words('w', `${RUN_PROPERTIES} rPrChange`),
  'w:tblPr': words(
    'w',
    `tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd
     tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription tblPrChange`,
  ),
  'w:tblPrEx': words(
    'w',
    'tblW jc tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook tblPrExChange',
  ),
  'w:trPr': words(
    'w',
    `cnfStyle|divId|gridBefore|gridAfter|wBefore|wAfter|cantSplit|trHeight|tblHeader|tblCellSpacing|jc|hidden
     ins del trPrChange`,
  ),
  'w:tcPr': words(
    'w',
    `cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark headers
     cellIns|cellDel|cellMerge tcPrChange`,
  ),
  'w:sectPr': words(
    'w',
    `headerReference|footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols
     formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid printerSettings sectPrChange`,
  ),
  'w:tbl': words('w', 'tblPr tblGrid tr|sdt|customXml'),
  'w:tr': words('w', 'tblPrEx trPr tc|sdt|customXml'),
  'w:sdt': words('w', 'sdtPr sdtEndPr sdtContent'),
  'w:numPr': words('w', 'ilvl numId numberingChange ins'),
  'w:pBdr': words('w', 'top left bottom right between bar'),
  'w:tblBorders': words('w', `${BOX} insideH insideV`),
  'w:tcBorders': words('w', `${BOX} insideH insideV tl2br tr2bl`),
  'w:tcMar': words('w', BOX),
  'w:tblCellMar': words('w', BOX),
  'w:numbering': words('w', 'numPicBullet abstractNum num numIdMacAtCleanup'),
  'w:abstractNum': words('w', 'nsid multiLevelType tmpl name styleLink numStyleLink lvl'),
  'w:num': words('w', 'abstractNumId lvlOverride'),
  'w:lvl': words(
    'w',
    'start numFmt lvlRestart pStyle isLgl suff lvlText lvlPicBulletId legacy lvlJc pPr rPr',
  ),
  'w:styles': words('w', 'docDefaults latentStyles style'),
  'w:style': words(
    'w',
    `name aliases basedOn next link autoRedefine hidden uiPriority semiHidden unhideWhenUsed qFormat locked personal
     personalCompose personalReply rsid pPr rPr tblPr trPr tcPr tblStylePr`,
  ),
  'w:settings': words(
    'w',
    `writeProtection view zoom removePersonalInformation removeDateAndTime doNotDisplayPageBoundaries
     displayBackgroundShape printPostScriptOverText printFractionalCharacterWidth printFormsData embedTrueTypeFonts
     embedSystemFonts saveSubsetFonts saveFormsData mirrorMargins alignBordersAndEdges bordersDoNotSurroundHeader
     bordersDoNotSurroundFooter gutterAtTop hideSpellingErrors hideGrammaticalErrors activeWritingStyle proofState
     formsDesign attachedTemplate linkStyles stylePaneFormatFilter stylePaneSortMethod documentType mailMerge
     revisionView trackRevisions doNotTrackMoves doNotTrackFormatting documentProtection autoFormatOverride
     styleLockTheme styleLockQFSet defaultTabStop autoHyphenation consecutiveHyphenLimit hyphenationZone
     doNotHyphenateCaps showEnvelope summaryLength clickAndTypeStyle defaultTableStyle evenAndOddHeaders
     bookFoldRevPrinting bookFoldPrinting bookFoldPrintingSheets drawingGridHorizontalSpacing
     drawingGridVerticalSpacing displayHorizontalDrawingGridEvery displayVerticalDrawingGridEvery
     doNotUseMarginsForDrawingGridOrigin drawingGridHorizontalOrigin drawingGridVerticalOrigin doNotShadeFormData
     noPunctuationKerning characterSpacingControl printTwoOnOne strictFirstAndLastChars noLineBreaksAfter
     noLineBreaksBefore savePreviewPicture doNotValidateAgainstSchema saveInvalidXml ignoreMixedContent
     alwaysShowPlaceholderText doNotDemarcateInvalidXml saveXmlDataOnly useXSLTWhenSaving saveThroughXslt showXMLTags
     alwaysMergeEmptyNamespace updateFields hdrShapeDefaults footnotePr endnotePr compat docVars rsids m:mathPr
     attachedSchema themeFontLang clrSchemeMapping doNotIncludeSubdocsInStats doNotAutoCompressPictures forceUpgrade
     captions readModeInkLockDown smartTagType sl:schemaLibrary shapeDefaults doNotEmbedSmartTags decimalSymbol
     listSeparator`,
  ),
  'wp:inline': words('wp', 'extent effectExtent docPr cNvGraphicFramePr a:graphic'),
  'wp:anchor': words(
    'wp',
    `simplePos positionH positionV extent effectExtent
     wrapNone|wrapSquare|wrapTight|wrapThrough|wrapTopAndBottom docPr cNvGraphicFramePr a:graphic`,
  ),
  'pic:pic': words('pic', 'nvPicPr blipFill spPr'),
  'pic:blipFill': words('pic', 'a:blip srcRect|a:srcRect a:tile|a:stretch'),
};

/** Where an element may come more than once; anywhere else in the tables above it may not. */
const REPEATED: ReadonlySet<string> = new Set([
  ...words(
    'w',
    'headerReference footerReference tr tc sdt customXml numPicBullet abstractNum num lvl lvlOverride style',
  ),
  ...words('w', 'tblStylePr activeWritingStyle attachedSchema smartTagType ins del'),
]);

const RANKS: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Object.entries(ORDERS).map(([parent, names]) => [
    parent,
    new Map(
      names.flatMap((place, rank) => {
        const [first = '', ...others] = place.split('|');
        const prefix = first.slice(0, first.indexOf(':') + 1);
        return [first, ...others.map((name) => (name.includes(':') ? name : prefix + name))].map(
          (name): [string, number] => [name, rank],
        );
      }),
    ),
  ]),
);

/** Elements whose properties come before all else. */
const FIRST: Readonly<Record<string, string>> = { 'w:p': 'w:pPr', 'w:r': 'w:rPr', 'w:tc': 'w:tcPr' };

export const checkOrder = (part: string, element: XmlElement): string[] => {
  const ranks = RANKS.get(element.name);
  const first = FIRST[element.name];
  if (ranks === undefined && first === undefined) return [];
  const children = elementsOf(element);
  if (first !== undefined) {
    const late = children.find((child, index) => child.name === first && index > 0);
    return late === undefined
      ? []
      : [problemAt(part, late, `<${first}> must be the first child of <${element.name}>`)];
  }
  const problems: string[] = [];
  let highest: { readonly rank: number; readonly name: string } = { rank: -1, name: '' };
  const seen = new Set<string>();
  for (const child of children) {
    const rank = ranks?.get(child.name);
    if (rank === undefined) continue;
    if (rank < highest.rank) {
      problems.push(
        problemAt(part, child, `<${child.name}> stands after <${highest.name}> in <${element.name}>`),
      );
    } else highest = { rank, name: child.name };
    if (seen.has(child.name) && !REPEATED.has(child.name)) {
      problems.push(problemAt(part, child, `<${child.name}> stands twice in <${element.name}>`));
    }
    seen.add(child.name);
  }
  return problems;
};
