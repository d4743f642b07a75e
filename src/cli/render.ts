/** `platen render TEMPLATE.docx DATA.json -o OUT.docx|OUT.pdf`: one document, no server. */
import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import type { RenderOptions } from '../template/index.ts';
import { converterConfig, ENGINES, PDFA_OPTION, pdfSettings, TAGGED_OPTION } from './convert.ts';
import { parseDelimiter, readInput, writeOutput } from './files.ts';
import { note, startProgress, UsageError } from './terminal.ts';

interface RenderFlags {
  readonly output: string;
  readonly delimiter: string;
  readonly locale?: string;
  readonly timezone?: string;
  readonly currency?: string;
  readonly missing?: (typeof MISSING)[number];
  readonly engine?: (typeof ENGINES)[number];
  readonly tagged?: boolean;
  readonly pdfa?: boolean;
  readonly static?: boolean;
}

const MISSING = ['empty', 'keep', 'error'] as const;

const readData = (path: string): Record<string, never> => {
  const text = new TextDecoder().decode(readInput(path));
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `${path} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new UsageError(`${path} must hold a JSON object.`);
  return data as Record<string, never>;
};

const renderOptions = async ({
  locale,
  timezone,
  currency,
  missing,
}: RenderFlags): Promise<RenderOptions> => {
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

const run = async (templatePath: string, dataPath: string, flags: RenderFlags): Promise<void> => {
  const format = extname(flags.output).toLowerCase();
  if (format !== '.docx' && format !== '.pdf')
    throw new UsageError(`${flags.output}: the output must end in .docx or .pdf.`);
  if (format === '.docx' && (flags.tagged === true || flags.pdfa === true))
    throw new UsageError(`${flags.output}: --tagged and --pdfa are for PDF.`);
  const options = await renderOptions(flags);
  const progress = startProgress();
  const template = readInput(templatePath);
  const data = readData(dataPath);
  const { compileTemplate, linkTemplate, renderDocx } = await import('../template/index.ts');
  const { program, inspection } = compileTemplate(template, {
    delimiter: parseDelimiter(flags.delimiter),
    static: flags.static === true,
  });
  for (const { message } of inspection.warnings) note(`warning: ${message}`);
  const chunks: Uint8Array[] = [];
  const isLaidOut = format === '.pdf';
  const report = renderDocx(
    linkTemplate(program, template),
    data,
    { ...options, isLaidOut },
    {
      write: (chunk) => void chunks.push(chunk),
    },
  );
  for (const path of report.missing) note(`missing: ${path}`);
  for (const warning of report.warnings) note(`warning: ${warning}`);
  const docx = Buffer.concat(chunks);
  if (format === '.docx') {
    writeOutput(flags.output, docx);
    return;
  }
  progress.step('Converting to PDF…');
  const { openConverter } = await import('../app.ts');
  const converter = openConverter(converterConfig(flags));
  try {
    const { pdf, warnings, engine, reasons } = await converter.convert(docx, {
      organizationId: 'cli',
      ...(flags.engine && { engine: flags.engine }),
      pdf: pdfSettings(flags),
    });
    if (engine === 'libreoffice') for (const reason of reasons) note(`by LibreOffice, because of: ${reason}`);
    for (const warning of warnings) note(`warning: ${warning}`);
    writeOutput(flags.output, pdf);
  } finally {
    progress.done();
    await converter.close();
  }
};

export const addRenderCommand = (program: Command): void => {
  program
    .command('render')
    .description('make one document from a template and data, without a server')
    .argument('<template>', 'a DOCX template')
    .argument('<data>', 'a JSON file that holds an object')
    .requiredOption('-o, --output <file>', 'where to write; .docx or .pdf decides the format')
    .option('--delimiter <name>', 'BRACES, DOUBLE_BRACES, DOUBLE_SQUARE_BRACKETS or TRIPLE_PLUS', 'BRACES')
    .option('--static', 'what looks like the tags of another engine is meant as text')
    .option('--locale <tag>', 'for the formatters, such as de-DE')
    .option('--timezone <name>', 'for the formatters, such as Europe/Berlin')
    .option('--currency <code>', 'for the formatters, such as EUR')
    .addOption(new Option('--missing <mode>', 'what data that is missing becomes').choices(MISSING))
    .addOption(new Option('--engine <name>', 'what makes a PDF').choices(ENGINES))
    .option(...TAGGED_OPTION)
    .option(...PDFA_OPTION)
    .action(run);
};
