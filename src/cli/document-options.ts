/** Options of the commands that make documents from templates: one, or one for each record. */
import { type Command, Option } from 'commander';
import type { RenderOptions } from '../template/index.ts';
import { ENGINES, PDFA_OPTION, TAGGED_OPTION } from './convert.ts';
import { UsageError } from './terminal.ts';

export interface DocumentFlags {
  readonly delimiter: string;
  readonly locale?: string;
  readonly timezone?: string;
  readonly currency?: string;
  readonly missing?: (typeof MISSING)[number];
  readonly engine?: (typeof ENGINES)[number];
  readonly tagged?: boolean;
  readonly pdfa?: boolean;
  readonly static?: boolean;
  readonly fields?: (typeof FIELDS)[number];
  readonly controls?: boolean;
}

const FIELDS = ['computed', 'word'] as const;
const MISSING = ['empty', 'keep', 'error'] as const;

export const renderOptions = async ({
  locale,
  timezone,
  currency,
  missing,
}: DocumentFlags): Promise<RenderOptions> => {
  const { isCurrency, isLocale, isTimezone } = await import('../regional.ts');
  const check = (
    what: string,
    text: string | undefined,
    isKnown: (text: string) => boolean,
    such: string,
  ): void => {
    if (text !== undefined && !isKnown(text))
      throw new UsageError(`"${text}" is no ${what}. Write one such as ${such}.`);
  };
  check('locale', locale, isLocale, 'de-DE');
  check('time zone', timezone, isTimezone, 'Europe/Berlin');
  check('currency', currency, isCurrency, 'EUR');
  return {
    ...(locale !== undefined && { locale }),
    ...(timezone !== undefined && { timezone }),
    ...(currency !== undefined && { currency }),
    ...(missing !== undefined && { missing }),
  };
};

export const addDocumentOptions = (command: Command): Command =>
  command
    .option('--delimiter <name>', 'BRACES, DOUBLE_BRACES, DOUBLE_SQUARE_BRACKETS or TRIPLE_PLUS', 'BRACES')
    .option('--static', 'what looks like the tags of another engine is meant as text')
    .option('--controls', 'content controls and form fields are filled by their names')
    .option('--locale <tag>', 'for the formatters, such as de-DE')
    .option('--timezone <name>', 'for the formatters, such as Europe/Berlin')
    .option('--currency <code>', 'for the formatters, such as EUR')
    .addOption(new Option('--missing <mode>', 'what data that is missing becomes').choices(MISSING))
    .addOption(
      new Option('--fields <who>', 'fills in tables of contents and pages of a .docx').choices(FIELDS),
    )
    .addOption(new Option('--engine <name>', 'what makes a PDF').choices(ENGINES))
    .option(...TAGGED_OPTION)
    .option(...PDFA_OPTION);
