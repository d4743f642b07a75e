/** kill -9 in the middle of everything: one server on SQLite; one after the other of three on PostgreSQL. */
import { type Machines, startMachines } from '../../test/support/machines.ts';
import { startSqliteSubject } from './sqlite-subject.ts';
import { BOOKS, type Books, type Row, SETTINGS, Trial } from './trial.ts';

export const killOnSqlite = async (rounds: number): Promise<Row> => {
  const subject = await startSqliteSubject();
  try {
    const trial = await Trial.start(subject);
    for (let round = 0; round < rounds; round += 1)
      await trial.round(async () => {
        await subject.server.stop('SIGKILL');
        await subject.start();
      });
    return await trial.end('kill -9, one server on SQLite');
  } finally {
    await subject.close();
  }
};

export const booksOf =
  ({ database }: Machines) =>
  async (): Promise<Books> => {
    const [row] = await database.sql(BOOKS);
    return Object.fromEntries(
      Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]),
    ) as unknown as Books;
  };

/** One that does not come up is started again: the test's own S3 server fails now and then over what is removed while it lists. */
const startAsSupervised = async (machines: Machines): Promise<void> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      await machines.start();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
};

const ATTEMPTS = 5;

export const killOnPostgres = async (rounds: number): Promise<Row> => {
  const machines = await startMachines(3, SETTINGS);
  try {
    const trial = await Trial.start({ address: machines.balancer.address, books: booksOf(machines) });
    for (let round = 0; round < rounds; round += 1) {
      await trial.round(async () => {
        const [oldest] = machines.servers;
        if (oldest !== undefined) await machines.end(oldest, 'SIGKILL');
      });
      await startAsSupervised(machines);
      await machines.balancer.ready(3);
    }
    return await trial.end('kill -9, one of three servers on PostgreSQL');
  } finally {
    await machines.close();
  }
};
