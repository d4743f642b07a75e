/**
 * Writes down what no charge has: calls that failed, jobs that came to nothing, deliveries of webhooks, and what was sent as data.
 * Behind the answer and in groups: nobody waits for it.
 *
 * Whoever is refused may ask again a thousand times a second. So an organization has a measure of rows that fills up again with time;
 * what comes beyond it is counted, and the count is an entry of the log itself: it says what it does not have.
 */
import { callId } from './call-id.ts';
import { factsText } from './call-notes.ts';
import type { CallStore, NewCall, SealedData } from './call-ports.ts';
import type { CallVault } from './call-vault.ts';

/** How long rows are gathered. */
const GATHER_MS = 500;
/** Rows of one organization: at once, and a second in the long run. */
const BURST = 1_000;
const A_SECOND = 10;
/** Of all organizations together, while the store does not take them. */
const MOST_ROWS = 5_000;
const MOST_DATA_BYTES = 32 * 1024 * 1024;
/** Larger bodies are not kept. */
export const LARGEST_DATA = 1024 * 1024;
/** How long dropped calls are counted for one entry. */
const DROPPED_MS = 60_000;

type Entry = Omit<NewCall, 'id'>;

interface Measure {
  left: number;
  filledAt: number;
}

interface Dropped {
  count: number;
  readonly since: number;
}

interface Needs {
  readonly calls: Pick<CallStore, 'write'>;
  readonly vault: Pick<CallVault, 'seal'>;
  readonly now: () => number;
  /** A failure that no caller should suffer from. */
  readonly onError: (error: unknown) => void;
}

export class CallLog {
  readonly #needs: Needs;
  readonly #measures = new Map<string, Measure>();
  readonly #dropped = new Map<string, Dropped>();
  #rows: NewCall[] = [];
  #data: SealedData[] = [];
  /** Not yet written, with those that are being written. */
  #heldRows = 0;
  #heldBytes = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** `body`: what was sent as data, where the organization has it kept. */
  add(entry: Entry, body?: Uint8Array): void {
    const { organizationId, at } = entry;
    if (this.#heldRows >= MOST_ROWS || !this.#takes(organizationId, at)) {
      this.#drop(organizationId, 1);
      return;
    }
    const call: NewCall = { ...entry, id: callId(at) };
    this.#rows.push(call);
    this.#heldRows += 1;
    if (body !== undefined) this.keep(call, body);
    this.#schedule();
  }

  /** What was sent as data with a call that its charge has written. */
  keep({ organizationId, id }: Pick<NewCall, 'organizationId' | 'id'>, body: Uint8Array): void {
    const isTooMuch = body.byteLength > LARGEST_DATA || this.#heldBytes + body.byteLength > MOST_DATA_BYTES;
    if (isTooMuch || body.byteLength === 0) return;
    const bytes = this.#needs.vault.seal(organizationId, id, body);
    this.#heldBytes += bytes.byteLength;
    this.#data.push({ organizationId, callId: id, bytes });
    this.#schedule();
  }

  /** What was gathered is written before the store goes. */
  stop(): Promise<void> {
    return this.#write(true);
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.#write(false), GATHER_MS).unref();
  }

  #takes(organizationId: string, at: number): boolean {
    const known = this.#measures.get(organizationId);
    const measure = known ?? { left: BURST, filledAt: at };
    const filled = measure.left + (Math.max(0, at - measure.filledAt) / 1000) * A_SECOND;
    measure.left = Math.min(BURST, filled);
    measure.filledAt = at;
    if (known === undefined) this.#measures.set(organizationId, measure);
    if (measure.left < 1) return false;
    measure.left -= 1;
    return true;
  }

  #drop(organizationId: string, count: number): void {
    const known = this.#dropped.get(organizationId);
    if (known !== undefined) known.count += count;
    else this.#dropped.set(organizationId, { count, since: this.#needs.now() });
    this.#schedule();
  }

  /** Entries that stand for what was not written. */
  #droppedRows(isLast: boolean): NewCall[] {
    const at = this.#needs.now();
    const rows: NewCall[] = [];
    for (const [organizationId, { count, since }] of this.#dropped) {
      if (!isLast && at - since < DROPPED_MS) continue;
      this.#dropped.delete(organizationId);
      rows.push({
        ...{
          organizationId,
          id: callId(at),
          at,
          kind: 'dropped',
          caller: '',
          templateKey: '',
          version: null,
        },
        ...{ format: null, status: 0, code: 'dropped', requestId: '', milliseconds: at - since },
        facts: factsText({
          count,
          error: `${count} calls that failed are not in this log: they came faster than they are written down.`,
          hint: 'Usage counts every one of them.',
        }),
      });
    }
    return rows;
  }

  #forgetFull(): void {
    const at = this.#needs.now();
    for (const [organizationId, { left, filledAt }] of this.#measures)
      if (left + ((at - filledAt) / 1000) * A_SECOND >= BURST) this.#measures.delete(organizationId);
  }

  #write(isLast: boolean): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#forgetFull();
    const gathered = this.#rows;
    const data = this.#data;
    const rows = [...gathered, ...this.#droppedRows(isLast)];
    this.#rows = [];
    this.#data = [];
    if (this.#dropped.size > 0) this.#schedule();
    if (rows.length === 0 && data.length === 0) return this.#writing;
    this.#writing = this.#writing.then(async () => {
      try {
        await this.#needs.calls.write(rows, data);
      } catch (error) {
        this.#needs.onError(error);
        if (!isLast)
          for (const { organizationId, kind, facts } of rows)
            this.#drop(organizationId, kind === 'dropped' ? ((JSON.parse(facts).count as number) ?? 1) : 1);
      } finally {
        this.#heldRows -= gathered.length;
        for (const { bytes } of data) this.#heldBytes -= bytes.byteLength;
      }
    });
    return this.#writing;
  }
}
