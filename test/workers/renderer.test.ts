/** The renderer with real processes and real templates. PDF goes to a converter that only counts. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { PlatenError } from '../../src/errors.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import type {
  ConvertOptions,
  GeneratedDocument,
  GenerateJob,
  PdfConverter,
  Renderer,
  TemplateBytes,
} from '../../src/service/renderer-ports.ts';
import { compileTemplate } from '../../src/template/index.ts';
import { createRenderer } from '../../src/workers/renderer.ts';
import { openLargeLane, type RendererConfig } from '../../src/workers/renderer-config.ts';
import { docx, field, PIXEL, p } from '../support/build.ts';
import { heapInUse } from '../support/heap.ts';
import { paragraphs } from '../support/read.ts';

const spoolFolder = mkdtempSync(join(tmpdir(), 'platen-renderer-'));
afterAll(() => rmSync(spoolFolder, { recursive: true, force: true }));

const template = (...lines: string[]): TemplateBytes => {
  const file = docx(...lines.map((line) => p(line)));
  const { program } = compileTemplate(file, { delimiter: 'BRACES' });
  return { programHash: lines.join('|'), program, file };
};
const hello = template('Hello {name}');
const loop = template('{FOR i IN rows}', '{i}', '{END-FOR i}');
/** Rows cubed: with 1,400 rows no machine ends within a second, however fast (squared, some did). */
const nested = template(
  ...['i', 'j', 'k'].map((name) => `{FOR ${name} IN rows}`),
  '{i} {j} {k}',
  ...['k', 'j', 'i'].map((name) => `{END-FOR ${name}}`),
);

const converted: { docx: Uint8Array; options: ConvertOptions }[] = [];
const converter: PdfConverter = {
  convert: async (file, options) => {
    converted.push({ docx: file, options });
    return {
      pdf: new TextEncoder().encode('%PDF'),
      engine: 'libreoffice',
      pages: 2,
      warnings: ['w'],
      reasons: [],
    };
  },
  health: async () => ({ ok: true, message: 'ok' }),
  warm: () => {},
  close: async () => {},
};

const open: Renderer[] = [];
const start = (config: Partial<RendererConfig> = {}): Renderer => {
  const renderer = createRenderer({
    processes: 1,
    renderMs: 20_000,
    memoryBytes: 256 * 1024 * 1024,
    queue: 100,
    converter,
    spoolFolder,
    smallLane: false,
    ...config,
  });
  open.push(renderer);
  return renderer;
};
/** One for all that leave it as they found it: a process takes a second to start. */
const shared = new Map<string, Renderer>();
const sharing = (smallLane: boolean): Renderer => {
  const known = shared.get(String(smallLane));
  if (known !== undefined) return known;
  const renderer = start({ smallLane });
  open.splice(open.indexOf(renderer), 1);
  shared.set(String(smallLane), renderer);
  return renderer;
};
afterAll(() => Promise.all([...shared.values()].map((renderer) => renderer.close())));
afterEach(async () => {
  await Promise.all(open.splice(0).map((renderer) => renderer.close()));
  converted.length = 0;
});

const misbehaving = new URL('./misbehaving-tasks.ts', import.meta.url);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const body = (data: object, more: object = {}): Uint8Array =>
  bytes(JSON.stringify({ templateKey: 'k', output: 'DOCX', data, ...more }));

interface Order {
  readonly organizationId?: string;
  readonly signal?: AbortSignal;
  readonly template?: TemplateBytes;
  readonly watermark?: string;
  readonly resolve?: GenerateJob['resolve'];
}
const generate = (renderer: Renderer, content: Uint8Array, order: Order = {}): Promise<GeneratedDocument> =>
  renderer.generate({
    organizationId: order.organizationId ?? 'a',
    requestId: 'r',
    body: content,
    resolve: order.resolve ?? (async () => order.template ?? hello),
    inTurn: (work) => work(),
    signal: order.signal ?? new AbortController().signal,
    ...(order.watermark !== undefined && { watermark: order.watermark }),
  });
const textOf = async ({ document }: GeneratedDocument): Promise<string[]> =>
  paragraphs(await document.bytes());
