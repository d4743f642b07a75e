/** `platen convert --out-dir DIR FILE.docx…`: many files in one process, a line a file. */
import { basename, join } from 'node:path';
import { type Command, Option } from 'commander';
import { type Config, loadConfig } from '../config.ts';
import { PlatenError } from '../errors.ts';
import type { PdfSettings } from '../service/renderer-ports.ts';
import { makeFolder, readInput, writeOutput } from './files.ts';
import { EXIT, say, startProgress, UsageError } from './terminal.ts';

export const ENGINES = ['auto', 'native', 'libreoffice'] as const;

interface ConvertFlags {
  readonly outDir: string;
  readonly engine?: (typeof ENGINES)[number];
  readonly json?: boolean;
  readonly tagged?: boolean;
  readonly pdfa?: boolean;
}

/** What both commands that make a PDF take. */
export const pdfSettings = ({
  tagged,
  pdfa,
}: {
  readonly tagged?: boolean;
  readonly pdfa?: boolean;
}): PdfSettings => ({
  ...(tagged === true && { tagged }),
  ...(pdfa === true && { conformance: 'PDF/A-2b' as const }),
});

/** Who wants the native engine need not wait for LibreOffice to start. */
export const converterConfig = ({ engine }: { readonly engine?: (typeof ENGINES)[number] }): Config => {
  const config = loadConfig();
  return engine === 'native' ? { ...config, pdfEngine: engine } : config;
};

export const TAGGED_OPTION = ['--tagged', 'with the structure that screen readers need'] as const;
export const PDFA_OPTION = ['--pdfa', 'for archives: PDF/A-2b'] as const;

/** What `--json` prints for each file; the plain line shows the same. */
interface Line {
  readonly file: string;
  readonly engine: string | null;
  readonly pages: number | null;
  readonly ms: number;
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
  readonly error: string | null;
}

const show = (line: Line, json: boolean): void => {
  if (json) {
    say(JSON.stringify(line));
    return;
  }
  const outcome = line.error ?? `${line.engine}\t${line.pages} ${line.pages === 1 ? 'page' : 'pages'}`;
  say(
    [line.file, outcome, `${line.ms} ms`, [...line.reasons, ...line.warnings].join(', ')]
      .join('\t')
      .trimEnd(),
  );
};

const run = async (files: readonly string[], flags: ConvertFlags): Promise<void> => {
  makeFolder(flags.outDir);
  const names = files.map((file) => `${basename(file).replace(/\.docx$/i, '')}.pdf`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new UsageError(`Two of the files would both be written to ${twice}.`);

  const { openConverter } = await import('../app.ts');
  const converter = openConverter(converterConfig(flags));
  const progress = startProgress();
  let failed = 0;
  try {
    for (const [index, file] of files.entries()) {
      progress.step(`${index + 1} of ${files.length}: ${file}`);
      const start = performance.now();
      const elapsed = (): number => Math.round((performance.now() - start) * 10) / 10;
      try {
        const result = await converter.convert(readInput(file), {
          organizationId: 'cli',
          ...(flags.engine && { engine: flags.engine }),
          pdf: pdfSettings(flags),
        });
        writeOutput(join(flags.outDir, names[index] ?? ''), result.pdf);
        progress.done();
        const { engine, pages, reasons, warnings } = result;
        show({ file, engine, pages, ms: elapsed(), reasons, warnings, error: null }, flags.json === true);
      } catch (error) {
        if (!(error instanceof PlatenError || error instanceof UsageError)) throw error;
        failed += 1;
        progress.done();
        show(
          { file, engine: null, pages: null, ms: elapsed(), reasons: [], warnings: [], error: error.message },
          flags.json === true,
        );
      }
    }
  } finally {
    progress.done();
    await converter.close();
  }
  if (failed > 0) process.exitCode = EXIT.failed;
};

export const addConvertCommand = (program: Command): void => {
  program
    .command('convert')
    .description('convert DOCX files to PDF, a line each: name, engine, pages, ms, reasons or warnings')
    .argument('<files...>', 'DOCX files')
    .requiredOption('--out-dir <folder>', 'where the PDF files go; made if needed')
    .addOption(new Option('--engine <name>', 'what makes the PDF').choices(ENGINES))
    .option(...TAGGED_OPTION)
    .option(...PDFA_OPTION)
    .option('--json', 'one JSON object a line: file, engine, pages, ms, reasons, warnings, error')
    .action(run);
};
