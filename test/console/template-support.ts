/** A desk for the tests of one template: a server with templates, and pages of a person who is signed in there. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type Look, openPage } from '../support/browser.ts';
import { form } from '../support/server.ts';
import { anOwner, type Place, type Visitor } from '../support/visitor.ts';

export interface PageOptions extends Look {
  /** How the data is shown at first. */
  readonly as?: 'form' | 'json' | 'code';
}

export interface Desk {
  readonly address: string;
  readonly owner: Visitor;
  upload(templateKey: string, template: Uint8Array, templateName?: string): Promise<void>;
  page(options?: PageOptions): Promise<Page>;
}

export const exampleFile = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../examples/${name}/template.docx`, import.meta.url)));

export const startDesk = async (server: Place): Promise<Desk> => {
  const owner = await anOwner(server);
  return {
    address: server.address,
    owner,
    upload: async (templateKey, template, templateName = templateKey) => {
      const body = form({ templateKey, template, templateName, overwrite: 'true' });
      const { status, text } = await owner.call('PUT', '/template/upload', { body });
      if (status !== 200) throw new Error(text);
    },
    page: async ({ as = 'form', ...look } = {}) => {
      const page = await openPage(server.address, look);
      await signIn(page, owner);
      // What was chosen in an earlier visit; a choice in this one stays.
      await page.addInitScript((mode) => {
        if (localStorage.getItem('platen:data-as') === null)
          localStorage.setItem('platen:data-as', JSON.stringify(mode));
      }, as);
      return page;
    },
  };
};

/** With the session of somebody who is signed in. */
export const signIn = (page: Page, { address, cookies }: Visitor): Promise<void> =>
  page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: address })));

/** Puts text in place of all that is in the JSON editor. */
export const write = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Data as JSON').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('ControlOrMeta+v');
};

/** What the editor holds, as somebody gets it who copies it all. */
export const textOf = async (page: Page): Promise<string> => {
  await page.getByLabel('Data as JSON').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+c');
  return clipboardOf(page);
};

/** As a text of code: the types of a browser are not known where tests run. */
export const clipboardOf = (page: Page): Promise<string> => page.evaluate('navigator.clipboard.readText()');

export const show = (page: Page, mode: 'Form' | 'JSON' | 'Code'): Promise<void> =>
  page.getByRole('radiogroup', { name: 'How the data is shown' }).getByText(mode, { exact: true }).click();

export const openTemplate = async (page: Page, key: string): Promise<void> => {
  await page.goto(`/templates/${encodeURIComponent(key)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
};

/** Milliseconds of processor time that the page's main thread has worked since it was last asked. */
export const mainThread = async (page: Page): Promise<() => Promise<number>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  let last = await worked();
  return async () => {
    const before = last;
    last = await worked();
    return last - before;
  };
};
