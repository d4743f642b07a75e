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

/** Without a bucket: the S3 server of the tests can't list any more what a killed client has sent half of. */
export const killOnPostgres = async (rounds: number): Promise<Row> => {
  const machines = await startMachines(3, SETTINGS, { isWithBucket: false });
  try {
    const trial = await Trial.start({ address: machines.balancer.address, books: booksOf(machines) });
    for (let round = 0; round < rounds; round += 1) {
      await trial.round(async () => {
        const [oldest] = machines.servers;
        if (oldest !== undefined) await machines.end(oldest, 'SIGKILL');
      });
      await machines.start();
      await machines.balancer.ready(3);
    }
    return await trial.end('kill -9, one of three servers on PostgreSQL');
  } finally {
    await machines.close();
  }
};
