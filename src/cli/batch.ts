/** `platen batch TEMPLATE.docx DATA.csv -o OUT.zip`: a document for each record, no server. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { addDocumentOptions } from './document-options.ts';
import type { BatchFlags } from './run-batch.ts';

const run = async (template: string, data: string, flags: BatchFlags): Promise<void> => {
  const { runBatch } = await import('./run-batch.ts');
  await runBatch(template, data, flags);
};

const countFrom =
  (least: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < least)
      throw new InvalidArgumentError(`It must be a whole number from ${least}.`);
    return value;
  };

const mapping = (text: string, before: Readonly<Record<string, string>>): Record<string, string> => {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write it as "Column=path.to.field".');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
};

export const addBatchCommand = (program: Command): void => {
  const command = program
    .command('batch')
    .description('make a document for each record of a file, without a server')
    .argument('<template>', 'a DOCX template')
    .argument('<data>', 'records: .json (an array), .ndjson, .csv or .xlsx')
    .requiredOption('-o, --output <file>', '.zip for a file each, .pdf or .docx for all in one')
    .addOption(
      new Option('--format <kind>', 'of the documents in a .zip; pdf where left out').choices([
        'docx',
        'pdf',
      ]),
    )
    .addOption(
      new Option('--page-numbers <how>', 'of all in one: each record counts its own, or they go through')
        .choices(['record', 'through'])
        .default('record'),
    )
    .option('--name <pattern>', 'of each file, such as {number}-{customer.name}', '{number}')
    .option('--data <file>', 'a JSON object that all records share; their own values count')
    .option('--report <file>', 'where records that failed are listed; OUTPUT.report.csv where left out')
    .option('--max-failures <count>', 'so many records may fail; with one more it stops', countFrom(0))
    .option('--sheet <name>', 'of a workbook: its name, or its place from 1')
    .option('--header-row <number>', 'the row with the names of the columns', countFrom(1))
    .option('--separator <character>', 'of CSV; "tab" for tabs')
    .option('--encoding <name>', 'such as windows-1252')
    .option(
      '--column <name=path>',
      'where a column goes; "name=" leaves it out. May be given several times',
      mapping,
      {},
    );
  addDocumentOptions(command).action(run);
};
