/** The whole engine in one call, for tests: a template and data in, a checked document out. */
import { expect } from 'vitest';
import { PlatenError, type Problem } from '../../src/errors.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import {
  compileTemplate,
  type DelimiterName,
  type JsonObject,
  linkTemplate,
  type RenderOptions,
  type RenderReport,
  renderDocx,
} from '../../src/template/index.ts';
import { checkDocx } from '../support/docx-validity.ts';
import { paragraphs } from '../support/read.ts';

export interface Rendered {
  readonly bytes: Uint8Array;
  readonly report: RenderReport;
  /** One string a paragraph of the document. */
  readonly text: string[];
  /** Markup of the main part's body. */
  readonly body: string;
  part(name: string): string;
  textOf(part: string): string[];
}

export interface Settings extends RenderOptions {
  readonly delimiter?: DelimiterName;
  readonly static?: boolean;
}

export const render = (file: Uint8Array, data: JsonObject, settings: Settings = {}): Rendered => {
  const { delimiter = 'BRACES', static: isStatic, ...options } = settings;
  const { program } = compileTemplate(file, { delimiter, static: isStatic });
  const chunks: Uint8Array[] = [];
  const report = renderDocx(
    linkTemplate(program, file),
    data,
    { now: 0, ...options },
    { write: (chunk) => void chunks.push(chunk) },
  );
  const bytes = new Uint8Array(Buffer.concat(chunks));
  expect(checkDocx(bytes)).toEqual([]);
  const docx = openDocx(bytes);
  const xml = docx.text(docx.mainPart);
  return {
    bytes,
    report,
    text: paragraphs(bytes, docx.mainPart),
    body: xml.slice(xml.indexOf('<w:body>') + '<w:body>'.length, xml.lastIndexOf('<w:sectPr')),
    part: (name) => docx.text(name),
    textOf: (part) => paragraphs(bytes, part),
  };
};

/** All problems of a template; none where it compiles. */
export const problemsOf = (file: Uint8Array, delimiter: DelimiterName = 'BRACES'): readonly Problem[] => {
  try {
    compileTemplate(file, { delimiter });
    return [];
  } catch (error) {
    if (error instanceof PlatenError && error.code === 'template_invalid') return error.details ?? [];
    throw error;
  }
};

/** The error that rendering ends with. */
export const failureOf = (file: Uint8Array, data: JsonObject, settings: Settings = {}): PlatenError => {
  try {
    render(file, data, settings);
  } catch (error) {
    if (error instanceof PlatenError) return error;
    throw error;
  }
  throw new Error('rendering did not fail');
};

/** Rows of cells, each cell its paragraphs joined by `¶`. */
export const grid = (rendered: Rendered, index = 0): string[][] => {
  const tables = rendered.body.match(/<w:tbl>.*?<\/w:tbl>/gs) ?? [];
  return (tables[index]?.match(/<w:tr[ >].*?<\/w:tr>/gs) ?? []).map((row) =>
    (row.match(/<w:tc>.*?<\/w:tc>/gs) ?? []).map((cell) =>
      (cell.match(/<w:p(?: [^>]*)?\/>|<w:p[ >].*?<\/w:p>/gs) ?? [])
        .map((paragraph) =>
          [...paragraph.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => text).join(''),
        )
        .join('¶'),
    ),
  );
};
