/** Every screen as a person meets it: accessible, light and dark, within a phone's width, small on the wire. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings, noBrowser, openBrowser, openPage } from '../support/browser.ts';
import { asPerson, makeOwner, OWNER, signIn, wordFile } from '../support/console.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const KB = 1024;

/** An address, and what is there when it has loaded. */
const SCREENS: readonly (readonly [name: string, path: string, ready: string])[] = [
  ['templates', '/', 'text=Certificate'],
  ['one template', '/templates/invoice', '[aria-label="Pages of the document"] canvas'],
  ['usage', '/usage', 'text=Ledger'],
  ['keys', '/settings/keys', 'text=plt_'],
  ['members', '/settings/members', `text=${OWNER.email}`],
  ['organization', '/settings/organization', 'text=Save defaults'],
  ['limits', '/settings/limits', 'text=Other requests a minute'],
  ['profile', '/settings/profile', 'text=Change password'],
];

const DIALOGS: readonly (readonly [name: string, path: string, open: (page: Page) => Promise<void>])[] = [
  [
    'upload with errors',
    '/?upload',
    async (page) => {
      await page
        .getByRole('dialog')
        .locator('input[type="file"]')
        .setInputFiles(await wordFile('Broken.docx', 'Hello {#items}{name'));
      await page.getByText('to put right in Word').waitFor();
    },
  ],
  [
    'upload without errors',
    '/?upload',
    async (page) => {
      await page
        .getByRole('dialog')
        .locator('input[type="file"]')
        .setInputFiles(await wordFile('Fine.docx', 'Hello {name}'));
      await page.getByText('The template takes 1 field').waitFor();
    },
  ],
  [
    'versions',
    '/',
    async (page) => {
      await page.getByRole('button', { name: 'Actions for Invoice' }).click();
      await page.getByRole('menuitem', { name: 'Versions' }).click();
      await page.getByText('In use').waitFor();
    },
  ],
  [
    'new key',
    '/settings/keys',
    async (page) => {
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByLabel('What is it for?').waitFor();
    },
  ],
  [
    'palette',
    '/',
    async (page) => {
      await page.getByText('Certificate').first().waitFor();
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('A template, a page…').waitFor();
    },
  ],
];

describe.skipIf(noBrowser)('the screens of the console (Chromium)', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    await makeOwner(server);
    const context = await browser.newContext({ baseURL: server.address });
    const page = await context.newPage();
    await signIn(page, server.address);
    await asPerson(page, server.address, 'POST', '/organization/examples', {});
    await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  describe.each([{ dark: false }, { dark: true }])('dark: $dark', (look) => {
    test('no serious finding of axe on any screen', async () => {
      const page = await openPage(browser, server.address, look);
      const findings: string[] = [];
      const judge = async (name: string) =>
        findings.push(...(await accessibilityFindings(page)).map((finding) => `${name}: ${finding}`));

      await page.goto('/sign-in');
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await judge('sign-in');
      await page.goto('/setup#token=x');
      await page.getByRole('button', { name: 'Create my account' }).waitFor();
      await judge('setup');
      await page.goto('/invitation#token=x');
      await page.getByText("This invitation can't be used").waitFor();
      await judge('invitation');
      await signIn(page, server.address);
      for (const [name, path, ready] of SCREENS) {
        await page.goto(path);
        await page.locator(ready).first().waitFor();
        await judge(name);
      }
      for (const [name, path, open] of DIALOGS) {
        await page.goto(path);
        await open(page);
        await judge(name);
      }
      expect(findings).toEqual([]);
    }, 180_000);
  });

  test('nothing is wider than a phone', async () => {
    const page = await openPage(browser, server.address, { phone: true });
    await signIn(page, server.address);
    const wide: string[] = [];
    for (const [name, path, ready] of SCREENS.filter(([one]) => one !== 'one template')) {
      await page.goto(path);
      await page.locator(ready).locator('visible=true').first().waitFor();
      const [width, inner] = (await page.evaluate(
        '[document.documentElement.scrollWidth, window.innerWidth]',
      )) as [number, number];
      if (width > inner) wide.push(`${name}: ${width} > ${inner}`);
    }
    expect(wide).toEqual([]);
    await page.getByRole('navigation', { name: 'Main, at the bottom' }).getByText('Templates').click();
    await page.getByRole('button', { name: 'Actions for Invoice' }).waitFor();
  }, 120_000);

  test('the list loads less than 300 KB of compressed JavaScript, and nothing from elsewhere', async () => {
    const page = await openPage(browser, server.address);
    await signIn(page, server.address);
    const sizes: Promise<number>[] = [];
    const foreign: string[] = [];
    page.on('response', (response) => {
      const url = new URL(response.url());
      if (url.origin !== server.address && url.protocol.startsWith('http')) foreign.push(url.href);
      if (url.pathname.endsWith('.js'))
        sizes.push(
          response
            .request()
            .sizes()
            .then((s) => s.responseBodySize),
        );
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.getByText('Certificate').first().waitFor();
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(50 * KB);
    expect(bytes).toBeLessThan(300 * KB);
    expect(foreign).toEqual([]);
  });

  test('without JavaScript a sentence says what is needed', async () => {
    const context = await browser.newContext({ baseURL: server.address, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/');
    expect(await page.locator('body').textContent()).toContain("Platen's console needs JavaScript");
    await context.close();
  });
});
