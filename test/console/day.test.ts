/** A person's day, from the first start to a revoked key, in a real browser against a real server. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { accessibilityFindings, noBrowser, openPage, soon } from '../support/browser.ts';
import { docx, p } from '../support/build.ts';
import { signIn as consoleSignIn, OWNER, startConsoleServer, wordFile } from '../support/console.ts';
import { form, type TestServer } from '../support/server.ts';
import { clipboardOf } from './template-support.ts';

const run = promisify(execFile);

describe.skipIf(noBrowser)('a day with the console (Chromium)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startConsoleServer();
  });
  afterAll(async () => {
    await server?.close();
  });

  test('first start, upload, error, fix, fields, preview, key, a call with it, usage, revoke', async () => {
    const page = await openPage(server.address);

    // The link of the first start makes the owner.
    await page.goto(server.ownerLink);
    await page.getByLabel('Your name').fill(OWNER.name);
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.locator('input[autocomplete="new-password"]').fill(OWNER.password);
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByRole('heading', { name: 'Your first document in under a minute' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');

    // A file with a mistake: the paragraph, the tag in it, what to do; nothing is stored.
    await page.getByRole('button', { name: 'Upload template' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .locator('input[type="file"]')
      .setInputFiles(await wordFile('Offer.docx', 'Dear {{customer.name}}, it costs {{total | money}}.'));
    const problem = dialog.getByRole('listitem');
    await problem.getByText('There is no formatter').waitFor();
    await soon(() => problem.locator('mark').textContent()).toBe('{{total | money}}');
    await soon(() => problem.textContent()).toMatch(/unknown_formatter.*paragraph 1.*Did you mean/is);
    await soon(() => dialog.getByRole('radio', { name: /\{\{name\}\}/ }).isChecked()).toBe(true);

    // The corrected file is stored under the proposed name and key.
    await dialog
      .locator('input[type="file"]')
      .setInputFiles(await wordFile('Offer.docx', 'Dear {{customer.name}}, it costs {{total | number}}.'));
    await dialog.getByText('The template takes 2 fields').waitFor();
    await soon(() => dialog.getByLabel('Key').inputValue()).toBe('offer');
    await dialog.getByRole('button', { name: 'Store template' }).click();
    await dialog.getByText('Offer is ready.').waitFor();
    await dialog.getByRole('link', { name: 'Open and try it' }).click();

    // One template: its fields, and a preview with sample data that costs nothing.
    await page.getByRole('heading', { name: 'Offer' }).waitFor();
    await page.getByRole('tree', { name: 'Fields of the template' }).getByText('total').waitFor();
    await page.getByLabel('Pages of the document').locator('canvas').first().waitFor();
    expect(await creditOf(server)).toBe(1000);

    // A key, shown once, that works at once.
    await page.goto('/settings/keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('What is it for?').fill('Nightly job');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByTestId('new-key').textContent()) ?? '';
    expect(key).toMatch(/^plt_/);
    // The command that is shown, as it is copied, in a shell.
    const folder = mkdtempSync(join(tmpdir(), 'platen-day-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const command = page.getByRole('dialog').getByText(`curl '${server.address}/template/generate'`);
    await command.waitFor();
    await page.getByRole('button', { name: 'Copy command' }).click();
    const shown = (await command.textContent()) ?? '';
    await soon(() => clipboardOf(page)).toBe(shown);
    const generate = async (): Promise<string> =>
      (await run('bash', ['-c', `${shown} -sS -w '%{http_code}'`], { cwd: folder })).stdout;
    expect(await generate()).toBe('200');
    expect(readFileSync(join(folder, 'document.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await soon(() => page.getByText(key).count()).toBe(0);

    // Usage shows the document, by template, and what it cost.
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Usage' })
      .click();
    // Today is the last column; those before it are empty.
    await page.locator('.recharts-bar-rectangle').last().waitFor();
    const legend = page.locator('.recharts-legend-wrapper, .mantine-BarChart-legend').first();
    await legend.getByText('Offer').waitFor();
    await page.getByRole('cell', { name: 'Document from Offer' }).waitFor();
    await soon(() => page.getByRole('cell', { name: '999' }).count()).toBe(1);
    // A row leads to its call, which says who it was.
    await page
      .getByRole('row', { name: /Document from Offer/ })
      .getByRole('link')
      .click();
    await page.getByRole('region', { name: 'Calls' }).getByText('Nightly job').first().waitFor();

    // Revoked: the same call is refused.
    await page.goto('/settings/keys');
    await page.getByRole('button', { name: 'Revoke Nightly job' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Nightly job is revoked').waitFor();
    await expect.poll(generate, { timeout: 5_000 }).toBe('401');

    // Who did that is found among all changes, and can be taken elsewhere.
    await page.goto('/settings/audit');
    await page.getByLabel('Find in all of it').fill('revoked nightly');
    await soon(() => page.getByRole('row').count()).toBe(2);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('audit.csv');
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/^\uFEFFtime,who,which,what\r\n.*Nightly job/s);
  });

  test('why yesterday’s call failed: found, read, tried again', async () => {
    const page = await openPage(server.address);
    await consoleSignIn(page, server.address);
    await page.goto('/settings/organization');
    await page.getByLabel('Keep what was sent as data').click({ force: true });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The log is kept as you say.').waitFor();
    await server.call('PUT', '/template/upload', {
      body: form({ templateKey: 'reminder', template: docx(p('Dear {name}, due {day | date}')) }),
    });
    const generate = (day: string, id: string) =>
      server.call('POST', '/template/generate', {
        json: {
          ...{ templateKey: 'reminder', output: 'DOCX', data: { name: 'Grace', day } },
          options: { version: 1, locale: 'de-AT', translations: { de: { Dear: 'Liebe' } } },
        },
        headers: { 'x-request-id': id },
      });
    // Keys are remembered for half a second, with what their organization wanted.
    await soon(async () => {
      await generate('never', 'shop-4711');
      const { json } = await server.call('GET', '/organization/calls?limit=1');
      return (json as { entries: { hasData: boolean }[] }).entries[0]?.hasData;
    }).toBe(true);

    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Activity' })
      .click();
    await page.getByRole('link', { name: 'Calls' }).click();
    const calls = page.getByRole('region', { name: 'Calls' });
    await page.getByText('Failed', { exact: true }).click();
    await page.getByLabel('Search the calls').fill('SHOP-4711');
    await soon(() => new URL(page.url()).search).toBe('?status=failed&search=SHOP-4711');
    await calls.getByText('400 data_invalid').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);

    // As a file, and as they come.
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'All of these as CSV' }).click();
    const csv = readFileSync(await (await downloading).path(), 'utf8')
      .trim()
      .split('\n');
    expect(csv[0]).toMatch(/^time,kind,status,code/);
    for (const line of csv.slice(1)) expect(line).toMatch(/,generate,400,data_invalid,.*,shop-4711,/);
    await page.getByLabel('Live').click({ force: true });
    await page.getByText('Waiting for calls.').waitFor();
    await generate('never', 'shop-4711-late');
    await page.getByText('1 new call since you watch.').waitFor();
    await page.getByLabel('Live').click({ force: true });
    await calls
      .getByRole('button', { name: /^reminder, data_invalid/ })
      .first()
      .click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('{day | date}').first().waitFor();
    await drawer.getByText('shop-4711').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Save as sample set…' }).click();
    const saving = page.getByRole('dialog', { name: 'Save the data as a sample set' });
    await saving.getByLabel('Name').fill('The call that failed');
    await saving.getByRole('button', { name: 'Save set' }).click();
    await page.getByText('is saved with the template').waitFor();
    const kept = '/template/samples?templateKey=reminder&name=The%20call%20that%20failed';
    expect((await server.call('GET', kept)).json).toMatchObject({
      data: { name: 'Grace', day: 'never' },
      options: { locale: 'de-AT', translations: { de: { Dear: 'Liebe' } } },
    });
    await page.getByRole('button', { name: 'Try again in the studio' }).click();
    await page.waitForURL('**/templates/reminder');
    await page.getByText('The call has asked for version 1.').waitFor();
    await page.getByLabel('Name', { exact: true }).first().waitFor();
    await soon(() => page.getByLabel('Name', { exact: true }).first().inputValue()).toBe('Grace');
    // What has no field among the options holds all the same, and is shown.
    await page.getByRole('button', { name: 'Options, 2 set' }).click();
    await page.getByText('translations: {"de":{"Dear":"Liebe"}}').waitFor();
    await page.getByRole('button', { name: 'Take them away' }).click();
    await page.getByRole('button', { name: 'Options, 1 set' }).waitFor();
  });

  const creditOf = (on: TestServer): Promise<unknown> =>
    on.call('GET', '/organization').then(({ json }) => (json as { credit: unknown }).credit);
});
