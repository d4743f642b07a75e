/** When previews are asked for while somebody types, and what is told of them. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/console/api/errors.ts';
import {
  type PreviewEvent,
  PreviewRunner,
} from '../../src/console/screens/workspace/preview/preview-runner.ts';

interface Sent {
  readonly version: string;
  readonly signal: AbortSignal;
  answer(left?: { readonly limit: number; readonly remaining: number; readonly reset: number }): void;
  fail(error: Error): void;
}

describe('previews while typing', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const start = () => {
    const sent: Sent[] = [];
    const shown: number[] = [];
    const events: PreviewEvent['type'][] = [];
    const runner = new PreviewRunner(
      async (body, signal) => {
        const version = await body.text();
        return new Promise((resolve, reject) => {
          sent.push({
            version,
            signal,
            answer: (left = { limit: 240, remaining: 239, reset: 60 }) =>
              resolve({
                blob: new Blob(['%PDF']),
                headers: new Headers({
                  'ratelimit-limit': String(left.limit),
                  'ratelimit-remaining': String(left.remaining),
                  'ratelimit-reset': String(left.reset),
                }),
              }),
            fail: reject,
          });
        });
      },
      (event) => {
        events.push(event.type);
        if (event.type === 'rendered') shown.push(event.result.version);
      },
    );
    const request = (version: number) => ({ version, body: () => new Blob([String(version)]) });
    return {
      runner,
      sent,
      shown,
      events,
      type: (version: number) => runner.schedule(request(version)),
      request,
    };
  };
  /** What is waited for that long; promises in between get their turns. */
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  it('go at once, one at a time, and of those that wait the newest alone', async () => {
    const { sent, shown, type } = start();
    type(1);
    await pass(1);
    type(2);
    type(3);
    await pass(500);
    expect(sent.map(({ version }) => version)).toEqual(['1']);
    sent[0]?.answer();
    await pass(1);
    expect(sent.map(({ version }) => version)).toEqual(['1', '3']);
    sent[1]?.answer();
    await pass(1);
    expect(shown).toEqual([1, 3]);
  });

  it('that are asked for by hand take the place of what is under way, whose answer is not shown any more', async () => {
    const { runner, sent, shown, type, request } = start();
    type(1);
    await pass(1);
    runner.now(request(2));
    await pass(1);
    expect(sent[0]?.signal.aborted).toBe(true);
    sent[1]?.answer();
    await pass(1);
    sent[0]?.answer();
    await pass(1);
    expect(shown).toEqual([2]);
  });

  it('give way to newer data where they do not answer', async () => {
    const { sent, shown, type } = start();
    type(1);
    await pass(100);
    type(2);
    await pass(2000);
    expect(sent).toHaveLength(1);
    await pass(1000);
    expect(sent[0]?.signal.aborted).toBe(true);
    sent[1]?.answer();
    await pass(1);
    sent[0]?.answer();
    await pass(1);
    expect(shown).toEqual([2]);
  });

  it('wait for a pause where they take long', async () => {
    const { sent, type } = start();
    type(1);
    await pass(3000);
    sent[0]?.answer();
    await pass(1);
    for (let version = 2; version < 6; version++) {
      type(version);
      await pass(1000);
    }
    expect(sent).toHaveLength(1);
    await pass(1000);
    expect(sent.map(({ version }) => version)).toEqual(['1', '5']);
  });

  it('are spread over the rest of the minute once half of the allowance is used', async () => {
    const { sent, type } = start();
    type(1);
    await pass(1);
    sent[0]?.answer({ limit: 60, remaining: 9, reset: 30 });
    await pass(1);
    type(2);
    await pass(2500);
    expect(sent).toHaveLength(1);
    await pass(1000);
    expect(sent).toHaveLength(2);
  });

  it('that were one too many come by themselves when the minute is over, as the data is then', async () => {
    const { sent, events, type } = start();
    type(1);
    await pass(1);
    sent[0]?.fail(new ApiError(429, { error: 'Too many.' }, 20));
    await pass(1);
    expect(events).toContain('failed');
    await pass(10_000);
    type(2);
    await pass(5000);
    expect(sent).toHaveLength(1);
    await pass(6000);
    expect(sent.map(({ version }) => version)).toEqual(['1', '2']);
  });
});
