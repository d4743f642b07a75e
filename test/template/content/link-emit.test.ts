import { describe, expect, it } from 'vitest';
import { emitLink } from '../../../src/template/content/link-emit.ts';
import { checkDocx } from '../../support/docx-validity.ts';
import { inlineText } from './outline.ts';
import { TestPackage, type TestPackageOptions } from './test-package.ts';

const emit = (value: unknown, options: Record<string, unknown> = {}, setup: TestPackageOptions = {}) => {
  const pkg = new TestPackage(setup);
  const xml = emitLink(value, options, pkg.context);
  expect(checkDocx(pkg.docx(`<w:p>${xml}</w:p>`))).toEqual([]);
  return { xml, text: inlineText(xml), target: pkg.relationships[0]?.target };
};

const STYLED = {
  styles: '<w:style w:type="character" w:styleId="Lien"><w:name w:val="Hyperlink"/></w:style>',
};

describe('emitLink', () => {
  it.each([
    ['an address', 'https://x.test/a', {}, 'https://x.test/a', 'https://x.test/a'],
    ['an address and a label', 'https://x.test/a', { label: 'Here' }, 'https://x.test/a', 'Here'],
    ['an object', { url: 'https://x.test/a', label: 'Here' }, {}, 'https://x.test/a', 'Here'],
    [
      'easy-template-x',
      { _type: 'link', target: 'https://x.test/a', text: 'Here' },
      {},
      'https://x.test/a',
      'Here',
    ],
    ['an object without a label', { url: 'https://x.test/a' }, {}, 'https://x.test/a', 'https://x.test/a'],
    [
      'mail',
      'mailto:a@x.test?subject=Hi there',
      {},
      'mailto:a@x.test?subject=Hi there',
      'a@x.test?subject=Hi there',
    ],
    ['a telephone', 'tel:+49-89-1', {}, 'tel:+49-89-1', '+49-89-1'],
    ['a label that is a number', { url: 'http://x.test/', label: 5 }, {}, 'http://x.test/', '5'],
    [
      'letters that URLs encode',
      'https://x.test/ä b?q=ü',
      {},
      'https://x.test/%C3%A4%20b?q=%C3%BC',
      'https://x.test/ä b?q=ü',
    ],
  ])('%s', (_name, value, options, target, label) => {
    const emitted = emit(value, options, STYLED);
    expect(emitted.target?.replace('%20', ' ')).toBe(target.replace('%20', ' '));
    expect(emitted.text).toBe(`[link rId10 <rStyle=Lien>${label}</rStyle>]`);
  });

  it('a bookmark is an anchor', () => {
    expect(emit('#terms', { label: 'Terms' }, STYLED).text).toBe('[link #terms <rStyle=Lien>Terms</rStyle>]');
  });

  it('looks like a link where the template has no style for it, and keeps the tag’s format', () => {
    const { text } = emit(
      'http://x.test/',
      { label: 'x' },
      { runProperties: '<w:rPr><w:b/><w:color w:val="FF0000"/></w:rPr>' },
    );
    expect(text).toBe('[link rId10 <b><color=0563C1><u=single>x</u></color></b>]');
  });

  it.each([undefined, null, '', {}, { label: 'x' }])('nothing for %j', (value) => {
    expect(emit(value).xml).toBe('');
  });

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://x.test',
    'x.test',
    '/path',
    '#',
    'https://',
    'data:,x',
    'JaVaScRiPt:x',
  ])('refuses %s', (address) => {
    expect(() => emit(address)).toThrow(`"${address}" is not an address that a link may have.`);
  });

  it('refuses what is no text', () => {
    expect(() => emit({ url: ['x'] })).toThrow('a list is not an address');
    expect(() => emit(5)).toThrow('5 is not an address');
  });

  it('is text inside another link', () => {
    expect(emit('http://x.test/', { label: 'x' }, { ...STYLED, allowsHyperlinks: false }).text).toBe(
      '<rStyle=Lien>x</rStyle>',
    );
  });

  it('escapes label and tooltip', () => {
    const { xml } = emit({ url: 'http://x.test/', label: '<&>' }, { tooltip: '"tip"' });
    expect(xml).toContain('w:tooltip="&quot;tip&quot;"');
    expect(xml).toContain('&lt;&amp;&gt;');
  });
});
