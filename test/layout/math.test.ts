/** Formulas: what stands where, as real letters; asserted through the display list, in points. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item, RectItem, TextItem } from '../../src/layout/display-list.ts';
import { layoutDocument } from '../../src/layout/layout-document.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import { library } from '../pdf/support.ts';
import { docx, p, r, raw } from '../support/build.ts';
import { LEFT, layoutList, WIDTH } from './table-support.ts';

const SIZE = 12;
const run = (text: string, properties = ''): string =>
  `<m:r>${properties === '' ? '' : `<m:rPr>${properties}</m:rPr>`}<w:rPr><w:sz w:val="24"/></w:rPr><m:t xml:space="preserve">${text}</m:t></m:r>`;
const control = '<m:ctrlPr><w:rPr><w:sz w:val="24"/></w:rPr></m:ctrlPr>';
const part = (name: string, content: string): string => `<m:${name}>${content}</m:${name}>`;
const object = (name: string, content: string, properties = ''): string =>
  `<m:${name}><m:${name}Pr>${properties}${control}</m:${name}Pr>${content}</m:${name}>`;
const fraction = (over: string, under: string, properties = ''): string =>
  object('f', part('num', over) + part('den', under), properties);
const raised = (base: string, sup: string): string => object('sSup', part('e', base) + part('sup', sup));
const brackets = (content: string, properties = ''): string => object('d', part('e', content), properties);
const inline = (content: string) => p(r('x '), raw(`<m:oMath>${content}</m:oMath>`));
const display = (content: string, side = '') =>
  p(
    raw(
      `<m:oMathPara>${side === '' ? '' : `<m:oMathParaPr><m:jc m:val="${side}"/></m:oMathParaPr>`}<m:oMath>${content}</m:oMath></m:oMathPara>`,
    ),
  );

const itemsOf = (content: Parameters<typeof docx>[0]): readonly Item[] =>
  layoutList(docx(content)).pages[0]?.items ?? [];
const textsOf = (content: Parameters<typeof docx>[0]): readonly TextItem[] =>
  itemsOf(content).filter((item) => item.kind === 'text');
const rulesOf = (content: Parameters<typeof docx>[0]): readonly RectItem[] =>
  itemsOf(content).filter((item) => item.kind === 'rect');
const find = (texts: readonly TextItem[], text: string): TextItem => {
  const found = texts.find((item) => item.text === text);
  if (found === undefined) throw new Error(`${text} is not in ${texts.map((item) => item.text).join(' | ')}`);
  return found;
};
const widthOf = (item: TextItem): number =>
  (item.glyphs?.advances ?? []).reduce((sum, advance) => sum + advance * item.size, 0);
const findingsOf = (content: Parameters<typeof docx>[0]): readonly string[] =>
  readDocument(openDocx(docx(content))).findings.map(({ code }) => code);

describe('letters', () => {
  test('are of the alphabet that their style means', () => {
    const said = (text: string, properties = '') => textsOf(display(run(text, properties)))[0]?.text;
    expect(said('ah2α')).toBe('𝑎ℎ2𝛼');
    expect(said('ah2', '<m:sty m:val="p"/>')).toBe('ah2');
    expect(said('a2', '<m:sty m:val="b"/>')).toBe('𝐚𝟐');
    expect(said('a2', '<m:sty m:val="bi"/>')).toBe('𝒂𝟐');
    expect(said('RB', '<m:scr m:val="double-struck"/>')).toBe('ℝ𝔹');
    expect(said('RB', '<m:scr m:val="script"/>')).toBe('ℛℬ');
  });

  test('words between them are words of the document', () => {
    const [word] = textsOf(display(run('rate', '<m:nor/>')));
    expect(word).toMatchObject({ text: 'rate', size: SIZE });
    expect(word?.font).toContain('Carlito');
  });

  test('signs that join and compare keep their distance; a sign that begins does not', () => {
    const texts = textsOf(display(run('a+b=-c')));
    const gap = (left: string, right: string): number => {
      const [one, other] = [find(texts, left), find(texts, right)];
      return (other.x - one.x - widthOf(one)) / SIZE;
    };
    expect(gap('+', '𝑏')).toBeCloseTo(4 / 18, 2);
    expect(gap('=', '−')).toBeCloseTo(5 / 18, 2);
    expect(gap('−', '𝑐')).toBeCloseTo(0, 2);
  });
});

describe('structures', () => {
  test('a fraction has its bar on the axis, and its parts where Word has them', () => {
    const content = display(`${run('R=')}${fraction(run('e'), run('2'))}`);
    const texts = textsOf(content);
    const baseline = find(texts, '𝑅').y;
    expect((baseline - find(texts, '𝑒').y) / SIZE).toBeCloseTo(0.76, 2);
    expect((find(texts, '2').y - baseline) / SIZE).toBeCloseTo(0.67, 2);
    const [bar] = rulesOf(content);
    expect((baseline - (bar?.y ?? 0) - (bar?.height ?? 0) / 2) / SIZE).toBeCloseTo(0.2856, 3);
    expect(bar?.width).toBeCloseTo(widthOf(find(texts, '2')), 1);
    // As large as the text on a line of its own, smaller in a line of text.
    expect(find(texts, '𝑒').size).toBe(SIZE);
    expect(find(textsOf(inline(fraction(run('e'), run('2')))), '𝑒').size).toBe(8.5);
  });

  test('a fraction without a bar, one in a line, and one that leans', () => {
    const shown = (type: string) => display(fraction(run('a'), run('b'), `<m:type m:val="${type}"/>`));
    expect(rulesOf(shown('noBar'))).toEqual([]);
    expect(textsOf(shown('lin')).map(({ text, y }) => [text, y === textsOf(shown('lin'))[0]?.y])).toEqual([
      ['𝑎', true],
      ['/', true],
      ['𝑏', true],
    ]);
    const [over, , under] = textsOf(shown('skw'));
    expect(over?.y).toBeLessThan(under?.y ?? 0);
    expect(over?.x).toBeLessThan(under?.x ?? 0);
  });

  test('scripts are smaller, raised and lowered, before the base where they stand there', () => {
    const texts = textsOf(
      display(object('sSubSup', part('e', run('x')) + part('sub', run('i')) + part('sup', run('2')))),
    );
    const [base, sub, sup] = ['𝑥', '𝑖', '2'].map((text) => find(texts, text));
    expect([sub?.size, sup?.size]).toEqual([8.5, 8.5]);
    expect(((base?.y ?? 0) - (sup?.y ?? 0)) / SIZE).toBeCloseTo(0.37, 3);
    expect(sub?.y).toBeGreaterThan(base?.y ?? 0);
    const before = textsOf(
      display(object('sPre', part('sub', run('1')) + part('sup', run('2')) + part('e', run('x')))),
    );
    expect(find(before, '𝑥').x).toBeGreaterThan(find(before, '2').x);
  });

  test('brackets grow with what is between them, and around the axis', () => {
    const small = textsOf(display(brackets(run('x'))));
    const tall = textsOf(display(brackets(fraction(run('a'), run('b')))));
    expect(find(tall, '(').glyphs?.ids).not.toEqual(find(small, '(').glyphs?.ids);
    const content = display(
      brackets(run('x'), '<m:begChr m:val="{"/><m:endChr m:val=""/><m:sepChr m:val=","/>'),
    );
    expect(textsOf(content).map(({ text }) => text)).toEqual(['{', '𝑥']);
    // Of many lines: put together from pieces.
    const lines = object('eqArr', Array.from({ length: 12 }, () => part('e', run('y'))).join(''));
    expect(find(textsOf(display(brackets(lines))), '(').glyphs?.ids.length).toBeGreaterThan(2);
  });

  test('a root covers what is under it, with its degree before it', () => {
    const content = display(object('rad', part('deg', run('3')) + part('e', run('x+1'))));
    const texts = textsOf(content);
    const [bar] = rulesOf(content);
    expect(bar?.x).toBeCloseTo(find(texts, '𝑥').x, 1);
    expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBeGreaterThanOrEqual(
      find(texts, '1').x + widthOf(find(texts, '1')) - 0.1,
    );
    expect(find(texts, '3').x).toBeLessThan(find(texts, '𝑥').x);
    expect(find(texts, '3').y).toBeLessThan(find(texts, '√').y);
    const hidden = object('rad', part('deg', '') + part('e', run('x')), '<m:degHide m:val="1"/>');
    expect(textsOf(display(hidden)).map(({ text }) => text)).toEqual(['√', '𝑥']);
  });

  test('an operator is large on a line of its own, its limits where they belong', () => {
    const sum = (place: string) =>
      object(
        'nary',
        part('sub', run('0')) + part('sup', run('n')) + part('e', run('k')),
        `<m:chr m:val="∑"/><m:limLoc m:val="${place}"/>`,
      );
    const stacked = textsOf(display(sum('undOvr')));
    const middle = (item: TextItem): number => item.x + widthOf(item) / 2;
    expect(middle(find(stacked, '0'))).toBeCloseTo(middle(find(stacked, '∑')), 1);
    expect(middle(find(stacked, '𝑛'))).toBeCloseTo(middle(find(stacked, '∑')), 1);
    expect(find(stacked, '0').y).toBeGreaterThan(find(stacked, '𝑘').y);
    const beside = textsOf(display(sum('subSup')));
    expect(find(beside, '0').x).toBeGreaterThan(middle(find(beside, '∑')));
    expect(find(textsOf(inline(sum('undOvr'))), '∑').glyphs?.ids).not.toEqual(find(stacked, '∑').glyphs?.ids);
  });

  test('matrices have columns, arrays align at their marks', () => {
    const cell = (text: string) => part('e', run(text));
    const matrix = object('m', part('mr', cell('a') + cell('bb')) + part('mr', cell('ccc') + cell('d')));
    const texts = textsOf(display(matrix));
    const middle = (item: TextItem): number => item.x + widthOf(item) / 2;
    expect(middle(find(texts, '𝑎'))).toBeCloseTo(middle(find(texts, '𝑐𝑐𝑐')), 1);
    expect(find(texts, '𝑑').y).toBeGreaterThan(find(texts, '𝑏𝑏').y);
    const lines = textsOf(display(object('eqArr', cell('x&amp;=1') + cell('yyy&amp;=2'))));
    const signs = lines.filter(({ text }) => text === '=');
    expect(signs[0]?.x).toBeCloseTo(signs[1]?.x ?? 0, 3);
    const exact = '<m:rSpRule m:val="3"/><m:rSp m:val="1080"/>';
    const apart = textsOf(display(object('eqArr', cell('a') + cell('b'), exact)));
    expect(find(apart, '𝑏').y - find(apart, '𝑎').y).toBeCloseTo(54, 3);
  });

  test('accents, bars, braces, limits and functions', () => {
    const accented = textsOf(display(object('acc', part('e', run('x')), '<m:chr m:val="&#x302;"/>')));
    expect(accented.map(({ text }) => text)).toEqual(['𝑥', '\u0302']);
    const over = display(object('bar', part('e', run('x')), '<m:pos m:val="top"/>'));
    expect(rulesOf(over)[0]?.y).toBeLessThan(find(textsOf(over), '𝑥').y - 0.4 * SIZE);
    const brace = textsOf(display(object('groupChr', part('e', run('a+b+c')))));
    expect(brace.at(-1)?.text).toBe('\u23df');
    const limit = textsOf(
      display(
        object(
          'func',
          part(
            'fName',
            object('limLow', part('e', run('lim', '<m:sty m:val="p"/>')) + part('lim', run('n'))),
          ) + part('e', run('x')),
        ),
      ),
    );
    expect(find(limit, '𝑛').y).toBeGreaterThan(find(limit, 'lim').y);
    expect(find(limit, '𝑥').x).toBeGreaterThan(find(limit, 'lim').x + widthOf(find(limit, 'lim')));
    const hidden = display(object('phant', part('e', run('x')), '<m:show m:val="0"/>') + run('y'));
    expect(textsOf(hidden).map(({ text }) => text)).toEqual(['𝑦']);
    expect(rulesOf(display(object('borderBox', part('e', run('x')))))).toHaveLength(4);
  });
});

describe('lines', () => {
  test.each([...'⇏⋩↪≁⊬⟷'])('may begin with %s, which compares', (sign) => {
    const letters = Array.from({ length: 45 }, () => 'm').join('');
    const texts = textsOf(inline(run(letters) + run(`${sign}n`)));
    const [first, last] = [texts.find(({ text }) => text.startsWith('𝑚')), texts.at(-1)];
    expect(last?.text.endsWith('𝑛')).toBe(true);
    expect(last?.y).toBeGreaterThan((first?.y ?? 0) + SIZE / 2);
    expect(texts.every((item) => item.x + widthOf(item) <= LEFT + WIDTH)).toBe(true);
  });

  const middle = (content: Parameters<typeof docx>[0]): number => {
    const texts = textsOf(content);
    const [first, last] = [texts[0], texts.at(-1)];
    if (first === undefined || last === undefined) throw new Error('nothing is there');
    return (first.x + last.x + widthOf(last)) / 2;
  };

  test('a formula on a line of its own stands where it says, else in the middle', () => {
    expect(middle(display(run('a=b')))).toBeCloseTo(LEFT + WIDTH / 2, 0);
    expect(textsOf(display(run('a=b'), 'left'))[0]?.x).toBeCloseTo(LEFT, 1);
    const last = textsOf(display(run('a=b'), 'right')).at(-1);
    expect((last?.x ?? 0) + (last === undefined ? 0 : widthOf(last))).toBeCloseTo(LEFT + WIDTH, 0);
  });

  test('several lines begin below each other, the longest in the middle; or align where they say', () => {
    const lines = (first: string, second: string, side: string) =>
      p(
        raw(
          `<m:oMathPara><m:oMathParaPr><m:jc m:val="${side}"/></m:oMathParaPr><m:oMath>${first}<m:r><w:br/></m:r></m:oMath><m:oMath>${second}</m:oMath></m:oMathPara>`,
        ),
      );
    const [long, short] = [run('aaaa=bbbbbbbb'), run('c=d')];
    const group = textsOf(lines(long, short, 'centerGroup'));
    expect(find(group, '𝑐').x).toBeCloseTo(find(group, '𝑎𝑎𝑎𝑎').x, 3);
    expect(find(group, '𝑐').y).toBeGreaterThan(find(group, '𝑎𝑎𝑎𝑎').y + SIZE);
    const apart = textsOf(lines(long, short, 'center'));
    expect(find(apart, '𝑐').x).toBeGreaterThan(find(apart, '𝑎𝑎𝑎𝑎').x + SIZE);
    const aligned = (left: string) => `${run(left)}${run('=', '<m:aln/>')}${run('b')}`;
    const signs = textsOf(lines(aligned('aaaa'), aligned('c'), 'centerGroup')).filter(
      ({ text }) => text === '=',
    );
    expect(signs[0]?.x).toBeCloseTo(signs[1]?.x ?? 0, 3);
  });

  test('a number stands at the margin, and the formula in the middle all the same', () => {
    const numbered = object('eqArr', part('e', `${run('a=b')}${run('#(7)')}`), '<m:maxDist m:val="1"/>');
    const texts = textsOf(display(numbered));
    const close = find(texts, ')');
    expect(close.x + widthOf(close)).toBeCloseTo(LEFT + WIDTH, 0);
    expect((find(texts, '𝑎').x + find(texts, '𝑏').x + widthOf(find(texts, '𝑏'))) / 2).toBeCloseTo(
      LEFT + WIDTH / 2,
      0,
    );
    expect(texts.map(({ text }) => text).join('')).not.toContain('#');
  });

  test('the line is as high as what stands in it', () => {
    const below = (content: string): number => {
      const list = layoutList(docx(display(content), p('After')));
      const texts = (list.pages[0]?.items ?? []).filter((item) => item.kind === 'text');
      return find(texts, 'After').y;
    };
    expect(below(fraction(run('a'), run('b'))) - below(run('a'))).toBeGreaterThan(0.6 * SIZE);
  });

  test('in a line of text it ends the line before a sign', () => {
    const long = run(Array.from({ length: 60 }, () => 'abcd').join('+'));
    const texts = textsOf(inline(long));
    const starts = texts.filter(({ x }, index) => index > 0 && Math.abs(x - LEFT) < 0.01);
    expect(starts.length).toBeGreaterThan(1);
    expect(new Set(starts.map(({ text }) => text))).toEqual(new Set(['+']));
    for (const item of texts) expect(item.x + widthOf(item)).toBeLessThan(LEFT + WIDTH + 1);
  });
});

describe('the gate', () => {
  test('what is known is no finding, what is not is one', () => {
    expect(findingsOf(display(raised(brackets(run('x')), run('2'))))).toEqual([]);
    expect(findingsOf(display('<m:fromTheFuture/>'))).toEqual(['math']);
    // Text beside a formula on a line of its own.
    expect(findingsOf(p(r('x'), raw(`<m:oMathPara><m:oMath>${run('y')}</m:oMath></m:oMathPara>`)))).toEqual([
      'math',
    ]);
  });

  test('a formula in a field, of which Word keeps no result, is warned about', () => {
    const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const instruction = '<w:r><w:instrText xml:space="preserve">eq \\f(1,2)</w:instrText></w:r>';
    const warned = (between: string): readonly string[] => {
      const file = docx(p('x is ', raw(mark('begin') + instruction + between + mark('end')), '.'));
      return layoutDocument(readDocument(openDocx(file)), library).warnings;
    };
    expect(warned('')).toEqual(['A formula in a field (EQ) is not drawn.']);
    expect(warned(`${mark('separate')}<w:r><w:t>½</w:t></w:r>`)).toEqual([]);
  });
});

describe('any markup', () => {
  const leaf = fc.string({ maxLength: 4 }).map((text) => run(text.replace(/[^\w+=-]/g, 'x')));
  const { formula } = fc.letrec<{ formula: string }>((tie) => ({
    formula: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc
        .tuple(
          fc.constantFrom(
            'f',
            'sSup',
            'sSub',
            'sSubSup',
            'sPre',
            'rad',
            'nary',
            'd',
            'acc',
            'bar',
            'groupChr',
            'limLow',
            'limUpp',
            'func',
            'eqArr',
            'm',
            'phant',
            'borderBox',
            'box',
          ),
          fc.array(
            fc.tuple(
              fc.constantFrom('e', 'num', 'den', 'sub', 'sup', 'deg', 'lim', 'fName', 'mr'),
              tie('formula'),
            ),
            { maxLength: 4 },
          ),
        )
        .map(([name, parts]) =>
          object(
            name,
            parts
              .map(([inner, content]) => part(inner, inner === 'mr' ? part('e', content) : content))
              .join(''),
          ),
        ),
    ),
  }));

  test('is set somewhere, or is nothing', () => {
    fc.assert(
      fc.property(formula, (content) => {
        for (const item of [...itemsOf(display(content)), ...itemsOf(inline(content))])
          if (item.kind === 'text' || item.kind === 'rect') {
            expect(Number.isFinite(item.x)).toBe(true);
            expect(Number.isFinite(item.y)).toBe(true);
          }
      }),
      { numRuns: 60 },
    );
  });
});
