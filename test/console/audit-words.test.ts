/** The audit log in words: what a server really wrote, with names where it has codes. No browser is needed. */
import { expect, test } from 'vitest';
import type { ApiKey, Audit, Member } from '../../src/console/api/settings-types.ts';
import { whatOf, whoOf } from '../../src/console/screens/settings/audit-words.ts';
import { docx, p } from '../support/build.ts';
import { form, startTestServer, TEST_KEY } from '../support/server.ts';
import { aColleague, anOwner } from '../support/visitor.ts';

test('every kind of change has its words, and who made it a name', async () => {
  const server = await startTestServer();
  try {
    const owner = await anOwner(server);
    const ask = async (method: string, path: string, json?: unknown) => {
      const answer = await owner.call(method, path, json === undefined ? {} : { json });
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
      return answer.json as { id: string; organization: { id: string } };
    };
    const template = docx(p('Dear {name}'));
    await server.call('PUT', '/template/upload', {
      body: form({ templateKey: 'letter', template, templateName: '<b>A letter</b>' }),
    });
    await owner.call('PUT', '/template/replace', { body: form({ templateKey: 'letter', template }) });
    await ask('POST', '/template/rollback', { templateKey: 'letter', version: 1 });
    await ask('PUT', '/template/delete', { templateKey: 'letter' });
    const { id: key } = await ask('POST', '/organization/keys', { name: 'Shop', scopes: ['generate'] });
    await ask('DELETE', `/organization/keys/${key}`);
    await aColleague(owner, { email: 'ada@example.com', name: 'Ada' });
    const people = (await owner.call('GET', '/organization/members')).json as { members: Member[] };
    const ada = people.members.find(({ name }) => name === 'Ada')?.id ?? '';
    await ask('PATCH', `/organization/members/${ada}`, { role: 'admin' });
    const { id: open } = await ask('POST', '/organization/invitations', { role: 'member' });
    await ask('DELETE', `/organization/invitations/${open}`);
    await ask('PATCH', '/organization', { name: 'Engines' });
    const { organization } = await ask('GET', '/session');
    await server.admin(async (admin) => {
      await admin.addCredit(organization.id, 5, 'a gift');
      await admin.setCredit(organization.id, null);
      await admin.setLimits(organization.id, { generateLimit: 7 });
    });
    await server.people((all) => all.resetPassword('ada@example.com'));

    const { members } = (await owner.call('GET', '/organization/members')).json as { members: Member[] };
    const { keys } = (await owner.call('GET', '/organization/keys')).json as { keys: ApiKey[] };
    const { entries } = (await owner.call('GET', '/organization/audit')).json as Audit;
    const names = { members, keys };
    const lines = entries
      .toReversed()
      .map((entry) => `${whoOf(entry.actor, names).name}: ${whatOf(entry, names)}`);
    expect(lines).toEqual([
      'First start: Created the organization default',
      'First start: Created API key first key',
      'First start: Made a link for an owner',
      'Olive Owner: Olive Owner became owner by the link',
      'first key: Uploaded template <b>A letter</b>',
      'Olive Owner: Replaced template letter, now version 2',
      'Olive Owner: Went back to version 1 of template letter',
      'Olive Owner: Deleted template letter',
      'Olive Owner: Created API key Shop',
      'Olive Owner: Revoked API key Shop',
      'Olive Owner: Invited a new member',
      'Ada: Ada joined as member',
      'Olive Owner: Made Ada admin',
      'Olive Owner: Invited a new member',
      'Olive Owner: Took back the invitation of a member',
      'Olive Owner: Changed the settings of the organization',
      'test: Added 5 credits: a gift',
      'test: Set the credit to unlimited',
      'test: Set limits: documents a minute 7',
    ]);
    expect(whoOf(`key:${TEST_KEY.slice(0, 12)}`, { members: [], keys: [] }).name).toBe('An API key');
    expect(whoOf('user:gone@example.com', names)).toEqual({ name: 'gone@example.com' });
    expect(whatOf({ id: '1', actor: 'cli', action: 'printer.warm_up', subject: {}, at: '' }, names)).toBe(
      'printer warm up',
    );
  } finally {
    await server.close();
  }
});
