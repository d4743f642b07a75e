/** A server with its console, and people in it: what the browser tests have in common. */
import type { Page } from 'playwright-core';
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

/** Gives the page a session without going through the form. */
export const signIn = async (
  page: Page,
  address: string,
  { email, password }: { readonly email: string; readonly password: string } = OWNER,
): Promise<void> => {
  const answer = await page.request.post('/session', {
    data: { email, password },
    headers: headersOf(address),
  });
  if (!answer.ok()) throw new Error(`Not signed in: ${await answer.text()}`);
};

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A file as a file chooser takes it. */
export const wordFile = async (name: string, ...paragraphs: readonly string[]) => ({
  name,
  mimeType: WORD,
  buffer: Buffer.from(await docx(...paragraphs.map((text) => p(text)))),
});
