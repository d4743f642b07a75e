/** A field that is shown as text in one place and has parts in another: no data can be both. */
import { expect, it } from 'vitest';
import { compileTemplate } from '../../../src/template/index.ts';
import type { Warning } from '../../../src/template/problems.ts';
import { docx, header, p } from '../../support/build.ts';

const warningsOf = (...texts: string[]): readonly Warning[] =>
  compileTemplate(docx(...texts.map((text) => p(text))), { delimiter: 'BRACES' }).inspection.warnings;

it('is warned about where it is shown, with a part that it has', () => {
  const file = docx(header(p('{user}')), p('Dear {user.name}, {user.city}'), p('{user}'));
  const { warnings } = compileTemplate(file, { delimiter: 'BRACES' }).inspection;
  expect(warnings).toMatchObject([
    {
      code: 'object_shown',
      message: expect.stringContaining('`user`'),
      hint: expect.stringContaining('user.name'),
      part: 'document',
      paragraph: { number: 2 },
      tag: '{user}',
    },
  ]);
});

it('in loops, too', () => {
  expect(warningsOf('{#items}{owner} {owner.name}{/items}')).toMatchObject([
    { code: 'object_shown', message: expect.stringContaining('`items[].owner`') },
  ]);
});

it.each([
  ['{user.name} {user.city}'],
  ['{name} {name.length} {name.toUpperCase()}'],
  ['{#user}{name}{/user} {name}'],
  ['{#title}{title}{/title}'],
  ['{#each items}{this}{/each}'],
  ['{user | default:"-"} {user2.name}'],
  ['{IF user.name}{user.name}{ELSE}–{END-IF}'],
  ['{words} {words[0]} {words.length}'],
  ['{price.toFixed(2)} {price}'],
  ['{IMAGE logo} {logo.caption}'],
])('%s is no such case', (text) => {
  expect(warningsOf(text)).toEqual([]);
});
