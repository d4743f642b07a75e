/** Every screen as a person meets it: accessible, light and dark, within a phone's width, small on the wire. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings, noBrowser, openBrowser, openPage } from '../support/browser.ts';
import { OWNER, startConsoleServer, wordFile } from '../support/console.ts';
import type { TestServer } from '../support/server.ts';
import { aColleague, anOwner, type Visitor } from '../support/visitor.ts';
import { signIn } from './template-support.ts';

const KB = 1024;

/** An address, and what is there when it has loaded. */
const SCREENS: readonly (readonly [name: string, path: string, ready: string])[] = [
  ['templates', '/', 'text=Certificate'],
  ['one template', '/templates/invoice', '[aria-label="Pages of the document"] canvas'],
  ['usage', '/usage', 'text=Ledger'],
  ['calls', '/activity/calls', 'text=No calls yet'],
  ['jobs', '/activity/jobs', 'text=No jobs yet'],
  ['webhooks', '/activity/webhooks', 'text=No endpoint yet'],
  ['batch', '/batch', 'role=button[name=/Certificate/]'],
  ['keys', '/settings/keys', 'text=plt_'],
  ['documentation', '/docs', 'text=All of them, compared'],
  ['a page of it', '/docs/errors', 'text=What upload accepts'],
  ['the API reference', '/docs/reference', 'text=Examples in'],
  ['nothing there', '/nowhere', 'text=There is nothing here'],
  // Whoever is signed in stands beside every screen as well.
  ['members', '/settings/members', `td:has-text("${OWNER.email}")`],
  ['organization', '/settings/organization', 'text=Save defaults'],
  ['prelude', '/settings/prelude', 'text=Save prelude'],
  ['audit log', '/settings/audit', 'text=Uploaded template'],
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
  let owner: Visitor;
  beforeAll(async () => {
    server = await startConsoleServer();
    owner = await anOwner(server, OWNER.email);
  });
  afterAll(() => server?.close());

  const call = async (method: string, path: string, json?: unknown): Promise<unknown> => {
    const { status, text, json: answer } = await owner.call(method, path, json === undefined ? {} : { json });
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
    return answer;
  };
  const paint = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  };
  /** What axe finds on what is shown now, in the light and in the dark. */
  const judge = async (page: Page, name: string): Promise<readonly string[]> => {
    const light = await accessibilityFindings(page);
    await paint(page, 'dark');
    const dark = await accessibilityFindings(page, 'colours');
    await paint(page, 'light');
    return [...light.map((finding) => `${name}: ${finding}`), ...dark.map((it) => `${name}, dark: ${it}`)];
  };

  test('no serious finding of axe before anybody is signed in, light and dark', async () => {
    const page = await openPage(server.address);
    const findings: string[] = [];
    const { link } = (await call('POST', '/organization/invitations', { role: 'member' })) as {
      link: string;
    };
    for (const [name, path, ready] of [
      ['sign-in', '/sign-in', 'role=button[name="Sign in"]'],
      ['setup', '/setup#token=x', 'role=button[name="Create my account"]'],
      ['invitation that is none', '/invitation#token=x', "text=This invitation can't be used"],
      ['invitation', link, 'role=button[name=/^Join /]'],
    ] as const) {
      // Another token is no other page to a browser.
      await page.goto('about:blank');
      await page.goto(path);
      await page.locator(ready).waitFor();
      findings.push(...(await judge(page, name)));
    }
    const gone = await aColleague(owner, { email: 'gone@example.com', name: 'Gone' });
    const { members } = (await call('GET', '/organization/members')) as {
      members: { email: string; id: string }[];
    };
    const { id = '' } = members.find(({ email }) => email === 'gone@example.com') ?? {};
    await call('DELETE', `/organization/members/${id}`);
    await signIn(page, gone);
    await page.goto('/');
    await page.getByText('You belong to no organization').waitFor();
    findings.push(...(await judge(page, 'no organization')));
    expect(findings).toEqual([]);
  });

  test('no serious finding of axe on any screen, light and dark', async () => {
    const page = await openPage(server.address);
    await signIn(page, owner);
    const findings: string[] = [];
    await page.goto('/');
    await page.getByText('Your first document in under a minute').waitFor();
    findings.push(...(await judge(page, 'no templates yet')));
    await call('POST', '/organization/examples', {});
    await page.goto('/settings/keys');
    await page.getByText('plt_').first().waitFor();
    for (const [name, path, ready] of SCREENS) {
      // As its links do it. That each has an address to begin with is seen on the phone.
      expect(await page.locator(ready).count(), `${name} before it is opened`).toBe(0);
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
      await page.locator(ready).first().waitFor();
      findings.push(...(await judge(page, name)));
    }
    expect(findings).toEqual([]);
  });

  test('no serious finding of axe on any dialog, light and dark', async () => {
    const page = await openPage(server.address);
    await signIn(page, owner);
    const findings: string[] = [];
    for (const [name, path, open] of DIALOGS) {
      await page.goto(path);
      await open(page);
      findings.push(...(await judge(page, name)));
    }
    expect(findings).toEqual([]);
  });

  test('nothing is wider than a phone', async () => {
    const page = await openPage(server.address, { phone: true });
    await signIn(page, owner);
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
  });

  test('the documentation is open to who is signed out: pages, links between them, search, code to copy', async () => {
    const page = await openPage(server.address);
    await page.goto('/docs/templates#row-currency');
    await page.getByRole('heading', { level: 1, name: 'Writing templates' }).waitFor();
    await expect.poll(() => page.locator('[data-target]').getAttribute('id')).toBe('row-currency');
    await expect.poll(() => page.evaluate('window.scrollY')).toBeGreaterThan(1000);
    // From page to page without loading anew, and to a place on it.
    await page.getByRole('searchbox').fill('data_invalid');
    await page
      .getByRole('list', { name: 'Found' })
      .getByRole('link', { name: /^data_invalid/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor();
    await expect.poll(() => page.locator('[data-target]').getAttribute('id')).toBe('row-data_invalid');
    await page.goto('/docs/api');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('curl -X PUT');
    await page.goto('/docs/no-such-page');
    await page.getByText('There is nothing here').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').waitFor();
  });

  test('the API reference shows every operation, with this server in its examples', async () => {
    const page = await openPage(server.address);
    await page.goto('/docs/reference#generateDocument');
    const generate = page.getByRole('region', { name: 'POST /template/generate' });
    await generate.waitFor();
    const { json } = await owner.call('GET', '/openapi.json');
    const ids = Object.values((json as { paths: Record<string, object> }).paths).flatMap((methods) =>
      Object.values(methods).map((one: { operationId: string }) => one.operationId),
    );
    const shown = (await page.evaluate(
      '[...document.querySelectorAll("h3[id]")].map(({ id }) => id)',
    )) as string[];
    expect(shown.sort()).toEqual(ids.filter((id) => !/By(Post|Delete)$/.test(id)).sort());
    await generate.getByText('Needs the scope generate').waitFor();
    for (const [language, sign] of [
      ['Go', 'package main'],
      ['C#', 'using var client'],
    ] as const) {
      await page.getByLabel('Examples in').selectOption({ label: language });
      await expect.poll(() => generate.locator('pre').last().textContent()).toContain(sign);
      expect(await generate.locator('pre').last().textContent()).toContain(
        `${server.address}/template/generate`,
      );
    }
    await generate.getByText('How it works').click();
    await generate.getByText('Idempotency-Key').first().waitFor();
  });

  test('the list loads less than 300 KB of compressed JavaScript, and nothing from elsewhere', async () => {
    const page = await openPage(server.address, { first: true });
    await signIn(page, owner);
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
    const browser = await openBrowser();
    const context = await browser.newContext({ baseURL: server.address, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/');
    expect(await page.locator('body').textContent()).toContain("Platen's console needs JavaScript");
    await context.close();
  });
});
