/** Tables of contents list the headings that a document has, not those of its template. */
import { describe, expect, it } from 'vitest';
import { compileTemplate } from '../../src/template/index.ts';
import {
  bookmark,
  docx,
  field,
  NAMESPACES,
  type Piece,
  p,
  part,
  raw,
  styles,
  textBox,
  XML_HEAD,
} from '../support/build.ts';
import { render } from './engine.ts';

const STYLES = styles(
  [1, 2, 3]
    .map(
      (level) =>
        `<w:style w:type="paragraph" w:styleId="H${level}"><w:name w:val="heading ${level}"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>` +
        `<w:style w:type="paragraph" w:styleId="Verzeichnis${level}"><w:name w:val="toc ${level}"/></w:style>`,
    )
    .join('') +
    '<w:style w:type="paragraph" w:styleId="Annex"><w:name w:val="Annex"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Deep"><w:name w:val="Deep"/><w:basedOn w:val="H2"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="TOCHeading"><w:name w:val="TOC Heading"/><w:basedOn w:val="H1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>',
);

const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const begin = (instruction: string): string =>
  `${mark('begin')}<w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>${mark('separate')}`;

/** As Word writes it: a paragraph an entry, and `end` in one of its own. */
const contents = (instruction: string, ...entries: string[]): Piece[] => [
  ...entries.map((text, index) =>
    p(
      { style: 'Verzeichnis1', xml: '<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9000"/></w:tabs>' },
      raw(index === 0 ? begin(instruction) : ''),
      text,
    ),
  ),
  p(raw(mark('end'))),
];
const heading = (level: number, text: string): Piece => p({ style: `H${level}` }, text);

const CHAPTERS = [
  heading(1, 'Introduction'),
  '{FOR c IN chapters}',
  heading(1, '{$c.title}'),
  '{#c.parts}',
  heading(2, '{.}'),
  '{/c.parts}',
  '{END-FOR c}',
];
const DATA = {
  chapters: [
    { title: 'Sales & <costs>', parts: ['North', 'South'] },
    { title: 'People', parts: [] },
  ],
};
const LISTED = ['Introduction', 'Sales & <costs>', 'North', 'South', 'People'];

