/** `platen serve` (what `npm start` runs): the server, until it is told to stop. */
import type { Command } from 'commander';
import { CONFIG_VARIABLES, loadConfig } from '../config.ts';
import { frame, note } from './terminal.ts';

/** What the first start has to say, and each until the link is used: together, and not to be taken for a line of the log. */
const welcome = (key: string | undefined, link: string | undefined): void => {
  if (key === undefined && link === undefined) return;
  frame([
    ...(key === undefined ? [] : ['Your API key, which is shown this once:', { strong: key }]),
    ...(link === undefined
      ? []
      : ['Nobody owns this server yet. Open this link to make your account:', { strong: link }]),
  ]);
};

const run = async (): Promise<void> => {
  const { startServer } = await import('../app.ts');
  let key: string | undefined;
  const server = await startServer(loadConfig(), {
    isWatched: true,
    onFirstKey: (secret) => {
      key = secret;
    },
  }).catch((error: unknown) => {
    // It is never shown again, and is good once what failed is put right.
    welcome(key, undefined);
    throw error;
  });
  welcome(key, server.ownerLink);
  note(`Platen serves at ${server.address} (docs at ${server.address}/docs). Stop it with Ctrl-C.`);

  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // A second signal is a person who does not want to wait for the running requests.
    if (stopping) process.exit(1);
    stopping = true;
    note(`${signal}: finishing what runs…`);
    // A person at the keyboard has no balancer that would have to notice.
    const drained = signal === 'SIGTERM' ? server.drain() : Promise.resolve();
    drained.then(server.close).then(
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
