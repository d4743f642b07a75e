import type { PagesOfMany } from '../layout/context.ts';
import type { PdfSettings } from '../service/renderer-ports.ts';

/** What an engine is to the converter: the native one and LibreOffice. */
export interface PdfEngine {
  readonly name: 'native' | 'libreoffice';
  /**
   * Rejects with the signal's reason as soon as that is aborted; with `pdf_timeout` past its time, `busy` past its queue,
   * `shutting_down` once it is closed. What both promise is a contract suite in `test/contracts/`.
   */
  convert(docx: Uint8Array, options: EngineOptions): Promise<EngineResult>;
  health(): Promise<{ readonly ok: boolean; readonly message: string }>;
  close(): Promise<void>;
}

export interface EngineOptions {
  /** Organizations take turns. */
  readonly organizationId: string;
  readonly signal: AbortSignal | undefined;
  /** A text across every page. */
  readonly watermark?: string | undefined;
  readonly pdf?: PdfSettings | undefined;
  /** Where it is one of many whose pages are counted through; the native engine's alone. */
  readonly pages?: PagesOfMany | undefined;
}

export interface EngineResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  /** What may not be as Word would have it, each in a sentence. */
  readonly warnings: readonly string[];
}
