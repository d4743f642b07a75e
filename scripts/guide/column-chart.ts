/** A column chart as Word makes one, with a tag as its title. */
const C = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const texts = (address: string, values: readonly string[]): string =>
  `<c:strRef><c:f>${address}</c:f><c:strCache><c:ptCount val="${values.length}"/>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:strCache></c:strRef>`;
const series = (index: number, name: string, values: readonly number[], colour: string): string =>
  `<c:ser><c:idx val="${index}"/><c:order val="${index}"/><c:tx>${texts(`Sheet1!$${'BC'[index]}$1`, [name])}</c:tx><c:spPr><a:solidFill><a:srgbClr val="${colour}"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/><c:cat>${texts('Sheet1!$A$2:$A$3', ['A', 'B'])}</c:cat><c:val><c:numRef><c:f>Sheet1!$${'BC'[index]}$2:$${'BC'[index]}$3</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="2"/>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache></c:numRef></c:val></c:ser>`;
const axis = (name: string, id: number, other: number, position: string, more: string): string =>
  `<c:${name}><c:axId val="${id}"/><c:scaling/><c:delete val="0"/><c:axPos val="${position}"/>${more}<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="BFBFBF"/></a:solidFill></a:ln></c:spPr><c:crossAx val="${other}"/></c:${name}>`;
const LETTERS =
  '<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="900"><a:latin typeface="Calibri"/></a:defRPr></a:pPr><a:endParaRPr lang="en-GB"/></a:p></c:txPr>';

export const columnChart = {
  part: (title: string): string =>
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<c:chartSpace xmlns:c="${C}" xmlns:a="${A}"><c:roundedCorners val="0"/><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:rPr lang="en-GB" sz="900" b="0"/><a:t>${escaped(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>${series(0, 'One', [3, 5], '00586B')}${series(1, 'Two', [2, 4], '8FD0DC')}<c:gapWidth val="80"/><c:axId val="1"/><c:axId val="2"/></c:barChart>${axis('catAx', 1, 2, 'b', '')}${axis('valAx', 2, 1, 'l', '<c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="E0E0E0"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>')}</c:plotArea><c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/></c:chart>${LETTERS}</c:chartSpace>`,
  /** 11 by 5 cm, in a line of its own. */
  drawing: (number: number): string =>
    `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="3960000" cy="1800000"/><wp:docPr id="${900 + number}" name="Chart ${number}"/><a:graphic><a:graphicData uri="${C}"><c:chart xmlns:c="${C}" r:id="rIdChart${number}"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
};
