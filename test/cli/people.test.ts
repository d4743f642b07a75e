/** `platen admin owner-link` and `platen admin person …`, next to a running server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { anOwner, Visitor } from '../support/visitor.ts';
import { platen } from './platen.ts';

/** A process a command, on a machine that is busy with other tests. */
const PATIENCE_MS = 120_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const admin = (...args: string[]) =>
  platen(['admin', ...args], {
    cwd: server.config.dataFolder,
    env: { PLATEN_DATA: server.config.dataFolder, PLATEN_URL: 'https://documents.example.com' },
  });

test(
  'a fresh owner link ends the one that the start showed; people are listed, raised, and given passwords',
  async () => {
    const { out, code } = await admin('owner-link');
    expect(code).toBe(0);
    expect(out).toMatch(/^https:\/\/documents\.example\.com\/setup#token=[\w-]{43}\n$/);
    await expect(anOwner(server)).rejects.toThrow('link_not_found');
    await anOwner({ address: server.address, ownerLink: out.trim() }, 'olive@example.com');

    // With an owner there it is a way back in, for somebody else as well.
    const second = (await admin('owner-link', 'default')).out.trim();
    const rescue = await anOwner({ address: server.address, ownerLink: second }, 'rescue@example.com');
    expect((await admin('person', 'role', 'default', 'rescue@example.com', 'member')).code).toBe(0);
    expect((await rescue.call('GET', '/organization/members')).status).toBe(403);
    const { out: list } = await admin('person', 'list');
    expect(list).toMatch(/olive@example\.com +Olive Owner +default \(owner\)/);
    expect(list).toMatch(/rescue@example\.com +Olive Owner +default \(member\)/);

    const password = (await admin('person', 'reset-password', 'Rescue@example.com')).out.trim();
    expect((await rescue.call('GET', '/session')).json).toMatchObject({ person: null });
    expect((await new Visitor(server.address).signIn('rescue@example.com', password)).status).toBe(200);
  },
  PATIENCE_MS,
);

test(
  'what can’t be is said',
  async () => {
    const last = await admin('person', 'role', 'default', 'olive@example.com', 'none');
    expect(last).toMatchObject({ code: 1, err: expect.stringContaining('last_owner') });
    const nobody = await admin('person', 'reset-password', 'nobody@example.com');
    expect(nobody).toMatchObject({ code: 1, err: expect.stringContaining('nobody@example.com') });
    const role = await admin('person', 'role', 'default', 'olive@example.com', 'king');
    expect(role).toMatchObject({ code: 1, err: expect.stringContaining('member, admin, owner') });
  },
  PATIENCE_MS,
);

test(
  'a person is erased where that is said, and exported before',
  async () => {
    const file = join(server.config.dataFolder, 'rescue.zip');
    const exported = await admin('person', 'export', 'rescue@example.com', file);
    expect(exported).toMatchObject({ code: 0, out: expect.stringMatching(/rescue\.zip: 1 users/) });
    expect(existsSync(file)).toBe(true);
    const asked = await admin('person', 'erase', 'rescue@example.com');
    expect(asked.code).not.toBe(0);
    expect(asked.err).toContain('--yes');
    expect((await admin('person', 'list')).out).toContain('rescue@example.com');
    expect((await admin('person', 'erase', 'rescue@example.com', '--yes')).code).toBe(0);
    expect((await admin('person', 'list')).out).not.toContain('rescue@example.com');
    const organization = await admin('org', 'erase', 'default');
    expect(organization.out).toContain('People who are in no other organization: olive@example.com.');
    expect(organization.code).not.toBe(0);
  },
  PATIENCE_MS,
);
