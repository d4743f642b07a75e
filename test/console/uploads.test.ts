/** From files to templates: what would cover another is asked for, many files are one flow, warnings are told. */
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings, noBrowser, openPage, soon } from '../support/browser.ts';
import { cell, docx, p, raw, row, table } from '../support/build.ts';
import { makeOwner, OWNER, signIn, startConsoleServer, wordFile } from '../support/console.ts';
import { form, type TestServer } from '../support/server.ts';

describe.skipIf(noBrowser)('uploads in the console (Chromium)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startConsoleServer();
    await makeOwner(server);
  });
  afterAll(() => server?.close());

  const upload = async (templateKey: string, templateName: string, text: string): Promise<void> => {
    const { buffer } = await wordFile('x.docx', text);
    const body = form({ templateKey, templateName, overwrite: 'true', template: buffer });
    expect((await server.call('POST', '/template/upload', { body })).status).toBe(200);
  };
  const openUpload = async (...files: readonly { name: string; mimeType: string; buffer: Buffer }[]) => {
    const page = await openPage(server.address);
    await signIn(page, server.address);
    await page.goto('/?upload');
    await choose(page, ...files);
    return page;
  };
  const choose = (page: Page, ...files: readonly { name: string; mimeType: string; buffer: Buffer }[]) =>
    page
      .getByRole('dialog')
      .locator('input[type="file"]')
      .setInputFiles([...files]);
  const templates = async (): Promise<readonly { key: string; version: number }[]> =>
    (await server.call('GET', '/template/list?details=true')).json as { key: string; version: number }[];
  const versionOf = async (key: string) => (await templates()).find((one) => one.key === key)?.version;

  test('a file of the same name becomes another template; that it covers one has to be chosen', async () => {
    await upload('template', 'Template', 'First {a}');
    const page = await openUpload(await wordFile('template.docx', 'Second {b}'));
    const dialog = page.getByRole('dialog');
    const key = dialog.getByLabel('Key');
    await soon(() => key.inputValue()).toBe('template-2');
    await dialog.getByRole('button', { name: 'Store template' }).click();
    await dialog.getByText('is ready.').waitFor();
    expect([await versionOf('template'), await versionOf('template-2')]).toEqual([1, 1]);

    // A key that is typed and taken is no way to cover it either.
    await page.goto('/?upload');
    await choose(page, await wordFile('other.docx', 'Third {c}'));
    await key.fill('template');
    await dialog.getByText('This key belongs to Template.').waitFor();
    await soon(() => dialog.getByRole('button', { name: 'Store template' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Make it version 2 of Template instead' }).click();
    await dialog.getByRole('button', { name: 'Make a template of its own instead' }).waitFor();
    await dialog.getByRole('button', { name: 'Store as version 2' }).click();
    await page.getByText('Template has a new file.').waitFor();
    await soon(() => dialog.count()).toBe(0);
    expect(await versionOf('template')).toBe(2);
  });

  test('many files are one flow: all are checked, what is right is stored by one button', async () => {
    await upload('offer', 'Offer', 'First {a}');
    const page = await openUpload(
      await wordFile('Offer.docx', 'Dear {name}'),
      await wordFile('Reminder.docx', 'Pay {amount | number}'),
      await wordFile('Broken.docx', 'It costs {total | money}.'),
      await wordFile('Odd.docx', 'By {$x.name}'),
      { name: 'notes.docx', mimeType: 'text/plain', buffer: Buffer.from('hello') },
    );
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 of 5 files can be stored.').waitFor();
    await soon(() => dialog.getByLabel('Key of Offer.docx').inputValue()).toBe('offer-2');
    await dialog.getByText('notes.docx is not a Word document').waitFor();
    await dialog.getByRole('button', { name: 'Show what there is to say about Broken.docx' }).click();
    await dialog.getByText('There is no formatter').waitFor();
    await dialog.getByText('1 field · 1 warning').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    // Two files can't have one key.
    await dialog.getByLabel('Key of Odd.docx').fill('reminder');
    await dialog.getByText('1 of 5 files can be stored.').waitFor();
    await dialog.getByLabel('Key of Odd.docx').fill('odd');
    await dialog.getByRole('button', { name: 'Store 3 templates' }).click();
    await dialog.getByText('3 templates stored. 2 not.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const keys = (await templates()).map((one) => one.key);
    expect(keys).toEqual(expect.arrayContaining(['offer', 'offer-2', 'reminder', 'odd']));
    await page.getByRole('link', { name: 'Reminder', exact: true }).waitFor();
  });

  test('warnings are told before a file is stored, and on its page', async () => {
    const page = await openUpload(await wordFile('Loop.docx', 'Dear {name}, by {$x.name}'));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 thing to look at. The file can be stored as it is.').waitFor();
    const warning = dialog.getByRole('listitem');
    await soon(() => warning.textContent()).toMatch(
      /Warning: .*\$x.*unknown_variable.*paragraph 1.*FOR x IN/s,
    );
    await soon(() => warning.locator('mark').textContent()).toBe('{$x.name}');
    await dialog.getByRole('button', { name: 'Store template' }).click();
    await dialog.getByRole('link', { name: 'Open and try it' }).click();
    const counts = page.getByTestId('problem-counts');
    await soon(() => counts.textContent()).toContain('1 template warning');
    await counts.click();
    const panel = page.getByRole('region', { name: 'Problems' });
    await panel.getByText('is the variable of no loop around it').waitFor();
    await panel.getByText(/^Document · paragraph 1 · “.*\{\$x\.name\}/).waitFor();

    // On the page of the template itself nobody is asked to open it.
    await page.getByRole('button', { name: 'Replace file' }).click();
    await choose(page, await wordFile('better.docx', 'Dear {name}'));
    await page.getByRole('dialog').getByRole('button', { name: 'Store as version 2' }).click();
    await page.getByText('This template has a new file: version 2.').waitFor();
    await soon(() => page.getByRole('dialog').count()).toBe(0);
    await soon(() => counts.textContent()).not.toContain('warning');
  });

  test('controls are filled by their names where a switch says so, also in the next file', async () => {
    const control = `<w:sdt><w:sdtPr><w:tag w:val="customer.city"/><w:text/></w:sdtPr><w:sdtContent><w:r><w:t>city</w:t></w:r></w:sdtContent></w:sdt>`;
    const file = {
      ...(await wordFile('Form.docx', 'x')),
      buffer: Buffer.from(docx(p('For {name}: ', raw(control)))),
    };
    const page = await openUpload(file);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The template takes 1 field').waitFor();
    const control2 = dialog.getByLabel('Fill controls by their names');
    await control2.check();
    await dialog.getByText('The template takes 2 fields').waitFor();
    await dialog.getByText('customer.city').waitFor();
    await dialog.getByRole('button', { name: 'Store template' }).click();
    await dialog.getByRole('link', { name: 'Open and try it' }).click();
    const inspected = await server.call('GET', '/template/inspect?templateKey=form');
    expect(inspected.json).toMatchObject({ controls: true });
    await page.getByRole('button', { name: 'Replace file' }).click();
    await choose(page, file);
    await dialog.getByText('The template takes 2 fields').waitFor();
    await soon(() => control2.isChecked()).toBe(true);
  });

  test('the prelude is written, refused with its line, and kept from breaking templates', async () => {
    const page = await openPage(server.address);
    await signIn(page, server.address);
    await page.goto('/settings/prelude');
    const definitions = page.getByLabel('Definitions');
    const save = page.getByRole('button', { name: 'Save prelude' });
    await page.getByText('Nothing is defined yet.').waitFor();
    await definitions.fill('{SET rate = 0.2}\n{SET gross = (net) => net * }');
    await save.click();
    await page.getByRole('alert').waitFor();
    await definitions.fill('{SET rate = 0.2}\n{SET gross = (net) => net * (1 + rate)}');
    await page.getByLabel('Translations').fill('{"de": ');
    await page.getByText('This is no JSON object.').waitFor();
    await soon(() => save.isDisabled()).toBe(true);
    await page.getByLabel('Translations').fill('{"de": {"Invoice": "Rechnung"}}');
    await save.click();
    await page
      .getByText('by Ada Lovelace: rate, gross.')
      .or(page.getByText(/Version 1.*: rate, gross\./))
      .first()
      .waitFor();
    expect((await server.call('GET', '/organization/prelude')).json).toMatchObject({
      names: ['rate', 'gross'],
      translations: { de: { Invoice: 'Rechnung' } },
    });
    await upload('taxed', 'Taxed', 'It costs {gross(price)}');
    await definitions.fill('{SET rate = 0.2}');
    await save.click();
    await page.getByText('"taxed" uses gross.').first().waitFor();
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByText(/Version 2.*: rate\./).waitFor();
  });

  test('tags of another engine are refused, unless the text is meant', async () => {
    const page = await openUpload(await wordFile('Foreign.docx', 'Dear <<name>>'));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('to put right in Word').waitFor();
    await dialog.getByRole('button', { name: 'The text is meant as it is' }).click();
    await dialog.getByRole('button', { name: 'Store template' }).click();
    await dialog.getByText('Foreign is ready.').waitFor();
  });

  test('tags that are wrong were found', async () => {
    const page = await openUpload(await wordFile('Wrong.docx', '{a | nope} and {b | neither} and {c | nor}'));
    const chosen = page.getByRole('dialog').getByRole('radio', { name: /^\{name\}/ });
    await page.getByRole('dialog').getByText('3 things to put right').waitFor();
    await soon(() => chosen.isChecked()).toBe(true);
    await soon(() => page.getByRole('dialog').getByText('3 errors').count()).toBe(1);
  });

  test('going back asks, and versions of the same file say so', async () => {
    await upload('back', 'Back', 'One {a}');
    await upload('back', 'Back', 'Two {a}');
    const page = await openPage(server.address);
    await signIn(page, server.address);
    await page.goto('/templates/back');
    await page.getByRole('button', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Go back to version 1' }).click();
    const question = page.getByRole('dialog', { name: 'Go back to version 1?' });
    await question.getByText('as version 3').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await versionOf('back')).toBe(2);
    await page.getByRole('button', { name: 'Go back to version 1' }).click();
    await question.getByRole('button', { name: 'Go back to version 1' }).click();
    await page.getByText('The file of version 1 is in use again, as version 3.').waitFor();
    await page.getByText('Same file as version 1').waitFor();
    // It is in use already: there is nothing to go back to.
    await soon(() => page.getByRole('button', { name: 'Go back to version 1' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Go back to version 2' }).waitFor();
  });

  test('a new file is a draft: what would change is seen, then published, labelled and compared', async () => {
    await upload('live', 'Live', 'Dear {name} pay today');
    const sample = { templateKey: 'live', name: 'usual', data: { name: 'Ada' }, default: true };
    expect((await server.call('PUT', '/template/samples', { json: sample })).status).toBe(200);
    const page = await openPage(server.address);
    await signIn(page, server.address);
    await page.goto('/templates/live');
    await page.getByRole('button', { name: 'Replace file' }).click();
    await choose(page, await wordFile('next.docx', 'Dear {name} please pay {total} tomorrow'));
    await page.getByRole('dialog').getByRole('button', { name: 'Save as draft' }).click();

    const review = page.getByRole('dialog', { name: 'Draft of Live' });
    await review.getByText('Added: 1').waitFor();
    await review.getByText('“usual” would no longer fit').waitFor();
    const after = review.getByRole('region', { name: 'Pages, After: the draft' });
    await soon(() => after.locator('[data-kind="new"]').count()).toBe(1);
    await review.getByText('1 changed', { exact: true }).waitFor();
    await soon(() => after.locator('canvas').count()).toBe(1);
    // The marks as words, for whoever does not see them.
    await review.getByText('2 marks as a list').click();
    await soon(() => review.getByRole('list', { name: 'Words that differ' }).allInnerTexts()).toEqual([
      expect.stringMatching(/^New: “please” page 1\s+Changed: “today” → “.*tomorrow” page 1$/),
    ]);
    expect(await accessibilityFindings(page)).toEqual([]);
    await review.getByText('2 marks as a list').click();
    expect(await versionOf('live')).toBe(1);
    await review.getByText('Overlay').click();
    await review.getByRole('slider').press('End');
    await review.getByLabel('Note').fill('Pay later');

    // Somebody else is quicker: what is shown is theirs then.
    const { buffer } = await wordFile('theirs.docx', 'Dear {name} pay now');
    const theirs = form({ templateKey: 'live', draft: 'true', template: buffer });
    await server.call('PUT', '/template/replace', { body: theirs });
    await review.getByRole('button', { name: 'Publish' }).click();
    await review.getByText('Draft 2').waitFor();
    await review.getByText('The same fields as before.').waitFor();
    expect(await versionOf('live')).toBe(1);
    await review.getByLabel('Note').fill('Pay now');
    await review.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published: documents are made from version 2 now.').waitFor();
    await soon(() => page.getByRole('button', { name: 'Review draft' }).count()).toBe(0);
    expect(await versionOf('live')).toBe(2);

    await page.getByRole('button', { name: 'Versions' }).click();
    const drawer = page.getByRole('dialog', { name: 'Versions of Live' });
    await drawer.getByText('Pay now').waitFor();
    await drawer.getByRole('button', { name: 'Labels of version 1' }).click();
    await page.getByRole('button', { name: 'Point production here' }).click();
    await page.getByText('production points at version 1 now.').waitFor();
    await soon(() => page.getByRole('button', { name: 'Point staging here' }).count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Compare version 1' }).click();
    const compared = page.getByRole('dialog', { name: 'Versions of Live, compared' });
    await compared.getByText('It fits.').waitFor();
    const before = compared.getByRole('region', { name: 'Pages, Before: version 1' });
    await soon(() => before.locator('[data-kind="changed"]').count()).toBe(1);
  });

  test('the layout is looked at with short and long data, on request and before a draft is published', async () => {
    const narrow = table(
      { widths: [700], xml: '<w:tblLayout w:type="fixed"/>' },
      row(cell({ width: 700 }, '{name}')),
    );
    const wide = table(
      { widths: [9000, 9000], xml: '<w:tblLayout w:type="fixed"/>' },
      row(cell('a'), cell('b')),
    );
    const store = async (path: string, more: object, ...content: Parameters<typeof docx>) => {
      const body = form({ templateKey: 'layout', ...more, template: docx(...content) });
      expect((await server.call('PUT', `/template/${path}`, { body })).status).toBe(200);
    };
    await store('upload', { templateName: 'Layout' }, narrow);
    const page = await openPage(server.address);
    await signIn(page, server.address);
    await page.goto('/templates/layout');
    await page.getByLabel('Pages of the document').locator('canvas').first().waitFor();

    // The session ends on the way, and later somebody has no more time.
    let isHeld = false;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let count = 0;
    await page.route('**/template/lint', async (route) => {
      count += 1;
      if (count === 1) await page.context().clearCookies();
      if (count === 4) {
        isHeld = true;
        await released;
        return route.abort();
      }
      return route.continue();
    });
    await page.getByRole('button', { name: 'Check layout' }).click();
    const signing = page.getByRole('dialog', { name: 'You were signed out' });
    await signing.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
    await signing.getByRole('button', { name: 'Sign in', exact: true }).click();
    const layout = page.getByRole('dialog', { name: 'Layout of Layout' });
    await layout.getByText('(3 of 4)').waitFor();
    await soon(() => isHeld).toBe(true);
    await layout.getByRole('button', { name: 'Stop' }).click();
    release();
    await layout.getByText('2 of 4 looked at: there may be more.').waitFor();
    await layout.getByRole('button', { name: 'Go on' }).click();
    const long = layout.getByRole('region', { name: 'With long texts and many rows' });
    await long
      .getByRole('button', { name: /A word is cut/ })
      .first()
      .click();
    const pages = layout.getByRole('region', { name: 'Pages, Pages with long texts and many rows' });
    await soon(() => pages.locator('[data-kind="chosen"]').count()).toBe(1);
    await soon(() => layout.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    await soon(() => pages.locator('canvas').count()).toBeGreaterThan(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await layout.getByRole('button', { name: 'Close the layout' }).click();

    // Of a draft, what it adds to what is live.
    await store('replace', { draft: 'true' }, narrow, wide);
    await page.goto('/templates/layout?review=draft');
    const review = page.getByRole('dialog', { name: 'Draft of Layout' });
    const said = review.getByRole('region', { name: 'Layout', exact: true });
    await said.getByText('4 findings that the version in use does not have:').waitFor();
    await said.getByText(/findings? (is|are) as in the version in use/).waitFor();
    await said
      .getByRole('button', { name: /A table is wider than the page/ })
      .last()
      .click();
    await soon(() => review.locator('[data-kind="chosen"]').count()).toBe(1);
    expect(await accessibilityFindings(page)).toEqual([]);
    await review.getByRole('button', { name: 'Back to what changes' }).click();
    await review.getByRole('region', { name: 'Pages, After: the draft' }).waitFor();
  });

  test('sample sets are saved, shared, picked and looked after', async () => {
    await upload('sets', 'Sets', 'Dear {name}');
    const page = await openPage(server.address);
    await signIn(page, server.address);
    await page.goto('/templates/sets');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Sample sets' }).click();
    await page.getByRole('menuitem', { name: 'Save this data as a set…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save the data as a sample set' });
    await dialog.getByLabel('Name').fill('Long names');
    await dialog.getByRole('button', { name: 'Save set' }).click();
    await page.getByText('is saved with the template').waitFor();
    const samples = async () =>
      (await server.call('GET', '/template/samples?templateKey=sets&name=Long%20names')).json;
    expect(await samples()).toMatchObject({ data: { name: 'Ada Lovelace' }, default: true });

    // A colleague, on another machine, begins with it.
    const other = await openPage(server.address);
    await signIn(other, server.address);
    await other.goto('/templates/sets');
    await soon(() => other.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(
      'Ada Lovelace',
    );
    await name.fill('Bob');
    await page.getByRole('button', { name: 'Sample sets' }).click();
    await page.getByRole('menuitem', { name: /Long names/ }).click();
    await soon(() => name.inputValue()).toBe('Ada Lovelace');
    await page.getByRole('button', { name: 'Sample sets' }).click();
    // The list is asked for before the file is imported, and comes after it: it is not the newest then.
    const imported = page.waitForResponse((response) => response.request().method() === 'PUT');
    const early = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      await imported;
      await route.fulfill({ response });
    };
    await page.route('**/template/samples?*check=true*', early, { times: 1 });
    await page.getByRole('menuitem', { name: 'Look after sets…' }).click();
    const looked = page.getByRole('dialog', { name: 'Sample sets' });
    await looked.locator('input[type="file"]').setInputFiles({
      name: 'None.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{}'),
    });
    const badge = looked.getByText('no longer fits');
    await badge.waitFor();
    await soon(() => badge.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await looked.getByRole('button', { name: 'Delete None' }).click();
    await soon(() => looked.getByText('no longer fits').count()).toBe(0);
  });

  test('the examples can be added to what is there', async () => {
    await upload('invoice', 'My invoice', 'Hello {name}');
    const page = await openPage(server.address);
    await signIn(page, server.address);
    await page.goto('/?upload');
    await page.getByRole('dialog').getByRole('button', { name: 'Add 8 examples' }).click();
    await page.getByText('8 examples added. Yours stay: invoice.').waitFor();
    await page.getByRole('link', { name: 'Certificate', exact: true }).waitFor();
    await page.getByRole('link', { name: 'My invoice', exact: true }).waitFor();
  });
});
