/**
 * Bad input, and input from strangers: always a clear error of the caller's kind or a correct document; never a hang, a
 * crash or a corrupt file. Every document that `render` gives has passed the validity check.
 */
import { describe, expect, it } from 'vitest';
import { ERROR_CODES, PlatenError } from '../../src/errors.ts';
import {
  compileTemplate,
  type JsonObject,
  type JsonValue,
  linkTemplate,
  renderDocx,
} from '../../src/template/index.ts';
import {
  bookmark,
  cell,
  controlBlock,
  docx,
  header,
  hyperlink,
  PIXEL,
  p,
  picture,
  r,
  raw,
  row,
  runOf,
  table,
  textBox,
} from '../support/build.ts';
import { partText, withParts } from '../support/read.ts';
import { failureOf, problemsOf, type Rendered, render } from './engine.ts';

/** The document, or the code of an error that the caller can mend. Anything else fails the test. */
const outcome = (file: Uint8Array, data: JsonObject): Rendered | string => {
  try {
    return render(file, data);
  } catch (error) {
    if (!(error instanceof PlatenError)) throw error;
    expect(ERROR_CODES[error.code].kind).toBe('invalid');
    expect(error.message).toMatch(/\S.*[.!?]$/s);
    return error.code;
  }
};

/** Renders and throws away; how much there was, and how much at a time. */
const stream = (file: Uint8Array, data: JsonObject): { bytes: number; largest: number } => {
  const linked = linkTemplate(compileTemplate(file, { delimiter: 'BRACES' }).program, file);
  const seen = { bytes: 0, largest: 0 };
  const write = (chunk: Uint8Array): void => {
    seen.bytes += chunk.length;
    seen.largest = Math.max(seen.largest, chunk.length);
  };
  renderDocx(linked, data, {}, { write });
  return seen;
};

describe('size', () => {
  const compileTime = (tags: number): number => {
    const paragraph = p(...Array.from({ length: 50 }, (_, index) => `{a${index} | upper} `));
    const file = docx(...Array.from({ length: tags / 50 }, () => paragraph));
    const started = performance.now();
    stream(file, {});
    return performance.now() - started;
  };

  it('10,000 tags compile and render in linear time', () => {
    compileTime(1000);
    const small = compileTime(1000);
    const large = compileTime(10_000);
    // Ten times the tags; quadratic time would be a hundredfold.
    expect(large / small).toBeLessThan(40);
  }, 30_000);

  it('4,000 blocks side by side, and 2,000 bookmarks among them', () => {
    const file = docx(
      ...Array.from({ length: 2000 }, (_, index) => p(bookmark(`b${index}`, '{#l}{IF .}x{END-IF}{/l}'))),
    );
    expect(render(file, { l: [1] }).text).toHaveLength(2000);
  }, 30_000);

  it('a value of 10 MB', () => {
    const { text } = render(docx(p('{x}')), { x: 'ab & ü'.repeat(1_750_000) });
    expect(text[0]).toHaveLength(10_500_000);
    const { bytes } = stream(docx(p('{x}')), { x: '<\n'.repeat(500_000) });
    expect(bytes).toBeGreaterThan(10_000);
  }, 30_000);

  it('1,000,000 items in a loop leave block by block', () => {
    const items = Array.from({ length: 1_000_000 }, (_, index) => index);
    const { bytes, largest } = stream(docx(p('{#items}'), p('{.}'), p('{/items}')), { items });
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(largest).toBeLessThan(1024 * 1024);
    expect(failureOf(docx(p('{FOR i IN 3000000}x{END-FOR}')), {})).toMatchObject({ code: 'render_budget' });
  }, 60_000);
});

