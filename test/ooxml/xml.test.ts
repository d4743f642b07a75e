import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import { DEFAULT_PACKAGE_LIMITS } from '../../src/ooxml/limits.ts';
import {
  childOf,
  decodeXml,
  descendantsOf,
  elementsOf,
  escapeAttribute,
  escapeText,
  parseXml,
  textContent,
  type XmlElement,
  type XmlNode,
} from '../../src/ooxml/xml.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';
import { expectRefused } from '../support/refused.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const STRICT_W = 'http://purl.oclc.org/ooxml/wordprocessingml/main';

/** The tree in a line: names, attributes, texts. */
const shape = (node: XmlNode): unknown => {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'other') return '…';
  const attributes = Object.fromEntries([...node.attributes].filter(([name]) => !name.startsWith('xmlns')));
  return [node.name, attributes, ...node.children.map(shape)];
};

describe('trees', () => {
  test.each<[string, string, unknown]>([
    ['an empty element', '<a/>', ['a', {}]],
    ['with spaces in tags', '<a  b = "c"\n d=\'e\' ></a >', ['a', { b: 'c', d: 'e' }]],
    ['texts between elements', '<a>x<b/>y</a>', ['a', {}, 'x', ['b', {}], 'y']],
    [
      'the five entities and numbers',
      '<a b="&lt;&quot;">&amp;&gt;&apos;&#65;&#x1F600;</a>',
      ['a', { b: '<"' }, "&>'A😀"],
    ],
    ['CDATA', '<a><![CDATA[<&]]></a>', ['a', {}, '<&']],
    [
      'comments and instructions',
      '<?xml version="1.0"?><!-- c --><a><!-- > --><?p i?></a><!-- d -->',
      ['a', {}, '…', '…'],
    ],
    ['line ends', '<a>\r\nx\ry</a>', ['a', {}, '\nx\ny']],
    ['white space in attributes', '<a b="x\ty\r\nz&#10;"/>', ['a', { b: 'x y z\n' }]],
    ['a byte order mark', '\ufeff<a/>', ['a', {}]],
    ['greater signs and quotes in values', '<a b=">" c="\'" d=\'"\'/>', ['a', { b: '>', c: "'", d: '"' }]],
    ['names beyond ASCII', '<größe äöü="x"/>', ['größe', { äöü: 'x' }]],
  ])('%s', (_, source, expected) => {
    expect(shape(parseXml(source))).toEqual(expected);
  });

  test('names are canonical by namespace, whatever the prefix and whichever edition', () => {
    const names = (source: string): string[] => {
      const root = parseXml(source);
      return [root, ...descendantsOf(root)].map(({ name }) => name);
    };
    expect(names(`<w:p xmlns:w="${W}"><w:r/></w:p>`)).toEqual(['w:p', 'w:r']);
    expect(names(`<ns0:p xmlns:ns0="${W}"><ns0:r/></ns0:p>`)).toEqual(['w:p', 'w:r']);
    expect(names(`<p xmlns="${W}"><r/></p>`)).toEqual(['w:p', 'w:r']);
    expect(names(`<w:p xmlns:w="${STRICT_W}"/>`)).toEqual(['w:p']);
    // A default of none ends a default.
    expect(names(`<p xmlns="${W}"><r xmlns=""/></p>`)).toEqual(['w:p', 'r']);
    // A foreign vocabulary that calls itself w is not Word's.
    expect(names('<w:p xmlns:w="urn:other"/>')).toEqual(['{urn:other}p']);
    // One prefix, two meanings, and back.
    expect(names(`<w:p xmlns:w="${W}"><w:a xmlns:w="urn:x"><w:b/></w:a><w:c/></w:p>`)).toEqual([
      'w:p',
      '{urn:x}a',
      '{urn:x}b',
      'w:c',
    ]);
  });

  test('attributes are canonical, found by name, and keep declarations as written', () => {
    const root = parseXml(`<q:p xmlns:q="${W}" q:val="1" val="2" xml:space="preserve"/>`);
    expect(root.rawName).toBe('q:p');
    expect([root.attribute('w:val'), root.attribute('val'), root.attribute('q:val')]).toEqual([
      '1',
      '2',
      undefined,
    ]);
    expect([...root.attributes]).toEqual([
      ['xmlns:q', W],
      ['w:val', '1'],
      ['val', '2'],
      ['xml:space', 'preserve'],
    ]);
    expect([root.attribute('w:val'), root.attribute('nope')]).toEqual(['1', undefined]);
    expect(parseXml('<a/>').attributes.size).toBe(0);
  });

  test('places lead back to the source', () => {
    const source = `<?xml version="1.0"?>\n<a x="1">t&amp;u<b/><c>v</c ><!--w--></a>\n`;
    const root = parseXml(source);
    const cut = (node: { start: number; end: number }): string => source.slice(node.start, node.end);
    expect(cut(root)).toBe('<a x="1">t&amp;u<b/><c>v</c ><!--w--></a>');
    expect(source.slice(root.start, root.openEnd)).toBe('<a x="1">');
    expect(source.slice(root.openEnd, root.closeStart)).toBe('t&amp;u<b/><c>v</c ><!--w-->');
    expect(root.children.map(cut)).toEqual(['t&amp;u', '<b/>', '<c>v</c >', '<!--w-->']);
    const [, b, c] = root.children as [XmlNode, XmlElement, XmlElement];
    expect([b.openEnd, b.closeStart, b.end]).toEqual([b.end, b.end, b.end]);
    expect(source.slice(c.closeStart, c.end)).toBe('</c >');
    expect(c.parent).toBe(root);
    expect(c.children[0]?.parent).toBe(c);
  });

  test('the usual questions', () => {
    const root = parseXml('<a><b>1</b>x<c><b>2</b></c><b/></a>');
    expect(elementsOf(root).map(({ name }) => name)).toEqual(['b', 'c', 'b']);
    expect(elementsOf(root, 'b')).toHaveLength(2);
    expect(childOf(root, 'c')?.name).toBe('c');
    expect([childOf(root, 'd'), childOf(undefined, 'c')]).toEqual([undefined, undefined]);
    expect([...descendantsOf(root)].map(({ name }) => name)).toEqual(['b', 'c', 'b', 'b']);
    expect(textContent(root)).toBe('1x2');
  });
});

