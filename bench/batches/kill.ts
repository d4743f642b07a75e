/**
 * npm run batch:kill [records] [kills]: three servers on one PostgreSQL make a batch of invoices, and one of them after the other is
 * killed (SIGKILL) in the middle of it. At the end every record has its document once, and was charged for once.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { type ServerProcess, startServerProcess } from '../../test/support/server-process.ts';
import { invoice, template } from './invoices.ts';

const records = Number(process.argv[2] ?? 20_000);
const kills = Number(process.argv[3] ?? 10);
const CREDIT = 1_000_000;

const say = (line: string): void => void process.stdout.write(`${new Date().toISOString()} ${line}\n`);
const check = (fact: boolean, what: string): void => {
  say(`${fact ? 'ok' : 'WRONG'}: ${what}`);
  if (!fact) process.exitCode = 1;
};

interface Job {
  readonly state: string;
  readonly records: { readonly total: number; readonly done: number; readonly failed: number };
  readonly charged: number;
}

const postgres = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), 'platen-kill-'));
const environment = {
  DATABASE_URL: postgres.url,
  PLATEN_PDF_ENGINE: 'native',
  PLATEN_CREDITS: String(CREDIT),
  PLATEN_JOBS: '1',
};
const servers: ServerProcess[] = [];
for (let n = 0; n < 3; n += 1) servers.push(await startServerProcess(environment));
const at = (n: number): ServerProcess => servers[n % servers.length] as ServerProcess;
try {
  const upload = new FormData();
  upload.set('templateKey', 'invoice');
  upload.set('template', new Blob([template()]), 'template.docx');
  await at(0).call('PUT', '/template/upload', { body: upload });
  const lines: string[] = [];
  for (let seed = 1; seed <= records; seed += 1)
    lines.push(`${JSON.stringify({ ...invoice(seed), number: `R${seed}` })}\n`);
  const form = new FormData();
  const request = { templateKey: 'invoice', output: 'PDF', options: { filename: '{number}' } };
  form.set('request', JSON.stringify(request));
  form.set('records', new Blob(lines), 'invoices.ndjson');
  const { id } = (await at(0).call('POST', '/jobs', { body: form })).json as { id: string };
  const jobOf = async (n: number): Promise<Job> => (await at(n).call('GET', `/jobs/${id}`)).json as Job;
  for (let kill = 0; kill < kills; kill += 1) {
    const until = Math.floor((records * (kill + 1)) / (kills + 2));
    for (let job = await jobOf(kill); job.records.done < until && job.state === 'running'; ) {
      await sleep(200);
      job = await jobOf(kill);
    }
    await at(kill).stop('SIGKILL');
    const { records: now } = await jobOf(kill + 1);
    say(`killed server ${(kill % 3) + 1} at ${now.done} of ${now.total}`);
    servers[kill % servers.length] = await startServerProcess(environment);
  }
  let job = await jobOf(0);
  for (; job.state === 'queued' || job.state === 'running'; job = await jobOf(0)) await sleep(500);
  check(job.state === 'completed', `the batch is ${job.state}`);
  check(job.records.done === records && job.records.failed === 0, JSON.stringify(job.records));
  check(job.charged === records, `${job.charged} documents were charged for`);
  const { credit } = (await at(0).call('GET', '/organization')).json as { credit: number };
  check(credit === CREDIT - records, `${CREDIT - credit} credits are gone`);
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const [sum] = (await client.query("select sum(amount)::int as sum from ledger where reason = 'batch'"))
    .rows;
  check(sum.sum === -records, `the ledger says ${sum.sum}`);
  const [usage] = (await client.query("select sum(count)::int as sum from usage_hours where outcome = 'ok'"))
    .rows;
  check(usage.sum === records, `the usage says ${usage.sum}`);
  const left = (await client.query('select count(*)::int as count from jobs where parent_id is not null'))
    .rows;
  check(left[0].count === 0, `${left[0].count} chunks are left`);
  await client.end();
  const file = join(folder, 'result.zip');
  writeFileSync(file, (await at(0).call('GET', `/jobs/${id}/result`)).bytes);
  const names = execFileSync('unzip', ['-Z1', file], { encoding: 'utf8', maxBuffer: 1e9 }).trim().split('\n');
  const wanted = new Set(Array.from({ length: records }, (_one, index) => `R${index + 1}.pdf`));
  const documents = names.filter((name) => wanted.delete(name));
  check(documents.length === records && wanted.size === 0, `${documents.length} documents, one a record`);
  check(names.length === records + 2, `${names.length} files in the ZIP`);
} finally {
  for (const server of servers) await server.stop('SIGTERM');
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
