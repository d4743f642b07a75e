/** What is photographed: an address, what must be there, and what is done before the picture. */
import type { Page } from 'playwright-core';
import { docx, p } from '../../test/support/build.ts';
import { DESK } from '../../test/support/chromium.ts';

export interface Shot {
  readonly name: string;
  readonly path: string;
  /** A selector: the screen has loaded when it is there. */
  readonly ready: string;
  readonly act?: (page: Page) => Promise<void>;
  /** Before anyone has signed in. */
  readonly before?: 'sign-in';
  readonly phone?: boolean;
}

const choose =
  (name: string, ...paragraphs: readonly string[]) =>
  async (page: Page) => {
    await page.locator('[role="dialog"] input[type="file"]').setInputFiles({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(await docx(...paragraphs.map((text) => p(text)))),
    });
    await page.getByText(/to put right in Word|The template takes/).waitFor();
  };

export const SHOTS: readonly Shot[] = [
  { name: 'sign-in', path: '/sign-in', ready: 'text=Password', before: 'sign-in' },
  { name: 'templates', path: '/', ready: 'text=Certificate' },
  {
    name: 'upload-errors',
    path: '/?upload',
    ready: 'text=Choose Word documents',
    act: choose(
      'Offer.docx',
      'Dear {customer.name}, thank you for asking us.',
      'We offer {#items}{name} for {price | money}.',
      'The offer is valid until {validUntil | date:"d MMMM yyyy}.',
    ),
  },
  {
    name: 'upload',
    path: '/?upload',
    ready: 'text=Choose Word documents',
    act: choose(
      'Offer 2026.docx',
      'Dear {{customer.name}}, thank you for asking us about {{subject}}.',
      '{{#items}}{{name}}: {{price | currency}}{{/items}}',
      'Valid until {{validUntil | date}}. {{seller.name}}',
    ),
  },
  {
    name: 'versions',
    path: '/',
    ready: 'text=Certificate',
    act: async (page) => {
      await page.getByRole('button', { name: 'Actions for Invoice' }).click();
      await page.getByRole('menuitem', { name: 'Versions' }).click();
      await page.getByText('In use').waitFor();
    },
    phone: false,
  },
  {
    name: 'template',
    path: '/templates/invoice',
    ready: 'h1',
    act: async (page) => {
      // On a phone the preview is behind a tab.
      if (page.viewportSize()?.width === DESK.width)
        await page.locator('[aria-label="Pages of the document"] canvas').first().waitFor();
    },
  },
  { name: 'usage', path: '/usage', ready: 'text=Ledger' },
  { name: 'keys', path: '/settings/keys', ready: 'text=Shop back end' },
  {
    name: 'new-key',
    path: '/settings/keys',
    ready: 'text=Shop back end',
    act: async (page) => {
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByLabel('What is it for?').fill('Reminder letters');
    },
  },
  { name: 'members', path: '/settings/members', ready: 'text=luigi@example.com' },
  { name: 'organization', path: '/settings/organization', ready: 'text=Save defaults', phone: false },
  { name: 'audit', path: '/settings/audit', ready: 'text=Charles Babbage joined' },
  { name: 'limits', path: '/settings/limits', ready: 'text=Other requests a minute', phone: false },
  {
    name: 'palette',
    path: '/',
    ready: 'text=Certificate',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('A template, a page…').fill('in');
    },
    phone: false,
  },
];
