/** One template, many documents: compiled and linked once, and one converter for all that become PDF. */
import type { DocumentNotes } from '../records/warnings.ts';
import type { RenderOptions } from '../template/index.ts';
import { compileBeside } from './beside.ts';
import { converterConfig, pdfSettings } from './convert.ts';
import type { DocumentFlags } from './document-options.ts';
import { openDocxWriter } from './docx-writer.ts';
import { note } from './terminal.ts';

export interface PlaceOfMany {
  /** The number of its first page. */
  readonly first: number;
  /** Pages of all together. */
  readonly total: number;
}

interface MadeDocument extends DocumentNotes {
  readonly bytes: Uint8Array;
  /** Of a PDF. */
  readonly pages: number;
}

export interface DocumentMaker {
  /** The template's, as its inspection has it. */
  readonly schema: unknown;
  /** Documents that are worth beginning before the first is done. */
  readonly atOnce: number;
  /** With `place`, its pages are counted on from those of others. */
  make(data: Readonly<Record<string, unknown>>, place?: PlaceOfMany): Promise<MadeDocument>;
  close(): Promise<void>;
}

interface Order {
  readonly flags: DocumentFlags;
  readonly options: RenderOptions;
  readonly isPdf: boolean;
}

export const openDocumentMaker = async (
  path: string,
  { flags, options, isPdf }: Order,
): Promise<DocumentMaker> => {
  const { linkTemplate } = await import('../template/index.ts');
  const { program, inspection, template } = await compileBeside(path, flags);
  for (const { message } of inspection.warnings) note(`warning: ${message}`);
  const linked = linkTemplate(program, template);
  const terms = { now: Date.now(), ...options, isLaidOut: isPdf };
  const write = await openDocxWriter(linked, isPdf ? { ...flags, fields: 'word' } : flags);
  const render = (data: Readonly<Record<string, unknown>>) => write(data as Record<string, never>, terms);
  const { schema } = inspection;
  if (!isPdf)
    return {
      schema,
      atOnce: 1,
      make: async (data) => {
        const { elsewhere, ...made } = await render(data);
        return { ...made, warnings: [...made.warnings, ...elsewhere], pages: 0 };
      },
      close: async () => undefined,
    };
  const config = converterConfig(flags);
  const { openConverter } = await import('../app.ts');
  const converter = openConverter(config);
  const order = {
    organizationId: 'cli',
    ...(flags.engine && { engine: flags.engine }),
    pdf: pdfSettings(flags),
  };
  return {
    schema,
    atOnce: config.workers * 2,
    make: async (data, place) => {
      const { bytes, missing, warnings, elsewhere } = await render(data);
      const made = await converter.convert(bytes, { ...order, ...(place && { pages: place }) });
      const others = made.engine === 'native' ? [] : elsewhere;
      const said = [...warnings, ...others, ...made.warnings];
      return { bytes: made.pdf, pages: made.pages, missing, warnings: said };
    },
    close: () => converter.close(),
  };
};
