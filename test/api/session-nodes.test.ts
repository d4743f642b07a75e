/** Three servers on one PostgreSQL: one owner link, one session, one count of attempts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { lastAcceptedAfter } from '../support/until-refused.ts';
import { aColleague, PASSWORD, tokenOf, Visitor } from '../support/visitor.ts';

let database: TestDatabase;
let nodes: ServerProcess[];
let owner: Visitor;

beforeAll(async () => {
  database = await freshDatabase();
  nodes = await Promise.all([1, 2, 3].map(() => startServerProcess({ DATABASE_URL: database.url })));
});
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.stop('SIGKILL')));
  await database?.drop();
});

const node = (index: number): ServerProcess => {
  const found = nodes[index % nodes.length];
  if (found === undefined) throw new Error('no node');
  return found;
};
/** The same browser, at another node: what a load balancer does. */
const at = (visitor: Visitor, index: number): Visitor => {
  const moved = new Visitor(node(index).address);
  for (const [name, value] of visitor.cookies) moved.cookies.set(name, value);
  return moved;
};
const everywhere = async (visitor: Visitor): Promise<number[]> =>
  Promise.all(nodes.map(async (_, index) => (await at(visitor, index).call('GET', '/template/list')).status));

test('all nodes show one owner link, and of all who use it at once one becomes the owner', async () => {
  const tokens = new Set(nodes.map(({ ownerLink }) => tokenOf(ownerLink)));
  expect(tokens.size).toBe(1);
  const [token] = tokens;
  const answers = await Promise.all(
    nodes.map(async ({ address }, n) => {
      const visitor = new Visitor(address);
      const json = { token, name: 'x', email: `owner${n}@example.com`, password: PASSWORD };
      return { visitor, answer: await visitor.call('POST', '/session/owner', { json }) };
    }),
  );
  expect(answers.map(({ answer }) => answer.status).toSorted()).toEqual([201, 404, 404]);
  owner = answers.find(({ answer }) => answer.status === 201)?.visitor ?? new Visitor('');
  for (const { address } of nodes)
    expect((await new Visitor(address).call('GET', '/session')).json).toMatchObject({ setup: false });
});

test('a session is one for all nodes, and ends on all of them at once', async () => {
  const ada = await aColleague(owner, { email: 'ada@example.com' });
  expect(await everywhere(ada)).toEqual([200, 200, 200]);
  expect((await at(ada, 1).call('DELETE', '/session')).status).toBe(204);
  expect(await lastAcceptedAfter(async () => !(await everywhere(ada)).includes(200))).toBeLessThan(1000);
  expect(await everywhere(ada)).toEqual([401, 401, 401]);
});

test('a role that changes on one node changes on all', async () => {
  const eva = await aColleague(owner, { email: 'eva@example.com', role: 'admin' });
  const { person } = (await eva.call('GET', '/session')).json as { person: { id: string } };
  await at(owner, 1).call('PATCH', `/organization/members/${person.id}`, { json: { role: 'member' } });
  for (const index of [0, 1, 2])
    expect((await at(eva, index).call('GET', '/organization/members')).status).toBe(403);
});

test('attempts are counted together', async () => {
  await aColleague(owner, { email: 'target@example.com' });
  const statuses: number[] = [];
  for (let n = 0; n < 24; n += 1)
    statuses.push(
      (await new Visitor(node(n).address).signIn('target@example.com', 'a wrong password')).status,
    );
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  expect(statuses.slice(20)).toEqual([429, 429, 429, 429]);
});

test('a restart keeps everybody signed in', async () => {
  await node(0).stop('SIGTERM');
  nodes[0] = await startServerProcess({ DATABASE_URL: database.url });
  expect(nodes[0].ownerLink).toBe('');
  expect((await at(owner, 0).call('GET', '/organization/members')).status).toBe(200);
});

test('what is at rest signs nobody in', async () => {
  const rows = await database.sql('select token, (select password from accounts limit 1) from sessions');
  for (const { token, password } of rows) {
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  }
  expect(rows.length).toBeGreaterThan(0);
});