describe('tags in impossible places', () => {
  const instruction = (text: string) =>
    p(
      runOf('<w:fldChar w:fldCharType="begin"/>'),
      runOf(`<w:instrText xml:space="preserve">${text}</w:instrText>`),
      runOf('<w:fldChar w:fldCharType="separate"/>'),
      'result',
      runOf('<w:fldChar w:fldCharType="end"/>'),
    );

  it.each([
    ['a block that begins in a table and ends outside', [table(row('{#l}')), p('{/l}')]],
    ['a block from one table to the next', [table(row('{#l}')), p('x'), table(row('{/l}'))]],
    ['a block that leaves a text box', [p(textBox(p('{#l}'))), p('{/l}')]],
    ['a block that enters a text box', [p('{#l}'), p(textBox(p('{/l}')))]],
    ['a block that leaves a header', [header(p('{#l}')), p('{/l}')]],
    ['a block from an inner table to the outer', [table(row(cell(table(row('{#l}'))), '{/l}')), p('')]],
    ['ELSE in a row that repeats', [table(row('{#l}', '{ELSE}', '{/l}'))]],
    ['a row where there is none', [p('{FOR x IN l BY row}x{END-FOR}')]],
    ['a column where there is none', [p('{DROP column IF x}')]],
    ['a picture where there is none', [p('{DROP picture IF x}')]],
    ['a block in the target of a link', [p(hyperlink('https://x/{#l}', 'x'))]],
    ['a block in an alternative text', [p(picture({ alt: '{#l}' }))]],
  ])('%s is an error with its place', (_, content) => {
    const problems = problemsOf(docx(...content));
    expect(problems.length).toBeGreaterThan(0);
    for (const { code, message, part } of problems) {
      expect(['block_crosses', 'unclosed_block', 'unexpected_close', 'bad_column']).toContain(code);
      expect(message).toMatch(/\.$/);
      expect(part).toBeTruthy();
    }
  });

  it.each([
    ['an instruction of a field', instruction('IF {x} = 1')],
    ['a tag of a content control around a table', controlBlock({ tag: '{x}' }, table(row('x')), p('x'))],
    ['a bookmark’s name', p(bookmark('{x}', 'x'))],
    ['a style’s name', p({ style: '{x}' }, 'x')],
  ])('%s is not read, and stays', (_, content) => {
    const { body, text } = render(docx(content, p('{x}!')), { x: 'value' });
    expect(text.at(-1)).toBe('value!');
    expect(body).toContain('{x}');
  });
});

describe('pictures that are none', () => {
  const png = Buffer.from(PIXEL);
  it.each<[string, JsonValue]>([
    ['a text', 'not a picture'],
    ['a data URI of nothing', 'data:image/png;base64,'],
    ['a data URI of something else', `data:image/png;base64,${Buffer.from('hello').toString('base64')}`],
    ['a data URI without its comma', 'data:image/png;base64'],
    ['a PNG that ends in its header', png.subarray(0, 20).toString('base64')],
    ['a GIF without size', `data:image/gif;base64,${Buffer.from('GIF89a').toString('base64')}`],
    ['a JPEG of two bytes', `data:image/jpeg;base64,${Buffer.from([0xff, 0xd8]).toString('base64')}`],
    ['a WebP of its mark alone', Buffer.from('RIFF\0\0\0\0WEBP').toString('base64')],
    ['an SVG that does not end', `data:image/svg+xml;base64,${Buffer.from('<svg>').toString('base64')}`],
    [
      'an SVG with an entity',
      `data:image/svg+xml,${encodeURIComponent('<!DOCTYPE s [<!ENTITY a "b">]><svg/>')}`,
    ],
    ['a path', '/etc/passwd'],
    ['an address of a file', 'file:///etc/passwd'],
    ['a number', 42],
    ['a flag', true],
    ['a list', [1, 2]],
    ['an object', { a: 1 }],
    ['a width below zero', { data: png.toString('base64'), width: -1 }],
    ['a width that is a text', { data: png.toString('base64'), width: 'wide' }],
  ])('%s', (_, value) => {
    for (const content of [p('{IMAGE x}'), p(picture({ alt: '{IMAGE x}' }))]) {
      expect(failureOf(docx(content), { x: value })).toMatchObject({ code: 'data_invalid' });
    }
  });

  it('a corrupt picture in the template itself is copied as it is', () => {
    const { body } = render(docx(p(picture({ data: new Uint8Array([1, 2, 3]) })), p('{x}')), { x: 'y' });
    expect(body).toContain('<w:drawing>');
  });
});

