/**
 * `npm run console:shots`: pictures of every screen for docs/console.md, light and dark, on a desk and on a phone.
 *
 * A real server in a folder of its own, with the examples, a month of documents, members and keys; real Chromium.
 * Names of pictures after `--` make only those. The pictures are committed; run it again after a change to what they show, and look at them.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startServer } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { openStore } from '../../src/store/open-store.ts';
import { docx, p } from '../../test/support/build.ts';
import { contextOptions, launchBrowser } from '../../test/support/chromium.ts';
import { paletted } from './palette-png.ts';
import { SHOTS } from './shot-list.ts';

const wanted = process.argv.slice(2);
const images = join(import.meta.dirname, '../../docs/images/console');
const KEY = 'plt_picture-key-0123456789-0123456789-0123456789';
const OWNER = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'ink, lead and a platen' };
const HOUR_MS = 3_600_000;

const folder = mkdtempSync(join(tmpdir(), 'platen-shots-'));
const serve = () =>
  startServer(
    loadConfig({
      PLATEN_DATA: folder,
      PORT: '0',
      PLATEN_API_KEY: KEY,
      PLATEN_CREDITS: '5000',
      PLATEN_LOG_LEVEL: 'error',
      PLATEN_WEBHOOK_PRIVATE: 'true',
    }),
  );

/** A request of the console's, without the console. */
const callerAt = (address: string, cookie = '') => {
  const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const answer = await fetch(address + path, {
      method,
      headers: {
        'Platen-Console': '1',
        origin: address,
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer;
  };
  return call;
};
const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');

/** A second version, from a program, with other delimiters. */
const replaceInvoice = async (address: string): Promise<void> => {
  const body = new FormData();
  body.set('templateKey', 'invoice');
  body.set('delimiter', 'DOUBLE_BRACES');
  body.set('template', new Blob([await docx(p('Invoice {{number}} for {{customer.name}}'))]), 'invoice.docx');
  const headers = { authorization: `Bearer ${KEY}` };
  const answer = await fetch(`${address}/template/replace`, { method: 'PUT', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
};

/** A receiver of webhooks: it thanks, or it is out of order. */
const receiver = createServer((request, response) => {
  response.statusCode = request.url === '/archive' ? 503 : 204;
  response.end(request.url === '/archive' ? 'Down for maintenance' : '');
});

/** Batches that have ended, one with records that failed, and endpoints that were told. */
const runJobs = async (call: ReturnType<typeof callerAt>): Promise<void> => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  for (const path of ['/hooks/platen', '/archive'])
    await call('POST', '/organization/webhooks', {
      url: `http://127.0.0.1:${port}${path}`,
      events: ['job.completed', 'job.failed'],
    });
  const people = Array.from({ length: 120 }, (_, index) => ({
    employee: { name: `Employee ${index}` },
    ...(index % 40 === 0 && { paidOn: 'soon' }),
  }));
  for (const [templateKey, records, bundle] of [
    ['certificate', people.slice(0, 30), 'pdf'],
    ['payslip', people, 'zip'],
  ] as const) {
    const { id } = (await (
      await call('POST', '/jobs', { templateKey, output: 'PDF', records, bundle })
    ).json()) as { id: string };
    await endOf(call, id);
  }
};

const endOf = async (call: ReturnType<typeof callerAt>, id: string): Promise<void> => {
  for (;;) {
    const { state } = (await (await call('GET', `/jobs/${id}`)).json()) as { state: string };
    if (state !== 'queued' && state !== 'running') return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

/** People, keys and templates, through the API. */
const fill = async (): Promise<void> => {
  const server = await serve();
  const token = new URLSearchParams(new URL(server.ownerLink ?? '').hash.slice(1)).get('token');
  const made = await callerAt(server.address)('POST', '/session/owner', { token, ...OWNER });
  const call = callerAt(server.address, cookieOf(made));
  await call('PATCH', '/organization', {
    name: 'Analytical Engines',
    defaults: { locale: 'en-GB', timezone: 'Europe/London', currency: 'GBP' },
  });
  await call('POST', '/organization/examples', {});
  await replaceInvoice(server.address);
  await call('POST', '/template/rollback', { templateKey: 'invoice', version: 1 });
  for (const [name, scopes] of [
    ['Shop back end', ['generate', 'templates:read']],
    ['Nightly statements', ['generate']],
    ['Template pipeline', ['templates:read', 'templates:write']],
  ] as const)
    await call('POST', '/organization/keys', { name, scopes });
  for (const [name, email, role] of [
    ['Charles Babbage', 'charles@example.com', 'admin'],
    ['Mary Somerville', 'mary@example.com', 'member'],
  ] as const) {
    const { link } = (await (await call('POST', '/organization/invitations', { role, email })).json()) as {
      link: string;
    };
    const invited = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
    await callerAt(server.address)('POST', '/invitation', {
      token: invited,
      name,
      email,
      password: OWNER.password,
    });
  }
  await call('POST', '/organization/invitations', { role: 'member', email: 'luigi@example.com' });
  await runJobs(call);
  await server.close();
};

/** A month of documents: quiet at night and at weekends, one template far ahead. The same at every run. */
const remember = async (): Promise<void> => {
  const store = await openStore({ kind: 'sqlite', folder });
  const [organization] = await store.organizations.list();
  if (organization === undefined) throw new Error('no organization');
  const templates = await store.templates.list(organization.id);
  const share: Readonly<Record<string, number>> = { invoice: 9, letter: 5, payslip: 4, quote: 3, report: 2 };
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const now = Date.now();
  for (let ago = 29 * 24; ago >= 0; ago--) {
    const at = now - ago * HOUR_MS;
    const moment = new Date(at);
    const busy = moment.getUTCHours() > 7 && moment.getUTCHours() < 18 && moment.getUTCDay() % 6 !== 0;
    for (const { id, key } of templates) {
      const count = Math.floor(random() * (share[key] ?? 1) * (busy ? 0.55 : 0.09));
      for (let one = 0; one < count; one++)
        await store.credit.charge({
          reason: 'generate',
          organizationId: organization.id,
          templateId: id,
          templateKey: key,
          format: random() < 0.7 ? 'PDF' : 'DOCX',
          requestId: crypto.randomUUID(),
          at,
        });
      if (random() < 0.004)
        await store.usage.recordFailure({
          organizationId: organization.id,
          templateKey: key,
          format: 'PDF',
          code: random() < 0.7 ? 'data_invalid' : 'data_missing',
          at,
        });
    }
  }
  await store.close();
};

const signIn = async (page: Page, address: string): Promise<void> => {
  const answer = await page.request.post('/session', {
    data: { email: OWNER.email, password: OWNER.password },
    headers: { 'Platen-Console': '1', Origin: address },
  });
  if (!answer.ok()) throw new Error(await answer.text());
};

// The browser first: with it the console is built, which a server reads when it starts.
const browser = await launchBrowser();
await fill();
await remember();
const server = await serve();
mkdirSync(images, { recursive: true });
let bytes = 0;
try {
  for (const [dark, phone] of [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ] as const) {
    const context = await browser.newContext({
      ...contextOptions(server.address, { dark, phone }),
      timezoneId: 'Europe/London',
    });
    const page = await context.newPage();
    let signedIn = false;
    for (const { name, path, ready, act, before, phone: alsoOnPhones = true } of SHOTS) {
      if ((phone && !alsoOnPhones) || (wanted.length > 0 && !wanted.includes(name))) continue;
      if (before !== 'sign-in' && !signedIn) {
        await signIn(page, server.address);
        signedIn = true;
      }
      await page.goto(path);
      await page.locator(ready).locator('visible=true').first().waitFor();
      await act?.(page);
      await page.waitForLoadState('networkidle');
      // Fonts, the chart's bars and the preview's pages settle.
      await page.waitForTimeout(600);
      const file = `${name}${phone ? '-phone' : ''}-${dark ? 'dark' : 'light'}.png`;
      const picture = paletted(await page.screenshot());
      writeFileSync(join(images, file), picture);
      bytes += picture.length;
      process.stdout.write(`${file} ${Math.round(picture.length / 1024)} KB\n`);
    }
    await page.context().close();
  }
} finally {
  await browser.close();
  receiver.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${(bytes / 1024 / 1024).toFixed(1)} MB in all\n`);
