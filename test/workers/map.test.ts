/**
 * Maps of documents: boxes stand where their values are shown. What poppler reads at each box is the value; and marks change no
 * line, no page and no glyph of the document.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { convertNatively } from '../../src/convert/native/convert-native.ts';
import { mapBoxes } from '../../src/convert/native/map-boxes.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { layoutDocument } from '../../src/layout/layout-document.ts';
import { openPackage } from '../../src/ooxml/docx.ts';
import { ZipWriter } from '../../src/ooxml/zip-write.ts';
import {
  compileTemplate,
  type JsonObject,
  linkTemplate,
  mappedTemplate,
  renderParts,
} from '../../src/template/index.ts';
import { readDocument } from '../../src/wml/document.ts';
import { documentMap } from '../../src/workers/document-map.ts';
import {
  cell,
  controlInline,
  docx,
  field,
  footer,
  footnote,
  header,
  lastSection,
  p,
  picture,
  r,
  raw,
  row,
  styles,
  table,
  textBox,
} from '../support/build.ts';
import { noPoppler, type PdfWord, pdfWords } from '../support/pdf.ts';

const fonts = await openFontLibrary();

interface Entry {
  readonly tag: string;
  readonly path: string | null;
  readonly paths?: readonly string[];
  readonly part: string | null;
  readonly paragraph: number | null;
  readonly boxes: readonly { page: number; x: number; y: number; width: number; height: number }[];
}

const made = (file: Uint8Array, data: JsonObject) => {
  const { program } = compileTemplate(file, { delimiter: 'BRACES' });
  const template = linkTemplate(program, file);
  const options = { now: 0, isLaidOut: true };
  const plain = renderParts(template, data, options);
  const { parts, origins } = renderParts(mappedTemplate(template), data, options);
  if (origins === undefined) throw new Error('no origins');
  const listOf = (document: ReturnType<typeof readDocument>) => layoutDocument(document, fonts).list;
  const { boxes } = mapBoxes(openPackage(parts), fonts, origins.charts);
  const { tags, complete } = JSON.parse(documentMap(template.program.tags, origins, boxes)) as {
    tags: Entry[];
    complete: boolean;
  };
  return {
    plain,
    list: listOf(readDocument(openPackage(plain.parts))),
    marked: listOf(readDocument(openPackage(parts), origins.charts)),
    tags,
    complete,
  };
};

const pdfOf = ({ plain }: ReturnType<typeof made>): Uint8Array => {
  const chunks: Uint8Array[] = [];
  plain.parts.writeTo(new ZipWriter({ write: (chunk) => void chunks.push(chunk) }));
  const result = convertNatively(Buffer.concat(chunks), fonts);
  if (result.kind === 'declined') throw new Error('declined');
  return result.pdf;
};

/** What is shown in the boxes: words whose middle is in one of them. */
const shownIn = (boxes: Entry['boxes'], words: readonly PdfWord[]): string =>
  boxes
    .map((box) =>
      words
        .filter((word) => {
          const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
          const across = x >= box.x && x <= box.x + box.width;
          return word.page === box.page && across && y >= box.y && y <= box.y + box.height;
        })
        .map(({ text }) => text)
        .join(' '),
    )
    .join(' ');

const valueAt = (data: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter((key) => key !== '')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], data);

