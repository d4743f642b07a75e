/** PDFs that are laid out where they are rendered: here, or in a process in one task. */
import { afterEach, expect, test } from 'vitest';
import type {
  ConvertOptions,
  GeneratedDocument,
  GenerateJob,
  NativeUse,
  PdfConverter,
  Renderer,
  TemplateBytes,
} from '../../src/service/renderer-ports.ts';
import { compileTemplate } from '../../src/template/index.ts';
import { createRenderer } from '../../src/workers/renderer.ts';
import type { RendererConfig } from '../../src/workers/renderer-config.ts';
import { docx, type Piece, p, raw } from '../support/build.ts';
import { noPoppler, pdfText } from '../support/pdf.ts';
import { paragraphs } from '../support/read.ts';

const templateOf = (programHash: string, ...pieces: Piece[]): TemplateBytes => {
  const file = docx(...pieces);
  return { programHash, program: compileTemplate(file, { delimiter: 'BRACES' }).program, file };
};
const template = (...lines: string[]): TemplateBytes =>
  templateOf(lines.join('|'), ...lines.map((line) => p(line)));
const hello = template('Hello {name}');
const unheardOf = templateOf('unheard of', p('Hello {name}'), raw('<w:unheardOf/>'));

const converted: { readonly docx: Uint8Array; readonly options: ConvertOptions }[] = [];
/** Answers what the renderer asks before it lays out; where it is given a DOCX, it counts. */
const withNative = (use: NativeUse): PdfConverter => ({
  nativeFor: () => use,
  convert: async (file, options) => {
    converted.push({ docx: file, options });
    const pdf = new TextEncoder().encode('%PDF');
    return { pdf, engine: 'libreoffice', pages: 2, warnings: [], reasons: [] };
  },
  health: async () => ({ ok: true, message: 'ok' }),
  warm: () => {},
  close: async () => {},
});

const open: Renderer[] = [];
const start = (config: Partial<RendererConfig> & Pick<RendererConfig, 'converter'>): Renderer => {
  const renderer = createRenderer({
    processes: 1,
    renderMs: 20_000,
    memoryBytes: 256 * 1024 * 1024,
    queue: 100,
    layout: { fonts: { system: false }, milliseconds: 20_000 },
    smallLane: false,
    ...config,
  });
  open.push(renderer);
  return renderer;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((renderer) => renderer.close()));
  converted.length = 0;
});

const body = (data: object): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ templateKey: 'k', output: 'PDF', data }));

const generate = (
  renderer: Renderer,
  content: Uint8Array,
  order: { readonly template?: TemplateBytes; readonly resolve?: GenerateJob['resolve'] } = {},
): Promise<GeneratedDocument> =>
  renderer.generate({
    organizationId: 'a',
    requestId: 'r',
    body: content,
    resolve: order.resolve ?? (async () => order.template ?? hello),
    inTurn: (work) => work(),
    signal: new AbortController().signal,
  });

const misbehaving = new URL('./misbehaving-tasks.ts', import.meta.url);
const pdf = body({ name: 'Ada' });
const noTasks = new URL('./no-such-tasks.ts', import.meta.url);

test('is laid out where it arrived, without a process or a ZIP', async () => {
  const renderer = start({ smallLane: true, tasks: noTasks, converter: withNative('faithful') });
  const made = await generate(renderer, pdf);
  expect(made).toMatchObject({ engine: 'native', pages: 1, reasons: [], warnings: [] });
  if (!noPoppler) expect(pdfText(await made.document.bytes())).toContain('Hello Ada');
  expect(converted).toEqual([]);
});

test('is the same in a process, in one task', async () => {
  const converterHere = withNative('faithful');
  const small = start({ smallLane: true, tasks: noTasks, converter: converterHere });
  const large = start({ converter: converterHere });
  const [here, there] = [await generate(small, pdf), await generate(large, pdf)];
  expect(there).toMatchObject({ engine: 'native', pages: 1, reasons: [], warnings: [] });
  expect(Buffer.from(await here.document.bytes()).equals(await there.document.bytes())).toBe(true);
  expect(converted).toEqual([]);
});

test.each([true, false])(
  'what it declines goes on as a DOCX, with why (small lane %s)',
  async (smallLane) => {
    const renderer = start({ smallLane, converter: withNative('faithful') });
    const made = await generate(renderer, pdf, { template: unheardOf });
    expect(made.engine).toBe('libreoffice');
    expect(converted.map(({ options }) => options.declined)).toEqual([['element:w:unheardOf']]);
    expect(paragraphs(converted[0]?.docx ?? new Uint8Array())).toEqual(['Hello Ada']);
  },
);

test.each([true, false])(
  'where there is no other engine, it is made and warned about (small lane %s)',
  async (smallLane) => {
    const renderer = start({ smallLane, converter: withNative('always') });
    const made = await generate(renderer, pdf, { template: unheardOf });
    expect(made).toMatchObject({ engine: 'native', reasons: ['element:w:unheardOf'] });
    expect(made.warnings).toEqual([expect.stringContaining('an element that is not known, w:unheardOf')]);
    expect(converted).toEqual([]);
  },
);

test('a process that ends over the layout leaves the document to another engine, or says so', async () => {
  const sent = body({ name: 'dies while it is laid out' });
  const faithful = start({ tasks: misbehaving, converter: withNative('faithful') });
  const made = await generate(faithful, sent);
  expect(made.engine).toBe('libreoffice');
  expect(converted.map(({ options }) => options.declined)).toEqual([['internal_error']]);
  expect(paragraphs(converted[0]?.docx ?? new Uint8Array())).toEqual(['Hello dies while it is laid out']);
  const always = start({ tasks: misbehaving, converter: withNative('always') });
  await expect(generate(always, sent)).rejects.toMatchObject({
    code: 'internal_error',
    message: expect.stringContaining('lays out'),
  });
});

const letters = 'One letter after the other. '.repeat(40);
test.each<[string, TemplateBytes, object]>([
  [
    'text',
    template('{#rows}', `{.} ${letters}`, '{/rows}'),
    { rows: Array.from({ length: 300 }, (_, at) => at) },
  ],
  ['pages', template('{#rows}', '{.}', '{/rows}'), { rows: Array.from({ length: 2000 }, (_, at) => at) }],
])('too much %s makes it a large one', async (what, large, data) => {
  const renderer = start({ smallLane: true, converter: withNative('faithful') });
  const froms: string[] = [];
  const resolve: GenerateJob['resolve'] = async (_request, from) => {
    froms.push(from);
    return large;
  };
  const made = await generate(renderer, body(data), { resolve });
  expect(made.engine).toBe('native');
  expect(froms).toEqual(['memory', 'store']);
  if (what !== 'text') return;
  // What has too much of something is remembered, so that the next one is not tried here, however small it is.
  await generate(renderer, body({ rows: [1] }), { resolve });
  expect(froms).toEqual(['memory', 'store', 'memory', 'store']);
});
