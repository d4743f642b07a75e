/** What is written of calls behind their answers: in groups, within bounds, and nothing lost in silence. */
import { expect, test } from 'vitest';
import { CallLog } from '../../src/service/calls/call-log.ts';
import { factsText } from '../../src/service/calls/call-notes.ts';
import type { NewCall, SealedData } from '../../src/service/calls/call-ports.ts';
import { CallVault } from '../../src/service/calls/call-vault.ts';

const scene = () => {
  const written: NewCall[] = [];
  const data: SealedData[] = [];
  const errors: unknown[] = [];
  const store = { isAway: false };
  let time = 1_000_000;
  const log = new CallLog({
    calls: {
      async write(calls, sealed) {
        if (store.isAway) throw new Error('away');
        written.push(...calls);
        data.push(...sealed);
      },
    },
    vault: new CallVault('a secret of thirty-two characters'),
    now: () => time,
    onError: (error) => void errors.push(error),
  });
  const pass = (milliseconds: number): void => {
    time += milliseconds;
  };
  const failed = (organizationId = 'o'): Omit<NewCall, 'id'> => ({
    ...{ organizationId, at: time, kind: 'generate', caller: 'key:plt_a', templateKey: 'letter', version: 1 },
    ...{ format: 'PDF', status: 400, code: 'data_invalid', requestId: 'r', milliseconds: 1, facts: '{}' },
  });
  return { log, store, written, data, errors, failed, pass };
};

test('a flood is written as far as a measure goes; the rest is counted, and the log says how many', async () => {
  const { log, written, failed, pass } = scene();
  for (let call = 0; call < 5_000; call += 1) log.add(failed());
  log.add(failed('another'));
  pass(10_000);
  for (let call = 0; call < 200; call += 1) log.add(failed());
  await log.stop();
  const own = written.filter(({ organizationId, kind }) => organizationId === 'o' && kind === 'generate');
  expect(own).toHaveLength(1_100);
  expect(written.filter(({ organizationId }) => organizationId === 'another')).toHaveLength(1);
  const [dropped, ...others] = written.filter(({ kind }) => kind === 'dropped');
  expect(others).toEqual([]);
  expect(dropped).toMatchObject({ organizationId: 'o', code: 'dropped' });
  expect(JSON.parse(dropped?.facts ?? '')).toMatchObject({ count: 4_100 });
});

test('what a store did not take is counted, and said once it takes something', async () => {
  const { log, store, written, errors, failed } = scene();
  store.isAway = true;
  for (let call = 0; call < 3; call += 1) log.add(failed());
  await expect.poll(() => errors.length).toBe(1);
  store.isAway = false;
  log.add(failed());
  await log.stop();
  expect(written.map(({ kind }) => kind)).toEqual(['generate', 'dropped']);
  expect(JSON.parse(written[1]?.facts ?? '')).toMatchObject({ count: 3 });
});

test('data is sealed for one call of one organization, and not kept beyond its size', async () => {
  const { log, data, failed } = scene();
  const vault = new CallVault('a secret of thirty-two characters');
  const body = new TextEncoder().encode('{"name":"Ada"}');
  log.add(failed(), body);
  log.add(failed(), new Uint8Array(2 * 1024 * 1024));
  await log.stop();
  expect(data).toHaveLength(1);
  const { callId = '', bytes = new Uint8Array() } = data[0] ?? {};
  expect(Buffer.from(bytes).includes('Ada')).toBe(false);
  expect(Buffer.from(vault.open('o', callId, bytes) ?? [])).toEqual(Buffer.from(body));
  expect(vault.open('another', callId, bytes)).toBeUndefined();
  expect(vault.open('o', '0000000000000000', bytes)).toBeUndefined();
  expect(new CallVault('another secret').open('o', callId, bytes)).toBeUndefined();
});

test('of ten thousand problems the log keeps the first, and says that there were more', () => {
  const details = Array.from({ length: 10_000 }, (_, index) => ({
    code: 'data_invalid',
    message: `items[${index}].price ${'is no number '.repeat(100)}`,
  }));
  const text = factsText({ error: 'Wrong.', details });
  expect(text.length).toBeLessThan(20_000);
  expect(JSON.parse(text)).toMatchObject({ cut: true, details: { length: 5 } });
});
