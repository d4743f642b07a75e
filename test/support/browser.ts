/**
 * A real browser for tests: a suite that needs it skips where it is missing, and its pages remember everything that
 * went wrong in them, a violated content security policy above all.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { DESK, PHONE } from './chromium.ts';

export { launchBrowser as openBrowser, noBrowser } from './chromium.ts';

export interface Look {
  readonly dark?: boolean;
  readonly phone?: boolean;
}

/**
 * A page with cookies of its own. At the end of the test it must have no error to show: nothing uncaught, nothing
 * in the console, no answer of 500 or more, no violated policy. What a test provokes is taken out with `expected`.
 */
export const openPage = async (
  browser: Browser,
  address: string,
  { dark = false, phone = false }: Look = {},
): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: address,
    colorScheme: dark ? 'dark' : 'light',
    viewport: phone ? PHONE : DESK,
    isMobile: phone,
    hasTouch: phone,
    locale: 'en-GB',
    timezoneId: 'Europe/Vienna',
    // Fades and slides only make tests slow, and pictures uncertain.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // Generous: on a busy machine a page with its first chunks has taken ten seconds.
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const wrong = watch(page);
  onTestFinished(async () => {
    await context.close();
    if (wrong.length > 0) throw new Error(`The page had errors:\n${wrong.join('\n')}`);
  });
  return page;
};

const watch = (page: Page): string[] => {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // An answer of 4xx is what a refusal looks like; Chromium calls it an error.
    const refusal = /^Failed to load resource: the server responded with a status of 4/.test(message.text());
    const restarting = expectedOffline.has(page) && /net::ERR_|Unable to preload/.test(message.text());
    if (message.type() === 'error' && !refusal && !restarting) wrong.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) wrong.push(`${response.status()}: ${response.url()}`);
  });
  return wrong;
};

const expectedOffline = new WeakSet<Page>();

/** From here on the server may be away: that is what the test is about. */
export const expectOffline = (page: Page): void => void expectedOffline.add(page);

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeRun {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** What axe finds serious or critical on the page as it is now, one line each. */
export const accessibilityFindings = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axeSource);
  const { violations } = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
  )) as AxeRun;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
    );
};
