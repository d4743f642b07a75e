/** All that is wrong with the data comes at once, each with its tag and its path. */
import { describe, expect, it } from 'vitest';
import { docx, footnote, header, hyperlink, p, picture, row, table, textBox } from '../support/build.ts';
import { failureOf } from './engine.ts';

const placesOf = (...args: Parameters<typeof failureOf>): string[] =>
  (failureOf(...args).details ?? []).map(({ tag, path, part }) => `${part}: ${tag} ${path ?? '-'}`);

describe('errors of the data', () => {
  it('are told all at once, in the order of the document', () => {
    const file = docx(
      header(p('{who | date}')),
      p('{issued | date} for {total | currency} and {name}', footnote('{note | number}')),
      p('{IF late | number}x{END-IF}'),
      p('{SET y = total | round}{FOR i IN total}x{END-FOR}'),
    );
    const data = { who: 'me', issued: 'soon', total: 'much', name: { first: 'A' }, note: 'n', late: 'l' };
    expect(placesOf(file, data)).toEqual([
      'document: {issued | date} issued',
      'document: {total | currency} total',
      'document: {name} name',
      'document: {IF late | number} late',
      'document: {SET y = total | round} -',
      'document: {FOR i IN total} total',
      'footnotes: {note | number} note',
      'header 1: {who | date} who',
    ]);
    const failure = failureOf(file, data);
    expect(failure).toMatchObject({ code: 'data_invalid' });
    expect(failure.message).toMatch(/8 errors.*first: \{issued \| date\}: /);
  });

  it('one alone is the message', () => {
    expect(failureOf(docx(p('{a | number} {b}')), { a: 'x', b: 1 }).message).toMatch(
      /^\{a \| number\}: The formatter/,
    );
  });

  it('of the items of a list are told once, with the first of them', () => {
    const file = docx(table(row('{#items}{n}', '{price | number}', '{when | date}{/items}')));
    const items = Array.from({ length: 50 }, (_, n) => ({
      n,
      price: n === 3 ? 'dear' : 'x',
      when: n > 40 ? 'later' : '',
    }));
    const failure = failureOf(file, { items });
    expect(failure.details?.map(({ tag }) => tag)).toEqual(['{price | number}', '{when | date}']);
    expect(failure.details?.[0]?.message).toContain('"x"');
  });

  it('of content: pictures, links, check boxes, targets', () => {
    const file = docx(
      p('a {IMAGE logo} b {LINK url} {QR code size=(size)}'),
      p(picture({ alt: '{IMAGE photo}' }), hyperlink('%7Bto%7D', 'x')),
    );
    const data = {
      logo: 'none',
      url: 'javascript:x',
      code: 'ok',
      size: 'large',
      photo: 'none',
      to: 'file:///x',
    };
    expect(placesOf(file, data).map((place) => place.replace(/^[^{]*/, ''))).toEqual([
      '{IMAGE logo} logo',
      '{LINK url} url',
      '{QR code size=(size)} code',
      '{IMAGE photo} photo',
      '{to} to',
    ]);
  });

  it('of a text box are not told again for its fallback', () => {
    const file = docx(p(textBox(p('{a | number} {b | number}'))), p('{c | number}'));
    expect(placesOf(file, { a: 'x', b: 'y', c: 'z' })).toHaveLength(3);
    expect(placesOf(file, { a: 1, b: 'y', c: 'z' })).toHaveLength(2);
  });

  it('of a list that is none: what stands inside is not asked', () => {
    const file = docx(p('{FOR i IN items}'), p('{$i.a | number}'), p('{END-FOR}'), p('{b | number}'));
    expect(placesOf(file, { items: 'x', b: 'y' })).toEqual([
      'document: {FOR i IN items} items',
      'document: {b | number} b',
    ]);
  });

  it('come with what is missing, where that is an error too', () => {
    const file = docx(p('{a | number} {gone} {b | number}'));
    const failure = failureOf(file, { a: 'x', b: 'y' }, { missing: 'error' });
    expect(failure.details).toMatchObject([
      { tag: '{a | number}' },
      { tag: '{b | number}' },
      { code: 'missing', path: 'gone' },
    ]);
  });

  it('a hundred of them will do', () => {
    const file = docx(...Array.from({ length: 150 }, (_, n) => p(`{a${n} | number}`)));
    const data = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`a${n}`, 'x']));
    const failure = failureOf(file, data);
    expect(failure.details).toHaveLength(100);
    expect(failure.message).toContain('100 errors or more');
  });

  it('a budget that runs out while they are looked for leaves those that were found', () => {
    const file = docx(p('{a | number}'), p('{#items}{.}{/items}'), p('{b | number}'));
    const items = Array.from({ length: 100 }, () => 1);
    expect(placesOf(file, { a: 'x', b: 'y', items }, { budgets: { turns: 50 } })).toEqual([
      'document: {a | number} a',
    ]);
  });
});
