/** Whatever is logged by mistake, no header and no key is written. */
import { expect, test } from 'vitest';
import { makeLogger } from '../../src/http/logging.ts';

const SECRET = 'plt_verysecret';
const headers = { authorization: `Bearer ${SECRET}` };

const logged = (line: object): string => {
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  makeLogger('info', { write }).child({ requestId: 'r1' }).info(line, 'told');
  return text;
};

test.each([
  { headers },
  { authorization: headers.authorization },
  { req: { url: '/here', headers } },
  { answer: { ...headers, status: 200 } },
  { err: Object.assign(new Error('failed'), { config: { headers }, request: { headers }, headers }) },
])('%j', (line) => {
  const text = logged(line);
  expect(text).not.toContain(SECRET);
  expect(text).toContain('[Redacted]');
  expect(JSON.parse(text)).toMatchObject({ level: 'info', requestId: 'r1', msg: 'told' });
});

test('what is no secret is written as it is, and what was logged is not changed', () => {
  const line = { status: 200, req: { url: '/here', headers }, err: new Error('failed') };
  expect(JSON.parse(logged(line))).toMatchObject({
    status: 200,
    req: { url: '/here', headers: '[Redacted]' },
    err: { type: 'Error', message: 'failed', stack: expect.stringContaining('log-fence') },
  });
  expect(line.req.headers).toBe(headers);
});
