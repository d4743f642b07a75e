/** What goes wrong in a person's day: wrong files, markup in names, an ended session, another tab, a restart. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectOffline, noBrowser, openPage, soon } from '../support/browser.ts';
import { makeOwner, OWNER, signIn, startConsoleServer, wordFile } from '../support/console.ts';
import { form, type TestServer } from '../support/server.ts';

describe.skipIf(noBrowser)('trouble in the console (Chromium)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startConsoleServer();
    await makeOwner(server);
  });
  afterAll(async () => {
    await server?.close();
  });

  const signedIn = async (): Promise<Page> => {
    const page = await openPage(server.address);
    await signIn(page, server.address);
    return page;
  };
  const upload = async (templateKey: string, templateName: string, text: string): Promise<void> => {
    const { buffer } = await wordFile('x.docx', text);
    const body = form({ templateKey, templateName, overwrite: 'true', template: buffer });
    expect((await server.call('POST', '/template/upload', { body })).status).toBe(200);
  };
  const choose = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) => {
    await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(file);
  };

  test('files that are no template are refused with the reason, before they are sent', async () => {
    const page = await signedIn();
    const sent: string[] = [];
    page.on('request', (request) => request.url().includes('/template/check') && sent.push(request.url()));
    await page.goto('/?upload');
    const alert = page.getByRole('dialog').getByRole('alert');
    const files = [
      ['notes.txt', Buffer.from('hello'), /not a Word document/],
      ['old.doc', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /old format/],
      ['paper.pdf', Buffer.from('%PDF-1.7'), /is a PDF/],
      ['empty.docx', Buffer.alloc(0), /is empty/],
    ] as const;
    for (const [name, buffer, reason] of files) {
      await choose(page, { name, mimeType: 'application/octet-stream', buffer });
      await alert.filter({ hasText: reason }).waitFor();
    }
    // By its path: the bytes would go through the test's own wire otherwise.
    const folder = mkdtempSync(join(tmpdir(), 'platen-huge-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'huge.docx'), Buffer.alloc(20 * 1024 * 1024 + 1, 'PK\u0003\u0004'));
    await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(join(folder, 'huge.docx'));
    await alert.filter({ hasText: /may have 20 MB/ }).waitFor();
    expect(sent).toEqual([]);

    // A ZIP that is no Word document gets past the first look; the server says what it is.
    await choose(page, {
      name: 'zip.docx',
      mimeType: 'application/zip',
      buffer: Buffer.from('PK\u0003\u0004junk'),
    });
    await alert.filter({ hasNotText: 'may have 20 MB' }).waitFor();
    expect(sent).toHaveLength(1);
  });

  test('a file that is dropped on the page is checked and stored', async () => {
    const page = await signedIn();
    await page.goto('/');
    await page.getByRole('button', { name: 'Upload template' }).waitFor();
    const { buffer } = await wordFile('x.docx', 'Hello [[name]]');
    const transfer = await page.evaluateHandle(
      `(() => { const t = new DataTransfer(); t.items.add(new File([Uint8Array.from(atob('${buffer.toString('base64')}'), (c) => c.charCodeAt(0))], 'Dropped letter.docx')); return t; })()`,
    );
    await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer });
    await page.getByText('Drop it to upload').waitFor();
    await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The template takes 1 field').waitFor();
    await soon(() => dialog.getByRole('radio', { name: /\[\[name\]\]/ }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Store template' }).click();
    await dialog.getByText('Dropped letter is ready.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Dropped letter', exact: true }).waitFor();
  });

  test('markup in names is shown as it is written', async () => {
    const name = '<img src=x onerror=alert(1)> & <b>"Co"</b>';
    await upload('a/<b>&"\u00e9"..%2F', name, 'Hello {name}');
    const page = await signedIn();
    await page.goto('/');
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    await page.goto('/');
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete template' }).click();
    await page.getByText('was deleted').waitFor();
    await soon(() => page.getByRole('link', { name, exact: true }).count()).toBe(0);
  });

  test('a session that ends in the middle of a form costs nothing that was typed', async () => {
    const page = await signedIn();
    await page.goto('/settings/organization');
    await page.getByLabel('Name of the organization').fill('Typed before the end');
    // It ends at the moment of saving: whatever else the page asks for, asks later.
    await page.route('**/organization', async (route) => {
      if (route.request().method() !== 'GET') await page.context().clearCookies();
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Save name' }).click();
    const dialog = page.getByRole('dialog', { name: 'You were signed out' });
    await soon(() => dialog.getByLabel('E-mail').inputValue()).toBe(OWNER.email);
    const password = dialog.locator('input[autocomplete="current-password"]');
    await password.fill('not the password');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByRole('alert').waitFor();
    await page.unrouteAll();
    await password.fill(OWNER.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The name is changed.').waitFor();
    await soon(() => page.getByLabel('Name of the organization').inputValue()).toBe('Typed before the end');
    await page.getByRole('button', { name: 'Organization: Typed before the end' }).waitFor();
  });

  test('the second of two who replace the same template is told, and may insist', async () => {
    await upload('shared', 'Shared', 'One {a}');
    const page = await signedIn();
    await page.goto('/');
    await page.getByRole('button', { name: 'Actions for Shared' }).click();
    await page.getByRole('menuitem', { name: 'Replace file…' }).click();
    await choose(page, await wordFile('mine.docx', 'Mine {a} {b}'));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This file becomes the draft of version 2 of Shared').waitFor();
    await upload('shared', 'Shared', 'Theirs {a}');
    await dialog.getByRole('button', { name: 'Store as version 2' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'is at version 2' }).waitFor();
    await dialog.getByRole('button', { name: 'Replace anyway' }).click();
    await page.getByText('Shared has a new file.').waitFor();
    await soon(() => dialog.count()).toBe(0);

    // All three are there, and the first comes back as the fourth.
    await page.getByRole('button', { name: 'Actions for Shared' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download version 2' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.docx$/);
    await page.getByRole('button', { name: 'Go back to version 1' }).click();
    const question = page.getByRole('dialog', { name: 'Go back to version 1?' });
    await question.getByRole('button', { name: 'Go back to version 1' }).click();
    await page.getByText('The file of version 1 is in use again, as version 4.').waitFor();
    await page.getByRole('button', { name: 'Download version 4' }).waitFor();
  });

  test('rename keeps the key', async () => {
    await upload('to-rename', 'Before', 'Hello {name}');
    const page = await signedIn();
    await page.goto('/');
    await page.getByRole('button', { name: 'Actions for Before' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('After');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /After.*to-rename/ }).waitFor();
  });

  test('a slow network: the list has an outline, an upload says how far it is, and all arrives', async () => {
    await upload('slow', 'Slow boat', 'Hello {name}');
    const page = await signedIn();
    const list = Promise.withResolvers<void>();
    await page.route('**/template/list*', async (route) => {
      await list.promise;
      await route.continue();
    });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Templates' }).waitFor();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    expect(await page.getByText('Your first document in under a minute').count()).toBe(0);

    // A template can be uploaded while the list is on its way. Each share that was sent is noted as it is shown.
    await page.evaluate(`{
      window.shares = [];
      new MutationObserver(() => {
        const share = /Sending: (\\d+) %/.exec(document.body.textContent)?.[1];
        if (share !== undefined) shares.push(Number(share));
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    }`);
    const session = await page.context().newCDPSession(page);
    const throughput = (bytes: number) =>
      session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 50,
        downloadThroughput: bytes,
        uploadThroughput: bytes,
      });
    await throughput(100_000);
    await page.getByRole('button', { name: 'Upload template' }).click();
    // Text without a pattern does not get smaller in the file.
    const much = randomBytes(150_000).toString('base64');
    await choose(page, await wordFile('Heavy.docx', 'Hello {name}', much));
    await page.getByText('The template takes 1 field').waitFor();
    const shares = (await page.evaluate('shares')) as number[];
    expect(shares.some((share) => share > 0 && share < 100)).toBe(true);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    await throughput(-1);
    list.resolve();
    await page.getByRole('dialog').getByRole('button', { name: 'Store template' }).click();
    await page.getByText('Heavy is ready.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Heavy', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Slow boat', exact: true }).waitFor();
  });

  test('search and sort from the keyboard', async () => {
    await upload('zebra', 'Zebra crossing', 'Hello {name}');
    await upload('apple', 'Apple pie', 'Hello {name}');
    const page = await signedIn();
    await page.goto('/');
    await page.getByRole('link', { name: 'Apple pie', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Key', exact: true }).click();
    const names = () => page.locator('tbody tr td:first-child a').allInnerTexts();
    await soon(async () => (await names())[0]).toBe('Apple pie');
    await page.getByRole('button', { name: 'Key', exact: true }).click();
    await soon(async () => (await names())[0]).toBe('Zebra crossing');
    await page.locator('main').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('pie apple');
    await soon(names).toEqual(['Apple pie']);
    // On a German keyboard it is Shift 7.
    await page.locator('main').focus();
    await page.evaluate(`document.querySelector('main').dispatchEvent(
      new KeyboardEvent('keydown', { key: '/', code: 'Digit7', shiftKey: true, bubbles: true, cancelable: true }))`);
    await soon(() => page.evaluate('document.activeElement.type')).toBe('search');
    await page.locator('main').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).getByText('Generate the preview now').waitFor();
  });

  test('another tab that changes the organization is followed', async () => {
    const page = await signedIn();
    await page.goto('/settings/organization');
    const other = await page.context().newPage();
    await other.goto('/');
    await other.getByRole('button', { name: /^Organization: / }).click();
    await other.getByRole('menuitem', { name: 'New organization' }).click();
    await other.getByRole('dialog').getByLabel('Name').fill('Second & Sons');
    await other.getByRole('button', { name: 'Create organization' }).click();
    await other.getByRole('button', { name: 'Organization: Second & Sons' }).waitFor();
    await page.getByRole('button', { name: 'Organization: Second & Sons' }).waitFor();
    await soon(() => page.getByLabel('Name of the organization').inputValue()).toBe('Second & Sons');
  });

  test('someone who is invited joins as a member, without the settings of admins', async () => {
    const page = await signedIn();
    await page.goto('/settings/members');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('E-mail (optional)').fill('mary@example.com');
    await page.getByRole('button', { name: 'Make the link' }).click();
    const link = (await page.getByTestId('invitation-link').textContent()) ?? '';
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('cell', { name: 'mary@example.com', exact: true }).waitFor();

    const mary = await openPage(server.address);
    await mary.goto(link);
    await mary.getByLabel('Your name').fill('Mary <i>Somerville</i>');
    await mary.locator('input[autocomplete="new-password"]').fill('celestial mechanics');
    await mary.getByRole('button', { name: /^Join / }).click();
    await mary.getByRole('button', { name: 'Upload template' }).waitFor();
    await mary.goto('/settings');
    await mary.getByRole('heading', { name: 'Limits' }).waitFor();
    expect(await mary.getByRole('link', { name: 'API keys' }).count()).toBe(0);

    await page.reload();
    await page.getByRole('combobox', { name: 'Role of Mary <i>Somerville</i>' }).click();
    await page.getByRole('option', { name: 'admin' }).click();
    await page.getByText('The role is changed.').waitFor();
    await mary.reload();
    await mary.getByRole('link', { name: 'API keys' }).waitFor();
    await page.getByRole('button', { name: 'Remove Mary <i>Somerville</i>' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('no longer belongs to the organization').waitFor();
    await mary.reload();
    await mary.getByText('You belong to no organization').waitFor();
  });

  test('a server that is away is waited for', async () => {
    const page = await signedIn();
    await page.goto('/settings/limits');
    await page.getByText('Other requests a minute').waitFor();
    await page.getByText('of 10,000').waitFor();
    expectOffline(page);
    await page.context().setOffline(true);
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Usage' })
      .click();
    await page.getByText("The server can't be reached. Trying again…").waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Ledger' }).waitFor();
    await soon(() => page.getByText("The server can't be reached").count()).toBe(0);
  });
});
