/**
 * Typing into a megabyte of JSON: from the key to the next paint in under 100 ms (interaction to next paint, INP).
 *
 * Two measures. The processor time that the page's main thread spends on a key until its paint says what the product
 * costs, and is the same on a busy machine: it always has to hold. What the browser's Event Timing reports is what a
 * person waits, and includes everything else that the machine does: it has to hold where typing into a small document
 * is quick, that is, where the machine is not busy with something else.
 */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noBrowser, openBrowser } from '../support/browser.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Desk, exampleFile, openTemplate, startDesk } from './template-support.ts';

const LIMIT_MS = 100;
/** Words with pauses between them, in which the data is checked, kept and previewed. */
const WORDS = ['Thank you ', 'for the ', 'second order ', 'of this ', 'year, ', 'which we ', 'deliver '];

const megabyte = (): string => {
  const items: unknown[] = [];
  let size = 0;
  while (size < 1_000_000) {
    const item = {
      name: `Position ${items.length} of a long list`,
      quantity: items.length,
      unit: 'pcs',
      price: 9.5,
      vatRate: 0.2,
    };
    items.push(item);
    size += JSON.stringify(item, null, 2).length + 30;
  }
  return JSON.stringify({ note: 'A note.', items }, null, 2);
};

interface Typing {
  /** 98th percentiles, in milliseconds: what a person waited, and what the page worked. */
  readonly waited: number;
  readonly worked: number;
}

describe.skipIf(noBrowser)('typing', { timeout: 240_000 }, () => {
  let browser: Browser;
  let server: TestServer;
  let desk: Desk;

  beforeAll(async () => {
    browser = await openBrowser();
    server = await startTestServer();
    desk = await startDesk(browser, server);
    await desk.upload('invoice', exampleFile('invoice'), 'Invoice');
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it('waits for nothing, with 1 MB of data in the editor', async () => {
    const text = megabyte();
    expect(text.length).toBeGreaterThan(1_000_000);
    const small = await typeInto('{\n  "note": "A note.",\n  "items": []\n}');
    const large = await typeInto(text);
    console.info(
      `INP (98th percentile): ${large.waited} ms with 1 MB, ${small.waited} ms with almost nothing; ` +
        `main thread: ${large.worked.toFixed(0)} ms and ${small.worked.toFixed(0)} ms a key`,
    );
    expect(large.worked).toBeLessThan(LIMIT_MS);
    if (small.waited <= LIMIT_MS / 2) expect(large.waited).toBeLessThan(LIMIT_MS);
  });

  const typeInto = async (text: string): Promise<Typing> => {
    const page = await desk.page({ as: 'json' });
    const { json } = await desk.owner.call('GET', '/session');
    const { id } = (json as { organization: { id: string } }).organization;
    const draft = JSON.stringify({ text, options: {}, savedAt: 1 });
    await page.addInitScript({
      content: `localStorage.setItem('platen:draft:${id}:invoice', ${JSON.stringify(draft)});
        window.waited = new Map();
        new PerformanceObserver((list) => {
          for (const { interactionId, duration } of list.getEntries())
            if (interactionId > 0) waited.set(interactionId, Math.max(duration, waited.get(interactionId) ?? 0));
        }).observe({ type: 'event', durationThreshold: 16 });`,
    });
    await openTemplate(page, 'invoice');
    await page.getByLabel('Data as JSON').click();
    await page.getByTestId('page-count').waitFor({ timeout: 60_000 });
    // Into the note, on the second line.
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft');
    await page.evaluate('waited.clear()');
    const worked = await workOf(page, async () => {
      for (const word of WORDS) {
        await page.keyboard.type(word, { delay: 70 });
        await page.waitForTimeout(500);
      }
      await page.waitForTimeout(1000);
    });
    const keys = WORDS.join('').length;
    const waited: number[] = await page.evaluate('[...waited.values()]');
    await page.close();
    // What took less than 16 ms is not reported.
    return { waited: percentile(pad(waited, keys)), worked: percentile(pad(worked, keys)) };
  };
});

const pad = (times: readonly number[], count: number): number[] => [
  ...times,
  ...Array.from({ length: Math.max(0, count - times.length) }, () => 0),
];

const percentile = (times: readonly number[]): number => {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.98) - 1)] ?? 0;
};

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread, in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/** Processor time of the page's main thread, in milliseconds, from each key to the end of the frame that shows it. */
const workOf = async (page: Page, act: () => Promise<void>): Promise<number[]> => {
  const session: CDPSession = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel'], excludedCategories: ['*'] },
  });
  await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  return perKey(events);
};

const perKey = (events: readonly TraceEvent[]): number[] => {
  const keys = events.filter(
    ({ name, ph, args }) => name === 'EventDispatch' && ph === 'X' && args.data?.type === 'keydown',
  );
  const [first] = keys;
  if (first === undefined) throw new Error('the trace has no keys');
  const main = events.filter(({ pid, tid, ph }) => pid === first.pid && tid === first.tid && ph === 'X');
  const frames = main.filter(({ name }) => name === 'Layerize').toSorted((one, other) => one.ts - other.ts);
  const tasks = main
    .filter(({ name }) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask')
    .toSorted((one, other) => one.ts - other.ts);
  return keys.map((key) => {
    const frame = frames.find(({ ts }) => ts > key.ts);
    const end = frame === undefined ? Number.POSITIVE_INFINITY : frame.ts + (frame.dur ?? 0);
    // Tasks are nested in traces; only the outermost ones count.
    let until = 0;
    let work = 0;
    for (const { ts, dur = 0, tdur = 0 } of tasks) {
      if (ts + dur < key.ts || ts > end || ts < until) continue;
      work += tdur;
      until = ts + dur;
    }
    return work / 1000;
  });
};
