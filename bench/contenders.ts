/**
 * Each contender behind one function: bytes of a template in, a function from data to a DOCX out. Whatever a
 * contender can do ahead of the first render, it does in `prepare`; whatever it formats, it formats by the same rule
 * (two decimals, thousands separated), with its own means where it has them and on the data beforehand where not.
 */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import carbone from 'carbone';
import { createReport } from 'docx-templates';
import Docxtemplater from 'docxtemplater';
import { TemplateHandler } from 'easy-template-x';
import PizZip from 'pizzip';
import { compileTemplate, linkTemplate, renderDocx } from '../src/template/index.ts';
import type { InvoiceData, Spelling } from './documents.ts';

export interface Contender {
  readonly name: string;
  readonly spelling: Spelling;
  prepare(template: Uint8Array): Promise<(data: InvoiceData) => Promise<Uint8Array>>;
}

const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const money = (value: number): string => twoDecimals.format(value);

const concat = (chunks: readonly Uint8Array[]): Uint8Array => Buffer.concat(chunks);

const platen: Contender = {
  name: 'Platen',
  spelling: {
    field: (name) => (name === 'total' ? '{total | number:"0,0.00"}' : `{${name}}`),
    row: {
      open: '{#items}',
      cells: ['{name}', '{quantity}', '{price | number:"0,0.00"}', '{amount | number:"0,0.00"}'],
      close: '{/items}',
    },
  },
  async prepare(template) {
    const { program } = compileTemplate(template, { delimiter: 'BRACES' });
    const linked = linkTemplate(program, template);
    return async (data) => {
      const chunks: Uint8Array[] = [];
      renderDocx(linked, data as never, {}, { write: (chunk) => void chunks.push(chunk) });
      return concat(chunks);
    };
  },
};

const easyTemplateX: Contender = {
  name: 'easy-template-x',
  spelling: {
    field: (name) => `{${name}}`,
    row: { open: '{#items}', cells: ['{name}', '{quantity}', '{price}', '{amount}'], close: '{/items}' },
  },
  async prepare(template) {
    const handler = new TemplateHandler();
    const file = Buffer.from(template);
    return async (data) =>
      handler.process(file, {
        ...data,
        total: money(data.total),
        items: data.items.map((item) => ({ ...item, price: money(item.price), amount: money(item.amount) })),
      });
  },
};

const docxtemplater: Contender = {
  name: 'docxtemplater',
  spelling: {
    field: (name) => (name === 'total' ? '{total|money}' : `{${name}}`),
    row: {
      open: '{#items}',
      cells: ['{name}', '{quantity}', '{price|money}', '{amount|money}'],
      close: '{/items}',
    },
  },
  async prepare(template) {
    // The fastest parser one can give it: a look-up and one filter.
    const parser = (tag: string) => {
      const [name = '', filter] = tag.split('|');
      return {
        get: (scope: Record<string, unknown>) =>
          filter === 'money' ? money(scope[name] as number) : scope[name],
      };
    };
    return async (data) => {
      const document = new Docxtemplater(new PizZip(template), { parser });
      document.render(data);
      return document.getZip().generate({ type: 'uint8array', compression: 'DEFLATE' });
    };
  },
};

const carboneCe: Contender = {
  name: 'Carbone',
  spelling: {
    field: (name) => (name === 'total' ? '{d.total:formatN(2)}' : `{d.${name}}`),
    row: {
      open: '',
      cells: [
        '{d.items[i].name}',
        '{d.items[i].quantity}',
        '{d.items[i].price:formatN(2)}',
        '{d.items[i].amount:formatN(2)}',
      ],
      close: '',
    },
    secondRow: ['{d.items[i+1].name}', '', '', ''],
  },
  async prepare(template) {
    const file = join(mkdtempSync(join(tmpdir(), 'platen-bench-')), 'template.docx');
    writeFileSync(file, template);
    return (data) =>
      new Promise((resolve, reject) =>
        carbone.render(file, data, { lang: 'en-us' }, (error: unknown, result: Buffer) =>
          error ? reject(error) : resolve(result),
        ),
      );
  },
};

const docxTemplates: Contender = {
  name: 'docx-templates',
  spelling: {
    field: (name) => (name === 'total' ? '+++INS money(total)+++' : `+++INS ${name}+++`),
    row: {
      open: '+++FOR item IN items+++',
      cells: [
        '+++INS $item.name+++',
        '+++INS $item.quantity+++',
        '+++INS money($item.price)+++',
        '+++INS money($item.amount)+++',
      ],
      close: '+++END-FOR item+++',
      ownRows: true,
    },
  },
  async prepare(template) {
    return async (data) =>
      createReport({
        template,
        data,
        additionalJsContext: { money },
        noSandbox: true,
      });
  },
};

export const CONTENDERS: readonly Contender[] = [
  platen,
  easyTemplateX,
  docxtemplater,
  carboneCe,
  docxTemplates,
];
