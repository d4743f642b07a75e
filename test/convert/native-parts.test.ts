/** What a document brings along in parts of its own: fonts, pictures for bullets. */
import { constants, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { convertNatively } from '../../src/convert/native/convert-native.ts';
import { deobfuscate } from '../../src/fonts/embedded.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { layoutDocument } from '../../src/layout/layout-document.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import { bundledFile, LATO } from '../fonts/support.ts';
import {
  type Build,
  docx,
  hyperlink,
  NAMESPACES,
  PIXEL,
  p,
  part,
  properties,
  r,
  raw,
  XML_HEAD,
} from '../support/build.ts';

const fonts = await openFontLibrary();
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** What the file says, its compressed parts included. */
const names = (pdf: Uint8Array): string => {
  const text = Buffer.from(pdf).toString('latin1');
  const streams = [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: mark }) => {
    try {
      return inflateSync(pdf.subarray(index + mark.length), { finishFlush: constants.Z_SYNC_FLUSH }).toString(
        'latin1',
      );
    } catch {
      return '';
    }
  });
  return text + streams.join('');
};

/** A part with one relationship of its own. */
const withRelated = (
  build: Build,
  kind: string,
  xml: string,
  related: {
    readonly type: string;
    readonly target: string;
    readonly bytes: Uint8Array;
    readonly mime: string;
  },
): void => {
  build.file(`word/${kind}.xml`, `${WORD}.${kind}+xml`, `${XML_HEAD}${xml}`);
  build.relate(kind, `${kind}.xml`);
  build.file(`word/${related.target}`, related.mime, related.bytes);
  build.file(
    `word/_rels/${kind}.xml.rels`,
    'application/vnd.openxmlformats-package.relationships+xml',
    `${XML_HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/${related.type}" Target="${related.target}"/></Relationships>`,
  );
};

test('a font that the document embeds is the one that is drawn', () => {
  const key = '{1DB3A8A0-2C4E-4F6B-9D11-0123456789AB}';
  const embed = `<w:fonts ${NAMESPACES}><w:font w:name="Nobody Has This"><w:embedRegular r:id="rId1" w:fontKey="${key}"/></w:font></w:fonts>`;
  const bytes = deobfuscate(bundledFile(LATO), key);
  const file = docx(
    p(r('Own letters', { font: 'Nobody Has This' })),
    part((build) =>
      withRelated(build, 'fontTable', embed, {
        type: 'font',
        target: 'fonts/font1.odttf',
        bytes,
        mime: 'application/vnd.openxmlformats-officedocument.obfuscatedFont',
      }),
    ),
  );
  const result = convertNatively(file, fonts);
  expect(result.reasons).toEqual([]);
  const plain = convertNatively(docx(p(r('Own letters', { font: 'Nobody Has This' }))), fonts);
  if (result.kind !== 'converted' || plain.kind !== 'converted') throw new Error('declined');
  expect(names(result.pdf)).toContain('Lato-Regular');
  expect(names(plain.pdf)).not.toContain('Lato-Regular');
});

test('a bullet may be a picture', () => {
  const bullet = `<w:numPicBullet w:numPicBulletId="0"><w:pict><v:shape style="width:9pt;height:9pt"><v:imagedata r:id="rId1"/></v:shape></w:pict></w:numPicBullet>`;
  const level = `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="*"/><w:lvlPicBulletId w:val="0"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum>`;
  const numbering = `<w:numbering ${NAMESPACES}>${bullet}${level}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
  const file = docx(
    raw(
      '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>Item</w:t></w:r></w:p>',
    ),
    part((build) =>
      withRelated(build, 'numbering', numbering, {
        type: 'image',
        target: 'media/bullet.png',
        bytes: PIXEL,
        mime: 'image/png',
      }),
    ),
  );
  const document = readDocument(openDocx(file));
  expect(document.findings).toEqual([]);
  const items = layoutDocument(document, fonts).list.pages[0]?.items ?? [];
  const image = items.find((item) => item.kind === 'image');
  expect(image?.matrix.slice(0, 5)).toEqual([9, 0, 0, 9, 72 + 18]);
  expect(items.find((item) => item.kind === 'text' && item.text === 'Item')).toMatchObject({ x: 72 + 36 });
});

test.each([
  ['Microsoft Office Word', '', false, '<f0b7>'],
  [
    'Microsoft Office Word',
    ' xmlns:w16cid="http://schemas.microsoft.com/office/word/2016/wordml/cid"',
    false,
    '<2022>',
  ],
  ['Microsoft Macintosh Word', '', false, '<2022>'],
  ['Microsoft Office Word', '', true, '<2022>'],
])(
  'a bullet of Symbol is copied as the %s that saved it wrote it%s (tagged: %s)',
  (application, declared, tagged, code) => {
    const file = docx(
      properties({ application }),
      raw(
        `<w:p${declared}><w:r><w:rPr><w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/></w:rPr><w:t>\uf0b7</w:t></w:r></w:p>`,
      ),
    );
    const result = convertNatively(file, fonts, { pdf: { tagged } });
    if (result.kind !== 'converted') throw new Error('declined');
    expect(names(result.pdf)).toContain(code);
    expect(names(result.pdf)).not.toContain(code === '<2022>' ? '<f0b7>' : '<2022>');
  },
);

test.each([false, true])(
  'links to scripts and files are taken out, and said; others stay (tagged: %s)',
  (tagged) => {
    const targets = [
      'javascript:alert(1)',
      ' java\tscript:alert(2)',
      'file:///etc/passwd',
      '\\\\server\\share',
      'vbscript:x',
      'https://example.com/good',
      'mailto:ada@example.com',
    ];
    const file = docx(...targets.map((target, index) => p(hyperlink(target, `link ${index}`))));
    const result = convertNatively(file, fonts, { pdf: { tagged } });
    if (result.kind !== 'converted') throw new Error(result.reasons.join());
    expect([...names(result.pdf).matchAll(/\/URI\((.*?)\)>>/g)].map(([, uri]) => uri)).toEqual([
      'https://example.com/good',
      'mailto:ada@example.com',
    ]);
    expect(
      result.warnings.filter((warning) => warning.startsWith('A link to a file or a script')),
    ).toHaveLength(1);
    const harmless = convertNatively(docx(p(hyperlink('https://example.com/', 'x'))), fonts);
    expect(harmless).toMatchObject({ kind: 'converted', warnings: [] });
  },
);
