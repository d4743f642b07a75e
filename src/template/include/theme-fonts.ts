/**
 * explicitTheme :: two documents → markup of the one, as it looks in the other
 *
 * Fonts and colours of a theme are names that stand for something in their own document (ECMA-376 §20.1.6.9). Where the themes
 * differ, what keeps its look says what they stand for.
 */
import type { DocxPackage } from '../../ooxml/docx.ts';
import { childOf, descendantsOf, escapeAttribute } from '../../ooxml/xml.ts';

const themeFonts = (docx: DocxPackage): Readonly<Record<'major' | 'minor', string | undefined>> => {
  const [part] = docx.partsOf('theme');
  const scheme =
    part === undefined
      ? undefined
      : [...descendantsOf(docx.xml(part))].find(({ name }) => name === 'a:fontScheme');
  const latin = (which: string): string | undefined =>
    childOf(childOf(scheme, which), 'a:latin')?.attribute('typeface');
  return { major: latin('a:majorFont'), minor: latin('a:minorFont') };
};

const themeText = (docx: DocxPackage): string => {
  const [part] = docx.partsOf('theme');
  return part === undefined ? '' : docx.text(part);
};

const COLOUR = /\s\w+:theme(?:Color|Shade|Tint|Fill|FillShade|FillTint)="[^"]*"/g;

export const explicitTheme = (source: DocxPackage, host: DocxPackage): ((markup: string) => string) => {
  if (themeText(source) === themeText(host)) return (markup) => markup;
  const fonts = themeFonts(source);
  return (markup) =>
    markup
      .replace(
        /\sw:(ascii|hAnsi|eastAsia|cs)Theme="(m(?:aj|in)or)(?:Ascii|HAnsi|EastAsia|Bidi)"/g,
        (all, script: string, which: string) => {
          const font = fonts[which as 'major' | 'minor'];
          if (font === undefined || script === 'eastAsia' || script === 'cs')
            return font === undefined ? all : '';
          return ` w:${script}="${escapeAttribute(font)}"`;
        },
      )
      // What it stood for is written beside it.
      .replace(COLOUR, '');
};
