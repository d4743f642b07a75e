/** Somebody at a browser: keeps cookies, and sends what the console's pages send. */
import { type Answer, type CallInit, callAt } from './server.ts';

export const PASSWORD = 'correct horse battery staple';

export const tokenOf = (link: string): string => /#token=(.+)$/.exec(link)?.[1] ?? '';

export class Visitor {
  address: string;
  readonly cookies = new Map<string, string>();

  constructor(address: string) {
    this.address = address;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async call(method: string, path: string, init: CallInit = {}): Promise<Answer> {
    const answer = await callAt(this.address, method, path, {
      key: null,
      ...init,
      headers: {
        ...(this.cookies.size > 0 && { cookie: this.cookie }),
        ...(method !== 'GET' && { origin: this.address, 'platen-console': '1' }),
        ...init.headers,
      },
    });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    return answer;
  }

  async signIn(email: string, password = PASSWORD): Promise<Answer> {
    return this.call('POST', '/session', { json: { email, password } });
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    if (/max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(name.length + 1));
  }
}

export interface Place {
  readonly address: string;
  readonly ownerLink: string;
}

export const anOwner = async (
  { address, ownerLink }: Place,
  email = 'owner@example.com',
): Promise<Visitor> => {
  const visitor = new Visitor(address);
  const { status, text } = await visitor.call('POST', '/session/owner', {
    json: { token: tokenOf(ownerLink), name: 'Olive Owner', email, password: PASSWORD },
  });
  if (status !== 201) throw new Error(`the owner link was refused: ${text}`);
  return visitor;
};

/** Invited by `by`, and signed in. */
export const aColleague = async (
  by: Visitor,
  { role = 'member', email, name = 'Ada' }: { role?: string; email: string; name?: string },
): Promise<Visitor> => {
  const invited = await by.call('POST', '/organization/invitations', { json: { role } });
  const { link } = invited.json as { link: string };
  const visitor = new Visitor(by.address);
  const { status, text } = await visitor.call('POST', '/invitation', {
    json: { token: tokenOf(link), name, email, password: PASSWORD },
  });
  if (status !== 200) throw new Error(`the invitation was refused: ${text}`);
  return visitor;
};
