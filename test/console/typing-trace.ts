/** What keys waited for: read from Chromium's own trace, and, until the pages show them, from the page's own clock. */
import type { CDPSession, Page } from 'playwright-core';

export interface Interaction {
  /** Milliseconds from the key to the paint that shows it, as the browser's Event Timing counts them. */
  readonly waited: number;
  /**
   * Of these, milliseconds of processor time that the page's main thread worked until it handed the frame on: for the
   * key, and for whatever was under way when it came. The same on a busy machine, more or less.
   */
  readonly worked: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds, as are the durations. */
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread. */
  readonly tdur?: number;
  readonly args: {
    readonly data?: {
      readonly frame?: string;
      readonly interactionId?: number;
      /** Milliseconds, on a clock of their own. */
      readonly timeStamp?: number;
      readonly duration?: number;
      readonly commitFinishTime?: number;
    };
  };
}

export interface Typing {
  readonly keys: readonly Interaction[];
  /**
   * The longest task of the page's main thread, milliseconds of processor time: what a key may have to wait for,
   * whether one did or not. Work in idle moments, which looks out for keys and gives way to them, is not counted.
   */
  readonly longest: number;
}

/** What happens in the page while `act` runs. */
export const typingDuring = async (page: Page, act: () => Promise<void>): Promise<Typing> => {
  const session: CDPSession = await page.context().newCDPSession(page);
  // The trace is of the whole browser, which other tests have pages in.
  const frame = (await session.send('Page.getFrameTree')).frameTree.frame.id;
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
  await session.detach();
  const keys = events.filter(
    ({ name, ph, args }) =>
      name === 'EventTiming' && ph === 'b' && args.data?.frame === frame && args.data.interactionId,
  );
  const [first] = keys;
  if (first === undefined) throw new Error('the trace has no keys');
  const main = events
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === first.pid && tid === first.tid)
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const tasks = outermost(main.filter(isTask));
  return { keys: interactionsOf(keys, tasks), longest: longestOf(tasks, main) };
};

/** Tasks are nested in traces. */
const outermost = (tasks: readonly TraceEvent[]): TraceEvent[] => {
  let until = 0;
  return tasks.filter(({ ts, dur = 0 }) => {
    if (ts < until) return false;
    until = ts + dur;
    return true;
  });
};

const longestOf = (tasks: readonly TraceEvent[], main: readonly TraceEvent[]): number => {
  const idle = main.filter(({ name }) => name === 'FireIdleCallback').map(({ ts }) => ts);
  return Math.max(
    ...tasks
      .filter(({ ts, dur = 0 }) => !idle.some((start) => start >= ts && start <= ts + dur))
      .map(({ tdur = 0 }) => tdur / 1000),
  );
};

const interactionsOf = (keys: readonly TraceEvent[], tasks: readonly TraceEvent[]): Interaction[] =>
  // A key is one interaction of several events: keydown, keypress, keyup.
  [...Map.groupBy(keys, ({ args }) => args.data?.interactionId).values()].map((parts) => ({
    waited: Math.max(...parts.map(({ args }) => args.data?.duration ?? 0)),
    worked: Math.max(...parts.map((part) => workUntilPaint(part, tasks))),
  }));

const workUntilPaint = ({ ts, args: { data } }: TraceEvent, tasks: readonly TraceEvent[]): number => {
  const length = (data?.commitFinishTime ?? 0) - (data?.timeStamp ?? 0);
  // No frame was needed, or none came before the trace ended.
  const end = ts + (length > 0 ? length : (data?.duration ?? 0)) * 1000;
  let work = 0;
  for (const { ts: start, dur = 0, tdur = 0 } of tasks) {
    const shared = Math.min(end, start + dur) - Math.max(ts, start);
    if (shared > 0) work += (tdur * shared) / Math.max(1, dur);
  }
  return work / 1000;
};

const isTask = ({ name }: TraceEvent): boolean =>
  name === 'RunTask' || name === 'ThreadControllerImpl::RunTask';

/** As interaction to next paint is counted: of fifty, the worst one is left out. */
export const percentile98 = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.98) - 1)] ?? 0;
};

/** Milliseconds of one key, one after the other. */
export interface Arrival {
  /** Until the document is asked for. */
  readonly asked: number;
  /** Until the answer is there. */
  readonly answered: number;
  /** Until its pages are in the next frame. */
  readonly shown: number;
}

/** Text: the types of a browser are not known where tests run. */
const WATCH = `(() => {
  let key = 0;
  window.arrivals = [];
  addEventListener('keydown', ({ timeStamp }) => { key = timeStamp; }, true);
  new MutationObserver(() => {
    const asked = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/template/preview')).at(-1);
    const at = key;
    requestAnimationFrame(() => setTimeout(() => window.arrivals.push({
      asked: asked.startTime - at,
      answered: asked.responseEnd - asked.startTime,
      shown: performance.now() - asked.responseEnd,
    })));
  }).observe(document.querySelector('[aria-label="Pages of the document"]'), { childList: true });
})()`;

/** While `act` types; it asks how many have been shown. */
export const arrivalsOf = async (
  page: Page,
  act: (shown: () => Promise<number>) => Promise<void>,
): Promise<readonly Arrival[]> => {
  await page.evaluate(WATCH);
  await act(() => page.evaluate('window.arrivals.length'));
  return page.evaluate('window.arrivals');
};
