/** What was typed is not lost: a reload, an ended session, a restart of the server, a second tab, a new version. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { expectOffline, forgetServer, noBrowser, openPage, soon } from '../support/browser.ts';
import { docx, p } from '../support/build.ts';
import { startConsoleServer } from '../support/console.ts';
import type { TestServer } from '../support/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { anOwner, PASSWORD } from '../support/visitor.ts';
import {
  type Desk,
  openTemplate,
  type PageOptions,
  signIn,
  startDesk,
  textOf,
  write,
} from './template-support.ts';

const TEMPLATE = docx(p('{title} by {author}'));

describe.skipIf(noBrowser)('what was typed', () => {
  let server: TestServer;
  let desk: Desk;

  beforeAll(async () => {
    server = await startConsoleServer();
    desk = await startDesk(server);
    await desk.upload('letter', TEMPLATE, 'Letter');
  });

  afterAll(async () => {
    await server?.close();
  });

  const open = async (options: PageOptions = {}): Promise<Page> => {
    const page = await desk.page({ as: 'json', ...options });
    await openTemplate(page, 'letter');
    await page.getByLabel('Data as JSON').waitFor();
    return page;
  };

  const isKept = (page: Page, words: string) =>
    soon(() =>
      page.evaluate(
        `Object.values({ ...localStorage }).some((text) => text.includes(${JSON.stringify(words)}))`,
      ),
    ).toBe(true);

  it('is there after a reload, even right after the last key, with its options', async () => {
    const page = await open();
    await write(page, '{"title": "typed", "half": ');
    await page.getByRole('button', { name: /^Options/ }).click();
    await page.getByLabel('File name').fill('My file');
    await page.keyboard.press('Escape');
    await page.reload();
    await soon(() => textOf(page)).toBe('{"title": "typed", "half": ');
    await page.getByRole('button', { name: 'Options, 1 set' }).click();
    await soon(() => page.getByLabel('File name').inputValue()).toBe('My file');
  });

  it('stays on the screen when the session has ended, and the preview goes on after signing in', async () => {
    const page = await open();
    await write(page, '{"title": "before", "author": "me"}');
    await soon(() => page.getByRole('region', { name: 'Pages of the document' }).textContent()).toContain(
      'before',
    );
    // The session ends between the last key and the request for the preview: whatever else asks, asks later.
    await page.route(
      '**/template/preview',
      async (route) => {
        await page.context().clearCookies();
        await route.continue();
      },
      { times: 1 },
    );
    await write(page, '{"title": "after", "author": "me"}');
    const back = async () => {
      const dialog = page.getByRole('dialog', { name: 'You were signed out' });
      await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await back();
    await soon(() => page.getByRole('region', { name: 'Pages of the document' }).textContent()).toContain(
      'after',
    );
    await soon(() => textOf(page)).toBe('{"title": "after", "author": "me"}');

    // The dialog may come at any moment, by a request that nobody made: here, since another tab has signed out.
    await write(page, '{"title": "half", "author": ');
    await page.context().clearCookies();
    await page.evaluate(`new BroadcastChannel('platen-session').postMessage('changed')`);
    await back();
    await soon(() => textOf(page)).toBe('{"title": "half", "author": ');
  });

  it('says when there is too much of it to keep', async () => {
    const page = await open();
    await write(page, JSON.stringify({ title: 'x'.repeat(2_000_001), author: 'me' }));
    await page.getByText('too large to be kept in this browser').waitFor();
    await write(page, '{"title": "small again"}');
    await isKept(page, 'small again');
    await soon(() => page.getByText('too large to be kept in this browser').count()).toBe(0);
  });

  it('is told to both of two tabs, each of which can take over what the other changed', async () => {
    const first = await open();
    await write(first, '{"title": "in the first"}');
    await isKept(first, 'in the first');
    const second = await first.context().newPage();
    await openTemplate(second, 'letter');
    await second.getByText('This template is open in another tab as well.').waitFor();
    await first.getByText('This template is open in another tab as well.').waitFor();
    await write(second, '{"title": "in the second"}');
    const banner = first.getByText('The data of this template was changed in another tab.');
    await banner.waitFor();
    await first.getByRole('button', { name: 'Take over the changes' }).click();
    await soon(() => textOf(first)).toBe('{"title": "in the second"}');
    await soon(() => banner.count()).toBe(0);
    await second.close();
  });

  it('stays when the template gets a new version, whose fields are shown', async () => {
    await desk.upload('changing', docx(p('{old}')), 'Changing');
    const page = await desk.page({ as: 'json' });
    await openTemplate(page, 'changing');
    await write(page, '{"old": "kept"}');
    await page.getByRole('treeitem').getByText('old', { exact: true }).waitFor();
    // As another person does it; this page hears of it when somebody looks at it again.
    await desk.upload('changing', docx(p('{old} {brandNew}')), 'Changing');
    // What is five seconds old is asked for again.
    await page.evaluate('{ const { now } = Date; Date.now = () => now() + 5_500; }');
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await page.getByRole('treeitem').getByText('brandNew', { exact: true }).waitFor();
    await page.getByText('This template has a new file: version 2.').waitFor();
    await soon(() => textOf(page)).toBe('{"old": "kept"}');
    await soon(() => page.getByTestId('problem-counts').textContent()).toContain('1 missing');
  });

  it('goes to the list when the template is deleted', async () => {
    await desk.upload('gone', TEMPLATE, 'Gone');
    const page = await desk.page();
    await openTemplate(page, 'gone');
    await page.getByRole('button', { name: 'More actions for Gone' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete template' }).click();
    await soon(() => new URL(page.url()).pathname).toBe('/');
    await page.goto('/templates/gone');
    await page.getByText('There is no template with the key “gone”.').waitFor();
  });
});

describe.skipIf(noBrowser)('a restart of the server', () => {
  let running: ServerProcess | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'platen-restart-'));

  afterEach(async () => {
    await forgetServer(running?.address ?? '');
    await running?.stop('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  it('is waited for, and nothing is lost', async () => {
    const environment = { PORT: String(await freePort()), PLATEN_DATA: folder };
    running = await startServerProcess(environment);
    const owner = await anOwner(running);
    const body = new FormData();
    body.set('templateKey', 'letter');
    body.set('template', new Blob([new Uint8Array(TEMPLATE)]), 'letter.docx');
    await owner.call('PUT', '/template/upload', { body });
    const page = await openPage(running.address);
    await signIn(page, owner);
    await page.addInitScript(`localStorage.setItem('platen:data-as', '"json"')`);
    await openTemplate(page, 'letter');
    await write(page, '{"title": "before", "author": "me"}');
    const pages = page.getByRole('region', { name: 'Pages of the document' });
    await soon(() => pages.textContent()).toContain('before');

    expectOffline(page);
    await running.stop('SIGTERM');
    await write(page, '{"title": "meanwhile", "author": "me"}');
    await page.getByText("can't be reached").first().waitFor();
    running = await startServerProcess(environment);
    await soon(() => pages.textContent()).toContain('meanwhile');
    await soon(() => textOf(page)).toBe('{"title": "meanwhile", "author": "me"}');
  });
});

/** Below those that systems give to whoever asks for any: while the server is away, nobody else gets its port. */
const freePort = async (): Promise<number> => {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
};
