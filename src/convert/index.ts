/**
 * createConverter :: configuration → PdfConverter
 *
 * The port's front: picks the engine for a document. `auto` asks the native engine first; where its gate has reasons,
 * LibreOffice does it, and where that is not installed, the native engine as well as it can.
 */
import { PlatenError } from '../errors.ts';
import type { ConvertedPdf, ConvertOptions, NativeUse, PdfConverter } from '../service/renderer-ports.ts';
import type { EngineOptions } from './engine.ts';
import { type LibreOfficeConfig, LibreOfficeEngine } from './libreoffice/libreoffice-engine.ts';
import { declinedFor, isGivenUp } from './native/gate.ts';
import { type NativeConfig, NativeEngine } from './native/native-engine.ts';
import { asWarning, notNumberedThrough } from './reasons.ts';

export { findOffice } from './availability.ts';

/** What LibreOffice says where it has tried a document and come to nothing. */
const FAILED_THERE: ReadonlySet<string> = new Set(['pdf_failed', 'pdf_timeout']);

export type EngineChoice = 'auto' | 'native' | 'libreoffice';

interface ConverterConfig {
  readonly engine: EngineChoice;
  readonly libreoffice: LibreOfficeConfig;
  readonly native?: NativeConfig;
}

export const createConverter = (config: ConverterConfig): PdfConverter => {
  const libreoffice = config.engine === 'native' ? undefined : new LibreOfficeEngine(config.libreoffice);
  const native = new NativeEngine({ timeoutMs: config.libreoffice.timeoutMs, ...config.native });
  return new EngineSwitch(config.engine, native, libreoffice);
};

class EngineSwitch implements PdfConverter {
  readonly #choice: EngineChoice;
  readonly #native: NativeEngine;
  readonly #libreoffice: LibreOfficeEngine | undefined;

  constructor(choice: EngineChoice, native: NativeEngine, libreoffice: LibreOfficeEngine | undefined) {
    this.#choice = choice;
    this.#native = native;
    this.#libreoffice = libreoffice;
  }

  async convert(
    docx: Uint8Array,
    { organizationId, signal, engine, watermark, pdf, pages, declined }: ConvertOptions,
  ): Promise<ConvertedPdf> {
    const options = { organizationId, signal, watermark, pdf, pages };
    const choice = this.#chosen(engine);
    if (choice === 'native') return this.#bestEffort(docx, options);
    if (choice === 'libreoffice') return this.#byLibreOffice(docx, options, []);
    if (declined !== undefined) return this.#otherwise(docx, options, declined);
    const faithful = await this.#faithful(docx, options);
    return faithful.pdf ?? this.#otherwise(docx, options, faithful.reasons);
  }

  nativeFor(engine: ConvertOptions['engine']): NativeUse {
    const choice = this.#chosen(engine);
    if (choice === 'libreoffice') return 'never';
    return choice === 'native' || this.#libreoffice?.isMissing === true ? 'always' : 'faithful';
  }

  /** A caller's wish counts before the server's setting; `auto` is no wish. */
  #chosen(engine: ConvertOptions['engine']): EngineChoice {
    return engine === undefined || engine === 'auto' ? this.#choice : engine;
  }

  async #otherwise(
    docx: Uint8Array,
    options: EngineOptions,
    reasons: readonly string[],
  ): Promise<ConvertedPdf> {
    try {
      return await this.#byLibreOffice(docx, options, reasons);
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error;
      if (error.code === 'pdf_unavailable') return this.#bestEffort(docx, options);
      // Whoever left the engine to us wants a document, and the native one has not said that it can't.
      if (!FAILED_THERE.has(error.code) || reasons.some(isGivenUp)) throw error;
      const made = await this.#bestEffort(docx, options);
      return { ...made, warnings: [...made.warnings, `made by the native engine: ${error.message}`] };
    }
  }

  /** The PDF, or why the native engine would rather not. */
  async #faithful(
    docx: Uint8Array,
    options: EngineOptions,
  ): Promise<{ readonly pdf?: ConvertedPdf; readonly reasons: readonly string[] }> {
    try {
      const result = await this.#native.attempt(docx, options, { onlyFaithful: true });
      if (result.kind === 'declined') return { reasons: result.reasons };
      const { pdf, pages, warnings } = result;
      return { pdf: { pdf, pages, warnings, engine: 'native', reasons: [] }, reasons: [] };
    } catch (error) {
      return { reasons: [declinedFor(error)] };
    }
  }

  async #byLibreOffice(
    docx: Uint8Array,
    options: EngineOptions,
    reasons: readonly string[],
  ): Promise<ConvertedPdf> {
    if (options.pages !== undefined) throw notNumberedThrough(reasons);
    if (this.#libreoffice === undefined) {
      throw new PlatenError('pdf_unavailable', 'This server is set up not to use LibreOffice.', {
        hint: 'Set PLATEN_PDF_ENGINE to auto or libreoffice.',
      });
    }
    const result = await this.#libreoffice.convert(docx, options);
    return { ...result, engine: 'libreoffice', reasons };
  }

  async #bestEffort(docx: Uint8Array, options: EngineOptions): Promise<ConvertedPdf> {
    const result = await this.#native.attempt(docx, options, {});
    if (result.kind === 'declined') throw new PlatenError('internal_error', 'The native engine declined.');
    const { pdf, pages, reasons } = result;
    const warnings = [...result.warnings, ...reasons.map(asWarning)];
    return { pdf, pages, warnings, engine: 'native', reasons };
  }

  async health(): Promise<{ ok: boolean; message: string }> {
    const native = await this.#native.health();
    if (this.#libreoffice === undefined || this.#choice === 'native') return native;
    const office = await this.#libreoffice.health();
    const ok = this.#choice === 'auto' ? native.ok : office.ok;
    return { ok, message: `${native.message}; ${office.message}` };
  }

  warm(): void {
    this.#libreoffice?.warm();
  }

  async close(): Promise<void> {
    await Promise.all([this.#native.close(), this.#libreoffice?.close()]);
  }
}
