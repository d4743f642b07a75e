import { describe, expect, test } from 'vitest';
import { contentTypeOf, readContentTypes, writeContentTypes } from '../../src/ooxml/content-types.ts';
import { relationshipsPartOf, resolveTarget, targetTo } from '../../src/ooxml/part-names.ts';
import { readRelationships, writeRelationships } from '../../src/ooxml/relationships.ts';

describe('part names', () => {
  test.each([
    ['word/document.xml', 'media/a.png', 'word/media/a.png'],
    ['word/document.xml', '/word/media/a.png', 'word/media/a.png'],
    ['word/document.xml', '../customXml/item1.xml', 'customXml/item1.xml'],
    ['word/document.xml', './styles.xml', 'word/styles.xml'],
    ['word/document.xml', 'a%20b.png', 'word/a b.png'],
    ['word/document.xml', '100%.png', 'word/100%.png'],
    ['word/document.xml', 'a.xml#part', 'word/a.xml'],
    ['word/document.xml', 'media\\a.png', 'word/media/a.png'],
    ['', 'word/document.xml', 'word/document.xml'],
    ['word/document.xml', '../../etc/passwd', undefined],
    ['word/document.xml', '%2e%2e/%2e%2e/etc/passwd', undefined],
  ])('from %j, %j leads to %j', (source, target, part) => {
    expect(resolveTarget(source, target)).toBe(part);
  });

  test('relationships live beside their part', () => {
    expect(relationshipsPartOf('')).toBe('_rels/.rels');
    expect(relationshipsPartOf('word/document.xml')).toBe('word/_rels/document.xml.rels');
    expect(relationshipsPartOf('document.xml')).toBe('_rels/document.xml.rels');
  });

  test.each([
    ['word/document.xml', 'word/media/a.png'],
    ['word/document.xml', 'docProps/core.xml'],
    ['', 'word/document.xml'],
  ])('a target from %j to %j leads there', (source, part) => {
    expect(resolveTarget(source, targetTo(source, part))).toBe(part);
  });
});

describe('relationships', () => {
  test('are read as data, transitional and strict alike', () => {
    const xml = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
      <Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/header" Target="header1.xml"/>
      <Relationship Id="rId2" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/extendedProperties" Target="/docProps/app.xml"/>
      <Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://example.com/?a&amp;b" TargetMode="External"/>
    </Relationships>`;
    expect(readRelationships(xml, 'word/document.xml')).toMatchObject([
      { id: 'rId1', kind: 'header', target: 'header1.xml', external: false, part: 'word/header1.xml' },
      { id: 'rId2', kind: 'extended-properties', part: 'docProps/app.xml' },
      { id: 'rId3', kind: 'hyperlink', target: 'https://example.com/?a&b', external: true, part: undefined },
    ]);
  });

  test('what is written is read back', () => {
    const list = [
      { id: 'a', type: 'http://x/y', target: 'b "c" <d> &', external: true },
      { id: 'e', type: 'http://x/z', target: 'f.xml', external: false },
    ];
    expect(readRelationships(writeRelationships(list), '')).toMatchObject(list);
  });
});

describe('content types', () => {
  const types = readContentTypes(
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="PNG" ContentType="image/png"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/Document.xml" ContentType="main"/></Types>',
  );

  test.each([
    ['word/document.xml', 'main'],
    ['word/Document.xml', 'main'],
    ['word/other.xml', 'application/xml'],
    ['word/media/A.Png', 'image/png'],
    ['word/media/a.jpg', undefined],
    ['word/no.xml/name', undefined],
  ])('%s is %s', (part, type) => {
    expect(contentTypeOf(types, part)).toBe(type);
  });

  test('what is written is read back', () => {
    expect(readContentTypes(writeContentTypes(types))).toEqual(types);
  });
});
