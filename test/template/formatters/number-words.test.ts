/** Numbers in words, in each language that has them. */
import { describe, expect, it } from 'vitest';
import { SPELLED_LANGUAGES } from '../../../src/template/formatters/number-words.ts';
import { evaluate, problemOf } from '../expression/evaluate.ts';
import { errorOf, format } from './format.ts';

/** The languages of the European Union, and those that were asked for beside them. */
const WANTED = [
  ...[
    'bg',
    'hr',
    'cs',
    'da',
    'nl',
    'en',
    'et',
    'fi',
    'fr',
    'de',
    'el',
    'hu',
    'ga',
    'it',
    'lv',
    'lt',
    'mt',
    'pl',
  ],
  ...['pt', 'ro', 'sk', 'sl', 'es', 'sv', 'nb', 'nn', 'tr', 'ru', 'uk', 'zh', 'ja'],
];

const NUMBERS = [17, 22, 101, 2231, 21_000, 2_000_000, -5, 3.14];

const WORDS: readonly (readonly [string, readonly string[]])[] = [
  [
    'bg',
    [
      'седемнайсет',
      'двайсет и две',
      'сто и едно',
      'две хиляди двеста трийсет и едно',
      'двайсет и една хиляди',
      'два милиона',
      'минус пет',
      'три цяло и едно четири',
    ],
  ],
  [
    'cs',
    [
      'sedmnáct',
      'dvacet dva',
      'sto jeden',
      'dva tisíce dvě stě třicet jeden',
      'dvacet jeden tisíc',
      'dva milióny',
      'minus pět',
      'tři čárka jeden čtyři',
    ],
  ],
  [
    'da',
    [
      'sytten',
      'toogtyve',
      'hundrede og et',
      'to tusind tohundrede og enogtredive',
      'enogtyve tusind',
      'to millioner',
      'minus fem',
      'tre komma et fire',
    ],
  ],
  [
    'de',
    [
      'siebzehn',
      'zweiundzwanzig',
      'einhunderteins',
      'zweitausendzweihunderteinunddreißig',
      'einundzwanzigtausend',
      'zwei Millionen',
      'minus fünf',
      'drei Komma eins vier',
    ],
  ],
  [
    'de-CH',
    [
      'siebzehn',
      'zweiundzwanzig',
      'einhunderteins',
      'zweitausendzweihunderteinunddreissig',
      'einundzwanzigtausend',
      'zwei Millionen',
      'minus fünf',
      'drei Komma eins vier',
    ],
  ],
  [
    'el',
    [
      'δεκαεπτά',
      'είκοσι δύο',
      'εκατόν ένα',
      'δύο χιλιάδες διακόσια τριάντα ένα',
      'είκοσι μία χιλιάδες',
      'δύο εκατομμύρια',
      'μείον πέντε',
      'τρία κόμμα ένα τέσσερα',
    ],
  ],
  [
    'en',
    [
      'seventeen',
      'twenty-two',
      'one hundred one',
      'two thousand two hundred thirty-one',
      'twenty-one thousand',
      'two million',
      'minus five',
      'three point one four',
    ],
  ],
  [
    'es',
    [
      'diecisiete',
      'veintidós',
      'ciento uno',
      'dos mil doscientos treinta y uno',
      'veintiún mil',
      'dos millones',
      'menos cinco',
      'tres coma uno cuatro',
    ],
  ],
  [
    'et',
    [
      'seitseteist',
      'kakskümmend kaks',
      'ükssada üks',
      'kaks tuhat kakssada kolmkümmend üks',
      'kakskümmend üks tuhat',
      'kaks miljonit',
      'miinus viis',
      'kolm koma üks neli',
    ],
  ],
  [
    'fi',
    [
      'seitsemäntoista',
      'kaksikymmentäkaksi',
      'satayksi',
      'kaksituhattakaksisataakolmekymmentäyksi',
      'kaksikymmentäyksituhatta',
      'kaksi miljoonaa',
      'miinus viisi',
      'kolme pilkku yksi neljä',
    ],
  ],
  [
    'fr',
    [
      'dix-sept',
      'vingt-deux',
      'cent un',
      'deux mille deux cent trente-et-un',
      'vingt-et-un mille',
      'deux millions',
      'moins cinq',
      'trois virgule un quatre',
    ],
  ],
  [
    'ga',
    [
      'a seacht déag',
      'fiche a dó',
      'céad a haon',
      'dhá mhíle, dhá chéad tríocha a haon',
      'fiche is aon mhíle',
      'dhá mhilliún',
      'míneas a cúig',
      'a trí pointe a haon a ceathair',
    ],
  ],
  [
    'hr',
    [
      'sedamnaest',
      'dvadeset i dva',
      'sto jedan',
      'dvije tisuće dvjesto trideset i jedan',
      'dvadeset i jedna tisuća',
      'dva milijuna',
      'minus pet',
      'tri zarez jedan četiri',
    ],
  ],
  [
    'hu',
    [
      'tizenhét',
      'huszonkettő',
      'százegy',
      'kétezer-kétszázharmincegy',
      'huszonegyezer',
      'kétmillió',
      'mínusz öt',
      'három egész egy négy',
    ],
  ],
  [
    'it',
    [
      'diciassette',
      'ventidue',
      'centouno',
      'duemiladuecentotrentuno',
      'ventunmila',
      'due milioni',
      'meno cinque',
      'tre virgola uno quattro',
    ],
  ],
  ['ja', ['十七', '二十二', '百一', '二千二百三十一', '二万千', '二百万', 'マイナス五', '三・一四']],
  [
    'lt',
    [
      'septyniolika',
      'dvidešimt du',
      'šimtas vienas',
      'du tūkstančiai du šimtai trisdešimt vienas',
      'dvidešimt vienas tūkstantis',
      'du milijonai',
      'minus penki',
      'trys kablelis vienas keturi',
    ],
  ],
  [
    'lv',
    [
      'septiņpadsmit',
      'divdesmit divi',
      'simt viens',
      'divtūkstoš divsimt trīsdesmit viens',
      'divdesmit viens tūkstotis',
      'divi miljoni',
      'mīnus pieci',
      'trīs komats viens četri',
    ],
  ],
  [
    'nb',
    [
      'sytten',
      'tjueto',
      'hundre og én',
      'to tusen to hundre og trettién',
      'tjueett tusen',
      'to millioner',
      'minus fem',
      'tre komma én fire',
    ],
  ],
  [
    'nl',
    [
      'zeventien',
      'tweeëntwintig',
      'honderdeen',
      'tweeduizend tweehonderdeenendertig',
      'eenentwintigduizend',
      'twee miljoen',
      'min vijf',
      'drie komma een vier',
    ],
  ],
  [
    'pl',
    [
      'siedemnaście',
      'dwadzieścia dwa',
      'sto jeden',
      'dwa tysiące dwieście trzydzieści jeden',
      'dwadzieścia jeden tysięcy',
      'dwa miliony',
      'minus pięć',
      'trzy przecinek czternaście',
    ],
  ],
  [
    'pt-BR',
    [
      'dezessete',
      'vinte e dois',
      'cento e um',
      'dois mil duzentos e trinta e um',
      'vinte e um mil',
      'dois milhões',
      'menos cinco',
      'três vírgula um quatro',
    ],
  ],
  [
    'pt-PT',
    [
      'dezassete',
      'vinte e dois',
      'cento e um',
      'dois mil duzentos e trinta e um',
      'vinte e um mil',
      'dois milhões',
      'menos cinco',
      'três vírgula um quatro',
    ],
  ],
  [
    'ro',
    [
      'șaptesprezece',
      'douăzeci și doi',
      'o sută unu',
      'două mii două sute treizeci și unu',
      'douăzeci și una de mii',
      'două milioane',
      'minus cinci',
      'trei virgulă unu patru',
    ],
  ],
  [
    'ru',
    [
      'семнадцать',
      'двадцать два',
      'сто один',
      'две тысячи двести тридцать один',
      'двадцать одна тысяча',
      'два миллиона',
      'минус пять',
      'три целых четырнадцать сотых',
    ],
  ],
  [
    'sk',
    [
      'sedemnásť',
      'dvadsaťdva',
      'stojeden',
      'dvetisícdvestotridsaťjeden',
      'dvadsaťjedentisíc',
      'dva milióny',
      'mínus päť',
      'tri čiarka jeden štyri',
    ],
  ],
  [
    'sl',
    [
      'sedemnajst',
      'dvaindvajset',
      'sto ena',
      'dva tisoč dvesto enaintrideset',
      'enaindvajset tisoč',
      'dva milijona',
      'minus pet',
      'tri vejica ena štiri',
    ],
  ],
  [
    'sv',
    [
      'sjutton',
      'tjugotvå',
      'etthundraett',
      'tvåtusen tvåhundratrettioett',
      'tjugoettusen',
      'två miljoner',
      'minus fem',
      'tre komma ett fyra',
    ],
  ],
  [
    'tr',
    [
      'on yedi',
      'yirmi iki',
      'yüz bir',
      'iki bin iki yüz otuz bir',
      'yirmi bir bin',
      'iki milyon',
      'eksi beş',
      'üç virgül bir dört',
    ],
  ],
  [
    'uk',
    [
      'сімнадцять',
      'двадцять два',
      'сто один',
      'дві тисячі двісті тридцять один',
      'двадцять одна тисяча',
      'два мільйони',
      'мінус пʼять',
      'три кома один чотири',
    ],
  ],
  ['zh-CN', ['十七', '二十二', '一百〇一', '二千二百三十一', '二万一千', '二百万', '负五', '三点一四']],
  ['zh-TW', ['十七', '二十二', '一百零一', '二千二百三十一', '二萬一千', '二百萬', '負五', '三點一四']],
];

