/** What a template says about its data: fields, JSON Schema, and a sample that renders without a missing value. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { compileTemplate, type JsonObject } from '../../../src/template/index.ts';
import { validateData } from '../../../src/template/inspect/validate-data.ts';
import { docx, footnote, header, p, row, table } from '../../support/build.ts';
import { render } from '../engine.ts';

const inspectionOf = (file: Uint8Array) => compileTemplate(file, { delimiter: 'BRACES' }).inspection;
const kinds = (file: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    inspectionOf(file).fields.map(({ path, kind, optional }) => [path, optional ? `${kind}?` : kind]),
  );

const invoice = docx(
  header(p('{company}')),
  p('Invoice {number} of {date | date:"dd MMM yyyy"} for {customer.name}, {customer.vat ?? "no VAT"}'),
  p('{IF status == "paid"}paid{END-IF}{#hasVat}VAT {vat}{/hasVat}', footnote('{note}')),
  p('{FOR i IN items}'),
  p('{$i.name}: {$i.price * $i.quantity | currency} {FOR t IN $i.tags}{$t}{END-FOR t}'),
  p('{END-FOR i}'),
  table(row('{#rows}{a}', '{b} {currency}{/rows}')),
  p('{currency} {IMAGE logo} {#each people as person}{person.name}{/each} {#words}{.}{/words}'),
);

describe('fields', () => {
  it('have paths, kinds and whether the data may lack them', () => {
    expect(kinds(invoice)).toMatchObject({
      company: 'text',
      number: 'text',
      date: 'date',
      'customer.name': 'text',
      'customer.vat': 'text?',
      status: 'text?',
      note: 'text',
      items: 'list',
      'items[].name': 'text',
      'items[].price': 'number',
      'items[].quantity': 'number',
      'items[].tags': 'list',
      'rows[].a': 'text',
      currency: 'text',
      logo: 'image',
      people: 'list',
      'people[].name': 'text',
      words: 'list?',
    });
  });

  it('say where they are used', () => {
    const number = inspectionOf(invoice).fields.find(({ path }) => path === 'number');
    expect(number?.usedIn).toEqual([{ part: 'document', paragraph: 1, tag: '{number}' }]);
    const company = inspectionOf(invoice).fields.find(({ path }) => path === 'company');
    expect(company?.usedIn[0]?.part).toBe('header 1');
  });

  it('leave out what the template makes itself', () => {
    expect(kinds(docx(p('{SET x = 1}{x}{FOR i IN list}{$index}{$i}{END-FOR}')))).toEqual({
      list: 'list',
      'list[]': 'text',
    });
  });
});

describe('sample', () => {
  it('renders the template without a missing value', () => {
    const { sample } = inspectionOf(invoice);
    const { report, text } = render(invoice, sample as JsonObject);
    expect(report.missing).toEqual([]);
    expect(text.join('\n')).toContain('paid');
  });

  it('fits its own schema', () => {
    const { sample, schema } = inspectionOf(invoice);
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect(validate(sample), JSON.stringify(validate.errors)).toBe(true);
    expect(validateData(schema, sample)).toMatchObject({
      valid: true,
      missing: [],
      mistyped: [],
      unused: [],
    });
  });
});

describe('validation', () => {
  const { schema, sample } = inspectionOf(invoice);

  it('finds missing, mistyped and unused paths', () => {
    const data = structuredClone(sample) as Record<string, unknown>;
    delete data['number'];
    data['items'] = [{ name: 'x', price: true, quantity: 1, tags: [] }];
    data['extra'] = 1;
    const report = validateData(schema, data);
    expect(report.missing.map(({ path }) => path)).toEqual(['number']);
    expect(report.mistyped.map(({ path }) => path)).toEqual(['items[].price']);
    expect(report.unused.map(({ path }) => path)).toEqual(['extra']);
  });

  it('lets a section be a condition, with its names further out', () => {
    const data = { ...sample, hasVat: true, vat: '19 %' };
    expect(validateData(schema, data)).toMatchObject({ valid: true, unused: [] });
  });

  it('lets an item leave to the outside what is known there', () => {
    const rows = [{ a: 1, b: 2 }];
    expect(validateData(schema, { ...sample, rows })).toMatchObject({ valid: true });
  });

  it('needs the objects that required names stand in', () => {
    const { customer: _, ...data } = sample;
    expect(validateData(schema, data).missing.map(({ path }) => path)).toEqual(['customer']);
  });
});
