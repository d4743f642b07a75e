/**
 * Reads and draws PDF away from the thread that takes the keys: pdf.js with all that belongs to it lives here, its fonts
 * above all, because each font that is added to a page makes the browser lay that whole page out again.
 */
import { getDocument, type PDFDocumentLoadingTask, PDFWorker, type RenderTask } from 'pdfjs-dist';
import parserSource from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { linksOf } from './page-links.ts';
import { piecesOf } from './page-text.ts';
import type { Answer, Message, PageContent, PageSize, Picture } from './pdf-messages.ts';

/** PDF units are points; a CSS pixel is three quarters of one. */
const CSS_UNITS = 96 / 72;
/** Canvases past this many pixels are refused by phones. */
const MOST_PIXELS = 16_000_000;

/** Filters that need a document; where there are none pdf.js computes the pixels itself. */
class NoFilters {
  addFilter = (): string => 'none';
  addHCMFilter = (): string => 'none';
  addAlphaFilter = (): string => 'none';
  addLuminosityFilter = (): string => 'none';
  addKnockoutFilter = (): string => 'none';
  addHighlightHCMFilter = (): string => 'none';
  createSelectionStyle = (): null => null;
  destroy(): void {}
}

/** As much of a document as drawing needs. */
const surroundings = {
  fonts: (globalThis as unknown as { fonts: FontFaceSet }).fonts,
  createElement: () => new OffscreenCanvas(1, 1),
} as unknown as HTMLDocument;

const parserThread = new Worker(parserSource, { type: 'module' });
parserThread.addEventListener('error', ({ message }) =>
  reportError(new Error(message || 'The PDF reader was not loaded.')),
);
const parser = new PDFWorker({ port: parserThread as unknown as null });
const files = new Map<number, PDFDocumentLoadingTask>();
const drawing = new Map<number, RenderTask>();
const givenUp = new Set<number>();

const open = async (file: number, bytes: Uint8Array<ArrayBuffer>) => {
  const task = getDocument({
    data: bytes,
    worker: parser,
    ownerDocument: surroundings,
    FilterFactory: NoFilters,
    // The content security policy has no WebAssembly; it would only be used for formats that Platen never writes.
    useWasm: false,
    useSystemFonts: false,
  });
  files.set(file, task);
  const document = await task.promise;
  const page = await document.getPage(1);
  return { pages: document.numPages, first: sizeOf(page.getViewport({ scale: CSS_UNITS })) };
};

const pageOf = async (file: number, number: number) => {
  const document = await files.get(file)?.promise;
  if (document === undefined) throw new Error('The document was closed.');
  return { document, page: await document.getPage(number) };
};

const draw = async (
  { id, file }: { readonly id: number; readonly file: number },
  {
    page: number,
    scale,
    density,
  }: { readonly page: number; readonly scale: number; readonly density: number },
): Promise<Picture | undefined> => {
  const { page } = await pageOf(file, number);
  if (givenUp.has(id)) return undefined;
  const size = sizeOf(page.getViewport({ scale: CSS_UNITS }));
  const pixels = size.width * size.height * scale * scale;
  const factor = Math.min(density, Math.sqrt(MOST_PIXELS / pixels));
  const viewport = page.getViewport({ scale: CSS_UNITS * scale * factor });
  const canvas = new OffscreenCanvas(Math.floor(viewport.width), Math.floor(viewport.height));
  const task = page.render({
    canvas: canvas as unknown as HTMLCanvasElement,
    viewport,
    background: '#ffffff',
  });
  drawing.set(id, task);
  try {
    await task.promise;
    return { size, bitmap: canvas.transferToImageBitmap() };
  } catch (error) {
    if (givenUp.has(id)) return undefined;
    throw error;
  } finally {
    drawing.delete(id);
  }
};

const read = async (file: number, number: number): Promise<PageContent> => {
  const { document, page } = await pageOf(file, number);
  const viewport = page.getViewport({ scale: CSS_UNITS });
  const [text, links] = await Promise.all([page.getTextContent(), linksOf(document, page, viewport)]);
  return { text: piecesOf(text, viewport), links };
};

const answerTo = (message: Exclude<Message, { kind: 'give-up' | 'forget' | 'close' }>) => {
  switch (message.kind) {
    case 'open':
      return open(message.file, message.about.bytes);
    case 'draw':
      return draw(message, message.about);
    case 'read':
      return read(message.file, message.about.page);
  }
};

addEventListener('message', async ({ data: message }: MessageEvent<Message>) => {
  switch (message.kind) {
    case 'give-up':
      givenUp.add(message.id);
      drawing.get(message.id)?.cancel();
      return;
    case 'forget': {
      const document = await files.get(message.file)?.promise.catch(() => undefined);
      (await document?.getPage(message.page).catch(() => undefined))?.cleanup();
      return;
    }
    case 'close':
      void files.get(message.file)?.destroy();
      files.delete(message.file);
      return;
  }
  const { id } = message;
  try {
    const value = await answerTo(message);
    const pictures = value !== undefined && 'bitmap' in value ? [value.bitmap] : [];
    postMessage({ id, value } satisfies Answer, { transfer: pictures });
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies Answer);
  } finally {
    givenUp.delete(id);
  }
});

const sizeOf = ({ width, height }: PageSize): PageSize => ({ width, height });
