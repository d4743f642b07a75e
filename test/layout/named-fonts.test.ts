/** Which font Word takes where a document names one by role, or one that nobody has. */
import { describe, expect, test } from 'vitest';
import { docx, p, part, r } from '../support/build.ts';
import { find, layout } from './table-support.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const SPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';

const related = (kind: string, xml: string, type = `${WORD}.${kind}+xml`) =>
  part((build) => {
    build.file(`word/own-${kind}.xml`, type, xml);
    build.relate(kind, `own-${kind}.xml`);
  });

/** The height that a line of 20 points has, in em: which font it is. */
const heightOf = (file: Uint8Array): number => {
  const [page] = layout(file);
  return (find(page, 'below').y - find(page, 'text').y) / 20;
};

describe('fonts of the theme', () => {
  const scheme = (kind: string): string =>
    `<a:${kind}Font><a:latin typeface="Georgia"/><a:ea typeface=""/><a:cs typeface=""/><a:font script="Arab" typeface="${kind === 'major' ? 'Times New Roman' : 'Arial'}"/><a:font script="Deva" typeface="Mangal"/><a:font script="Hang" typeface="Malgun Gothic"/></a:${kind}Font>`;
  const theme = related(
    'theme',
    `<a:theme ${SPACES}><a:themeElements><a:fontScheme>${scheme('major')}${scheme('minor')}</a:fontScheme></a:themeElements></a:theme>`,
    'application/vnd.openxmlformats-officedocument.theme+xml',
  );
  const settings = (languages: string) =>
    related(
      'settings',
      `<w:settings ${SPACES}><w:themeFontLang w:val="en-US" ${languages}/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`,
    );
  const lines = (role: string) => {
    const xml = `<w:rFonts w:asciiTheme="${role}" w:hAnsiTheme="${role}"/><w:sz w:val="40"/>`;
    const mark = `<w:spacing w:after="0"/><w:rPr>${xml}</w:rPr>`;
    return [p({ xml: mark }, r('text', { xml })), p({ xml: mark }, r('below', { xml }))];
  };

  test.each([
    ['majorBidi', 'w:bidi="ar-SA"', 'Times New Roman'],
    ['minorBidi', 'w:bidi="ar-SA"', 'Arial'],
    ['minorBidi', 'w:bidi="fa-IR"', 'Arial'],
    ['minorBidi', 'w:bidi="hi-IN"', 'Mangal'],
    ['minorBidi', 'w:bidi="mr-IN"', 'Mangal'],
    ['minorBidi', 'w:bidi="x-none"', ''], // The styles' own, which is here.
    ['minorBidi', 'w:eastAsia="ar-SA"', ''],
    ['minorEastAsia', 'w:eastAsia="ko-KR"', 'Malgun Gothic'],
    ['minorHAnsi', 'w:bidi="ar-SA"', 'Georgia'],
  ])('%s with %s is %s', (role, languages, family) => {
    const [page] = layout(docx(theme, settings(languages), ...lines(role)));
    expect(find(page, 'text').font.split('|')[1]).toBe(family.toLowerCase());
  });

  test('their heights count, too: Mangal makes a line of 1.68 em [M]', () => {
    expect(heightOf(docx(theme, settings('w:bidi="hi-IN"'), ...lines('minorBidi')))).toBeCloseTo(1.68, 2);
  });
});

describe('a font that the author did not have', () => {
  const SIG = '<w:sig w:usb0="E0002AFF" w:usb1="C0007841" w:usb2="9" w:usb3="0" w:csb0="1FF" w:csb1="0"/>';
  const table = (entry: string, other = SIG) =>
    related(
      'fontTable',
      `<w:fonts ${SPACES}><w:font w:name="Arial"><w:family w:val="swiss"/>${other}</w:font>${entry}</w:fonts>`,
    );
  const entry = (family: string, content: string): string => `<w:font w:name="${family}">${content}</w:font>`;
  const AUTO = '<w:charset w:val="00"/><w:family w:val="auto"/><w:pitch w:val="default"/>';
  const drawn = (family: string, content: string, other?: string): readonly (string | undefined)[] => {
    const [page] = layout(
      docx(
        table(entry(family, content), other),
        p(r('text', { xml: `<w:rFonts w:ascii="${family}" w:hAnsi="${family}"/>` })),
      ),
    );
    const [face, original] = find(page, 'text').font.split('|');
    return [face?.split('-')[0], original];
  };

  test('is Calibri where its entry says neither class nor coverage [M]', () => {
    expect(drawn('Inter', AUTO)).toEqual(['Carlito', 'calibri']);
    expect(drawn('Nobody Light', AUTO)).toEqual(['Carlito', 'calibri']);
  });

  test('is the other name that Word wrote, even where the font is here [M]', () => {
    expect(drawn('Roboto', `<w:altName w:val="Arial"/>${AUTO}`)).toEqual(['Arimo', 'arial']);
    expect(drawn('Roboto Condensed', `<w:altName w:val="Times New Roman"/>${AUTO}`)).toEqual([
      'Tinos',
      'times new roman',
    ]);
  });

  test('is drawn as high as the version that the author had [M]', () => {
    const family = 'TH SarabunPSK';
    const height = (usb0: string, csb0: string): number => {
      const sig = `<w:sig w:usb0="${usb0}" w:usb1="0" w:usb2="0" w:usb3="0" w:csb0="${csb0}" w:csb1="0"/>`;
      const xml = `<w:rFonts w:ascii="${family}" w:hAnsi="${family}"/><w:sz w:val="40"/>`;
      const mark = `<w:spacing w:after="0"/><w:rPr>${xml}</w:rPr>`;
      const lines = ['text', 'below'].map((text) => p({ xml: mark }, r(text, { xml })));
      return heightOf(docx(table(entry(family, sig)), ...lines));
    };
    expect(height('01000003', '00010111')).toBeCloseTo(1.31, 2);
    expect(height('A100006F', '00010183')).toBeCloseTo(1.13, 2);
  });

  test('is of its class where it has one', () => {
    expect(drawn('Nobody', '<w:family w:val="roman"/>')).toEqual(['Tinos', 'times new roman']);
    expect(drawn('Nobody', '<w:family w:val="swiss"/>')).toEqual(['Arimo', 'arial']);
  });

  test('is itself where Office has it, where it covers something, and in files of other programs', () => {
    expect(drawn('Georgia', AUTO)).toEqual(['Gelasio', 'georgia']);
    expect(drawn('Roboto', AUTO + SIG)).toEqual(['Roboto', '']);
    expect(drawn('Roboto', AUTO, '')).toEqual(['Roboto', '']);
  });
});
