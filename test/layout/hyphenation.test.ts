/** Words that are divided at the end of a line (`w:autoHyphenation`), through the display list. */
import { describe, expect, test } from 'vitest';
import { convertNatively } from '../../src/convert/native/convert-native.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { cell, docx, p, r, row, table } from '../support/build.ts';
import { withParts } from '../support/read.ts';
import { layout, WIDTH, words } from './table-support.ts';

const fonts = await openFontLibrary();

const SPACES = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const MODE =
  '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>';

interface Wanted {
  readonly settings?: string;
  readonly paragraph?: string;
  readonly language?: string;
  /** Points. */
  readonly width?: number;
}

const file = (text: string, { settings = '', paragraph = '', language = 'en-US', width = 120 }: Wanted) =>
  withParts(
    docx(
      p(
        { xml: `${paragraph}<w:ind w:right="${Math.round((WIDTH - width) * 20)}"/>` },
        r(text, { xml: `<w:lang w:val="${language}"/>` }),
      ),
    ),
    { 'word/settings.xml': `<w:settings ${SPACES}><w:autoHyphenation/>${settings}${MODE}</w:settings>` },
  );

const linesOf = (text: string, wanted: Wanted = {}): readonly string[] =>
  layout(file(text, wanted))
    .flatMap(words)
    .map((line) => line.trimEnd());

const TEXT = 'information acknowledgments international representation considerations';

describe('automatic hyphenation', () => {
  test('divides the word that does not fit, where its language allows it', () => {
    const lines = linesOf(TEXT);
    expect(lines.filter((line) => line.endsWith('-')).length).toBeGreaterThan(1);
    expect(lines.join(' ').replaceAll('- ', '')).toBe(TEXT);
  });

  test('takes as much of the word as there is room for', () => {
    expect(linesOf('recommendation recommendation', { width: 128 })[0]).toMatch(/ rec-$|ommen-$|recom-$/);
  });

  test.each([
    ['en-US', 'extraordinarily considerable acknowledgments'],
    ['en-IE', 'extraordinarily considerable acknowledgments'],
    ['de-AT', 'Bundesverfassungsgericht Donaudampfschifffahrt'],
    ['ru-RU', 'последовательности использоваться исследования'],
    ['fr-CH', 'reconnaissance internationalement développement'],
    ['nb-NO', 'samfunnsvitenskapelig informasjonsteknologi'],
  ])('knows %s', (language, text) => {
    const lines = linesOf(text, { language, width: 100 });
    expect(lines.some((line) => line.endsWith('-'))).toBe(true);
    expect(lines.join(' ').replaceAll('- ', '')).toBe(text);
  });

  test('leaves three letters at least behind a hyphen: Word kept `ряда` and `-ться` whole', () => {
    for (let width = 40; width < 140; width += 3)
      for (const line of linesOf('временного ряда использоваться ряда', { language: 'ru-RU', width }).slice(
        1,
      ))
        expect(line).not.toMatch(/^(?:ся|да)(?: |$)/);
  });

  test('divides the parts of compounds, and letters in addresses', () => {
    const anyWidth = (text: string): string =>
      Array.from({ length: 40 }, (_, index) => linesOf(text, { width: 60 + index * 3 }).join('\n')).join(
        '\n',
      );
    expect(anyWidth('submitting for double-blind reviewing')).toContain('dou-\nble-blind');
    expect(anyWidth('the committee (papers2025@university.example)')).toMatch(
      /@uni-\nversity|@univer-\nsity/,
    );
  });

  test('justified lines give up blanks for a part of a word as for a whole one', () => {
    const text = 'one two three four five six seven eight nine considerations';
    const more = Array.from({ length: 60 }, (_, index) => 190 + index).filter((width) => {
      const [left = ''] = linesOf(text, { width });
      const [justified = ''] = linesOf(text, { width, paragraph: '<w:jc w:val="both"/>' });
      return justified.endsWith('-') && justified.length > left.length;
    });
    expect(more.length).toBeGreaterThan(0);
  });

  test('is left to the paragraph, to capitals, and to the number of lines that may end so', () => {
    expect(linesOf(TEXT, { paragraph: '<w:suppressAutoHyphens/>' }).join('\n')).not.toContain('-');
    expect(linesOf(TEXT.toUpperCase()).join('\n')).toContain('-');
    const capitals = '<w:doNotHyphenateCaps/>';
    expect(linesOf(TEXT.toUpperCase(), { settings: capitals }).join('\n')).not.toContain('-');
    expect(linesOf(TEXT, { settings: capitals }).join('\n')).toContain('-');
    const limited = linesOf(`${TEXT} ${TEXT}`, { settings: '<w:consecutiveHyphenLimit w:val="1"/>' });
    expect(limited.join('\n')).toContain('-');
    expect(limited.join('\n')).not.toMatch(/-\n[^\n]*-\n/);
  });

  test('lets columns be as narrow as the longest part of a word [M]', () => {
    const big = { xml: '<w:b/><w:sz w:val="28"/><w:lang w:val="ru-RU"/>' };
    const texts = ['Обозначение', 'Значение'].map((text) => p(r(text, big)));
    const cells = [1413, 1076].map((width, index) => cell({ width }, texts[index] ?? p()));
    const rows = [row(...cells, cell({ width: 6000 }, 'c')), row('a', 'b', 'd')];
    const plain = docx(table({ widths: [1413, 1076, 6000] }, ...rows));
    const settings = `<w:settings ${SPACES}><w:autoHyphenation/>${MODE}</w:settings>`;
    const [page] = layout(withParts(plain, { 'word/settings.xml': settings }));
    expect(words(page).slice(0, 4)).toEqual(['Обозна-', 'чение', 'Значе-', 'ние']);
    expect((page?.texts.find(({ text }) => text === 'c')?.x ?? 0) - 72).toBeCloseTo(70.65 + 53.8 + 5.4, 0);
    expect(words(layout(plain)[0]).slice(0, 2)).toEqual(['Обозначение', 'Значение']);
  });

  test('of a language that nothing is known of is told', () => {
    const text = 'internacionalizace nejneobhospodařovávatelnějšími';
    expect(linesOf(text, { language: 'cs-CZ' }).join('\n')).not.toContain('-');
    const warnings = (language: string) => {
      const result = convertNatively(file(text, { language }), fonts);
      return result.kind === 'converted' ? result.warnings : undefined;
    };
    expect(warnings('cs-CZ')).toEqual([expect.stringContaining('not divided')]);
    expect(warnings('en-US')).toEqual([]);
  });

  test.each(['-5', '0', '999999999', 'x', ''])('takes any number: %j', (value) => {
    const settings = `<w:consecutiveHyphenLimit w:val="${value}"/><w:hyphenationZone w:val="${value}"/>`;
    expect(linesOf(TEXT, { settings }).join(' ').replaceAll('- ', '')).toBe(TEXT);
  });
});
