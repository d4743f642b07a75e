import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { DEFAULT_PACKAGE_LIMITS } from '../../src/ooxml/limits.ts';
import { textContent } from '../../src/ooxml/xml.ts';
import { docx, footer, header, p, zip } from '../support/build.ts';
import { partText, withParts } from '../support/read.ts';
import { expectRefused, refused } from '../support/refused.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const TYPES = '[Content_Types].xml';
const plain = (): Uint8Array => docx(p('hello'));

/** The main part under another content type. */
const typed = (type: string): Uint8Array =>
  withParts(plain(), { [TYPES]: partText(plain(), TYPES).replace(WORD, type) });

const compound = (stream: string): Uint8Array =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(600),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(600),
  ]);

describe('what is not a DOCX file', () => {
  const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
  test.each<[string, Uint8Array, ErrorCode, RegExp, RegExp]>([
    ['an empty file', new Uint8Array(0), 'not_docx', /is empty/, /\.docx/],
    ['plain text', Buffer.from('Dear Sir or Madam,\n\n…'), 'not_docx', /plain text/, /save it as/],
    ['text in UTF-16', Buffer.from('\ufeffDear Sir', 'utf16le'), 'not_docx', /plain text/, /save it as/],
    ['a web page', Buffer.from('\n<!DOCTYPE html><html></html>'), 'not_docx', /web page/, /save it as/],
    ['a web page without a head', Buffer.from('<!-- x --><body>'), 'not_docx', /web page/, /save it as/],
    [
      'flat Word XML',
      Buffer.from('<?xml version="1.0"?><pkg:package/>'),
      'not_docx',
      /Word XML/,
      /save it as/,
    ],
    ['other XML', Buffer.from('<?xml version="1.0"?><a/>'), 'not_docx', /is XML/, /save it as/],
    ['RTF', latin1('{\\rtf1\\ansi hello}'), 'not_docx', /RTF/, /save it as/],
    ['a PDF', latin1('%PDF-1.7\n%\xe2\xe3'), 'not_docx', /PDF/, /made from/],
    ['a picture', latin1('\x89PNG\r\n\x1a\n'), 'not_docx', /PNG picture/, /Insert/],
    ['a program', latin1('MZ\x90\0'), 'not_docx', /program/, /\.docx/],
    ['noise', latin1('\x01\x02\x03\x80\x90'), 'not_docx', /not a DOCX file/, /\.docx/],
    ['a .doc', compound('WordDocument'), 'not_docx', /97–2003 document \(\.doc\)/, /save it as/],
    ['a .xls', compound('Workbook'), 'not_docx', /\.xls/, /\.docx/],
    ['a .ppt', compound('PowerPoint Document'), 'not_docx', /\.ppt/, /\.docx/],
    ['another old Office file', compound('Something'), 'not_docx', /old Office format/, /save it as/],
    [
      'an encrypted document',
      compound('EncryptedPackage'),
      'docx_encrypted',
      /password/,
      /remove the password/,
    ],
    [
      'a .docm',
      typed('application/vnd.ms-word.document.macroEnabled.main+xml'),
      'docx_macros',
      /macros/,
      /\.docx/,
    ],
    [
      'a .dotm',
      typed('application/vnd.ms-word.template.macroEnabledTemplate.main+xml'),
      'docx_macros',
      /macros/,
      /\.docx/,
    ],
    [
      'a .docx with macros inside',
      withParts(plain(), {
        'word/vbaProject.bin': 'x',
        'word/_rels/document.xml.rels': partText(plain(), 'word/_rels/document.xml.rels').replace(
          '</Relationships>',
          '<Relationship Id="v" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/></Relationships>',
        ),
      }),
      'docx_macros',
      /macros/,
      /\.docx/,
    ],
    [
      'a workbook',
      typed('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
      'not_docx',
      /Excel/,
      /\.docx/,
    ],
    [
      'a presentation',
      typed('application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml'),
      'not_docx',
      /PowerPoint/,
      /\.docx/,
    ],
    ['a drawing', typed('application/vnd.ms-visio.drawing.main+xml'), 'not_docx', /Visio/, /\.docx/],
    ['another package', typed('application/x-other'), 'not_docx', /application\/x-other/, /save it as/],
    [
      'an ODT',
      zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<a/>' }),
      'not_docx',
      /\.odt/,
      /LibreOffice or Word/,
    ],
    [
      'an ODS',
      zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
      'not_docx',
      /\.ods/,
      /\.docx/,
    ],
    ['an EPUB', zip({ mimetype: 'application/epub+zip' }), 'not_docx', /EPUB/, /\.docx/],
    ['a Pages document', zip({ 'Index/Document.iwa': 'x' }), 'not_docx', /Pages/, /Export/],
    ['a zip', zip({ 'photo.jpg': 'x' }), 'not_docx', /a zip, but not/, /Word saved/],
    [
      'a zip around a document',
      zip({ 'my/letter.docx': plain() }),
      'not_docx',
      /a zip, but not/,
      /Unpack it and upload "my\/letter\.docx"/,
    ],
    ['an empty zip', zip({}), 'not_docx', /empty zip/, /Word saved/],
    [
      'something before the document',
      Buffer.concat([Buffer.from('#!/bin/sh\n'), plain()]),
      'docx_unsafe',
      /bytes before the document/,
      /save it again/,
    ],
    [
      'no content types',
      withParts(plain(), { [TYPES]: undefined }),
      'docx_damaged',
      /content types/,
      /save it again/,
    ],
    [
      'no relationships',
      withParts(plain(), { '_rels/.rels': undefined }),
      'docx_damaged',
      /relationships/,
      /save it again/,
    ],
    [
      'no main relationship',
      withParts(plain(), {
        '_rels/.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>',
      }),
      'docx_damaged',
      /names its main part/,
      /save it again/,
    ],
    [
      'no main part',
      withParts(plain(), { 'word/document.xml': undefined }),
      'docx_damaged',
      /main part \("word\/document\.xml"\)/,
      /save it again/,
    ],
    [
      'no type of the main part',
      typed('application/xml'),
      'docx_damaged',
      /content type of its main part/,
      /save it again/,
    ],
  ])('%s', (_, file, code, message, hint) => {
    const error = refused(() => openDocx(file));
    expect({ code: error.code, message: error.message, hint: error.hint }).toEqual({
      code,
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });
});

describe('what is one', () => {
  test('a template (.dotx) counts', () => {
    const file = typed('application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml');
    expect(openDocx(file).mainPart).toBe('word/document.xml');
  });

  test('the main part is found by relationship, whatever its name and letters', () => {
    const source = plain();
    const renamed = withParts(source, {
      'word/document.xml': undefined,
      'word/_rels/document.xml.rels': undefined,
      'Inhalt/Haupt.xml': partText(source),
      [TYPES]: partText(source, TYPES).replace('/word/document.xml', '/inhalt/haupt.XML'),
      '_rels/.rels': partText(source, '_rels/.rels').replace('word/document.xml', '/INHALT/haupt.xml'),
    });
    const opened = openDocx(renamed);
    expect(opened.mainPart).toBe('Inhalt/Haupt.xml');
    expect(textContent(opened.xml('inhalt/haupt.xml'))).toBe('hello');
  });

  test('strict OOXML reads as the same names', () => {
    const source = plain();
    const strict = (part: string): string =>
      partText(source, part)
        .replaceAll(
          'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
          'http://purl.oclc.org/ooxml/wordprocessingml/main',
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
          'http://purl.oclc.org/ooxml/officeDocument/relationships',
        );
    const parts = ['word/document.xml', '_rels/.rels', 'word/_rels/document.xml.rels', 'word/styles.xml'];
    const opened = openDocx(withParts(source, Object.fromEntries(parts.map((part) => [part, strict(part)]))));
    expect(opened.xml(opened.mainPart).name).toBe('w:document');
    expect(opened.partsOf('styles')).toEqual(['word/styles.xml']);
  });

  test('parts in UTF-16 are read', () => {
    const source = plain();
    const wide = Buffer.from(`\ufeff${partText(source).replace('UTF-8', 'UTF-16')}`, 'utf16le');
    const opened = openDocx(withParts(source, { 'word/document.xml': wide }));
    expect(textContent(opened.xml('word/document.xml'))).toBe('hello');
    expect(opened.text('word/document.xml')).toContain('encoding="UTF-8"');
  });

  test('headers and footers come by number, not by letter', () => {
    const opened = openDocx(
      docx(...Array.from({ length: 11 }, (_, i) => header({ type: 'default' }, `h${i}`)), footer('f')),
    );
    expect(opened.partsOf('header').slice(-3)).toEqual([
      'word/header9.xml',
      'word/header10.xml',
      'word/header11.xml',
    ]);
  });

  test('a part that is not there is an error that names it', () => {
    const opened = openDocx(plain());
    expect(opened.has('word/nothing.xml')).toBe(false);
    expect(opened.relationshipsOf('word/nothing.xml')).toEqual([]);
    expectRefused(() => opened.bytes('word/nothing.xml'), 'docx_damaged', /word\/nothing\.xml/);
  });

  test('limits reach the parts', () => {
    const deep = docx(...Array.from({ length: 3 }, () => p('a')));
    expectRefused(
      () => openDocx(deep, { ...DEFAULT_PACKAGE_LIMITS, xmlDepth: 3 }).xml('word/document.xml'),
      'docx_too_big',
      /word\/document\.xml.*deep/,
    );
  });
});
