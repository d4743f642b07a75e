/**
 * createConverter :: configuration → PdfConverter
 *
 * The port's front: picks the engine for a document. `auto` is LibreOffice for now; once the native engine exists it
 * is asked first, and `reasons` says why it declined.
 */
import { PlatenError } from '../errors.ts';
import type { ConvertedPdf, ConvertOptions, PdfConverter } from '../service/ports.ts';
import type { PdfEngine } from './engine.ts';
import { type LibreOfficeConfig, LibreOfficeEngine } from './libreoffice/libreoffice-engine.ts';

export { findOffice } from './availability.ts';
export { FairGate, type GateLimits, gateLimits } from './fair-gate.ts';
export type { LibreOfficeConfig } from './libreoffice/libreoffice-engine.ts';
export type { PoolEvent } from './libreoffice/office-pool.ts';

export type EngineChoice = 'auto' | 'native' | 'libreoffice';

export interface ConverterConfig {
  readonly engine: EngineChoice;
  readonly libreoffice: LibreOfficeConfig;
}

export const createConverter = (config: ConverterConfig): PdfConverter => {
  const libreoffice = config.engine === 'native' ? undefined : new LibreOfficeEngine(config.libreoffice);
  return new EngineSwitch(config.engine, libreoffice);
};

class EngineSwitch implements PdfConverter {
  readonly #choice: EngineChoice;
  readonly #libreoffice: PdfEngine | undefined;

  constructor(choice: EngineChoice, libreoffice: PdfEngine | undefined) {
    this.#choice = choice;
    this.#libreoffice = libreoffice;
  }

  async convert(docx: Uint8Array, options: ConvertOptions): Promise<ConvertedPdf> {
    const engine = this.#pick(options.engine);
    const { organizationId, signal } = options;
    const result = await engine.convert(docx, { organizationId, signal });
    return { ...result, engine: engine.name, reasons: [] };
  }

  async health(): Promise<{ ok: boolean; message: string }> {
    return this.#libreoffice?.health() ?? { ok: false, message: noNative().message };
  }

  async close(): Promise<void> {
    await this.#libreoffice?.close();
  }

  /** A caller's wish counts before the server's setting; `auto` is no wish. */
  #pick(wish: EngineChoice = 'auto'): PdfEngine {
    const choice = wish === 'auto' ? this.#choice : wish;
    if (choice === 'native') throw noNative();
    if (this.#libreoffice === undefined) {
      throw new PlatenError('pdf_unavailable', 'This server is set up not to use LibreOffice.', {
        hint: 'Set PLATEN_PDF_ENGINE to auto or libreoffice.',
      });
    }
    return this.#libreoffice;
  }
}

const noNative = (): PlatenError =>
  new PlatenError('pdf_unavailable', 'This version of Platen has no native PDF engine yet.', {
    hint: 'Use the engine "auto" or "libreoffice".',
  });