describe('sources that are refused', () => {
  test.each<[string, string, ErrorCode, RegExp]>([
    ['nothing', '', 'docx_damaged', /is empty/],
    ['white space', '  \n', 'docx_damaged', /is empty/],
    ['no XML', 'hello', 'docx_damaged', /is not XML/],
    ['a DTD', '<!DOCTYPE a><a/>', 'docx_unsafe', /document type/],
    ['a DTD in small letters', '<!doctype a><a/>', 'docx_unsafe', /document type/],
    [
      'a DTD with an external entity',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      'docx_unsafe',
      /document type/,
    ],
    ['a DTD inside', '<a><!DOCTYPE a></a>', 'docx_unsafe', /document type/],
    ['a declaration inside', '<a><!ELEMENT b></a>', 'docx_damaged', /declaration/],
    ['an entity that nobody declared', '<a>&nbsp;</a>', 'docx_damaged', /reference/],
    ['an entity with the name of a property', '<a>&constructor;</a>', 'docx_damaged', /reference/],
    ['an ampersand', '<a>a & b</a>', 'docx_damaged', /reference/],
    ['a reference that never ends', '<a>&lt</a>', 'docx_damaged', /reference/],
    ['a reference to nothing', '<a>&#0;</a>', 'docx_damaged', /reference/],
    ['a reference to a control character', '<a>&#x1F;</a>', 'docx_damaged', /reference/],
    ['a reference to half a character', '<a>&#xD800;</a>', 'docx_damaged', /reference/],
    ['a reference beyond Unicode', '<a>&#x110000;</a>', 'docx_damaged', /reference/],
    ['a reference without digits', '<a>&#x;</a>', 'docx_damaged', /reference/],
    ['a control character', '<a>\x01</a>', 'docx_damaged', /character that XML forbids .*column 4/],
    ['an element that never ends', '<a><b></b>', 'docx_damaged', /ends before/],
    ['a tag that never ends', '<a><b', 'docx_damaged', /broken tag/],
    ['an attribute that never ends', '<a b="', 'docx_damaged', /never ends/],
    ['an attribute with a tag in it', '<a b="<"/>', 'docx_damaged', /never ends/],
    ['an attribute without a value', '<a b/>', 'docx_damaged', /without a value/],
    ['an attribute without quotes', '<a b=c/>', 'docx_damaged', /without quotes/],
    ['attributes that touch', '<a b="1"c="2"/>', 'docx_damaged', /broken tag/],
    ['an attribute twice', '<a b="1" b="2"/>', 'docx_damaged', /twice/],
    [
      'an attribute twice by namespace',
      '<a xmlns:x="urn:1" xmlns:y="urn:1" x:b="1" y:b="2"/>',
      'docx_damaged',
      /twice/,
    ],
    ['a wrong end tag', '<a></b>', 'docx_damaged', /does not close <a>/],
    ['an end tag with more', '<a></ab>', 'docx_damaged', /does not close <a>/],
    ['crossing tags', '<a><b></a></b>', 'docx_damaged', /does not close <b>/],
    ['an end without a start', '</a>', 'docx_damaged', /not open/],
    ['two roots', '<a/><b/>', 'docx_damaged', /goes on/],
    ['text after the root', '<a/>x', 'docx_damaged', /goes on/],
    ['a name that starts with a digit', '<1a/>', 'docx_damaged', /valid name/],
    ['no name', '< a/>', 'docx_damaged', /valid name/],
    ['two colons', '<a:b:c xmlns:a="urn:x"/>', 'docx_damaged', /valid name/],
    ['a prefix that nobody declared', '<w:p/>', 'docx_damaged', /prefix of w:p/],
    ['an attribute prefix that nobody declared', '<p w:val="1"/>', 'docx_damaged', /prefix of w:val/],
    ['a comment that never ends', '<a><!-- </a>', 'docx_damaged', /middle of a tag/],
    ['CDATA that never ends', '<a><![CDATA[ </a>', 'docx_damaged', /middle of a tag/],
    ['a slash in the middle', '<a / >', 'docx_damaged', /broken tag/],
  ])('%s', (_, source, code, message) => {
    expectRefused(() => parseXml(source), code, message);
  });

  const limits = {
    ...DEFAULT_PACKAGE_LIMITS,
    xmlDepth: 5,
    xmlAttributes: 3,
    xmlNodes: 20,
    xmlNameLength: 10,
    xmlNames: 6,
    xmlNamespaces: 2,
  };
  test.each<[string, string, RegExp]>([
    ['depth', '<a>'.repeat(6), /more than 5 deep/],
    ['attributes', '<a b="" c="" d="" e=""/>', /more than 3 attributes/],
    ['nodes', `<a>${'<b/>'.repeat(20)}</a>`, /more than 20 elements/],
    ['nodes by attributes', `<a>${'<b c="" d=""/>'.repeat(7)}</a>`, /more than 20 elements/],
    ['length of names', `<${'a'.repeat(11)}/>`, /name that is too long/],
    ['different names', '<a><b/><c/><d/><e/><f/><g/></a>', /more than 6 different names/],
    ['namespaces', '<a xmlns="1"><a xmlns="2"/><a xmlns="3"/></a>', /more than 2 ways/],
  ])('past the limit of %s', (_, source, message) => {
    expectRefused(() => parseXml(source, limits), 'docx_too_big', message);
  });

  test('of elements that repeat another one only the texts are counted', () => {
    const rows = (count: number): string => `<a>${'<r><b c=""/><b/><b/><t>x</t></r>'.repeat(count)}</a>`;
    const repeated = { name: 'r', text: 't', accepts: () => true };
    // Seven for the first, two for each other one.
    expect(parseXml(rows(6), limits, 'x', repeated).children).toHaveLength(6);
    expectRefused(() => parseXml(rows(3), limits, 'x'), 'docx_too_big', /more than 20 elements/);
    expectRefused(() => parseXml(rows(9), limits, 'x', repeated), 'docx_too_big', /more than 20 elements/);
  });

  test('what is made to be slow is not', () => {
    // Names that all hash alike, 200,000 attributes, a very long text, very deep: each well under a second, unless it is quadratic.
    const collide = Array.from(
      { length: 15_000 },
      (_, index) => `<${index.toString(2).padStart(14, '0').replaceAll('0', 'Aa').replaceAll('1', 'BB')}/>`,
    );
    const started = cpuMilliseconds();
    parseXml(`<a>${collide.join('')}${collide.join('')}</a>`);
    parseXml(`<a>${'&amp;'.repeat(500_000)}</a>`);
    expectRefused(
      () => parseXml(`<a ${Array.from({ length: 200_000 }, (_, i) => `b${i}=""`).join(' ')}/>`),
      'docx_too_big',
      /attributes/,
    );
    expectRefused(() => parseXml('<a>'.repeat(1_000_000)), 'docx_too_big', /deep/);
    expectRefused(() => parseXml(`<a>${'&'.repeat(1_000_000)}</a>`), 'docx_damaged', /reference/);
    expectRefused(() => parseXml(`<a>${'<'.repeat(1_000_000)}</a>`), 'docx_damaged', /valid name/);
    expect(cpuMilliseconds() - started).toBeLessThan(20_000);
  });
});