/** Spool files that this process holds open. Only Linux tells; elsewhere the answer is always none. */
const spoolFiles = (): number => {
  if (!existsSync('/proc/self/fd')) return 0;
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('platen-spool-');
    } catch {
      return false;
    }
  }).length;
};

describe('generate', () => {
  test('renders, and reports what the data lacks', async () => {
    const resolve = vi.fn(async () => hello);
    const made = await generate(sharing(false), body({}, { options: { version: 4, filename: 'f' } }), {
      resolve,
    });
    expect(made).toMatchObject({ engine: 'docx', missing: ['name'], warnings: [] });
    expect(made.request).toEqual({ templateKey: 'k', output: 'DOCX', version: 4, filename: 'f' });
    expect(resolve.mock.calls).toEqual([[made.request, 'store']]);
    expect(await textOf(made)).toEqual(['Hello ']);
    expect(paragraphs(await buffer(made.document.stream()))).toEqual(['Hello ']);
  });

  test('says that a table of contents has no pages where nobody lays it out', async () => {
    const file = docx(p({ style: 'Heading1' }, '{name}'), p(field('TOC \\o "1-3"', 'x')));
    const { program } = compileTemplate(file, { delimiter: 'BRACES' });
    const contents = { programHash: 'contents', program, file };
    const renderer = sharing(false);
    const made = await generate(renderer, body({ name: 'Ada' }), { template: contents });
    expect(made.warnings).toEqual([expect.stringContaining('no page numbers')]);
    const pdf = await generate(renderer, body({ name: 'Ada' }, { output: 'PDF' }), { template: contents });
    expect(pdf.warnings).toEqual(['w']);
  });

  test('takes a body that is a view into Node’s pool without taking the pool', async () => {
    const neighbour = Buffer.from('neighbour');
    const made = await generate(sharing(false), Buffer.from(body({ name: 'Ada' })));
    expect(await textOf(made)).toEqual(['Hello Ada']);
    expect(neighbour.toString()).toBe('neighbour');
  });

  test('two templates in one process do not mix, and one that is cached still asks whether it may', async () => {
    const renderer = sharing(false);
    for (const word of ['Hello', 'Bye', 'Hello']) {
      const made = await generate(renderer, body({ name: 'Ada' }), { template: template(`${word} {name}`) });
      expect(await textOf(made)).toEqual([`${word} Ada`]);
    }
    const refused = new PlatenError('template_not_found', 'None.');
    await expect(generate(renderer, body({}), { resolve: () => Promise.reject(refused) })).rejects.toBe(
      refused,
    );
  });

  test('a PDF goes through the converter, with the engine that was asked for', async () => {
    const made = await generate(
      sharing(false),
      body({ name: 'Ada' }, { output: 'PDF', options: { engine: 'libreoffice', pdf: { tagged: true } } }),
    );
    expect(made).toMatchObject({ engine: 'libreoffice', pages: 2, warnings: ['w'] });
    expect(Buffer.from(await made.document.bytes()).toString()).toBe('%PDF');
    expect(converted[0]?.options).toMatchObject({
      organizationId: 'a',
      engine: 'libreoffice',
      pdf: { tagged: true },
    });
    expect(paragraphs(converted[0]?.docx ?? new Uint8Array())).toEqual(['Hello Ada']);
  });

  test('finished documents that nobody takes fill files, not memory', async () => {
    const renderer = start({ spoolMemoryBytes: 3000 });
    const made: GeneratedDocument[] = [];
    for (let turn = 0; turn < 4; turn += 1) made.push(await generate(renderer, body({ name: `${turn}` })));
    const size = made[0]?.document.size ?? 0;
    // One organization leaves as much as it takes.
    const fit = Math.floor(3000 / 2 / size);
    expect(made.map(({ document }) => document.inMemory)).toEqual(made.map((_, index) => index < fit));
    expect(fit).toBeLessThan(4);
    for (const [turn, one] of made.entries()) expect(await textOf(one)).toEqual([`Hello ${turn}`]);
    for (const { document } of made) document.dispose();
    await vi.waitFor(() => expect(spoolFiles()).toBe(0), { timeout: 30_000 });
  });

  test('a watermark is the service’s to order, and not the body’s', async () => {
    const asked = body({ name: 'Ada' }, { output: 'PDF', watermark: 'MINE', options: { watermark: 'MINE' } });
    const renderer = sharing(false);
    await generate(renderer, asked);
    await generate(renderer, body({ name: 'Ada' }, { output: 'PDF' }), { watermark: 'PREVIEW' });
    expect(converted.map(({ options }) => options.watermark)).toEqual([undefined, 'PREVIEW']);
  });

  test('pictures at addresses are fetched together, and only where the operator lets them be', async () => {
    const pictures = template('{IMAGE a}', '{IMAGE b}', '{IMAGE a}');
    const data = { a: 'https://img.example/a.png', b: 'https://img.example/b.png' };
    const fetchPictures = vi.fn(
      async (urls: readonly string[]) => new Map(urls.map((url) => [url, { bytes: PIXEL }])),
    );
    const made = await generate(start({ fetchPictures }), body(data), { template: pictures });
    expect(fetchPictures.mock.calls).toEqual([[[data.a, data.b]]]);
    const media = [...openDocx(await made.document.bytes()).archive.entries.keys()].filter((name) =>
      name.startsWith('word/media/'),
    );
    expect(media).toHaveLength(1);
    const failing = async (urls: readonly string[]) =>
      new Map(urls.map((url) => [url, { problem: 'it is gone' }]));
    await expect(
      generate(start({ fetchPictures: failing }), body(data), { template: pictures }),
    ).rejects.toMatchObject({ code: 'data_invalid', message: expect.stringContaining('it is gone') });
    await expect(generate(sharing(false), body(data), { template: pictures })).rejects.toMatchObject({
      code: 'data_invalid',
    });
  });

  test('errors of the body and of the data cross over whole', async () => {
    const renderer = sharing(false);
    await expect(generate(renderer, bytes('{'))).rejects.toMatchObject({ code: 'bad_json' });
    await expect(generate(renderer, bytes('{}'))).rejects.toMatchObject({
      code: 'bad_request',
      details: [{ path: 'templateKey' }, { path: 'output' }, { path: 'data' }],
    });
    const wrong = generate(renderer, body({ name: { first: 'Ada' } }));
    await expect(wrong).rejects.toMatchObject({ code: 'data_invalid', details: [{ path: 'name' }] });
    await expect(wrong).rejects.toBeInstanceOf(PlatenError);
  });
});

