/**
 * What "keep source formatting" adds to styles that come along: the defaults of their own document, which Word applies below
 * every style (ECMA-376 §17.7.5), where those of the template are others.
 */
import { childOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { type Properties, parseProperties, writeProperties } from '../content/word-properties.ts';
import type { StylePart } from './style-part.ts';

/** What Word takes where neither defaults nor styles say anything, for what the template's own defaults may say. */
const UNSAID: Readonly<Record<string, string>> = {
  'w:spacing': '<w:spacing w:before="0" w:after="0" w:line="240" w:lineRule="auto"/>',
  'w:jc': '<w:jc w:val="left"/>',
  'w:ind': '<w:ind w:left="0" w:right="0" w:firstLine="0"/>',
  'w:sz': '<w:sz w:val="20"/>',
  'w:szCs': '<w:szCs w:val="20"/>',
  'w:rFonts':
    '<w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="Times New Roman" w:cs="Times New Roman"/>',
  'w:kern': '<w:kern w:val="0"/>',
  'w:color': '<w:color w:val="auto"/>',
};

export interface SourceLook {
  readonly hasSameDefaults: boolean;
  /** A style that came along; the first of a chain carries the defaults. */
  ofStyle(markup: string, carries: boolean): string;
}

interface Defaults {
  readonly paragraph: Properties;
  readonly run: Properties;
}

export const sourceLook = (
  source: StylePart | undefined,
  host: StylePart | undefined,
  theme: (markup: string) => string,
): SourceLook => {
  const [own, theirs] = [defaultsOf(source), defaultsOf(host)];
  const paragraph = carried(own.paragraph, theirs.paragraph);
  const run = carried(own.run, theirs.run);
  return {
    hasSameDefaults: paragraph.size === 0 && run.size === 0 && theme(THEME_PROBE) === THEME_PROBE,
    ofStyle: (markup, carries) => {
      if (!carries) return theme(markup);
      const withParagraph = into(markup, 'pPr', paragraph);
      return theme(into(withParagraph, 'rPr', run));
    },
  };
};

/** Whatever the theme changes shows in it. */
const THEME_PROBE = '<w:rFonts w:asciiTheme="minorHAnsi"/><w:rFonts w:asciiTheme="majorHAnsi"/>';

const defaultsOf = (part: StylePart | undefined): Defaults => {
  const defaults = childOf(part?.root, 'w:docDefaults');
  const read = (outer: string, inner: string): Properties => {
    const properties = childOf(childOf(defaults, outer), inner);
    const all = properties === undefined ? [] : elementsOf(properties);
    return new Map(all.map((one: XmlElement) => [one.name, part?.source.slice(one.start, one.end) ?? '']));
  };
  return { paragraph: read('w:pPrDefault', 'w:pPr'), run: read('w:rPrDefault', 'w:rPr') };
};

/** What has to be said so that the template's defaults do not show. */
const carried = (own: Properties, theirs: Properties): Properties => {
  const all = new Map<string, string>();
  for (const name of new Set([...own.keys(), ...theirs.keys()])) {
    const [mine, other] = [own.get(name), theirs.get(name)];
    if (mine === other) continue;
    const said = mine ?? UNSAID[name];
    if (said !== undefined) all.set(name, said);
  }
  return all;
};

/** Below what the style itself says. */
const into = (markup: string, kind: 'pPr' | 'rPr', defaults: Properties): string => {
  if (defaults.size === 0) return markup;
  const [whole] = new RegExp(`<w:${kind}>.*?</w:${kind}>|<w:${kind}/>`, 's').exec(markup) ?? [];
  const own = parseProperties(whole ?? '');
  const text = writeProperties(`w:${kind}`, new Map([...defaults, ...own]));
  if (whole !== undefined) return markup.replace(whole, () => text);
  return markup.replace(kind === 'pPr' ? BEFORE_RUN : BEFORE_TABLE, () => text);
};

/** Where a style without them has its properties of paragraphs, and of runs (§17.7.4.17). */
const BEFORE_RUN = /(?=<w:rPr[\s/>]|<w:tblPr[\s/>]|<\/w:style>)/;
const BEFORE_TABLE = /(?=<w:tblPr[\s/>]|<w:trPr[\s/>]|<w:tcPr[\s/>]|<w:tblStylePr[\s/>]|<\/w:style>)/;
