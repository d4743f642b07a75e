/** The document beside its data: previews while typing, pages and zoom, downloads that charge, errors at their place. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noBrowser, soon } from '../support/browser.ts';
import { bookmark, docx, hyperlink, p, pageBreak } from '../support/build.ts';
import { startConsoleServer } from '../support/console.ts';
import { paragraphs } from '../support/read.ts';
import type { TestServer } from '../support/server.ts';
import {
  type Desk,
  exampleFile,
  openTemplate,
  type PageOptions,
  startDesk,
  textOf,
  write,
} from './template-support.ts';

/** A page an item. */
const PAGES = docx(
  p('Report on {subject}'),
  p('{FOR x IN list}'),
  p('Item {$x}'),
  p(pageBreak()),
  p('{END-FOR x}'),
);

const LINKS = docx(
  p(hyperlink('https://example.com/a?b=<i>&c', 'To a page')),
  p(hyperlink('mailto:ada@example.com', 'To Ada')),
  p(hyperlink('javascript:document.title="broken"', 'To nowhere')),
  p(hyperlink('file:///etc/hosts', 'To a file')),
  p(hyperlink('#end', 'To the end')),
  p(pageBreak()),
  p(bookmark('end', 'The end')),
);

const dataFor = (subject: string, pages: number): string =>
  JSON.stringify({ subject, list: Array.from({ length: pages }, (_, index) => index + 1) });

