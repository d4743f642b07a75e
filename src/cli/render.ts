/** `platen render TEMPLATE.docx DATA.json -o OUT.docx|OUT.pdf`: one document, no server. */
import { extname } from 'node:path';
import type { Command } from 'commander';
import { compileBeside } from './beside.ts';
import { converterConfig, pdfSettings } from './convert.ts';
import { addDocumentOptions, type DocumentFlags, renderOptions } from './document-options.ts';
import { openDocxWriter } from './docx-writer.ts';
import { readData, writeOutput } from './files.ts';
import { note, startProgress, UsageError } from './terminal.ts';

interface RenderFlags extends DocumentFlags {
  readonly output: string;
}

const run = async (templatePath: string, dataPath: string, flags: RenderFlags): Promise<void> => {
  const format = extname(flags.output).toLowerCase();
  if (format !== '.docx' && format !== '.pdf')
    throw new UsageError(`${flags.output}: the output must end in .docx or .pdf.`);
  if (format === '.docx' && (flags.tagged === true || flags.pdfa === true))
    throw new UsageError(`${flags.output}: --tagged and --pdfa are for PDF.`);
  const options = await renderOptions(flags);
  const progress = startProgress();
  const data = readData(dataPath);
  const { linkTemplate } = await import('../template/index.ts');
  const { program, inspection, template } = await compileBeside(templatePath, flags);
  for (const { message } of inspection.warnings) note(`warning: ${message}`);
  const isLaidOut = format === '.pdf';
  const write = await openDocxWriter(
    linkTemplate(program, template),
    isLaidOut ? { ...flags, fields: 'word' } : flags,
  );
  const { bytes: docx, elsewhere, ...report } = await write(data, { ...options, isLaidOut });
  for (const path of report.missing) note(`missing: ${path}`);
  for (const warning of report.warnings) note(`warning: ${warning}`);
  const noteElsewhere = (): void => {
    for (const warning of elsewhere) note(`warning: ${warning}`);
  };
  if (format === '.docx') {
    noteElsewhere();
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
    if (engine !== 'native') noteElsewhere();
    for (const warning of warnings) note(`warning: ${warning}`);
    writeOutput(flags.output, pdf);
  } finally {
    progress.done();
    await converter.close();
  }
};

export const addRenderCommand = (program: Command): void => {
  const command = program
    .command('render')
    .description('make one document from a template and data, without a server')
    .argument('<template>', 'a DOCX template')
    .argument('<data>', 'a JSON file that holds an object')
    .requiredOption('-o, --output <file>', 'where to write; .docx or .pdf decides the format');
  addDocumentOptions(command).action(run);
};