describe('markup that nobody knows', () => {
  const X = 'xmlns:x="urn:example:unknown"';
  it.each([
    ['in a paragraph', `<w:p><x:mark ${X} x:a="1"><x:deep/></x:mark><w:r><w:t>{x}</w:t></w:r></w:p>`],
    ['around a run', `<w:p><w:smartTag w:uri="u" w:element="e"><w:r><w:t>{x}</w:t></w:r></w:smartTag></w:p>`],
    ['in a run', `<w:p><w:r><w:t>{x</w:t><x:mark ${X}/><w:t>}</w:t></w:r></w:p>`],
    ['between paragraphs', `<x:mark ${X}>text</x:mark><w:p><w:r><w:t>{x}</w:t></w:r></w:p>`],
    [
      'alternates that nothing understands',
      `<w:p><w:r><mc:AlternateContent><mc:Choice ${X} Requires="x"><x:y>{no}</x:y></mc:Choice><mc:Fallback><w:t>f</w:t></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>{x}</w:t></w:r></w:p>`,
    ],
    [
      'processing instructions and comments',
      `<?x y?><w:p><!-- {x --><w:r><w:t>{x<!-- } -->}</w:t></w:r></w:p>`,
    ],
    ['CDATA', `<w:p><w:r><w:t><![CDATA[{x}]]></w:t></w:r></w:p>`],
    [
      'attributes in odd quotes',
      `<w:p w:rsidR='00"1'><w:r><w:t  xml:space='preserve' >{x} </w:t></w:r></w:p>`,
    ],
    [
      'an empty body around it',
      `<w:p/><w:p></w:p><w:p><w:r/><w:r></w:r><w:r><w:t/><w:t>{x}</w:t></w:r></w:p>`,
    ],
  ])('%s', (_, xml) => {
    const { body } = render(docx(raw(xml), p('end')), { x: 'VALUE' });
    expect(body).toContain('VALUE');
    expect(render(docx(p('{#l}'), raw(xml), p('{/l}'), p('end')), { x: 'V', l: [1, 2] }).body).toContain(
      '>V',
    );
  });
});

