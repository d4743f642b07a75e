/** A batch from a spreadsheet, walked in a real browser; jobs, webhooks and deliveries beside it. */
import { readFileSync } from 'node:fs';
import { writeXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guessColumns } from '../../src/console/screens/batch/guess-columns.ts';
import { openZip, readEntry } from '../../src/ooxml/zip-read.ts';
import { accessibilityFindings, noBrowser, openPage, soon } from '../support/browser.ts';
import { docx, p } from '../support/build.ts';
import { makeOwner, signIn, startConsoleServer } from '../support/console.ts';
import { paragraphs } from '../support/read.ts';
import { startReceiver } from '../support/receiver.ts';
import { form, type TestServer } from '../support/server.ts';

const TEMPLATE = docx(
  p('{customer.name}, {customer.city}'),
  p('{amount | number}, due {due | date}{IF second}, again{END-IF}'),
  p('{closing}'),
);

const ROWS = [
  ['Open invoices'],
  ['Invoice', 'Customer name', 'City', 'Amount', 'Due', 'Second', 'Note'],
  ...Array.from({ length: 25 }, (_, index) => [
    `R-${index + 1}`,
    index % 2 === 0 ? 'Ada' : 'Bob',
    'London',
    100 + index,
    index === 4 ? 'soon' : new Date(Date.UTC(2026, 2, 16)),
    index % 2 === 0,
    'x',
  ]),
];

const field = (path: string, kind = 'text') => ({ path, kind: kind as 'text', optional: false, usedIn: [] });

test('columns are guessed by path, by words and by the last name, each field once', () => {
  const fields = ['customer.name', 'customer.address.city', 'amount', 'first_name'].map((path) =>
    field(path),
  );
  const all = [...fields, field('lines', 'list'), field('lines[].text')];
  const names = [
    'amount',
    'Customer Name',
    'City',
    'FirstName',
    'lines[0].text',
    'lines[1].text',
    'name',
    'Other',
    'Amount',
  ];
  expect(guessColumns(names, all)).toEqual({
    amount: 'amount',
    'Customer Name': 'customer.name',
    City: 'customer.address.city',
    FirstName: 'first_name',
    'lines[0].text': 'lines[0].text',
    'lines[1].text': 'lines[1].text',
    name: '',
    Other: '',
    Amount: '',
  });
});

test('a name that two objects have is that of the object to which the other columns go', () => {
  const fields = ['recipient.name', 'recipient.title', 'recipient.street', 'sender.name', 'sender.street'];
  const all = fields.map((path) => field(path));
  expect(guessColumns(['Name', 'Title', 'Street'], all)).toEqual({
    Name: 'recipient.name',
    Title: 'recipient.title',
    Street: 'recipient.street',
  });
  expect(guessColumns(['Name'], all)).toEqual({ Name: '' });
});