describe('numbers in words', () => {
  it.each(WORDS)('%s', (locale, words) => {
    expect(NUMBERS.map((number) => format(number, 'words', { locale }))).toEqual(words);
  });

  it('mt, below a million', () => {
    const words = [17, 22, 101, 2231, 21_000, -5].map((number) => format(number, 'words:mt'));
    expect(words).toEqual([
      'sbatax',
      'tnejn u għoxrin',
      'mija u wieħed',
      'elfejn u mitejn u wieħed u tletin',
      'wieħed u għoxrin elf',
      'minus ħamsa',
    ]);
    expect(errorOf(22_000_000, 'words:mt').message).toMatch(/a number below 1,000,000 for the locale mt/);
  });

  it.each<[string, number, string]>([
    ['pl', 22_000_000, 'dwadzieścia dwa miliony'],
    ['hr', 22_000, 'dvadeset i dvije tisuće'],
    ['cs', 5_000_000_000, 'pět miliard'],
    ['hu', 1999, 'ezerkilencszázkilencvenkilenc'],
    ['hu', 22_002, 'huszonkétezer-kettő'],
    ['ro', 119_000, 'o sută nouăsprezece mii'],
    ['ro', 1_100_000, 'un milion o sută de mii'],
    ['sl', 3_000_000, 'tri milijone'],
    ['sl', 2_000_000_000, 'dve milijardi'],
    ['el', 95, 'ενενήντα πέντε'],
    ['fr', 80, 'quatre-vingts'],
    ['fr', 200_000_000, 'deux cents millions'],
    ['fr', 80_000, 'quatre-vingt mille'],
    ['fr', 80_000_000, 'quatre-vingts millions'],
    ['fr-BE', 97, 'nonante-sept'],
    ['fr-CH', 80, 'huitante'],
    ['en-IN', 250_000, 'two lakh fifty thousand'],
    ['es-MX', 1.5, 'uno punto cinco'],
    ['pl', 1.05, 'jeden przecinek zero pięć'],
    ['ru', 0.5, 'пять десятых'],
  ])('%s: %d', (locale, number, words) => {
    expect(format(number, 'words', { locale })).toBe(words);
  });

  it('of a gender', () => {
    expect(format(21, 'words:ru:feminine')).toBe('двадцать одна');
    expect(format(2, 'words:"cs":"feminine"')).toBe('dvě');
    expect(format(1, 'words:es:masculine')).toBe('un');
    expect(format(1, 'words:en:feminine')).toBe('one');
    expect(problemOf('x | words:fr:neuter').message).toBe(
      'The formatter `words` has no neuter number words for the locale fr.',
    );
  });

  it('are there in every language that was asked for', () => {
    for (const language of WANTED) expect(format(1, `words:${language}`)).not.toBe('');
    const value = Array.from({ length: 1100 }, (_, number) => number);
    for (const language of SPELLED_LANGUAGES) {
      const words = evaluate(`value.map(n => (n | words:"${language}"))`, { value });
      expect(String(words)).not.toMatch(/\d/);
    }
  });

  it('are refused in any other, with the list of what there is', () => {
    const refused = errorOf(5, 'words', { locale: 'sw-KE' });
    expect(refused).toMatchObject({ code: 'data_invalid' });
    expect(refused.message).toMatch(/no number words for the locale sw-KE/);
    expect(refused.hint).toMatch(/There are: bg, cs, da, de, /);
    expect(problemOf('x | words:"sw"').message).toMatch(/a locale of one of the languages bg, cs/);
    expect(errorOf(1e15, 'words').message).toMatch(
      /a number below 1,000,000,000,000,000 for the locale en-US/,
    );
  });
});
