/** Which language the document, and each of its paragraphs, is in (`w:lang`, ECMA-376 §17.3.2.20). */
import type { Cascade, ResolvedParagraph } from '../../wml/cascade.ts';
import type { Paragraph, WordDocument } from '../../wml/model.ts';
import { styleChain } from '../../wml/style-sheet.ts';

/** BCP 47 as far as Word writes it; `x-none` is its word for no language. */
export const knownLanguage = (tag: string | undefined): string | undefined =>
  tag !== undefined && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag) ? tag : undefined;

export const documentLanguage = ({ styles, settings }: WordDocument): string | undefined => {
  const normal = styleChain(styles, styles.defaultParagraph).findLast(
    ({ run }) => run.language !== undefined,
  );
  return (
    knownLanguage(normal?.run.language) ??
    knownLanguage(styles.defaults.run.language) ??
    knownLanguage(settings.language)
  );
};

/** The language of most of a paragraph's letters; undefined where it says none. */
export const languageOf = (
  paragraph: Paragraph,
  resolved: ResolvedParagraph,
  cascade: Cascade,
): string | undefined => {
  const letters = new Map<string, number>();
  for (const inline of paragraph.inlines) {
    if (inline.kind !== 'text') continue;
    const language = knownLanguage(cascade.run(inline.run, resolved).language);
    if (language !== undefined) letters.set(language, (letters.get(language) ?? 0) + inline.text.length);
  }
  let most: string | undefined;
  for (const [language, count] of letters) if (count > (letters.get(most ?? '') ?? 0)) most = language;
  return most;
};
