/**
 * The engines behind one function each, set up as their users set them up: a template and data in, a DOCX out.
 * For `npm run compat`; what is measured for speed is in contenders.ts.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import carbone from 'carbone';
import { createReport } from 'docx-templates';
import Docxtemplater from 'docxtemplater';
import expressionParser from 'docxtemplater/expressions.js';
import { TemplateHandler } from 'easy-template-x';
import PizZip from 'pizzip';
import type { Peer, Peers } from '../scripts/compat/peer.ts';
import { DELIMITERS } from '../src/template/delimiters.ts';
import { handlebars } from './peer-handlebars.ts';

/** A dotted name, an operator, a call or a filter: docxtemplater reads these with its expression parser alone. */
const isExpression = (tag: string): boolean => {
  const bare = tag.replace(/^[#^/%@-]+/, '').trim();
  return bare !== '.' && /[.|()+*<>=!?&"'[\]]/.test(bare);
};

/** The image module is sold separately. Pictures have no text: nothing in their place is the same text. */
const noPictures = () => ({
  name: 'NoPictures',
  parse: (content: string) =>
    content.startsWith('%') ? { type: 'placeholder', value: content, module: 'NoPictures' } : null,
  render: (part: { module?: string }) => (part.module === 'NoPictures' ? { value: '' } : null),
});

/** Of the expression parser's language only `|` calls code that is not in the template. */
const filterOf = (tag: string): string | undefined => /(?<!\|)\|\s*([\w$]+)/.exec(tag)?.[1];

const docxtemplater: Peer = {
  name: 'docxtemplater',
  ownCode(tags) {
    if (tags.length === 0) return 'delimiters of its own';
    const filter = tags.map(filterOf).find((name) => name !== undefined);
    return filter === undefined ? undefined : `filter ${filter}`;
  },
  async fill({ template, data, delimiter, tags }) {
    const { open, close } = DELIMITERS[delimiter];
    const document = new Docxtemplater(new PizZip(template), {
      delimiters: { start: open, end: close },
      paragraphLoop: true,
      linebreaks: true,
      errorLogging: false,
      modules: [noPictures()],
      ...(tags.some(isExpression) && { parser: expressionParser }),
    });
    document.render(data);
    return document.getZip().generate({ type: 'uint8array' });
  },
};

const docxTemplates: Peer = {
  name: 'docx-templates',
  ownCode: () => undefined,
  fill({ template, data, delimiter }) {
    const { open, close } = DELIMITERS[delimiter];
    return createReport({ template, data, cmdDelimiter: [open, close] });
  },
};

const easyTemplateX: Peer = {
  name: 'easy-template-x',
  /** Its plug-in fills content controls that are bound to data: a template for it has no tags at all. */
  ownCode: (tags) => (tags.length === 0 ? 'plug-in for bound controls' : undefined),
  fill({ template, data, delimiter }) {
    const { open, close } = DELIMITERS[delimiter];
    const handler = new TemplateHandler({ delimiters: { tagStart: open, tagEnd: close } });
    return handler.process(Buffer.from(template), data as never);
  },
};

/** Everything that a Carbone template reads is under `d`. */
const carboneCe: Peer = {
  name: 'Carbone',
  ownCode: () => undefined,
  async fill({ template, data }) {
    const folder = mkdtempSync(join(tmpdir(), 'platen-compat-'));
    const file = join(folder, 'template.docx');
    writeFileSync(file, template);
    try {
      return await new Promise<Uint8Array>((resolve, reject) =>
        carbone.render(file, data['d'] ?? {}, { lang: 'en-us' }, (error: unknown, result: Buffer) =>
          error ? reject(error instanceof Error ? error : new Error(String(error))) : resolve(result),
        ),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** By the folder of the corpus. */
export const PEERS: Peers = {
  docxtemplater,
  'docx-templates': docxTemplates,
  'easy-template-x': easyTemplateX,
  jsreport: handlebars,
  carbone: carboneCe,
};
