/** Requests made up from the OpenAPI document: whatever comes, the answer is one that the document knows, never a 500. */
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { answerChecker } from '../support/answer-schemas.ts';
import { type ApiOperation, arbitraryRequest } from '../support/arbitrary-requests.ts';
import { docx, p } from '../support/build.ts';
import { freshDatabase } from '../support/postgres.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';
import { anOwner } from '../support/visitor.ts';

const RUNS = 400;
const KEYS = ['one', 'two', 'three', 'four'];
const FILES = [
  docx(p('{a} {b | upper}')),
  docx(p('{FOR x IN a}'), p('{x.y}'), p('{END-FOR x}')),
  docx(p('{broken')),
];

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** The databases disagree about odd text (a NUL, half a character): what one takes may be a 500 with the other. */
const start = async (database: string): Promise<TestServer> => {
  // LibreOffice has suites of its own, and would take most of the time here.
  const environment: Record<string, string> = { PLATEN_PDF_ENGINE: 'native' };
  if (database === 'PostgreSQL') {
    const fresh = await freshDatabase();
    ending.push(() => fresh.drop());
    environment['DATABASE_URL'] = fresh.url;
  }
  const server = await startTestServer(environment);
  ending.push(() => server.close());
  return server;
};

/** A person comes back in where a request has signed them out. */
const callAs = async (who: string, server: TestServer): Promise<TestServer['call']> => {
  if (who === 'a key') return server.call;
  const owner = await anOwner(server);
  return async (...request) => {
    if (!owner.cookies.has('platen.session_token')) await owner.signIn('owner@example.com');
    return owner.call(...request);
  };
};

test.each([
  ['a key', 'SQLite'],
  ['a person', 'PostgreSQL'],
])(
  `${RUNS} random requests of %s, on %s, none of them answered with 500`,
  async (who, database) => {
    const server = await start(database);
    const call = await callAs(who, server);
    // Some of the requests delete these; so they come back now and then.
    const uploadAll = () =>
      Promise.all(
        KEYS.map((templateKey, index) =>
          // By whoever asks: a person may have gone to another organization in the meantime.
          call('PUT', '/template/upload', {
            body: form({ templateKey, template: FILES[index % 2] ?? '', overwrite: 'true' }),
          }),
        ),
      );
    const document = (await server.call('GET', '/openapi.json')).json as {
      paths: Record<string, Record<string, ApiOperation & { responses: Record<string, object> }>>;
    };
    const { paths } = document;
    const mistakes = answerChecker(document);
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      // What matters most is asked for most.
      Object.entries(methods).flatMap(([method, operation]) =>
        Array(path === '/template/generate' ? 20 : 1).fill({ path, method, operation }),
      ),
    );
    let turn = 0;
    let documents = 0;
    const seen = new Map<number, number>();
    const asked = new Set<string>();
    await fc.assert(
      fc.asyncProperty(arbitraryRequest(operations, { keys: KEYS, files: FILES }), async (request) => {
        const { method, route, path, contentType, body } = request;
        if (turn % 20 === 0) await uploadAll();
        turn += 1;
        asked.add(`${method} ${route}`);
        const answer = await call(method, path, {
          ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
          ...(body !== undefined && { body }),
        });
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        if (path.startsWith('/template/generate') && answer.status === 200) documents += 1;
        expect(answer.status).not.toBe(500);
        expect(mistakes(method, route, answer), answer.text.slice(0, 500)).toEqual([]);
        if (answer.status >= 400)
          expect(answer.json).toMatchObject({ error: expect.any(String), code: expect.any(String) });
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    // It would be no test if nothing got past the door, or if it left operations out.
    expect(asked.size).toBeGreaterThan(Object.keys(paths).length * 0.8);
    expect(seen.get(200) ?? 0).toBeGreaterThan(RUNS / 50);
    expect(documents).toBeGreaterThan(0);
    expect(seen.get(400) ?? 0).toBeGreaterThan(RUNS / 50);
    expect(server.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  },
  120_000,
);