describe.skipIf(noBrowser)('batches in the console (Chromium)', () => {
  let server: TestServer;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    server = await startConsoleServer({ PLATEN_WEBHOOK_PRIVATE: 'true' });
    receiver = await startReceiver();
    await makeOwner(server);
    const stored = await server.call('POST', '/template/upload', {
      body: form({
        templateKey: 'reminder',
        templateName: 'Payment reminder',
        delimiter: 'BRACES',
        template: TEMPLATE,
      }),
    });
    expect(stored.status).toBe(200);
  });
  afterAll(async () => {
    await receiver?.close();
    await server?.close();
  });

  const findings: string[] = [];
  const judge = async (page: Page, step: string): Promise<void> => {
    for (const finding of await accessibilityFindings(page)) findings.push(`${step}: ${finding}`);
  };

  test('an endpoint, then template, file, columns, run, result, report, and what the endpoint was told', async () => {
    const page = await openPage(server.address);
    await signIn(page, server.address);

    // Somebody wants to be told.
    await page.goto('/activity/webhooks');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByLabel('Address').fill(`${receiver.url}/hook`);
    await judge(page, 'new endpoint');
    await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
    await soon(() => page.getByTestId('webhook-secret').textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have copied it' }).click();

    // The list of jobs is empty, and leads to a batch.
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByText('No jobs yet').waitFor();
    await page.getByRole('link', { name: 'New batch' }).click();
    await page.getByRole('button', { name: /Payment reminder/ }).click();

    // A file that is none, then a workbook whose names stand in the second row of the second sheet.
    const chooser = page.locator('input[type="file"]');
    await chooser.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') });
    await page.getByText('photo.png is no file of records').waitFor();
    const book = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['nothing']] },
        { name: 'Open', rows: ROWS },
      ],
    });
    await chooser.setInputFiles({ name: 'open.xlsx', mimeType: '', buffer: Buffer.from(book) });
    await page.getByRole('combobox', { name: 'Sheet' }).click();
    await page.getByRole('option', { name: 'Open' }).click();
    await page.getByLabel('Row with the names').fill('2');
    await page.getByRole('columnheader', { name: 'Customer name' }).waitFor();
    await judge(page, 'file');
    await page.getByRole('main').getByRole('button', { name: 'Columns', exact: true }).last().click();

    // Columns found their fields, what is left out and what is not filled is said, and so is what would fail.
    const fieldOf = (column: string) =>
      page.getByRole('combobox', { name: `Field for the column ${column}` }).inputValue();
    await page.getByRole('region', { name: 'Columns and fields' }).waitFor();
    await soon(() => fieldOf('Customer name')).toBe('customer.name');
    await soon(() => fieldOf('City')).toBe('customer.city');
    await soon(() => fieldOf('Invoice')).toBe('Leave it out');
    await page.getByRole('region', { name: 'Fields without a column' }).getByLabel('closing').fill('Yours');
    await page.getByText('1 of the first 20 records would fail').waitFor();
    await page.locator('[aria-label="Pages of the document"] canvas').first().waitFor();
    await page.getByRole('combobox', { name: 'Field for the column City' }).click();
    await page.getByRole('option', { name: 'Leave it out' }).click();
    await page
      .getByRole('region', { name: 'Fields without a column' })
      .getByLabel('customer.city')
      .fill('Paris');
    await judge(page, 'columns');
    await page.getByRole('main').getByRole('button', { name: 'Run', exact: true }).last().click();

    // It runs to its end here, with the record that failed in its report.
    await page.getByLabel('Names of the files').fill('{number}-{customer.name}');
    await page.getByText('Word', { exact: true }).click();
    await page.getByLabel('Stop where more records fail than').fill('3');
    await judge(page, 'run');
    await page.getByRole('button', { name: 'Make the documents' }).click();
    await page.getByText('24 documents ready; 1 record could not be made.').waitFor();
    await page.getByRole('cell', { name: /"soon" is no date/ }).waitFor();
    await judge(page, 'done');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Download/ }).click(),
    ]);
    const zip = openZip(readFileSync(await download.path()));
    const names = [...zip.entries.keys()];
    expect(names.filter((name) => name.endsWith('.docx'))).toHaveLength(24);
    const letter = zip.entries.get('1-Ada.docx');
    expect(letter && paragraphs(readEntry(letter))).toEqual([
      'Ada, Paris',
      expect.stringMatching(/^100, due .*2026, again$/),
      'Yours',
    ]);
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Report as CSV' }).click(),
    ]);
    expect(readFileSync(await report.path(), 'utf8')).toMatch(/\r\n5,due,value_unreadable,/);

    // The list has it, and the endpoint was told; it is told again by hand.
    await page.getByRole('link', { name: 'Activity' }).first().click();
    await page.getByRole('button', { name: /Payment reminder, Done/ }).click();
    await page.getByRole('dialog').getByText('24 documents ready').waitFor();
    await judge(page, 'job');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    const endpoint = page.getByRole('article', { name: receiver.url });
    await endpoint.getByRole('button', { name: 'Show deliveries' }).click();
    await page.getByText('Delivered', { exact: true }).waitFor();
    await judge(page, 'deliveries');
    const before = receiver.at('/hook').length;
    await page.getByRole('button', { name: 'Send again: job.completed' }).click();
    await soon(() => receiver.at('/hook').length).toBeGreaterThan(before);

    // It is to be told of more, a new secret, off, and away with it.
    await endpoint.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    await page.getByLabel('Address').fill(`${receiver.url}/other`);
    await page.getByRole('dialog').getByLabel('A template has changed').click();
    await judge(page, 'change an endpoint');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('article', { name: `${receiver.url}/other` })
      .getByText('template.changed')
      .waitFor();
    await endpoint.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'New secret' }).click();
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await soon(() => page.getByTestId('webhook-secret').textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await endpoint.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Switch off' }).click();
    await page.getByText('Switched off').waitFor();
    await endpoint.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove endpoint' }).click();
    await page.getByText('No endpoint yet').waitFor();

    // Callbacks of jobs have a secret of their own, made and shown once here as well.
    const callbacks = page.getByRole('article', { name: 'Callbacks of jobs' });
    await callbacks.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'New secret' }).click();
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await soon(() => page.getByTestId('webhook-secret').textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await callbacks.getByText(/also signed with the secret before/).waitFor();
    await judge(page, 'callbacks');
    expect(findings).toEqual([]);
  });

  test('a batch that runs is called off, and hands out what was made', async () => {
    const records = Array.from({ length: 3000 }, (_, n) => ({ customer: { name: `N${n}` }, amount: 1 }));
    const sent = await server.call('POST', '/jobs', {
      json: { templateKey: 'reminder', output: 'PDF', data: {}, records },
    });
    expect(sent.status).toBe(202);
    const page = await openPage(server.address);
    await signIn(page, server.address);
    await page.goto('/activity/jobs');
    await page.getByRole('button', { name: /Payment reminder, (Running|Waiting)/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Call it off' }).click();
    await page
      .getByRole('dialog')
      .getByText(/called off/i)
      .first()
      .waitFor();
    const { id } = sent.json as { id: string };
    await soon(async () => (await server.call('GET', `/jobs/${id}`)).json).toMatchObject({
      state: 'cancelled',
    });
  });

  test('CSV that can’t be read says why, and is read once its encoding is named', async () => {
    const page = await openPage(server.address, { phone: true, dark: true });
    await signIn(page, server.address);
    await page.goto('/batch?template=reminder');
    const buffer = Buffer.from('customer.name;amount\nM\u00fcller;1,5\n', 'latin1');
    await page.locator('input[type="file"]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('alert').getByText('is not valid utf-8').waitFor();
    await page.getByRole('combobox', { name: 'Encoding' }).click();
    await page.getByRole('option', { name: 'Windows, Western Europe' }).click();
    await page.getByRole('cell', { name: 'Müller' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    const width = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(width).toBe(0);
  });
});
