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

/** A spreadsheet for the letter of the examples. */
const LENDERS = `Name;Title;Last name;Company;Street;Postcode;City;Date;Subject;Body;Inventory
Professor Eamon Walsh;Professor;Walsh;Department of Archaeology;University Road 1;H91 TK33;Galway;16/03/2026;Your loan of the Wexford collection;<p>Thank you for agreeing to lend us the <strong>Wexford collection</strong>.</p>;W-17
Dr Nuala Byrne;Dr;Byrne;County Museum;Castle Street 4;Y35 T9X0;Wexford;17/03/2026;Your loan of the ferry papers;<p>Thank you for agreeing to lend us the <strong>ferry papers</strong>.</p>;F-02
Tomas Keane;Mr;Keane;;Pier Road 9;V31 R2C1;Kilrush;tomorrow;Your loan of the curragh;<p>Thank you for agreeing to lend us the <strong>curragh</strong>.</p>;C-01
`;

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
  {
    name: 'batch',
    path: '/batch?template=letter',
    ready: 'text=Choose a spreadsheet',
    act: async (page) => {
      await page.locator('input[type="file"]').setInputFiles({
        name: 'Lenders 2026.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(LENDERS),
      });
      await page.getByRole('button', { name: 'Columns', exact: true }).last().click();
      await page.locator('[aria-label="Pages of the document"] canvas').first().waitFor();
    },
    phone: false,
  },
  { name: 'jobs', path: '/activity/jobs', ready: 'text=Payslip', phone: false },
  {
    name: 'webhooks',
    path: '/activity/webhooks',
    ready: 'text=job.completed',
    act: async (page) => {
      await page.getByRole('button', { name: 'Show deliveries' }).first().click();
      await page
        .getByRole('button', { name: /^Send again/ })
        .first()
        .waitFor();
    },
    phone: false,
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
