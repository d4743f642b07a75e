/** `platen serve` (what `npm start` runs): the server, until it is told to stop. */
import type { Command } from 'commander';
import { CONFIG_VARIABLES, loadConfig } from '../config.ts';
import { note } from './terminal.ts';

const showFirstKey = (secret: string): void =>
  note(`\n  This is the first start. Your API key, shown this once:\n\n    ${secret}\n`);

/** At every start until it is used. */
const showOwnerLink = (link: string): void =>
  note(`\n  Nobody owns this server yet. Open this link to make your account:\n\n    ${link}\n`);

const run = async (): Promise<void> => {
  const { startServer } = await import('../app.ts');
  const server = await startServer(loadConfig(), { onFirstKey: showFirstKey });
  if (server.ownerLink !== undefined) showOwnerLink(server.ownerLink);
  note(`Platen serves at ${server.address} (docs at ${server.address}/docs). Stop it with Ctrl-C.`);

  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // A second signal is a person who does not want to wait for the running requests.
    if (stopping) process.exit(1);
    stopping = true;
    note(`${signal}: finishing what runs…`);
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        note(`The server did not close cleanly: ${error instanceof Error ? error.message : String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
};

export const addServeCommand = (program: Command): void => {
  const width = Math.max(...CONFIG_VARIABLES.map(({ name }) => name.length));
  program
    .command('serve')
    .description('run the server')
    .action(run)
    .addHelpText(
      'after',
      `\nEnvironment:\n${CONFIG_VARIABLES.map(({ name, fallback, meaning }) => `  ${name.padEnd(width)}  ${meaning}${fallback ? ` [${fallback}]` : ''}`).join('\n')}`,
    );
};