describe('files of other programs', () => {
  const data: JsonObject = { name: 'Ann', l: ['a', 'b'], logo: Buffer.from(PIXEL).toString('base64') };
  const rows = table(row('{#l}{.}', 'x{/l}'));

  it('strict OOXML', () => {
    const source = docx(
      header(p('{name}')),
      p('{name}'),
      p('{#l}'),
      p('{.}'),
      p('{/l}'),
      rows,
      p('{IMAGE logo}'),
      p('{HTML h}'),
    );
    const names = [
      'word/document.xml',
      'word/header1.xml',
      'word/styles.xml',
      '_rels/.rels',
      'word/_rels/document.xml.rels',
    ];
    const strict = (text: string): string =>
      text
        .replaceAll(
          'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
          'http://purl.oclc.org/ooxml/wordprocessingml/main',
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006/',
          'http://purl.oclc.org/ooxml/officeDocument/',
        )
        .replaceAll(
          /http:\/\/schemas\.openxmlformats\.org\/drawingml\/2006\/(\w+)/g,
          'http://purl.oclc.org/ooxml/drawingml/$1',
        )
        .replace('<w:document ', '<w:document w:conformance="strict" ');
    const file = withParts(
      source,
      Object.fromEntries(names.map((name) => [name, strict(partText(source, name))])),
    );
    const rendered = render(file, { ...data, h: '<ul><li>x</li></ul>' });
    expect(rendered.text).toEqual(['Ann', 'a', 'b', 'a', 'x', 'b', 'x', '', 'x']);
    expect(rendered.textOf('word/header1.xml')).toEqual(['Ann']);
    // No name of the other dialect gets in.
    expect(rendered.part('word/document.xml')).not.toMatch(
      /schemas\.openxmlformats\.org\/(?:wordprocessingml|drawingml)/,
    );
  });

  it('LibreOffice: empty run properties, bookmarks and ids of its own, frames', () => {
    const run = (text: string): string => `<w:r><w:rPr></w:rPr><w:t>${text}</w:t></w:r>`;
    const lo = (inner: string): string =>
      `<w:p><w:pPr><w:pStyle w:val="Normal"/><w:bidi w:val="0"/><w:jc w:val="start"/><w:rPr></w:rPr></w:pPr>${inner}</w:p>`;
    const file = docx(
      raw(
        lo(
          `<w:bookmarkStart w:id="0" w:name="__DdeLink__1_2"/>${run('{na')}<w:bookmarkEnd w:id="0"/>${run('me}')}`,
        ),
      ),
      raw(lo(run('{#l}'))),
      raw(lo(`<w:bookmarkStart w:id="1" w:name="_GoBack"/>${run('{.}')}`)),
      raw(lo(run('{/l}'))),
      raw(lo(`${run('after')}<w:bookmarkEnd w:id="1"/>`)),
    );
    expect(render(file, data).text).toEqual(['Ann', 'a', 'b', 'after']);
  });

  it('Google Docs: every run with all its properties, controls around single runs, no style for Normal', () => {
    const properties =
      '<w:rPr><w:rFonts w:ascii="Arial" w:cs="Arial" w:eastAsia="Arial" w:hAnsi="Arial"/><w:b w:val="0"/><w:rtl w:val="0"/></w:rPr>';
    const run = (text: string): string =>
      `<w:r w:rsidDel="00000000" w:rsidR="00000000" w:rsidRPr="00000000">${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;
    const gd = (inner: string): string =>
      `<w:p w:rsidR="00000000" w:rsidDel="00000000" w:rsidP="00000000" w:rsidRDefault="00000000" w:rsidRPr="00000000" w14:paraId="00000001"><w:pPr><w:pageBreakBefore w:val="0"/>${properties}</w:pPr>${inner}<w:r w:rsidDel="00000000"><w:rPr><w:rtl w:val="0"/></w:rPr></w:r></w:p>`;
    const tagged = `<w:sdt><w:sdtPr><w:tag w:val="goog_rdk_0"/></w:sdtPr><w:sdtContent>${run('{na')}</w:sdtContent></w:sdt>${run('me}')}`;
    const source = docx(
      raw(gd(tagged)),
      raw(gd(run('{#l}')).replace('00000001"', '00000002"')),
      raw(gd(run('{.}')).replace('00000001"', '00000003"')),
      raw(gd(run('{/l}')).replace('00000001"', '00000004"')),
      p('{HTML h}'),
    );
    const file = withParts(source, {
      'word/styles.xml': partText(source, 'word/styles.xml').replace(/<w:style .*<\/w:style>/s, ''),
    });
    const { text, body } = render(file, { ...data, h: '<h1>T</h1><p>x</p>' });
    expect(text).toEqual(['Ann', 'a', 'b', 'T', 'x']);
    expect(body).toContain('goog_rdk_0');
  });

  it('WPS: namespaces and data of its own, hints at fonts, cells without widths', () => {
    const source = docx(
      raw(
        '<w:p><w:pPr><w:rPr><w:rFonts w:hint="eastAsia" w:eastAsiaTheme="minorEastAsia"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:pPr><w:r><w:rPr><w:rFonts w:hint="eastAsia"/></w:rPr><w:t>{na</w:t></w:r><w:r><w:rPr><w:rFonts w:hint="default"/></w:rPr><w:t>me}</w:t></w:r></w:p>',
      ),
      raw(
        '<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="4261"/><w:gridCol w:w="4261"/></w:tblGrid><w:tr><w:tblPrEx><w:tblLayout w:type="fixed"/></w:tblPrEx><w:tc><w:tcPr><w:vAlign w:val="top"/></w:tcPr><w:p><w:r><w:t>{#l}{.}</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>x{/l}</w:t></w:r></w:p></w:tc></w:tr></w:tbl>',
      ),
      p('end'),
    );
    const document = partText(source).replace(
      '<w:document ',
      '<w:document xmlns:wpsCustomData="http://www.wps.cn/officeDocument/2013/wpsCustomData" xmlns:w16du="http://schemas.microsoft.com/office/word/2023/wordml/word16du" ',
    );
    const file = withParts(source, {
      'word/document.xml': document
        .replace('</w:body>', '</w:body><wpsCustomData:x/>')
        .replace('<wpsCustomData:x/>', ''),
      'customXml/item1.xml':
        '<s:customData xmlns:s="http://www.wps.cn/officeDocument/2013/wpsCustomData"><customSectProps><customSectPr/></customSectProps></s:customData>',
    });
    expect(render(file, data).text).toEqual(['Ann', 'a', 'x', 'b', 'x', 'end']);
  });
});

describe('data of the wrong type', () => {
  const values: readonly JsonValue[] = [
    null,
    true,
    false,
    0,
    -0,
    1e308,
    -1,
    0.1,
    '',
    ' ',
    'text',
    '{x}',
    [],
    [[]],
    [null],
    [[1], { a: 1 }],
    {},
    { a: null },
    { length: -1 },
    { key: 1 },
  ];
  const templates = [
    '{x}',
    '{x.y.z}',
    '{x[0].a}',
    '{x | upper}',
    '{x | number:"0,0.00"}',
    '{x | currency:"EUR"}',
    '{x | date:"long"}',
    '{x | join:", "}',
    '{x | sum:"a"}',
    '{x | sortBy:"a"}',
    '{x | groupBy:"a"}',
    '{FOR i IN x}{$i}{END-FOR}',
    '{#x}{a}{/x}',
    '{^x}no{/x}',
    '{#each x}{.}{@key}{/each}',
    '{IF x}yes{END-IF}',
    '{x.map(i => i.a).join()}',
    '{x.length}',
    '{Object.keys(x).length}',
    '{Math.max(...x)}',
    ['{`', '{x}`}'].join('$'),
    '{x + 1}',
    '{-x}',
    '{JSON.stringify(x)}',
    '{LINK x}',
    '{HTML x}',
    '{MARKDOWN x}',
    '{QR x}',
    '{BARCODE x}',
    '{IMAGE x}',
    '{x | words}{x | roman}{x | ordinal}{x | bytes}',
    '{x | truncate:3}',
    '{x | t}',
  ];
  it.each(templates)('%s', (template) => {
    const file = docx(p('[', template, ']'));
    for (const x of values) {
      const given = outcome(file, { x });
      if (typeof given === 'string') expect(['data_invalid', 'render_budget']).toContain(given);
      else for (const text of given.text) expect(text).not.toMatch(/undefined|NaN|\[object/);
    }
  });

  it.each<[string, JsonValue]>([
    ['a text', 'not a date'],
    ['a 30 February', '2024-02-30'],
    ['a month 13', '2024-13-01'],
    ['a number past all dates', 9e15],
    ['a flag', true],
    ['a list', [1]],
    ['an object', {}],
  ])('%s is not a date', (_, d) => {
    for (const tag of [
      '{d | date:"long"}',
      '{d | time}',
      '{d | addDays:1 | date:"short"}',
      '{d | diff:"2024-01-01":"days"}',
    ])
      expect(failureOf(docx(p(tag)), { d }), tag).toMatchObject({
        code: 'data_invalid',
        details: [{ tag, part: 'document' }],
      });
  });

  it.each(['{n | number:2}', '{n | currency:"EUR"}', '{n | percent}', '{n | round:2}', '{n | words}'])(
    '%s of what is no number',
    (tag) => {
      for (const n of ['twelve', true, [1], {}] as const)
        expect(failureOf(docx(p(tag)), { n: n as JsonValue }), tag).toMatchObject({ code: 'data_invalid' });
    },
  );
});

describe('hostile keys', () => {
  it('are data like any other, or missing; nothing reaches beyond the data', () => {
    const hostile = JSON.parse(
      '{"__proto__":{"polluted":"p"},"constructor":{"prototype":{"polluted":"q"}},"hasOwnProperty":1,"valueOf":"v","then":"t","":"empty","a.b":"dot","a b":"space","1":"one","length":5,"$index":"i","<w:p>":"x","\\u0000":"nul"}',
    ) as JsonObject;
    const file = docx(
      p('{polluted}{hasOwnProperty}{valueOf}{then}{a b}{length}{$index}'),
      p('{FOR e IN o}{e.key}={JSON.stringify(e.value)};{END-FOR}'),
      p('{#each o}{@key};{/each}'),
    );
    const { text } = render(file, { ...hostile, o: hostile });
    expect(text[0]).toBe('1vtspace5i');
    expect(text[1]).toContain('<w:p>="x"');
    expect(text[2]).toContain('a.b;');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('SET cannot pollute either', () => {
    for (const tag of [
      '{SET __proto__ = 1}',
      '{SET constructor = 1}{x.constructor}',
      '{({"__proto__": {"a": 1}}).a}',
    ])
      outcome(docx(p(tag)), { x: {} });
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it('a value stands in XML whatever it holds', () => {
    const odd = ']]><w:p>&amp;\u0000\udfff\ud800\ufffe"\'{x}';
    const { text } = render(docx(p('{x}'), p(picture({ alt: 'a {x}' })), p(r('{#l}'), r('{.}'), r('{/l}'))), {
      x: odd,
      l: [odd],
    });
    expect(text[0]).toBe(']]><w:p>&amp;"\'{x}');
    expect(text[2]).toBe(text[0]);
  });
});