describe.skipIf(noBrowser)('the preview', () => {
  let server: TestServer;
  let desk: Desk;

  beforeAll(async () => {
    server = await startConsoleServer({ PLATEN_CREDITS: '10' });
    desk = await startDesk(server);
    await desk.upload('pages', PAGES, 'Pages');
    await desk.upload('links', LINKS, 'Links');
    await desk.upload('report', exampleFile('report'), 'Report');
  });

  afterAll(async () => {
    await server?.close();
  });

  const open = async (key: string, options: PageOptions = {}): Promise<Page> => {
    const page = await desk.page(options);
    await openTemplate(page, key);
    return page;
  };

  const box = (page: Page) => page.getByRole('region', { name: 'Pages of the document' });
  const count = (page: Page) => page.getByTestId('page-count');
  const credit = async (): Promise<number> => {
    const { json } = await server.call('GET', '/organization');
    return (json as { credit: number }).credit;
  };

  it('follows the typing, free of charge, marked, and where it was scrolled to', async () => {
    const page = await open('pages', { as: 'json' });
    await write(page, dataFor('first', 6));
    await soon(() => box(page).textContent()).toContain('Report on first');
    await soon(() => count(page).textContent()).toBe('1 / 6');
    await soon(() => box(page).textContent()).toContain('PREVIEW');
    await soon(() => page.getByTestId('credit').textContent()).toContain('10 credits left');

    await box(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
    await soon(() => count(page).textContent()).toMatch(/^[34] \/ 6$/);
    const before = await box(page).evaluate((element) => element.scrollTop);
    // The pages stay while the next ones are made: never fewer, never blank.
    await page.evaluate(`{
      const box = document.querySelector('[aria-label="Pages of the document"]');
      window.least = Infinity;
      new MutationObserver(() => { window.least = Math.min(window.least, box.querySelectorAll('canvas').length); })
        .observe(box, { childList: true });
    }`);
    await write(page, dataFor('second', 6));
    await soon(() => page.evaluate('window.least')).toBeGreaterThan(0);
    await soon(() => page.evaluate('Number.isFinite(window.least)')).toBe(true);
    expect(await box(page).evaluate((element) => element.scrollTop)).toBe(before);
    await box(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await soon(() => box(page).textContent()).toContain('Report on second');
    expect(await credit()).toBe(10);
  });

  it('asks for the newest data alone, and gives up the rest', async () => {
    const page = await open('pages', { as: 'json' });
    await write(page, dataFor('begin', 1));
    await soon(() => box(page).textContent()).toContain('Report on begin');
    let asked = 0;
    const slow = Promise.withResolvers<void>();
    const aborted: string[] = [];
    page.on('requestfailed', (request) => aborted.push(request.url()));
    await page.route('**/template/preview', async (route) => {
      asked += 1;
      // The first takes longer than the second, and comes after it.
      if (asked === 1) await slow.promise;
      await route.continue().catch(() => {});
    });
    await write(page, dataFor('slow', 1));
    await soon(() => asked).toBe(1);
    await write(page, dataFor('newest', 1));
    await soon(() => box(page).textContent()).toContain('Report on newest');
    await soon(() => aborted.filter((url) => url.endsWith('/template/preview'))).toHaveLength(1);
    expect(asked).toBe(2);
    slow.resolve();
    await page.waitForLoadState('networkidle');
    expect(await box(page).textContent()).toContain('Report on newest');
  });

  it('turns pages and zooms, by buttons and by keys, and follows links', async () => {
    const page = await open('pages', { as: 'json' });
    await write(page, dataFor('zoom', 4));
    await soon(() => count(page).textContent()).toBe('1 / 4');
    await page.getByRole('button', { name: 'Next page (N)' }).click();
    await soon(() => count(page).textContent()).toBe('2 / 4');
    await box(page).focus();
    await page.keyboard.press('n');
    await soon(() => count(page).textContent()).toBe('3 / 4');
    await page.keyboard.press('p');
    await soon(() => count(page).textContent()).toBe('2 / 4');
    const width = () => box(page).evaluate((element) => element.querySelector('canvas')?.clientWidth ?? 0);
    const fitting = await width();
    await page.keyboard.press('1');
    await soon(width).toBe(793);
    await page.keyboard.press('-');
    await soon(width).toBe(661);
    await page.keyboard.press('0');
    await soon(width).toBe(fitting);
    await page.getByRole('button', { name: 'Zoom in (+)' }).click();
    await soon(width).toBeGreaterThan(fitting);
    await page.getByRole('button', { name: 'Fit the width (0)' }).click();
    await soon(width).toBe(fitting);
    // Faster than the page says where it is: each key counts.
    await box(page).focus();
    await box(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await soon(() => count(page).textContent()).toBe('1 / 4');
    await page.evaluate(`{
      const box = document.querySelector('[aria-label="Pages of the document"]');
      for (const key of ['n', 'n', 'n', 'p']) box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }`);
    await soon(() => count(page).textContent()).toBe('3 / 4');

    await openTemplate(page, 'links');
    const links = box(page).getByRole('link');
    const named = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    // Those alone that a browser may follow from here, as what they are.
    await soon(named).toEqual([
      expect.stringMatching(/^https:\/\/example\.com\/a\?b=(%3C|<)i(%3E|>)&c$/),
      'mailto:ada@example.com',
      '#page-2',
    ]);
    await soon(() => links.first().getAttribute('rel')).toBe('noopener noreferrer');
    await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'There.' }));
    const [opened] = await Promise.all([page.waitForEvent('popup'), links.first().click()]);
    await opened.close();
    await page.context().unrouteAll();
    await links.last().click();
    await soon(() => count(page).textContent()).toBe('2 / 2');
  });

  it('comes to rest at every size of the window, where one page just fits and where it just does not', async () => {
    const page = await open('pages', { as: 'json' });
    await write(page, dataFor('rest', 1));
    await soon(() => box(page).textContent()).toContain('Report on rest');
    // Zoom and scrollbars of every frame from here on.
    await page.evaluate(`{
      const box = document.querySelector('[aria-label="Pages of the document"]');
      const frame = () => [box.clientWidth, box.clientHeight, box.querySelector('canvas')?.clientWidth].join(' ');
      const next = () => new Promise(requestAnimationFrame);
      window.changes = async () => {
        for (let wait = 0; wait < 4; wait++) await next();
        let changes = 0;
        let last = frame();
        for (let at = 0; at < 8; at++) {
          await next();
          if (frame() !== last) changes += 1;
          last = frame();
        }
        return changes;
      };
      window.spare = () => box.clientHeight - box.firstElementChild.offsetHeight;
    }`);
    const restless: string[] = [];
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate('window.changes()');
      const fits = 900 - Number(await page.evaluate('window.spare()'));
      for (let height = fits - 24; height <= fits + 16; height += 8) {
        await page.setViewportSize({ width, height });
        if (Number(await page.evaluate('window.changes()')) > 2) restless.push(`${width}×${height}`);
      }
    }
    expect(restless).toEqual([]);
  });

  it('keeps a zoom that is chosen while the next pages are drawn', async () => {
    const page = await open('pages', { as: 'json' });
    await write(page, dataFor('large', 2));
    await soon(() => box(page).textContent()).toContain('Report on large');
    await box(page).focus();
    await page.keyboard.press('1');
    const drawn = () =>
      box(page).evaluate((element) => [...element.querySelectorAll('canvas')].map((it) => it.width));
    await soon(drawn).toEqual([793, 793]);
    // The key comes at the worst moment: the size of the new pages is settled, and none of them is in the box yet.
    await page.evaluate(`{
      const box = document.querySelector('[aria-label="Pages of the document"]');
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (...given) {
        if (this.ariaHidden === 'true' && !this.isConnected) {
          HTMLCanvasElement.prototype.getContext = getContext;
          box.dispatchEvent(new KeyboardEvent('keydown', { key: '-', bubbles: true }));
          window.pressed = true;
        }
        return getContext.apply(this, given);
      };
    }`);
    await write(page, dataFor('smaller', 2));
    await soon(() => box(page).textContent()).toContain('Report on smaller');
    expect(await page.evaluate('window.pressed')).toBe(true);
    await soon(drawn).toEqual([661, 661]);
  });

  it('downloads as PDF and as Word document, for a credit each, and says what is left', async () => {
    const page = await open('pages', { as: 'json' });
    await write(page, dataFor('paid', 1));
    await soon(() => box(page).textContent()).toContain('Report on paid');
    const first = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    await page.getByText('One credit was used. 9 credits left.').waitFor();
    const pdf = await first;
    expect(pdf.suggestedFilename()).toBe('Pages.pdf');
    expect(
      readFileSync(await pdf.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const second = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Choose the format of the download' }).click();
    await page.getByRole('menuitem', { name: 'Download as Word (DOCX)' }).click();
    const word = await second;
    expect(word.suggestedFilename()).toBe('Pages.docx');
    expect(paragraphs(new Uint8Array(readFileSync(await word.path())))).toContain('Report on paid');
    await soon(() => page.getByTestId('credit').textContent()).toContain('8 credits left');
    expect(await credit()).toBe(8);
  });

  it('names what was missing and unused, and shows errors at the data they are about', async () => {
    const page = await open('report', { as: 'json' });
    await soon(() => count(page).textContent()).toBe('1 / 2');
    await write(page, '{"title": "Short", "more": true}');
    await soon(() => page.getByTestId('render-facts').textContent()).toMatch(/\d+ missing.*1 unused/);
    await write(page, '{\n  "title": "x",\n  "period": {"from": 1}\n}');
    const alert = page.getByRole('alert').filter({ hasText: 'Text is expected here' });
    await alert.waitFor();
    await soon(() => alert.textContent()).toContain('{period}');
    // What the server quotes is shown as code, without the signs around it.
    expect(await alert.textContent()).not.toContain('`');
    await alert.getByRole('button', { name: 'Show period in the data' }).first().click();
    await soon(() => page.evaluate('getSelection().toString()')).toBe('{"from": 1}');
    // The old pages are still there, and the new ones come when it is mended.
    await soon(() => count(page).textContent()).toMatch(/\d/);
    // While the JSON is broken, what was wrong before is not what is wrong now.
    await write(page, '{"title": "x", "period": ');
    await soon(() => alert.count()).toBe(0);
    await write(page, '{"title": "Mended"}');
    await soon(() => box(page).textContent()).toContain('Mended');
    await soon(() => alert.count()).toBe(0);
  });

  it('generates at Ctrl+Enter, on a phone too, where tabs stand in for columns', async () => {
    const page = await open('pages', { as: 'json', phone: true });
    await page.getByLabel('Data as JSON').waitFor();
    expect(await box(page).count()).toBe(0);
    await write(page, dataFor('phone', 1));
    await page.keyboard.press('Control+Enter');
    await soon(() => box(page).textContent()).toContain('Report on phone');
    await soon(() => page.getByRole('tab', { name: 'Preview' }).getAttribute('aria-selected')).toBe('true');
    for (const tab of ['Form', 'JSON', 'Fields', 'Code']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tabpanel').waitFor();
    }
    await page.getByRole('tab', { name: 'JSON' }).click();
    expect(JSON.parse(await textOf(page))).toMatchObject({ subject: 'phone' });
  });

  it('loads neither the editor nor the viewer for the list of templates', async () => {
    const page = await desk.page({ first: true });
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto('/');
    await page.getByRole('link', { name: 'Pages', exact: true }).first().waitFor();
    const heavy = (paths: readonly string[]) => paths.filter((path) => /pdf|create-editor|worker/.test(path));
    expect(heavy(loaded)).toEqual([]);
    await page.getByRole('link', { name: 'Pages', exact: true }).first().click();
    await soon(() => heavy(loaded).some((path) => /pdf\.worker/.test(path))).toBe(true);
  });
});
