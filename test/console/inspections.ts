/** What the server says about a template, without a server: an example by its name, or the text of its paragraphs. */
import { existsSync, readFileSync } from 'node:fs';
import type { Inspection } from '../../src/console/api/types.ts';
import { compileTemplate } from '../../src/template/index.ts';
import { docx, p } from '../support/build.ts';

export const inspectionOf = (...template: readonly string[]): Inspection => {
  const example = new URL(`../../examples/${template[0]}/template.docx`, import.meta.url);
  const file = existsSync(example)
    ? new Uint8Array(readFileSync(example))
    : docx(...template.map((text) => p(text)));
  const { inspection } = compileTemplate(file, { delimiter: 'BRACES' });
  // As it comes over HTTP.
  return JSON.parse(JSON.stringify(inspection));
};
