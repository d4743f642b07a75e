/** Chromium as the system has it, started as tests and pictures need it. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const program = [
  ...(process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name))),
  MAC,
].find(isExecutable);

/** For `describe.skipIf`: Chromium is not installed on this machine. */
export const noBrowser = program === undefined;

/** No sound, no picture of its own, and nothing that calls home. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The pages of one site and visitor share a process, as long as one of them is open (browser.ts keeps one).
  '--process-per-site',
];

/** With the console as these sources build it. The profile of the browser is fresh, and goes when it closes. */
export const launchBrowser = (): Promise<Browser> => {
  if (program === undefined) throw new Error('Chromium is not installed.');
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/console.mjs'), '--when-changed'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Scrollbars that take room, as on Windows and Linux: what they move must not move them again.
  return chromium.launch({ executablePath: program, args: FLAGS, ignoreDefaultArgs: ['--hide-scrollbars'] });
};

export const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** How somebody looks at a console: at a desk or on a phone, by day or by night. */
export const contextOptions = (
  address: string,
  { dark = false, phone = false }: { readonly dark?: boolean; readonly phone?: boolean },
): BrowserContextOptions => ({
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
