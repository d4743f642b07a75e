/** openDocxWriter :: a linked template → documents of it as DOCX, with their pages found out where the template tells them */
import type { JsonObject, LinkedTemplate, RenderOptions, RenderReport } from '../template/index.ts';
import { refuseNeeds } from './beside.ts';
import { converterConfig } from './convert.ts';
import type { DocumentFlags } from './document-options.ts';

interface WrittenDocx extends RenderReport {
  readonly bytes: Uint8Array;
  /** Warnings besides, for wherever it is laid out by somebody else. */
  readonly elsewhere: readonly string[];
}

type DocxWriter = (data: JsonObject, options: RenderOptions) => Promise<WrittenDocx>;

/** Nobody waits for anybody else here. */
const LAYOUT_MS = 600_000;

export const openDocxWriter = async (linked: LinkedTemplate, flags: DocumentFlags): Promise<DocxWriter> => {
  const { renderDocx, renderParts, wantsLayout, writeFinished } = await import('../template/index.ts');
  const wishes = { docxFields: flags.fields };
  if (!wantsLayout(linked, wishes))
    return async (data, options) => {
      const { chunks, write } = collected();
      const report = renderDocx(linked, data, options, { write });
      refuseNeeds(report);
      return { ...report, bytes: Buffer.concat(chunks), elsewhere: [] };
    };
  const { openPageFinder } = await import('../app.ts');
  const layout = await openPageFinder(converterConfig(flags));
  return async (data, options) => {
    const { chunks, write } = collected();
    const { parts, plan, ...report } = renderParts(linked, data, { ...options, isLaidOut: true });
    refuseNeeds(report);
    const pagesOf = (some: typeof parts) => layout.pagesOf(some, LAYOUT_MS);
    const said = await writeFinished(linked, { parts, plan }, wishes, { pagesOf, sink: { write } });
    const warnings = [...report.warnings, ...said.warnings];
    return { ...report, warnings, elsewhere: said.elsewhere, bytes: Buffer.concat(chunks) };
  };
};

const collected = () => {
  const chunks: Uint8Array[] = [];
  return { chunks, write: (chunk: Uint8Array) => void chunks.push(chunk) };
};
