/** A server with its console, and people in it: what the browser tests have in common. */
import type { BrowserContext, Page } from 'playwright-core';
import { forgetServer, openBrowser } from './browser.ts';
import { docx, p } from './build.ts';
import { startTestServer, type TestServer } from './server.ts';

/** Also waits for the browser: it is a hook's time that it takes, and not the first test's. */
export const startConsoleServer = async (
  environment: Readonly<Record<string, string>> = {},
): Promise<TestServer> => {
  const [server] = await Promise.all([startTestServer(environment), openBrowser()]);
  return {
    ...server,
    close: async () => {
      sessions.delete(server.address);
      await forgetServer(server.address);
      await server.close();
    },
  };
};

export const OWNER = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'ink, lead and a platen',
} as const;

const headersOf = (address: string) => ({ 'Platen-Console': '1', Origin: new URL(address).origin });

/** The first owner, by the link of the first start; as the page does it, without the page. */
export const makeOwner = async ({ address, ownerLink }: TestServer): Promise<void> => {
  const token = new URLSearchParams(new URL(ownerLink).hash.slice(1)).get('token');
  const answer = await fetch(`${address}/session/owner`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersOf(address) },
    body: JSON.stringify({ token, ...OWNER }),
  });
  if (answer.status !== 201) throw new Error(`No owner: ${await answer.text()}`);
};

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** By server and person. A password takes a fifth of a second of processor time to check, as it has to. */
const sessions = new Map<string, Map<string, Cookies>>();

/** Gives the page a session without going through the form: of each person one, as long as the server is there. */
export const signIn = async (
  page: Page,
  address: string,
  { email, password }: { readonly email: string; readonly password: string } = OWNER,
): Promise<void> => {
  const known = sessions.get(address)?.get(email);
  if (known !== undefined) return page.context().addCookies(known);
  const answer = await page.request.post('/session', {
    data: { email, password },
    headers: headersOf(address),
  });
  if (!answer.ok()) throw new Error(`Not signed in: ${await answer.text()}`);
  const cookies = await page.context().cookies(address);
  sessions.set(address, (sessions.get(address) ?? new Map()).set(email, cookies));
};

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A file as a file chooser takes it. */
export const wordFile = async (name: string, ...paragraphs: readonly string[]) => ({
  name,
  mimeType: WORD,
  buffer: Buffer.from(await docx(...paragraphs.map((text) => p(text)))),
});
