/** One template in the browser: what it takes, the data as form and as JSON, and what is told about them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, noBrowser, soon } from '../support/browser.ts';
import { docx, p } from '../support/build.ts';
import { startConsoleServer } from '../support/console.ts';
import type { TestServer } from '../support/server.ts';
import {
  clipboardOf,
  type Desk,
  exampleFile,
  mainThread,
  openTemplate,
  type PageOptions,
  show,
  startDesk,
  textOf,
  write,
} from './template-support.ts';

const FIELDS = docx(
  p('{title} {amount | number:2} {on | date:"d MMMM yyyy"} {IF paid}paid{END-IF} {IF note}{note}{END-IF}'),
  p('{IMAGE logo} {customer.name}'),
  p('{FOR line IN lines}{$line.text} {$line.price | currency}{END-FOR line}'),
  p('{FOR tag IN tags}{$tag}{END-FOR tag}'),
);

const DATA = `{
  "title": "First",
  "amount": 1.10,
  "on": "2026-11-15",
  "paid": false,
  "logo": "",
  "customer": {"name": "Ada"},
  "lines": [
    {"text": "one", "price": 12345678901234567890},
    {"text": "two", "price": 2}
  ],
  "tags": ["x", "y"],
  "extra": {"kept": true}
}`;

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.skipIf(noBrowser)('one template', () => {
  let server: TestServer;
  let desk: Desk;

  const folder = mkdtempSync(join(tmpdir(), 'platen-files-'));

  beforeAll(async () => {
    server = await startConsoleServer();
    desk = await startDesk(server);
    await desk.upload('fields', FIELDS, 'Fields <b>&</b> more');
    for (const name of ['invoice', 'catalogue', 'report']) await desk.upload(name, exampleFile(name), name);
  });

  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (key: string, options: PageOptions = {}): Promise<Page> => {
    const page = await desk.page(options);
    await openTemplate(page, key);
    return page;
  };

  const counts = (page: Page) => page.getByTestId('problem-counts');

  it('shows what it is and what it takes', async () => {
    const page = await open('fields');
    await soon(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Fields <b>&</b> more');
    const tree = page.getByRole('tree', { name: 'Fields of the template' });
    await soon(() => tree.getByRole('treeitem').count()).toBe(12);
    // As many as the upload has told of; `customer` only holds one.
    const { fields } = await desk.owner
      .call('GET', '/template/inspect?templateKey=fields')
      .then(({ json }) => json as { fields: readonly unknown[] });
    await soon(() => page.getByLabel('Find a field').getAttribute('placeholder')).toBe(
      `Find in ${fields.length} fields`,
    );
    await soon(() => tree.getByText('text, optional').count()).toBe(1);
    await soon(() => tree.textContent()).toContain('image');
    await soon(() => tree.getByText('currency').count()).toBe(1);
    await page.getByLabel('Find a field').fill('price');
    await soon(() => tree.getByRole('treeitem').allTextContents()).toHaveLength(2);
    await page.getByRole('button', { name: 'Show all fields' }).click();
    await soon(() => tree.getByRole('treeitem').count()).toBe(12);
  });

  it('helps who writes: its own tags to copy, formatters on its data, the language, what an error means', async () => {
    const page = await open('fields', { as: 'json' });
    await write(page, DATA);
    await page.getByRole('button', { name: 'Help with tags' }).click();
    const help = page.getByRole('complementary', { name: 'Help' });
    const loop = '{FOR line IN lines}{$line.text}{END-FOR line}';
    await help.getByRole('button', { name: `Copy ${loop}` }).click();
    await soon(() => clipboardOf(page)).toBe(loop);
    // What they print is of the engine, and of the data as they are typed.
    const value = help.getByRole('listitem').filter({ hasText: '{customer.name}' });
    await soon(() => value.textContent()).toContain('Ada');
    await write(page, DATA.replace('"Ada"', '"Grace"'));
    await soon(() => value.textContent()).toContain('Grace');

    await help.getByRole('button', { name: 'Formatters on your data' }).click();
    await help.getByLabel('What formatters make of').selectOption('amount');
    const formatters = help.getByRole('list', { name: 'Formatters of amount' });
    await soon(() =>
      formatters.getByRole('listitem').filter({ hasText: '{amount | currency:"EUR"}' }).textContent(),
    ).toContain('€1.10');
    await help.getByLabel('What formatters make of').selectOption('title');
    const ofTitle = help.getByRole('list', { name: 'Formatters of title' });
    await soon(() =>
      ofTitle.getByRole('listitem').filter({ hasText: '{title | upper}' }).textContent(),
    ).toContain('FIRST');
    expect(await accessibilityFindings(page)).toEqual([]);

    await help.getByLabel('Search help').fill('barcode');
    await help.getByRole('link', { name: /^QR codes and barcodes/ }).click();
    await help.getByText('code128').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/templates/fields');
    await help.getByRole('button', { name: 'Back to the overview' }).click();
    await help.getByRole('button', { name: 'Repeating' }).click();
    await help.getByText('END-FOR').first().waitFor();
    await page.keyboard.press('Escape');
    await soon(() => help.count()).toBe(0);

    await write(page, DATA.replace('"2026-11-15"', '"someday"'));
    await page
      .getByRole('button', { name: /^What data_invalid means/ })
      .first()
      .click();
    await soon(() => help.locator('[data-target]').getAttribute('id')).toBe('row-data_invalid');
  });

  it('shows help in the dark and on a phone', async () => {
    const page = await open('fields', { dark: true, phone: true });
    await page.getByRole('button', { name: 'Help with tags' }).click();
    await page.getByRole('button', { name: 'Copy {title}' }).waitFor();
    expect(await accessibilityFindings(page, 'colours')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    await page.getByRole('button', { name: 'Close help' }).click();
  });

  it('keeps form and JSON one and the same, and everything else as it was written', async () => {
    const page = await open('fields', { as: 'json' });
    await write(page, DATA);
    await show(page, 'Form');
    const form = page.getByRole('form', { name: 'Data as a form' });
    await form.getByLabel('Title').fill('Second');
    await form.getByLabel('On', { exact: true }).fill('2026-12-24');
    await form.getByLabel('Paid').check({ force: true });
    await form.getByLabel('Amount').fill('7.5');
    await form.getByRole('group', { name: 'Customer' }).getByLabel('Name').fill('Grace "Q" Hopper');
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG });
    await form.getByRole('img', { name: /Logo/ }).waitFor();
    await form.getByLabel('Tag 2', { exact: true }).fill('z');
    await form.getByRole('button', { name: 'Add tag' }).click();
    await form.getByLabel('Tag 3', { exact: true }).fill('neu 日本');
    await form.getByLabel('Move, copy or remove line 2').click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await form.getByLabel('Move, copy or remove tag 1').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await show(page, 'JSON');
    const uri = `data:image/png;base64,${PNG.toString('base64')}`;
    await soon(() => textOf(page)).toBe(
      DATA.replace('First', 'Second')
        .replace('2026-11-15', '2026-12-24')
        .replace('false', 'true')
        .replace('1.10', '7.5')
        .replace('Ada', 'Grace \\"Q\\" Hopper')
        .replace('"logo": ""', `"logo": "${uri}"`)
        .replace('["x", "y"]', '["z", "neu 日本"]')
        .replace('{"text": "one", "price": 12345678901234567890}', 'SWAP')
        .replace('{"text": "two", "price": 2}', '{"text": "one", "price": 12345678901234567890}')
        .replace('SWAP', '{"text": "two", "price": 2}'),
    );
    // Undo goes back through the form's changes, too.
    for (let step = 0; step < 40; step++) await page.keyboard.press('ControlOrMeta+z');
    expect(await textOf(page)).not.toContain('Hopper');
  });

  it('lists what is missing, mistyped and unused, marks it, and goes there', async () => {
    const page = await open('fields', { as: 'json' });
    await write(
      page,
      '{"title": {"a": 1}, "amount": "many", "lines": [{"text": "x"}, {"text": "y"}], "more": 1}',
    );
    await soon(() => counts(page).textContent()).toMatch(/2 mistyped.*\d missing.*1 unused/);
    await counts(page).click();
    const list = page.getByRole('region', { name: 'Problems' });
    const item = list.getByRole('button', { name: /^lines\[\]\.price is missing in 2 places/ });
    await item.waitFor();
    await soon(() => page.locator('.cm-lintRange-error').count()).toBeGreaterThanOrEqual(2);
    await soon(() => page.locator('.cm-lintRange-info').allTextContents()).toEqual(['"more"']);
    await list.getByRole('button', { name: /^amount is text, the template needs a number/ }).click();
    await soon(() => page.evaluate('getSelection().toString()')).toBe('"amount"');
  });

  it('says what is wrong with the JSON, and offers the form again when it is mended', async () => {
    const page = await open('fields', { as: 'json' });
    await write(page, '{"title": "x",}');
    await soon(() => counts(page).textContent()).toContain('1 syntax error');
    await show(page, 'Form');
    await page.getByText('The JSON has an error').waitFor();
    await page.getByRole('button', { name: 'Fix it in the JSON' }).click();
    await write(page, '{"title": "mended"}');
    await show(page, 'Form');
    await soon(() => page.getByLabel('Title').inputValue()).toBe('mended');
  });

  it('completes names and values from the fields', async () => {
    const page = await open('fields', { as: 'json' });
    await write(page, '{"lines": [{}], ""}');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('cust');
    await page.getByRole('option', { name: /customer/ }).waitFor();
    // CodeMirror takes no Enter within a moment of opening, so that typing on is not taken for choosing.
    await page.waitForTimeout(150);
    await page.keyboard.press('Enter');
    await soon(async () => JSON.parse(await textOf(page))).toEqual({ lines: [{}], customer: { name: '' } });
  });

  it('puts a field into the data at a click, and goes to it', async () => {
    const page = await open('fields', { as: 'json' });
    await write(page, '{"lines": []}');
    await page.getByRole('treeitem').getByText('price', { exact: true }).click();
    await soon(async () => JSON.parse(await textOf(page))).toEqual({ lines: [{ price: null }] });
    await show(page, 'Form');
    await page.getByRole('treeitem').getByText('name', { exact: true }).click();
    await soon(() => page.evaluate('document.activeElement.id')).toBe('field-customer.name');
  });

  it('opens with the example’s data, and has sample data and files at hand', async () => {
    const page = await open('catalogue', { as: 'json' });
    await soon(() => counts(page).textContent()).toContain('The data fits the template');
    await soon(() => page.locator('.cm-picture').count()).toBeGreaterThan(0);
    // Made as the example is meant to be made.
    await page.getByRole('button', { name: 'Options, 1 set' }).waitFor();
    await page.getByRole('button', { name: 'Sample data' }).click();
    await page.getByRole('menuitem', { name: 'Made up from the fields' }).click();
    await soon(() => counts(page).textContent()).toContain('The data fits the template');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'data.json',
        mimeType: 'application/json',
        buffer: Buffer.from('\uFEFF{"title":"from a file"}'),
      });
    await soon(() => textOf(page)).toBe('{\n  "title": "from a file"\n}');
    await write(page, '{"title":1.10}');
    await page.getByRole('button', { name: 'Format the JSON' }).click();
    await soon(() => textOf(page)).toBe('{\n  "title": 1.10\n}');
  });

  it('brings back what sample data or a file took the place of, whole', async () => {
    const page = await open('fields');
    const form = page.getByRole('form', { name: 'Data as a form' });
    const name = form.getByRole('group', { name: 'Customer' }).getByLabel('Name');
    const title = form.getByLabel('Title');
    await title.fill('Typed');
    await name.fill('Wilhelmine Zwo');
    const sample = page.getByRole('button', { name: 'Sample data' });
    const told = page.getByRole('alert').filter({ hasText: 'Sample data is in place' });
    await sample.click();
    await soon(() => name.inputValue()).not.toBe('Wilhelmine Zwo');
    const made = await name.inputValue();
    await told.getByRole('button', { name: 'Undo' }).click();
    await soon(() => name.inputValue()).toBe('Wilhelmine Zwo');
    await soon(() => title.inputValue()).toBe('Typed');
    await soon(() => told.count()).toBe(0);

    await sample.click();
    await soon(() => name.inputValue()).toBe(made);
    await told.waitFor();
    // From inside the field, where a browser's own undo would put the two together.
    await name.focus();
    await page.keyboard.press('ControlOrMeta+z');
    await soon(() => name.inputValue()).toBe('Wilhelmine Zwo');
    await soon(() => told.count()).toBe(0);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await soon(() => name.inputValue()).toBe(made);
    // Letters that have not reached the data yet are one step of their own.
    await name.press('End');
    await page.keyboard.type(' & Co');
    await page.keyboard.press('ControlOrMeta+z');
    await soon(() => name.inputValue()).toBe(made);
    await page.keyboard.press('ControlOrMeta+z');
    await soon(() => name.inputValue()).toBe('Wilhelmine Zwo');
    // By the browser's own menu, too.
    const session = await page.context().newCDPSession(page);
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: ['undo'] });
    await soon(() => name.inputValue()).not.toBe('Wilhelmine Zwo');
    await soon(() => title.inputValue()).toBe('Typed');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await soon(() => name.inputValue()).toBe('Wilhelmine Zwo');

    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'd.json',
        mimeType: 'application/json',
        buffer: Buffer.from('{"title":"File"}'),
      });
    await soon(() => title.inputValue()).toBe('File');
    // The JSON goes back through what was done in the form before it was there.
    await show(page, 'JSON');
    await page.getByLabel('Data as JSON').click();
    await page.keyboard.press('ControlOrMeta+z');
    await soon(() => textOf(page)).toContain('Wilhelmine Zwo');
  });

  it('takes five megabytes without holding anybody up', async () => {
    const page = await open('fields', { as: 'json' });
    await page.locator('[data-pages]').waitFor();
    // Pages of it are not what this is about.
    await page.route('**/template/preview', (route) => route.fulfill({ status: 204 }));
    const lines = Array.from({ length: 60_000 }, (_, at) => ({
      text: `Position ${at} of a list that does not want to end`,
      price: at,
    }));
    const file = join(folder, 'large.json');
    writeFileSync(file, JSON.stringify({ title: 'Large', lines, tags: [] }));
    const work = await mainThread(page);
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByText('large.json was loaded.').waitFor();
    await soon(() => counts(page).textContent()).toContain('missing');
    expect(await work()).toBeLessThan(4000);

    await show(page, 'Form');
    const form = page.getByRole('form', { name: 'Data as a form' });
    await form.getByText('1–25 of 60,000').waitFor();
    await form.getByRole('button', { name: 'Add line' }).click();
    await form.getByText('60,001–60,001 of 60,001').waitFor();
    await form.getByLabel('Text', { exact: true }).fill('The last one');
    await form.getByRole('button', { name: 'Previous page of Lines' }).click();
    await form.getByText('59,976–60,000 of 60,001').waitFor();
    expect(Number(await form.evaluate('document.querySelectorAll("form *").length'))).toBeLessThan(3000);
    expect(await work()).toBeLessThan(4000);

    await page.getByRole('button', { name: 'Sample data' }).click();
    await soon(() => form.getByText('of 60,001').count()).toBe(0);
    await page.keyboard.press('ControlOrMeta+z');
    await form.getByText('of 60,001').waitFor();
    await show(page, 'Code');
    await page.getByRole('region', { name: 'The code' }).getByText('Copy takes everything').waitFor();
    await show(page, 'JSON');
    await page.getByLabel('Data as JSON').click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.getByText('The last one').waitFor();
    expect(await work()).toBeLessThan(4000);
  });

  it('finds languages by their names, and sends what is one', async () => {
    const page = await open('fields', { as: 'json' });
    await write(page, '{"title": "x"}');
    await page.locator('[data-pages]').waitFor();
    await page.evaluate(`{
      window.sent = [];
      const { fetch } = window;
      window.fetch = async (url, init) => {
        if (String(url).endsWith('/template/preview')) sent.push(JSON.parse(await init.body.text()).options.locale ?? '');
        return fetch(url, init);
      };
    }`);
    const sent = () => page.evaluate('sent.filter((locale) => locale !== "")') as Promise<string[]>;
    await page.getByRole('button', { name: /^Options/ }).click();
    const box = page.getByRole('combobox', { name: 'Language and region' });
    await box.pressSequentially('germ', { delay: 30 });
    await page.getByRole('option', { name: /^German \(Austria\)/ }).waitFor();
    await page.getByText('Not a locale yet').waitFor();
    // Longer than a preview waits for the next key.
    await page.waitForTimeout(700);
    expect(await sent()).toEqual([]);
    await page.getByRole('option', { name: /^German \(Austria\)/ }).click();
    await soon(sent).toEqual(['de-AT']);
    await soon(() => box.inputValue()).toBe('de-AT');
    await page.getByRole('combobox', { name: 'Currency' }).fill('krona');
    await page.getByRole('option', { name: 'SEK · Swedish Krona' }).click();
    await page.getByRole('button', { name: 'Options, 2 set' }).waitFor();
  });

  it('says what is wrong with the request without leading into the data', async () => {
    const page = await open('fields', { as: 'json' });
    await page.locator('[data-pages]').waitFor();
    // As a draft may have kept it.
    await write(page, '{"title": "kept"}');
    await soon(() => page.evaluate('JSON.stringify({ ...localStorage })')).toContain('kept');
    await page.evaluate(`for (const [name, text] of Object.entries({ ...localStorage }))
      if (text.includes('kept')) localStorage.setItem(name, text.replace('"options":{}', '"options":{"locale":"germ"}'))`);
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: 'options.locale must be' });
    await alert.waitFor();
    // To what the error means, and nowhere else.
    await soon(() => alert.getByRole('button').allTextContents()).toEqual(['What this means']);
    expect(await counts(page).textContent()).not.toContain('1 error');
  });

  it('lets the browser write nothing into the editor, which its policy would forbid', async () => {
    const page = await open('fields', { as: 'json' });
    await write(page, '{\n  "title": "one",\n  "amount": 2\n}');
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowDown');
    for (let times = 0; times < 2; times++) await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.type('x');
    await soon(() => textOf(page)).toBe('{\nx}');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('[');
    await soon(() => textOf(page)).toBe('[{\nx}]');
    // A page that closes keeps its draft, which the next test finds: nothing that has no form.
    await write(page, '{"title": "x"}');
  });

  it('gives the pages the most room, and more when the rest is folded away, which the browser keeps', async () => {
    const page = await open('fields');
    const widthOf = async (name: string): Promise<number> => {
      const box = await page.getByRole('group', { name, exact: true }).boundingBox();
      return box?.width ?? 0;
    };
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await soon(async () => (await widthOf('Preview')) - (await widthOf('Data'))).toBeGreaterThan(100);
      await soon(async () => (await widthOf('Preview')) - (await widthOf('Fields'))).toBeGreaterThan(100);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    const tree = page.getByRole('tree', { name: 'Fields of the template' });
    const form = page.getByRole('form', { name: 'Data as a form' });
    await page.getByRole('button', { name: 'Fold the fields away (F)' }).click();
    await tree.waitFor({ state: 'hidden' });
    // Whoever has pressed it has the way back in hand.
    await page.keyboard.press('Enter');
    await tree.waitFor();
    await page.keyboard.press('f');
    await page.keyboard.press('d');
    await form.waitFor({ state: 'hidden' });
    await soon(() => widthOf('Preview')).toBeGreaterThan(1100);
    await page.getByRole('button', { name: 'Unfold the menu (M)' }).click();
    await page.reload();
    await page.locator('[data-pages]').waitFor();
    expect(await tree.isVisible()).toBe(false);
    expect(await form.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Fold the menu (M)' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    // Going to a field shows it.
    await page.keyboard.press('f');
    await page.getByRole('treeitem').getByText('amount', { exact: true }).click();
    await soon(() => page.evaluate('document.activeElement.id')).toBe('field-amount');
    // A line is moved by hand and by key, and stays where it was put.
    const line = page.getByRole('separator').last();
    const before = await widthOf('Data');
    await line.focus();
    for (let times = 0; times < 5; times++) await page.keyboard.press('ArrowRight');
    await soon(() => widthOf('Data')).toBeGreaterThan(before + 20);
    const moved = await widthOf('Data');
    await page.reload();
    await soon(async () => Math.abs((await widthOf('Data')) - moved)).toBeLessThan(3);
  });

  it('leaves the data most of a window that is enlarged to 200 %', async () => {
    const page = await open('fields', { as: 'form' });
    await page.setViewportSize({ width: 640, height: 400 });
    const form = page.getByRole('form', { name: 'Data as a form' });
    await form.waitFor();
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    const share = () =>
      page.evaluate(`(() => {
        const form = document.querySelector('form[aria-label="Data as a form"]').parentElement.getBoundingClientRect();
        const tabs = document.querySelector('[aria-label="Main, at the bottom"]').getBoundingClientRect();
        return (Math.min(form.bottom, tabs.top) - Math.max(form.top, 0)) / window.innerHeight;
      })()`) as Promise<number>;
    await soon(share).toBeGreaterThan(0.55);
  });

  it('writes the call as code, with the data and options of this moment', async () => {
    const page = await open('fields', { as: 'json' });
    await write(page, '{"title": "It\'s \\"quoted\\""}');
    await page.getByRole('button', { name: /^Options/ }).click();
    await page.getByRole('combobox', { name: 'Language and region' }).fill('de-AT');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await show(page, 'Code');
    await page.getByRole('button', { name: 'Copy the code' }).click();
    await soon(() => clipboardOf(page)).toContain('curl ');
    const curl = await clipboardOf(page);
    expect(curl).toContain(`'${desk.address}/template/generate'`);
    expect(curl).toContain('"title": "It\'s \\"quoted\\""');
    expect(curl).toContain('"locale": "de-AT"');
    const signs = {
      JavaScript: 'fetch(',
      Python: 'requests',
      'C#': 'HttpClient',
      Java: 'HttpRequest',
      PHP: '<?php',
      Go: 'package',
    };
    for (const [label, sign] of Object.entries(signs)) {
      await page.getByLabel('Language', { exact: true }).selectOption({ label });
      const code = () => page.getByRole('region', { name: 'The code' }).textContent();
      await soon(code).toContain(sign);
      expect(await code()).toContain('de-AT');
    }
    await soon(() => page.getByRole('link', { name: 'API key' }).getAttribute('href')).toBe('/settings/keys');
  });

  it.each([{ phone: false }, { phone: true }])(
    'has nothing that axe finds serious: %o',
    async ({ phone }) => {
      const page = await open('report', { as: 'form', phone });
      await counts(page).waitFor();
      if (!phone) await page.locator('[data-pages]').waitFor();
      const findings = [...(await accessibilityFindings(page))];
      if (phone) await page.getByRole('tab', { name: 'JSON' }).click();
      else await show(page, 'JSON');
      await page.locator('.cm-content').waitFor();
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
      findings.push(...(await accessibilityFindings(page)));
      await page.emulateMedia({ colorScheme: 'light' });
      if (phone) await page.getByRole('tab', { name: 'Code' }).click();
      else await show(page, 'Code');
      await page.getByRole('region', { name: 'The code' }).waitFor();
      findings.push(...(await accessibilityFindings(page)));
      expect(findings).toEqual([]);
    },
  );
});