const entriesOf = (body: string): string[] =>
  [...body.matchAll(/<w:hyperlink w:anchor="_Toc[^"]*"[^>]*>.*?<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, text]) =>
    (text ?? '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );

describe('a table of contents', () => {
  const template = docx(
    STYLES,
    ...contents('TOC \\o "1-3" \\h \\z \\u', 'Introduction', '{$c.title}'),
    ...CHAPTERS,
  );

  it('is known where one run holds all that comes before its entries, and where it has none yet', () => {
    const opened = begin('TOC \\h \\o "1-3"').replaceAll('</w:r><w:r>', '');
    const { body } = render(docx(STYLES, p(raw(opened)), p(raw(mark('end'))), ...CHAPTERS), DATA);
    expect(entriesOf(body)).toEqual(LISTED);
    expect(body.match(/<w:instrText[^>]*> TOC /g)).toHaveLength(1);
  });

  it('lists what loops made, with links to it and its pages', () => {
    const { body } = render(template, DATA);
    expect(entriesOf(body)).toEqual(LISTED);
    const linked = [...body.matchAll(/w:anchor="([^"]*)"/g)].map(([, name]) => name);
    expect(new Set(linked).size).toBe(LISTED.length);
    for (const name of linked) {
      expect(body).toMatch(new RegExp(`<w:bookmarkStart w:id="\\d+" w:name="${name}"/>`));
      expect(body).toContain(` PAGEREF ${name} \\h `);
    }
  });

  it('its entries look as those of the template did, a new level as Word would have it', () => {
    const { body } = render(template, DATA);
    const styled = [...body.matchAll(/<w:pStyle w:val="(Verzeichnis\d)"\/><w:tabs>.*?w:pos="(\d+)"/g)];
    expect(styled.map(([, style, at]) => `${style} ${at}`)).toEqual([
      'Verzeichnis1 9000',
      'Verzeichnis1 9000',
      expect.stringMatching(/^Verzeichnis2 \d+$/),
      expect.stringMatching(/^Verzeichnis2 \d+$/),
      'Verzeichnis1 9000',
    ]);
  });

  it('a level whose style the template lacks is indented as Word would', () => {
    const deep = p({ xml: '<w:outlineLvl w:val="3"/>' }, '{x}');
    const { body } = render(docx(STYLES, ...contents('TOC \\u', 'x'), deep), { x: 'deep' });
    expect(body).toMatch(
      /<w:pPr><w:tabs>.*?<\/w:tabs><w:spacing w:after="100"\/><w:ind w:left="660"\/><\/w:pPr>/,
    );
  });

  it('what stood in it is no tag: nothing is missing, and nothing of it is a field', () => {
    expect(render(template, DATA, { missing: 'error' }).report.missing).toEqual([]);
    expect(
      compileTemplate(template, { delimiter: 'BRACES' }).inspection.fields.map(({ path }) => path),
    ).toEqual(['chapters', 'chapters[].title', 'chapters[].parts', 'chapters[].parts[]']);
  });

  it('is still marked for Word, and empty where there is no heading', () => {
    const { body, text } = render(docx(STYLES, ...contents('TOC \\h', 'old'), '{x}'), { x: 1 });
    expect(body).toContain('w:dirty="true"');
    expect(text).toEqual(['', '', '1']);
  });

  it('may end in its last entry, and stand in one paragraph', () => {
    const ends = (...entries: string[]): Piece =>
      raw(
        `${entries
          .map((text, index) => `<w:p>${index === 0 ? begin('TOC \\h') : ''}<w:r><w:t>${text}</w:t></w:r>`)
          .join('</w:p>')}${mark('end')}</w:p>`,
      );
    for (const listing of [ends('a'), ends('a', 'b', '{c}')])
      expect(entriesOf(render(docx(STYLES, listing, ...CHAPTERS), DATA).body)).toEqual(LISTED);
  });

  it('may end where the next section or the first heading begins', () => {
    const [entry] = contents('TOC \\h', '{$c.title}');
    const section = p({ xml: '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/></w:sectPr>' }, raw(mark('end')));
    const first = p({ style: 'H1' }, raw(mark('end')), '{x}');
    const listed = [section, first].map((end) =>
      entriesOf(render(docx(STYLES, entry ?? '', end, ...CHAPTERS), { ...DATA, x: 'First' }).body),
    );
    expect(listed).toEqual([LISTED, ['First', ...LISTED]]);
  });

  it('keeps a bookmark that began in it', () => {
    const start = raw('<w:bookmarkStart w:id="77" w:name="kept"/>');
    const listing = [
      p(raw(begin('TOC')), 'a', start),
      p('b', raw(mark('end'))),
      p(raw('<w:bookmarkEnd w:id="77"/>')),
    ];
    expect(render(docx(STYLES, ...listing, ...CHAPTERS), DATA).body).toContain('w:name="kept"');
  });

  it('uses the bookmark that Word has put around a heading', () => {
    const known = p({ style: 'H1' }, bookmark('_Toc123', 'Known {x}'));
    const { body } = render(docx(STYLES, ...contents('TOC \\h', 'Known'), known), { x: 1 });
    expect(body).toContain('<w:hyperlink w:anchor="_Toc123"');
    expect(body.match(/<w:bookmarkStart/g)).toHaveLength(1);
  });

  it.each([
    ['TOC \\o "2-2" \\h', ['two', 'based on two']],
    ['TOC \\o "1-1" \\u \\h', ['one']],
    ['TOC \\h \\u', ['one', 'two', 'based on two', 'direct']],
    ['TOC \\t "Annex;1;H2;2" \\h', ['annexed']],
  ])('%s lists %j', (instruction, listed) => {
    const file = docx(
      STYLES,
      ...contents(instruction, 'x'),
      p({ style: 'TOCHeading' }, 'Contents'),
      heading(1, 'one'),
      heading(2, 'two'),
      heading(3, ' '),
      p({ style: 'Deep' }, 'based on two'),
      p({ xml: '<w:outlineLvl w:val="4"/>' }, 'direct'),
      p({ style: 'Annex' }, 'annexed'),
      p(textBox(heading(1, 'boxed'))),
      '{x}',
    );
    expect(entriesOf(render(file, { x: 1 }).body)).toEqual(listed);
  });

  it('a level without page numbers has none', () => {
    const { body } = render(docx(STYLES, ...contents('TOC \\o \\n "1-1" \\h', 'x'), ...CHAPTERS), DATA);
    expect(body.match(/PAGEREF/g)).toHaveLength(2);
  });

  it.each(['TOC \\c "Figure" \\o "1-3"', 'TOC \\b part'])(
    '%s stays as the template has it',
    (instruction) => {
      const { text } = render(docx(STYLES, ...contents(instruction, 'Figure {x}'), heading(1, 'one')), {
        x: 1,
      });
      expect(text).toEqual(['Figure 1', '', 'one']);
    },
  );

  it('a table of figures lists the captions that came out, and no heading', () => {
    const figures = styles(
      '<w:style w:type="paragraph" w:styleId="TF"><w:name w:val="table of figures"/></w:style>',
    );
    const caption = p('Figure ', field('SEQ Figure \\* ARABIC', '7'), ': {$c.title}');
    const other = p('Table ', field('SEQ Table', '1'), ': {$c.title}');
    const template = docx(
      figures,
      ...contents('TOC \\h \\z \\c "Figure"', 'Figure 7: old'),
      '{FOR c IN chapters}',
      caption,
      other,
      '{END-FOR c}',
    );
    const { body } = render(template, DATA);
    expect(entriesOf(body)).toEqual(['Figure 1: Sales & <costs>', 'Figure 2: People']);
    expect(body.match(/<w:pStyle w:val="TF"\/>/g)).toHaveLength(2);
    expect(compileTemplate(template, { delimiter: 'BRACES' }).inspection.warnings).toEqual([]);
  });

  describe('of numbered headings', () => {
    const level = (at: number, format: string, text: string): string =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:pStyle w:val="N${at + 1}"/><w:lvlText w:val="${text}"/></w:lvl>`;
    const numbered = (format: string) => [
      styles(
        [1, 2]
          .map(
            (depth) =>
              `<w:style w:type="paragraph" w:styleId="N${depth}"><w:name w:val="Numbered ${depth}"/><w:basedOn w:val="Heading${depth}"/><w:pPr><w:numPr><w:numId w:val="9"/></w:numPr></w:pPr></w:style>`,
          )
          .join(''),
      ),
      part((build) => {
        const abstract = `<w:abstractNum w:abstractNumId="9"><w:multiLevelType w:val="multilevel"/>${level(0, format, '%1.')}${level(1, 'lowerLetter', '%1.%2')}</w:abstractNum>`;
        build.file(
          'word/numbering.xml',
          'application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml',
          `${XML_HEAD}<w:numbering ${NAMESPACES}>${abstract}<w:num w:numId="9"><w:abstractNumId w:val="9"/></w:num></w:numbering>`,
        );
        build.relate('numbering', 'numbering.xml');
      }),
    ];
    const chapters = [
      p({ style: 'N1' }, 'Start'),
      '{#chapters}',
      p({ style: 'N1' }, '{title}'),
      'text',
      '{#parts}',
      p({ style: 'N2' }, '{.}'),
      '{/parts}',
      '{/chapters}',
    ];
    const listed = (format: string): string[] => {
      const file = docx(...numbered(format), ...contents('TOC \\u', '1.\t{title}'), ...chapters);
      return render(file, DATA).text.slice(0, 5);
    };

    it('tells their numbers', () => {
      expect(listed('decimal')).toEqual([
        '1.\tStart\t',
        '2.\tSales & <costs>\t',
        '2.a\tNorth\t',
        '2.b\tSouth\t',
        '3.\tPeople\t',
      ]);
      expect(listed('upperRoman')).toContain('III.\tPeople\t');
    });

    it('stays as it is where a number cannot be told', () => {
      expect(listed('chineseCounting')[0]).toBe('1.\t');
    });
  });
});

describe('pages', () => {
  const template = (instruction: string): Uint8Array =>
    docx(STYLES, ...contents(instruction, 'Introduction'), heading(1, 'Introduction'), '{name}');
  const warningsOf = (file: Uint8Array, settings = {}): string[] =>
    render(file, { name: 'x' }, settings).report.warnings;

  it('are known to whoever lays the document out: a DOCX says that it lacks them', () => {
    const file = template('TOC \\o "1-3" \\h \\z \\u');
    expect(warningsOf(file)).toEqual([expect.stringContaining('table of contents has no page numbers')]);
    expect(warningsOf(file, { isLaidOut: true })).toEqual([]);
  });

  it('that nobody wants are not missed', () => {
    expect(warningsOf(template('TOC \\o "1-3" \\n \\h'))).toEqual([]);
    expect(warningsOf(docx(STYLES, ...contents('TOC \\o "1-3" \\h', 'x'), '{name}'))).toEqual([]);
  });
});
