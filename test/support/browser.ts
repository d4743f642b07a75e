/**
 * A real browser for tests: a suite that needs it skips where it is missing, and its pages remember everything that
 * went wrong in them, a violated content security policy above all.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { contextOptions, launchBrowser } from './chromium.ts';

export { noBrowser } from './chromium.ts';

export interface Look {
  readonly dark?: boolean;
  readonly phone?: boolean;
  /** As somebody who was never here: nothing is cached. */
  readonly first?: boolean;
}

/** For what a page is to show. A machine that does other things as well needs long; where all is well nobody waits. */
const PATIENCE_MS = 60_000;

/**
 * Until a page says what is expected of it. Pages draw again whenever they like: what is read of one is read here, and as a
 * whole, not once after something else was waited for.
 */
export const soon = <T>(read: () => T) => expect.poll(read, { timeout: PATIENCE_MS });

/** `TEST_BROWSER_SLOWER=5 npx vitest run test/console` shows what depends on a fast machine. */
const SLOWER = Number(process.env['TEST_BROWSER_SLOWER'] ?? 1);

const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
};

let browser: Promise<Browser> | undefined;

/** One for all suites of this process. It goes when the process does; nobody closes it. */
export const openBrowser = async (): Promise<Browser> => {
  const running = await browser?.catch(() => undefined);
  if (running?.isConnected() !== true) browser = launchBrowser();
  return browser as Promise<Browser>;
};

/**
 * Of a server and a look; kept from test to test, because what a browser has loaded and compiled belongs to it. A page that
 * nobody looks at stays open there: without one the process of the site's pages ends with each test, and the next begins cold.
 */
interface Visit {
  readonly context: BrowserContext;
  readonly waiting: Page;
  readonly session: CDPSession;
}

const kept = new Map<string, Visit>();

const keyOf = (address: string, { dark = false, phone = false }: Look): string =>
  [address, dark, phone].join(' ');

const begin = async (address: string, look: Look): Promise<Visit> => {
  const context = await (await openBrowser()).newContext(contextOptions(address, look));
  context.setDefaultTimeout(PATIENCE_MS);
  const waiting = await context.newPage();
  // Nothing of the console: who is there for the first time has loaded nothing.
  await waiting.goto('/healthz');
  return { context, waiting, session: await context.newCDPSession(waiting) };
};

const takeVisit = async (address: string, look: Look): Promise<Visit> => {
  const known = look.first === true ? undefined : kept.get(keyOf(address, look));
  if (known !== undefined) kept.delete(keyOf(address, look));
  return known?.context.browser()?.isConnected() === true ? known : begin(address, look);
};

/** For the next test, as if nobody had been there. */
const giveBack = async (visit: Visit, address: string, look: Look): Promise<void> => {
  const { context, waiting, session } = visit;
  if (waiting.isClosed() || kept.has(keyOf(address, look))) return context.close();
  await session.send('Storage.clearDataForOrigin', { origin: address, storageTypes: 'all' });
  await Promise.all(context.pages().map((page) => (page === waiting ? undefined : page.close())));
  await context.clearCookies();
  await context.setOffline(false);
  kept.set(keyOf(address, look), visit);
};

/** When a suite's server goes: what was kept of it. */
export const forgetServer = async (address: string): Promise<void> => {
  for (const [key, visit] of kept) {
    if (!key.startsWith(`${address} `)) continue;
    kept.delete(key);
    await visit.context.close();
  }
};

/**
 * A page with cookies of its own. At the end of the test it must have no error to show: nothing uncaught, nothing
 * in the console, no answer of 500 or more, no violated policy. What a test provokes is taken out with `expected`.
 */
export const openPage = async (address: string, look: Look = {}): Promise<Page> => {
  const visit = await takeVisit(address, look);
  const page = await visit.context.newPage();
  if (SLOWER > 1) await slowDown(page);
  const wrong = watch(page);
  onTestFinished(async () => {
    await giveBack(visit, address, look);
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

/** `colours` asks only what colours can change: for the same page in another colour scheme. */
const RULES = {
  all: "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']",
  colours: "{ type: 'rule', values: ['color-contrast', 'link-in-text-block'] }",
} as const;

/** Colours on their way to others are neither. What never ends, as the circle of who waits, is not waited for. */
const SETTLED = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
  .map(({ finished }) => finished)).then(() => undefined)`;

/** What axe finds serious or critical on the page as it is now, one line each. */
export const accessibilityFindings = async (
  page: Page,
  rules: keyof typeof RULES = 'all',
): Promise<readonly string[]> => {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource);
  await page.evaluate(SETTLED);
  const { violations } = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], runOnly: ${RULES[rules]} })`,
  )) as AxeRun;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
    );
};
