import type { PdfSettings } from '../service/renderer-ports.ts';

/** What an engine is to the converter: the native one and LibreOffice. */
export interface PdfEngine {
  readonly name: 'native' | 'libreoffice';
  convert(docx: Uint8Array, options: EngineOptions): Promise<EngineResult>;
  health(): Promise<{ readonly ok: boolean; readonly message: string }>;
  close(): Promise<void>;
}

export interface EngineOptions {
  readonly organizationId: string;
  readonly signal: AbortSignal | undefined;
  readonly watermark?: string | undefined;
  readonly pdf?: PdfSettings | undefined;
}

export interface EngineResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly warnings: readonly string[];
}
