/** Words on the page and fields of the form: each lights the other up, and an error shows where its tag stands. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { noBrowser, soon } from '../support/browser.ts';
import { docx, header, p, pageBreak } from '../support/build.ts';
import { startConsoleServer } from '../support/console.ts';
import type { TestServer } from '../support/server.ts';
import { type Desk, openTemplate, startDesk, write } from './template-support.ts';

const TEMPLATE = docx(
  header('For {name}'),
  p('Dear {name}'),
  p('Due {when | date:"d MMMM yyyy"}'),
  p(pageBreak()),
  p('Yours, {sender}'),
);
const DATA = { name: 'Marguerite', when: '2026-11-16', sender: 'Quillworks' };

describe.skipIf(noBrowser)('the map of the pages', () => {
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

  const open = async (as: 'form' | 'json'): Promise<Page> => {
    const page = await desk.page({ as: 'json' });
    await openTemplate(page, 'letter');
    await write(page, JSON.stringify(DATA));
    await soon(() => pages(page).textContent()).toContain('Dear Marguerite');
    if (as === 'form')
      await page
        .getByRole('radiogroup', { name: 'How the data is shown' })
        .getByText('Form', { exact: true })
        .click();
    return page;
  };
  const pages = (page: Page) => page.getByRole('region', { name: 'Pages of the document' });
  const lights = (page: Page, kind: string) => pages(page).locator(`[data-kind="${kind}"]`);
  /** Over the last letters of a line. */
  const pointAt = async (page: Page, line: string): Promise<void> => {
    // The pages may be drawn once more: where the line stands is asked each time.
    await soon(async () => {
      const box = await pages(page).getByText(line, { exact: true }).boundingBox();
      if (box === null) return 0;
      const [x, y] = [box.x + box.width - 12, box.y + box.height / 2];
      await page.mouse.move(x - 1, y);
      await page.mouse.move(x, y);
      return lights(page, 'pointed').count();
    }).toBeGreaterThan(0);
  };

  it('a word says which tag and which data it comes from, and leads to its field; a field shows all its places', async () => {
    const page = await open('form');
    await pointAt(page, 'Dear Marguerite');
    await soon(() => lights(page, 'pointed').first().textContent()).toBe('{name} · name');
    const lit = page.locator('[data-lit]');
    await soon(() => lit.getAttribute('id')).toBe('field-name');
    await page.mouse.down();
    await page.mouse.up();
    await soon(() => page.evaluate('document.activeElement.id')).toBe('field-name');
    // In the text, and in the header of both pages; those of a page that is far away are there when it is drawn.
    await soon(() => lights(page, 'field').count()).toBeGreaterThan(1);
    await page.mouse.move(2, 2);
    await soon(() => lights(page, 'pointed').count()).toBe(0);
    await soon(() => lit.count()).toBe(0);
    // What is on another page is scrolled to.
    await page.locator('#field-sender').focus();
    await soon(() => page.getByTestId('page-count').textContent()).toBe('2 / 2');
    await soon(() => lights(page, 'field').count()).toBe(1);
    // Typed on: the pages are new, and so are the lights.
    await page.locator('#field-sender').fill('Q');
    await soon(() => pages(page).textContent()).toContain('Yours, Q');
    await soon(() => lights(page, 'field').count()).toBe(1);
  });

  it('an error of a tag is marked where the tag stood last', async () => {
    const page = await open('json');
    await write(page, JSON.stringify({ ...DATA, when: 'never' }));
    await soon(() => page.getByRole('alert').textContent()).toContain('when');
    await soon(() => lights(page, 'error').count()).toBe(1);
    await soon(() => lights(page, 'error').textContent()).toMatch(/never/);
    await write(page, JSON.stringify(DATA));
    await soon(() => lights(page, 'error').count()).toBe(0);
  });
});