const WORDS = 'several words that take more than a line of their own, however short lines may be here';
const style = (id: string, xml: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/>${xml}</w:style>`;

/** Values stand between blanks, so that words are theirs alone. */
const TEMPLATES: Readonly<Record<string, readonly [Uint8Array, JsonObject]>> = {
  'rows of a table': [
    docx(
      header('Of {company} here'),
      footer('For {company} there'),
      table(
        row({ header: true }, cell('Head {company} of'), cell('the table')),
        row(cell('{#items}{name}'), cell(p({ align: 'right' }, '{note}{/items}'))),
      ),
    ),
    {
      company: 'Quillworks',
      items: Array.from({ length: 90 }, (_, n) => ({
        name: `item${n}`,
        note: n % 7 === 0 ? WORDS : `n${n}`,
      })),
    },
  ],
  'values of several lines, in two columns': [
    docx(
      p('Before {text} behind {lines} end'),
      p({ align: 'both' }, '{text} and {text} once more, and {name} too'),
      ...Array.from({ length: 40 }, () => p('Filling {name} up')),
      lastSection({ columns: 2 }),
    ),
    { text: WORDS, lines: 'first line\nsecond line\tbehind a tab', name: 'Ada' },
  ],
  'notes, text boxes, controls and fields': [
    docx(
      p('See', footnote(p('A note on {name} here'))),
      p(textBox('In a box {name} stands')),
      p('Choose ', controlInline({ tag: 'x' }, r('{name}'))),
      p('Page ', field('PAGE', r('1')), ' of {name} here'),
      p({ style: 'H' }, 'About {name} again'),
      p(field('TOC \\o "1-1" \\h', r('old'))),
      styles(style('H', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>')),
    ),
    { name: 'Grace' },
  ],
  'from right to left, and without blanks': [
    docx(p({ xml: '<w:bidi/>' }, 'שלום {name} להתראות'), p('{chinese}'), p('{thai}')),
    { name: 'עולם', chinese: '漢字'.repeat(60), thai: 'สวัสดีชาวโลก'.repeat(20) },
  ],
};

describe('marks', () => {
  test.each(Object.entries(TEMPLATES))('%s: the same glyphs at the same places', (_, [file, data]) => {
    const { list, marked } = made(file, data);
    expect(marked).toEqual(list);
  });

  const examples = join(import.meta.dirname, '../../examples');
  const keys = readdirSync(examples).filter((key) => key !== 'build');
  test.each(keys)('example %s: the same, and values are where their boxes are', (key) => {
    const file = readFileSync(join(examples, key, 'template.docx'));
    const data = JSON.parse(readFileSync(join(examples, key, 'data.json'), 'utf8')) as JsonObject;
    const it = made(file, data);
    expect(it.marked).toEqual(it.list);
    expect(it.complete).toBe(true);
    if (noPoppler) return;
    const words = pdfWords(pdfOf(it));
    const plain = it.tags.filter(({ tag, path }) => path !== null && /^\{[\w.$]+\}$/.test(tag));
    const texts = plain.flatMap((entry) => {
      const value = valueAt(data, entry.path ?? '');
      return typeof value === 'string' && value.trim() !== '' && entry.boxes.length > 0
        ? [{ entry, value }]
        : [];
    });
    expect(texts.length).toBeGreaterThan(3);
    // A comma behind a value is of the same word.
    for (const { entry, value } of texts)
      expect(letters(shownIn(entry.boxes.slice(0, linesOf(entry)), words))).toContain(letters(value));
  });
});

/** A tag of a header has boxes on each page. */
const linesOf = ({ boxes }: Entry): number => boxes.filter(({ page }) => page === boxes[0]?.page).length;
/** A template may show them in capitals. */
const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

describe.skipIf(noPoppler)('what poppler reads at a box', () => {
  test.each(Object.entries(TEMPLATES).slice(0, 3))('%s: is the value', (_, [file, data]) => {
    const it = made(file, data);
    const words = pdfWords(pdfOf(it));
    const shown = it.tags.filter(({ boxes }) => boxes.length > 0);
    expect(shown.length).toBeGreaterThan(2);
    for (const { path, boxes } of shown) {
      const value = String(valueAt(data, path ?? '')).replace(/\s+/g, ' ');
      const pages = new Set(boxes.map(({ page }) => page));
      const all = shownIn(boxes, words).replace(/\s+/g, ' ').trim();
      // Once, or on each page that its header, or its row of headings, is on.
      expect(all.replaceAll(value, '').trim(), `${path}: ${all}`).toBe('');
      expect(pages.size).toBeGreaterThan(0);
    }
  });
});

describe('paths', () => {
  const map = (data: JsonObject, ...content: Parameters<typeof docx>) => made(docx(...content), data).tags;
  const paths = (data: JsonObject, ...content: Parameters<typeof docx>) =>
    map(data, ...content)
      .filter(({ boxes }) => boxes.length > 0)
      .map(({ path }) => path);

  test('are those of the data: in loops with their numbers, sorted, filtered and nested', () => {
    const list = [
      { n: 3, of: [{ s: 'a' }] },
      { n: 1, of: [{ s: 'b' }, { s: 'c' }] },
    ];
    expect(paths({ list }, p('{FOR x IN list | sortBy:"n"}{$x.n} {END-FOR x}'))).toEqual([
      'list[1].n',
      'list[0].n',
    ]);
    expect(paths({ list }, p('{#list}{#of}{s} {/of}{/list}'))).toEqual([
      'list[0].of[0].s',
      'list[1].of[0].s',
      'list[1].of[1].s',
    ]);
    expect(paths({ list }, p('{FOR x IN list.filter(x => x.n < 2)}{$x.n}{END-FOR x}'))).toEqual([
      'list[1].n',
    ]);
  });

  test('of names that are no words are written as elsewhere', () => {
    const l = [{ 'odd name': 'x' }];
    expect(paths({ l }, p('{#l}{this["odd name"]}{/l}'))).toEqual(['l[0]["odd name"]']);
  });

  test('of an object’s keys, of what is around a loop, of an expression, of a variable', () => {
    expect(paths({ o: { a: 1 } }, p('{FOR e IN o}{$e.key} {$e.value}{END-FOR e}'))).toEqual([null, 'o.a']);
    expect(paths({ name: 'N', l: [{ x: 1 }] }, p('{#l}{name} {../name} {x}{/l}'))).toEqual([
      'name',
      'name',
      'l[0].x',
    ]);
    const [sum, own] = map({ a: 1, b: 2 }, p('{SET c = a}'), p('{a * b} {c}')).filter(
      ({ boxes }) => boxes.length,
    );
    expect(sum).toMatchObject({ path: 'a', paths: ['a', 'b'] });
    expect(own).toMatchObject({ path: null });
  });

  test('a tag that shows nothing has no box: blocks, empty values, branches that were not taken', () => {
    const tags = map({ empty: '' }, p('Text {empty}'), p('{IF false}'), p('{never}'), p('{END-IF}'));
    expect(tags.map(({ tag, path, boxes }) => [tag, path, boxes.length])).toEqual([
      ['{empty}', 'empty', 0],
      ['{IF false}', null, 0],
      ['{never}', null, 0],
    ]);
    expect(tags[0]).toMatchObject({ part: 'document', paragraph: 1 });
  });
});

describe('pictures and their like', () => {
  const PNG =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

  test('have boxes of their size, in the text, replaced, and as codes', () => {
    const file = docx(
      p('{IMAGE logo width=2cm}'),
      p(picture({ alt: '{IMAGE logo}', width: 914400, height: 457200 })),
      p('{QR code size=3cm}'),
    );
    const it = made(file, { logo: PNG, code: 'https://example.com' });
    expect(it.marked).toEqual(it.list);
    const boxes = it.tags.map(({ boxes: [box] }) => [box?.width, box?.height].map((n) => Math.round(n ?? 0)));
    expect(boxes[0]).toEqual([57, 57]);
    expect(boxes[2]).toEqual([85, 85]);
    expect(it.tags.map(({ boxes: all }) => all.length)).toEqual([1, 1, 1]);
  });

  test('rich text has a box for each line, and a check box one for its sign', () => {
    const box = raw(
      '<w:p><w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="0"/></w14:checkbox></w:sdtPr>' +
        '<w:sdtContent><w:r><w:t>{agreed}</w:t></w:r></w:sdtContent></w:sdt></w:p>',
    );
    const it = made(docx(p('{HTML html}'), box), { html: '<p>One</p><ul><li>Two</li></ul>', agreed: true });
    expect(it.marked).toEqual(it.list);
    expect(it.tags.map(({ path, boxes }) => [path, boxes.length])).toEqual([
      ['html', 2],
      ['agreed', 1],
    ]);
  });
});

test('a map is bounded, and says where it was cut', () => {
  const all = [{ tag: 0, path: 'a', paths: ['a'] }];
  const box = { origin: 0, page: 0, x: 1, y: 2, width: 3, height: 4 };
  const boxes = Array.from({ length: 200_001 }, () => box);
  const map = JSON.parse(documentMap([{ tag: '{a}' }] as never, { all, isCut: false }, boxes));
  expect(map.complete).toBe(false);
  expect(map.tags[0].boxes).toHaveLength(200_000);
});
