/** Logic, translation and content. */
import { describe, expect, it } from 'vitest';
import { CONTENT, isContent, type Value } from '../../../src/template/expression/values/values.ts';
import { evaluate } from '../expression/evaluate.ts';
import { errorOf, format } from './format.ts';

describe('yesno and map', () => {
  it.each<[Value, string, Value]>([
    [true, 'yesno', 'Yes'],
    [false, 'yesno', 'No'],
    [true, 'yesno:"Ja":"Nein"', 'Ja'],
    [0, 'yesno:"Ja":"Nein"', 'Nein'],
    ['false', 'yesno', 'No'],
    ['NO', 'yesno', 'No'],
    ['yes', 'yesno', 'Yes'],
    [null, 'yesno', 'No'],
    [undefined, 'yesno', 'No'],
    [[], 'yesno', 'No'],
    [[0], 'yesno', 'Yes'],
    [true, 'yesno:"x"', 'x'],
    ['a', 'map:"a":"Alpha":"b":"Beta"', 'Alpha'],
    ['b', 'map:"a":"Alpha":"b":"Beta"', 'Beta'],
    ['c', 'map:"a":"Alpha":"b":"Beta"', 'c'],
    ['c', 'map:"a":"Alpha":"b":"Beta":"?"', '?'],
    [1, 'map:"1":"one"', 'one'],
    [true, 'map:true:"on":false:"off"', 'on'],
    [null, 'map:null:"none":"a":"b"', 'none'],
    [undefined, 'map:"a":"b":"?"', undefined],
    ['', 'map:"a":"b":"?"', ''],
  ])('%j | %s → %j', (value, pipe, expected) => {
    expect(format(value, pipe)).toEqual(expected);
  });
});

describe('t', () => {
  const translations = JSON.parse(
    '{"de-DE": {"Invoice": "Rechnung", "due": "fällig in {days} Tagen", "menu": {"file": "Datei"}}, "fr": {"Invoice": "Facture"}, "__proto__": {"x": 1}}',
  );

  it.each<[string, string, string, Value]>([
    ['de-DE', 'Invoice', 't', 'Rechnung'],
    ['fr-FR', 'Invoice', 't', 'Facture'],
    ['fr-CA', 'Invoice', 't', 'Facture'],
    ['ja-JP', 'Invoice', 't', 'Invoice'],
    ['en-US', 'Unknown', 't', 'Unknown'],
    ['de-DE', 'menu.file', 't', 'Datei'],
    ['de-DE', 'menu', 't', 'menu'],
    ['de-DE', 'due', 't:{ days: 5 }', 'fällig in 5 Tagen'],
    ['de-DE', 'due', 't', 'fällig in {days} Tagen'],
    ['de-DE', 'due', 't:{ other: 5 }', 'fällig in {days} Tagen'],
    ['de-DE', 'toString', 't', 'toString'],
    ['de-DE', 'constructor.name', 't', 'constructor.name'],
  ])('%s: %s | %s', (locale, key, pipe, expected) => {
    expect(format(key, pipe, { locale, translations })).toBe(expected);
  });

  it('takes one flat table, or none', () => {
    expect(format('Invoice', 't', { translations: { Invoice: 'Faktura' } })).toBe('Faktura');
    expect(format('Invoice', 't')).toBe('Invoice');
    expect(evaluate('"Invoice" | t | upper', {}, { translations: { Invoice: 'Faktura' } })).toBe('FAKTURA');
    expect(format(undefined, 't')).toBeUndefined();
  });
});

describe('content', () => {
  it.each<[string, string, Record<string, Value>]>([
    ['html', 'html', {}],
    ['markdown', 'markdown', {}],
    ['image', 'image', {}],
    ['image:"4cm"', 'image', { width: '4cm' }],
    [
      'image:"4cm":"3cm":"contain":"Logo"',
      'image',
      { width: '4cm', height: '3cm', fit: 'contain', alt: 'Logo' },
    ],
    ['image:{ width: "4cm", align: "center" }', 'image', { width: '4cm', align: 'center' }],
    ['link', 'link', {}],
    ['link:"Our site"', 'link', { label: 'Our site' }],
    ['qr:"3cm"', 'qr', { size: '3cm' }],
    ['barcode:"ean13"', 'barcode', { type: 'ean13' }],
    ['barcode:kind', 'barcode', { type: 'code128' }],
  ])('| %s is tagged', (pipe, kind, options) => {
    const value = evaluate(`value | ${pipe}`, { value: 'x', kind: 'code128' });
    if (!isContent(value)) throw new Error('not content');
    expect(value[CONTENT]).toBe(kind);
    expect(value.value).toBe('x');
    expect({ ...value.options }).toEqual(options);
  });

  it('is nothing where there is nothing', () => {
    for (const pipe of ['html', 'markdown', 'image', 'link', 'qr', 'barcode']) {
      expect([format(undefined, pipe), format(null, pipe), format('', pipe)]).toEqual([undefined, null, '']);
    }
  });

  it('takes objects as they are', () => {
    const value = { data: 'AAAA', extension: '.png' };
    expect(format(value, 'image')).toMatchObject({ value });
  });

  it('is no text, and data cannot pass for it', () => {
    expect(errorOf('x', 'html | upper').message).toMatch(/html content/);
    expect(() => evaluate('"a" + (x | html)', { x: 'y' })).toThrow(/html content/);
    expect(isContent(JSON.parse('{"Symbol(platen.content)": "html", "value": "x", "options": {}}'))).toBe(
      false,
    );
  });
});
