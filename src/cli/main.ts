/**
 * The command line: `npm run -s platen -- COMMAND`. Exit codes: 0, 1 for failed work, 2 for wrong use.
 * Commands import what they run only when they run: help and wrong use answer without loading the server.
 */
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { version } from '../installation.mjs';
import { addAdminCommands } from './admin.ts';
import { addBatchCommand } from './batch.ts';
import { addConvertCommand } from './convert.ts';
import { addInspectCommand } from './inspect.ts';
import { addRenderCommand } from './render.ts';
import { addServeCommand } from './serve.ts';
import { EXIT, note, showError, UsageError } from './terminal.ts';

const program = new Command('platen')
  .description('Word templates and JSON in, finished DOCX and PDF out.')
  .version(version())
  .showHelpAfterError('(--help says how it is used)')
  .exitOverride();
addServeCommand(program);
addRenderCommand(program);
addBatchCommand(program);
addConvertCommand(program);
addInspectCommand(program);
addAdminCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has already written its message; help and version end with 0, wrong use with 2.
    process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  } else if (error instanceof ConfigError) {
    note(`platen: ${error.message}`);
    process.exitCode = EXIT.usage;
  } else {
    showError(error);
    process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}