describe('a small document', () => {
  const noTasks = new URL('./no-such-tasks.ts', import.meta.url);
  const asked = (bytesOf: TemplateBytes) =>
    vi.fn(async (_request: unknown, _from: 'memory' | 'store') => bytesOf);
  const froms = (resolve: ReturnType<typeof asked>) => resolve.mock.calls.map(([, from]) => from);

  test('is rendered where it arrived, from what is remembered, without a process', async () => {
    const renderer = start({ smallLane: true, tasks: noTasks });
    const resolve = asked(hello);
    const sent = body({ name: 'Ada' });
    const made = await generate(renderer, sent, { resolve });
    expect(made).toMatchObject({ engine: 'docx', missing: [], warnings: [] });
    expect(await textOf(made)).toEqual(['Hello Ada']);
    expect(froms(resolve)).toEqual(['memory']);
    // It may have to be rendered again, so it was not handed over.
    expect(sent.byteLength).toBeGreaterThan(0);
    await expect(generate(renderer, bytes('{'))).rejects.toMatchObject({ code: 'bad_json' });
    await expect(generate(renderer, body({ name: {} }))).rejects.toMatchObject({ code: 'data_invalid' });
  });

  test.each([
    ['a long body', hello, { name: 'x'.repeat(70_000) }],
    ['many turns', loop, { rows: Array.from({ length: 6000 }, (_, index) => index) }],
    ['a text that grows', template('{SET t = "abcdefgh".repeat(n)}{t.length}'), { n: 100_000 }],
    ['rich text that is long', template('{HTML text}'), { text: '<p>x</p>'.repeat(4000) }],
    [
      'a drawing',
      template('{IMAGE svg}'),
      { svg: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' },
    ],
  ])('%s makes it a large one', async (_, large, data) => {
    const renderer = sharing(true);
    const resolve = asked(large);
    await generate(renderer, body(data), { resolve });
    expect(froms(resolve).at(-1)).toBe('store');
  });

  test('a template that broke the budget goes to the processes at once from then on', async () => {
    const renderer = sharing(true);
    const rows = Array.from({ length: 6000 }, (_, index) => index);
    await generate(renderer, body({ rows }), { template: loop });
    const resolve = asked(loop);
    expect(await textOf(await generate(renderer, body({ rows: [1] }), { resolve }))).toEqual(['1']);
    expect(froms(resolve)).toEqual(['memory', 'store']);
  });

  test('pictures at addresses are fetched by the large lane', async () => {
    const pictures = template('{IMAGE a}');
    const fetchPictures = async (urls: readonly string[]) =>
      new Map(urls.map((url) => [url, { bytes: PIXEL }]));
    const resolve = asked(pictures);
    await generate(start({ smallLane: true, fetchPictures }), body({ a: 'https://img.example/a.png' }), {
      resolve,
    });
    expect(froms(resolve)).toEqual(['memory', 'store']);
  });
});

describe('spool', () => {
  test('past 8 MiB the document is in a file without a name, and disposing of it closes the file', async () => {
    const renderer = start();
    // Random, so that it does not compress.
    const rows = Array.from({ length: 12_000 }, () => randomBytes(750).toString('base64'));
    const made = await generate(renderer, body({ rows }), { template: loop });
    expect(made.document.size).toBeGreaterThan(8 * 1024 * 1024);
    expect(readdirSync(spoolFolder)).toEqual([]);
    expect(spoolFiles()).toBe(existsSync('/proc/self/fd') ? 1 : 0);
    const content = await textOf(made);
    expect(content).toHaveLength(rows.length);
    expect(content[7]).toBe(rows[7]);
    made.document.dispose();
    await vi.waitFor(() => expect(spoolFiles()).toBe(0), { timeout: 30_000 });
  });

  test('a process that dies over its file leaves none behind', async () => {
    const renderer = start({ renderMs: 500, tasks: misbehaving });
    const order = expect(generate(renderer, bytes('spool'))).rejects.toMatchObject({
      code: 'render_timeout',
    });
    await vi.waitFor(() => expect(readdirSync(spoolFolder)).toHaveLength(1), {
      timeout: 60_000,
      interval: 10,
    });
    await order;
    expect(readdirSync(spoolFolder)).toEqual([]);
  });
});

describe('a process that goes wrong is replaced', () => {
  const works = async (renderer: Renderer): Promise<void> =>
    expect(await textOf(await generate(renderer, body({ name: 'Ada' })))).toEqual(['Hello Ada']);

  test.each([
    ['exit', 'internal_error'],
    ['throw', 'internal_error'],
    ['reject', 'internal_error'],
    ['recurse', 'internal_error'],
    ['abort', 'render_memory'],
    ['kill', 'process_killed'],
    ['hog', 'render_memory'],
    ['gulp', 'render_memory'],
  ])('%s is %s', async (what, code) => {
    const renderer = start({ tasks: misbehaving, memoryBytes: 64 * 1024 * 1024 });
    await works(renderer);
    const error = await generate(renderer, bytes(what)).catch((reason: unknown) => reason);
    expect(error instanceof PlatenError ? error.code : 'internal_error').toBe(code);
    await works(renderer);
  });

  test('a job whose process is killed is begun again, and nothing of the first attempt is left', async () => {
    const renderer = start({ tasks: misbehaving });
    const mark = join(spoolFolder, 'mark');
    const rows = Array.from({ length: 12_000 }, () => randomBytes(750).toString('base64'));
    const { document } = await generate(renderer, body({ rows, mark }), { template: loop });
    expect(existsSync(mark)).toBe(true);
    rmSync(mark);
    expect(document.inMemory).toBe(false);
    document.dispose();
    expect(readdirSync(spoolFolder)).toEqual([]);
  });

  test('of a job that is done nothing is kept, as long as its process lives', async () => {
    const renderer = start();
    const made = async (): Promise<WeakRef<Uint8Array>> => {
      const content = body({ name: 'Ada'.repeat(100_000) });
      (await generate(renderer, content)).document.dispose();
      return new WeakRef(content);
    };
    const bodies = [await made(), await made(), await made()];
    // Whatever has sent the last one may still hold it.
    await works(renderer);
    await vi.waitFor(
      () => {
        heapInUse();
        expect(bodies.filter((content) => content.deref() !== undefined)).toEqual([]);
      },
      { timeout: 30_000 },
    );
  });

  test('processes that cannot start are said at once, to everybody who waits for one', async () => {
    const renderer = start({ tasks: new URL('./no-such-tasks.ts', import.meta.url) });
    const orders = [1, 2, 3].map(() => generate(renderer, body({})));
    const refused = await Promise.allSettled(orders);
    for (const order of refused) expect(order).toMatchObject({ reason: { code: 'not_ready' } });
  });

  test('an endless loop is ended after its time', async () => {
    const renderer = start({ tasks: misbehaving, renderMs: 500 });
    await works(renderer);
    const since = performance.now();
    await expect(generate(renderer, bytes('spin'))).rejects.toMatchObject({ code: 'render_timeout' });
    expect(performance.now() - since).toBeLessThan(5_000);
    await works(renderer);
  });

  test('a render that is too large ends by its own budget', async () => {
    const renderer = start({ renderMs: 700 });
    const rows = Array.from({ length: 1400 }, (_, index) => index);
    await expect(generate(renderer, body({ rows }), { template: nested })).rejects.toMatchObject({
      code: 'render_budget',
    });
    await works(renderer);
  });

  test('waiting for the template does not count as rendering', async () => {
    const renderer = start({ renderMs: 300 });
    const resolve = async () => {
      await sleep(1_800);
      return hello;
    };
    expect(await textOf(await generate(renderer, body({ name: 'Ada' }), { resolve }))).toEqual(['Hello Ada']);
  });
});

describe('the queue', () => {
  /** A job that holds its process until `finish`. */
  const holding = (renderer: Renderer, organizationId: string) => {
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    const done = generate(renderer, body({ name: 'x' }), {
      organizationId,
      resolve: async () => {
        await promise;
        return hello;
      },
    });
    return { done, finish };
  };

  test('one organization cannot take all the processes, and turns are taken between them', async () => {
    const renderer = start({ processes: 1 });
    const hog = holding(renderer, 'hog');
    const order: string[] = [];
    const send = (organizationId: string, count: number) =>
      Array.from({ length: count }, async () => {
        await generate(renderer, body({ name: 'x' }), { organizationId });
        order.push(organizationId);
      });
    const queued = send('hog', 5);
    // The hog's first job holds its process; b's runs beside it.
    await Promise.all(send('b', 2));
    expect(order).toEqual(['b', 'b']);
    expect(renderer.queueDepth).toBe(5);
    hog.finish();
    await Promise.all([hog.done, ...queued]);
    expect(order).toHaveLength(7);
    expect(renderer.queueDepth).toBe(0);
  });

  test('is bounded, in total and per organization', async () => {
    const renderer = start({ processes: 1, queue: 4 });
    const hog = holding(renderer, 'hog');
    const queued = [1, 2].map(() => generate(renderer, body({ name: 'x' }), { organizationId: 'hog' }));
    await expect(generate(renderer, body({}), { organizationId: 'hog' })).rejects.toMatchObject({
      code: 'busy',
      retryAfter: expect.any(Number),
    });
    expect(await textOf(await generate(renderer, body({ name: 'y' }), { organizationId: 'b' }))).toEqual([
      'Hello y',
    ]);
    hog.finish();
    await Promise.all([hog.done, ...queued]);
  });

  test('whoever hangs up leaves at once, waiting or running, and the process goes on to the next', async () => {
    const renderer = start({ processes: 1, tasks: misbehaving });
    const controller = new AbortController();
    const { signal } = controller;
    const running = generate(renderer, bytes('spin'), { signal });
    const waiting = generate(renderer, body({}), { signal });
    await vi.waitFor(() => expect(renderer.queueDepth).toBe(1), { timeout: 60_000 });
    controller.abort(new Error('hung up'));
    const since = performance.now();
    await expect(running).rejects.toThrow('hung up');
    await expect(waiting).rejects.toThrow('hung up');
    expect(performance.now() - since).toBeLessThan(900);
    expect(renderer.queueDepth).toBe(0);
    expect(await textOf(await generate(renderer, body({ name: 'z' })))).toEqual(['Hello z']);
    await expect(generate(renderer, body({}), { signal })).rejects.toThrow('hung up');
  });

  test('whoever waits for a document does not wait for a batch of the same organization', async () => {
    const settings = { processes: 1, background: 1, renderMs: 20_000, memoryBytes: 256 * 1024 * 1024 };
    const lane = openLargeLane({ ...settings, queue: 100, spoolFolder, tasks: misbehaving });
    const renderer = start({ lane });
    const controller = new AbortController();
    const { signal } = controller;
    const chunk = lane.run({ organizationId: 'a', name: 'chunk', isBackground: true, input: {}, signal });
    const ended = expect(chunk).rejects.toThrow('called off');
    expect(await textOf(await generate(renderer, body({ name: 'now' })))).toEqual(['Hello now']);
    controller.abort(new Error('called off'));
    await ended;
  });

  test('closing lets what runs finish and refuses the rest', async () => {
    const renderer = start({ processes: 1 });
    const running = holding(renderer, 'a');
    const waiting = generate(renderer, body({}));
    const refused = expect(waiting).rejects.toMatchObject({ code: 'shutting_down' });
    const closing = renderer.close();
    await refused;
    running.finish();
    expect(await textOf(await running.done)).toEqual(['Hello x']);
    await closing;
    await expect(generate(renderer, body({}))).rejects.toMatchObject({ code: 'shutting_down' });
  });
});

describe('compile and validate', () => {
  const signal = new AbortController().signal;

  test('compile gives the program and the inspection, and leaves the file to its owner', async () => {
    const renderer = start();
    const file = docx(p('Hello {name}'));
    const made = await renderer.compile({ organizationId: 'a', file, delimiter: 'BRACES', signal });
    expect(file.length).toBeGreaterThan(0);
    expect(JSON.parse(made.inspection)).toMatchObject({ schema: { properties: { name: {} } } });
    const { program } = made;
    const document = await generate(renderer, body({ name: 'Ada' }), {
      template: { programHash: 'made', program, file },
    });
    expect(await textOf(document)).toEqual(['Hello Ada']);
  });

  test('compile refuses with every problem, and by the limits it was given', async () => {
    const broken = docx(p('{FOR x IN y}'), p('{1 +}'));
    await expect(
      start().compile({ organizationId: 'a', file: broken, delimiter: 'BRACES', signal }),
    ).rejects.toMatchObject({ code: 'template_invalid', details: { length: 2 } });
    const strict = start({ packageLimits: { entries: 2 } });
    await expect(
      strict.compile({ organizationId: 'a', file: docx(p('x')), delimiter: 'BRACES', signal }),
    ).rejects.toMatchObject({ code: 'docx_too_big' });
  });

  test('validate holds data against the inspection', async () => {
    const renderer = start();
    const file = docx(p('Hello {name}'));
    const { inspection } = await renderer.compile({ organizationId: 'a', file, delimiter: 'BRACES', signal });
    const validate = (data: object) =>
      renderer.validate({
        organizationId: 'a',
        body: bytes(JSON.stringify({ templateKey: 'k', data })),
        resolve: async () => inspection,
        signal,
      });
    expect(await validate({ name: 'Ada' })).toMatchObject({ valid: true });
    expect(await validate({ nam: 'Ada' })).toMatchObject({
      missing: [{ path: 'name' }],
      unused: [{ path: 'nam' }],
    });
  });
});
