/** Our side of a comparison: a template taken as an upload takes it, and a render with what its report says. */
import type { PlatenError, Problem } from '../../src/errors.ts';
import {
  checkTemplate,
  compileTemplate,
  type DelimiterName,
  linkTemplate,
  type RenderReport,
  renderDocx,
} from '../../src/template/index.ts';

export interface Rendering {
  readonly file: Uint8Array;
  readonly report: RenderReport;
}

export interface Accepted {
  readonly delimiter: DelimiterName;
  readonly sample: Readonly<Record<string, unknown>>;
  readonly warnings: readonly Problem[];
  /** Throws a `PlatenError` where the data can't be used. */
  render(data: unknown): Rendering;
}

/** The delimiter that `check` proposes is the one that a person would choose. Throws where the upload would be refused. */
export const upload = (template: Uint8Array, chosen?: DelimiterName): Accepted => {
  const delimiter = chosen ?? checkTemplate(template, {}).delimiter;
  const { program, inspection } = compileTemplate(template, { delimiter });
  const linked = linkTemplate(program, template);
  return {
    delimiter,
    sample: inspection.sample as Record<string, unknown>,
    warnings: inspection.warnings,
    render(data) {
      const chunks: Uint8Array[] = [];
      const report = renderDocx(linked, data as never, {}, { write: (chunk) => void chunks.push(chunk) });
      return { file: Buffer.concat(chunks), report };
    },
  };
};

/** What a caller is told, as lines: the message, then each problem. */
export const reasons = (error: PlatenError): string =>
  [error.message, ...(error.details ?? []).map(({ code, message }) => `${code}: ${message}`)].join('\n');
