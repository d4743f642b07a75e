import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { readUsageQuery, usageSpans } from '../../src/service/usage-spans.ts';
import { refused } from '../support/refused.ts';

const HOUR = 3_600_000;
const at = (text: string): number => DateTime.fromISO(text, { setZone: true }).toMillis();
const days = (from: string, to: string, timezone: string) =>
  usageSpans({ from: at(from), to: at(to), step: 'day', timezone });
const shown = (from: string, to: string, timezone: string) =>
  days(from, to, timezone).map(({ from: start, to: end, step }) => [
    DateTime.fromMillis(start, { zone: timezone }).toFormat('yyyy-MM-dd HH:mm'),
    (end - start) / step,
    step / HOUR,
  ]);

describe('days', () => {
  test('without a change of clocks are one span, from midnight to midnight of the time zone', () => {
    expect(shown('2026-01-05T15:00:00Z', '2026-01-08T23:30:00Z', 'Europe/Vienna')).toEqual([
      ['2026-01-05 00:00', 5, 24],
    ]);
    expect(days('2026-01-05T00:00:00+01:00', '2026-01-06T00:00:00+01:00', 'Europe/Vienna')).toEqual([
      { from: at('2026-01-04T23:00:00Z'), to: at('2026-01-05T23:00:00Z'), step: 24 * HOUR },
    ]);
  });

  test('of 23 and 25 hours are spans of their own, and no hour is lost or counted twice', () => {
    const spans = days('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z', 'Europe/Vienna');
    expect(spans.map(({ step }) => step / HOUR)).toEqual([24, 23, 24, 25, 24]);
    for (const [index, { from }] of spans.entries()) if (index > 0) expect(from).toBe(spans[index - 1]?.to);
    expect(spans.every(({ from, to, step }) => (to - from) % step === 0)).toBe(true);
  });

  test.each([
    // Offset of 5:45; clocks change at midnight, so a day begins at one; a day was left out.
    ['Asia/Kathmandu', '2026-03-01T00:00:00Z', '2026-03-03T00:00:00Z', [['2026-03-01 00:00', 3, 24]]],
    [
      'Asia/Beirut',
      '2026-03-28T12:00:00Z',
      '2026-03-30T12:00:00Z',
      [
        ['2026-03-28 00:00', 1, 24],
        ['2026-03-29 01:00', 1, 23],
        ['2026-03-30 00:00', 1, 24],
      ],
    ],
    ['Pacific/Apia', '2011-12-29T12:00:00-10:00', '2012-01-01T00:00:00+14:00', [['2011-12-29 00:00', 2, 24]]],
  ])('of %s', (timezone, from, to, expected) => {
    expect(shown(from, to, timezone)).toEqual(expected);
  });
});

test('hours are whole hours', () => {
  expect(usageSpans({ from: 5, to: HOUR + 1, step: 'hour', timezone: 'Europe/Vienna' })).toEqual([
    { from: 0, to: 2 * HOUR, step: HOUR },
  ]);
});

test('a span has bounds', () => {
  const span = (length: number, step: 'hour' | 'day') => () =>
    usageSpans({ from: 0, to: length * 24 * HOUR, step, timezone: 'UTC' });
  expect(span(31, 'hour')()).toHaveLength(1);
  expect(refused(span(32, 'hour')).message).toContain('31 days');
  expect(span(400, 'day')()).toHaveLength(1);
  expect(refused(span(401, 'day')).message).toContain('400 days');
  expect(refused(span(0, 'day')).message).toContain('end after');
});

describe('a query', () => {
  const now = at('2026-11-15T10:00:00Z');
  const read = (sent: object) => readUsageQuery(sent, { now, timezone: 'Europe/Vienna' });

  test('of nothing is about the last 30 days, by day', () => {
    expect(read({})).toEqual({ from: now - 30 * 24 * HOUR, to: now, step: 'day', timezone: 'Europe/Vienna' });
  });

  test('may name dates and times of its time zone, or with an offset', () => {
    expect(read({ from: '2026-11-01', to: '2026-11-02T12:00' })).toMatchObject({
      from: at('2026-10-31T23:00:00Z'),
      to: at('2026-11-02T11:00:00Z'),
    });
    expect(read({ from: '2026-11-01', timezone: 'Asia/Tokyo' }).from).toBe(at('2026-10-31T15:00:00Z'));
    expect(read({ from: '2026-11-01T00:00:00+02:00' }).from).toBe(at('2026-10-31T22:00:00Z'));
  });

  test('says all that is wrong with it', () => {
    const { details } = refused(() => read({ from: 'soon', to: 5, step: 'week', timezone: 'Mars/Base' }));
    expect(details?.map(({ path }) => path)).toEqual(['timezone', 'step', 'to', 'from']);
  });
});