describe('bytes to text', () => {
  const source = '<?xml version="1.0" encoding="UTF-8"?><a>größe €</a>';
  const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
  test.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(source)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${source}`)],
    ['UTF-16, little end first', utf16(`\ufeff${source.replace('UTF-8', 'UTF-16')}`)],
    ['UTF-16, big end first', utf16(`\ufeff${source.replace('UTF-8', 'utf-16')}`).swap16()],
    ['UTF-16 without a mark', utf16(source.replace('UTF-8', 'UTF-16'))],
    ['UTF-8 that says UTF-16', Buffer.from(source.replace('UTF-8', 'UTF-16'))],
  ])('%s', (_, bytes) => {
    const text = decodeXml(bytes, 'x');
    expect(textContent(parseXml(text))).toBe('größe €');
  });

  test('an old encoding by its declaration, which then says what the text is now', () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>\xe4\x80</a>', 'latin1');
    expect(decodeXml(bytes, 'x')).toBe('<?xml version="1.0" encoding="UTF-8"?><a>ä€</a>');
  });

  test('what is not text is refused', () => {
    expectRefused(
      () => decodeXml(Buffer.from([0x3c, 0x61, 0xff, 0xfe]), 'x'),
      'docx_damaged',
      /not valid UTF-8/,
    );
    const unknown = Buffer.from('<?xml version="1.0" encoding="klingon"?><a/>');
    expectRefused(() => decodeXml(unknown, 'x'), 'docx_damaged', /KLINGON/);
  });
});

/** UTF-16 units of all kinds, halves of pairs and control characters among them. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 127 }), fc.integer({ min: 0, max: 0xffff })))
  .map((units) => String.fromCharCode(...units));

describe('text to source', () => {
  test('escapes', () => {
    expect(escapeText('a<b>&"\'\r\n\t')).toBe('a&lt;b&gt;&amp;"\'&#13;\n\t');
    expect(escapeAttribute('a<b>&"\'\r\n\t')).toBe("a&lt;b&gt;&amp;&quot;'&#13;&#10;&#9;");
  });

  test('characters that XML forbids and halves of pairs are dropped', () => {
    expect(escapeText('a\x00b\x1fc\ufffed\ud800e\udc00f😀')).toBe('abcdef😀');
    expect(escapeAttribute('a\x00\udc00<😀')).toBe('a&lt;😀');
  });

  test('any string goes through and back, but for what XML cannot carry', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const root = parseXml(`<a b="${escapeAttribute(text)}">${escapeText(text)}</a>`);
        const expected =
          text.toWellFormed() === text
            ? text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
            : undefined;
        const [read, attribute] = [textContent(root), root.attribute('b')];
        expect(read).toBe(attribute);
        if (expected !== undefined) expect(read).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });
});
