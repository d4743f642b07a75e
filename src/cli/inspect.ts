/** `platen inspect TEMPLATE.docx`: fields, schema, sample data and lint errors as JSON. */
import type { Command } from 'commander';
import { PlatenError } from '../errors.ts';
import { parseDelimiter, readInput } from './files.ts';
import { EXIT, say } from './terminal.ts';

const run = async (
  path: string,
  flags: { readonly delimiter: string; readonly static?: true; readonly controls?: true },
): Promise<void> => {
  const file = readInput(path);
  const { compileTemplate } = await import('../template/index.ts');
  try {
    const { inspection } = compileTemplate(file, {
      delimiter: parseDelimiter(flags.delimiter),
      static: flags.static === true,
      controls: flags.controls === true,
    });
    say(JSON.stringify({ ...inspection, errors: [] }, null, 2));
  } catch (error) {
    // A template's errors are the result of this command, not a failure to run it; the exit code still tells.
    if (!(error instanceof PlatenError) || error.code !== 'template_invalid') throw error;
    say(
      JSON.stringify(
        { fields: [], schema: null, sample: null, warnings: [], errors: error.details ?? [] },
        null,
        2,
      ),
    );
    process.exitCode = EXIT.failed;
  }
};

export const addInspectCommand = (program: Command): void => {
  program
    .command('inspect')
    .description(
      'print what a template takes (fields, JSON Schema, sample data) and what is wrong with it, as JSON',
    )
    .argument('<template>', 'a DOCX template')
    .option('--delimiter <name>', 'BRACES, DOUBLE_BRACES, DOUBLE_SQUARE_BRACKETS or TRIPLE_PLUS', 'BRACES')
    .option('--static', 'what looks like the tags of another engine is meant as text')
    .option('--controls', 'content controls and form fields are filled by their names')
    .action(run);
};
