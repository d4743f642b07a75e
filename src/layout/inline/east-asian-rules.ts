/** eastAsianRules :: paragraph, settings → which rules of East Asian typography hold in it */
import { eastAsianLanguage, languageOfFamily } from '../../fonts/families/east-asian-families.ts';
import type { ResolvedParagraph } from '../../wml/cascade.ts';
import type { LayoutContext } from '../context.ts';
import type { TextFormat } from '../text/text-format.ts';
import type { EastAsianRules } from './east-asian.ts';
import { kinsokuOf } from './kinsoku.ts';

/** The mode of Word 2013, from which on only justified lines give room, and signs beside signs close up in all. */
const MODE_2013 = 15;

export const eastAsianRules = (
  { properties, styleId }: ResolvedParagraph,
  mark: TextFormat,
  { document: { settings }, formats }: LayoutContext,
): EastAsianRules => {
  const { kinsoku, wordWrap, spaceLatin, spaceDigits, overflowPunctuation, alignment } = properties;
  const justified = alignment === 'both' || alignment === 'distribute';
  const language = formats.languageOf(mark.properties);
  // Without a style of any kind, text is as Word's own templates of Korea have it [M].
  const bare = styleId === undefined && languageOfFamily(mark.properties.eastAsia ?? '') === 'ko';
  return {
    kinsoku: kinsoku === false ? undefined : kinsokuOf(settings, language),
    wholeWords: wordWrap ?? !bare,
    spaceLatin: spaceLatin ?? !bare,
    spaceDigits: spaceDigits ?? !bare,
    // Only justified lines hang theirs; since Word 2013 only they give room [M].
    hanging: overflowPunctuation !== false && justified,
    compress: justified || settings.compatibilityMode < MODE_2013 ? settings.compress : 'none',
    // In mode 14, ） and 。 stood a whole square apart in a document that compresses kana, too [M].
    closesUp: settings.compress !== 'none' && settings.compatibilityMode >= MODE_2013,
    mainland: eastAsianLanguage(language) === 'zh-Hans',
  };
};
