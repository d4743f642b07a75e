/**
 * eastAsianNumber :: number, format → text (ST_NumberFormat, ECMA-376 §17.18.59), undefined for formats of other scripts
 */

const IDEOGRAPH_DIGITS = '〇一二三四五六七八九';
const LEGAL_CHINESE = '零壹贰叁肆伍陆柒捌玖';
const LEGAL_TRADITIONAL = '零壹貳參肆伍陸柒捌玖';
const LEGAL_JAPANESE = '〇壱弐参四伍六七八九';
const HANGUL_DIGITS = '영일이삼사오육칠팔구';

interface Counting {
  readonly digits: string;
  /** Ones, tens, hundreds, thousands. */
  readonly places: readonly [string, string, string, string];
  /** Ten thousands, and their square. */
  readonly myriads: readonly [string, string, string];
  /** Written where places are left out between others; none in Japan and Korea. */
  readonly zero: string;
  /** Whether a one is written before tens, hundreds and thousands: never, before all but a leading ten, or always. */
  readonly ones: 'never' | 'notFirst' | 'always';
}

const CHINESE: Counting = {
  digits: IDEOGRAPH_DIGITS,
  places: ['', '十', '百', '千'],
  myriads: ['', '万', '亿'],
  zero: '零',
  ones: 'notFirst',
};
const TAIWANESE: Counting = { ...CHINESE, myriads: ['', '萬', '億'] };
const JAPANESE: Counting = {
  digits: IDEOGRAPH_DIGITS,
  places: ['', '十', '百', '千'],
  myriads: ['', '万', '億'],
  zero: '',
  ones: 'never',
};
const KOREAN: Counting = {
  digits: HANGUL_DIGITS,
  places: ['', '십', '백', '천'],
  myriads: ['', '만', '억'],
  zero: '',
  ones: 'never',
};

const LEGAL: Counting = {
  digits: LEGAL_CHINESE,
  places: ['', '拾', '佰', '仟'],
  myriads: ['', '万', '亿'],
  zero: '零',
  ones: 'always',
};

const counted = (value: number, how: Counting): string => {
  if (value <= 0 || value >= 1e12) return how.digits[0] ?? '';
  const groups: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 10_000)) groups.push(rest % 10_000);
  let out = '';
  for (let index = groups.length - 1; index >= 0; index--) {
    const group = groups[index] ?? 0;
    if (group === 0) continue;
    if (out !== '' && how.zero !== '' && group < 1000) out += how.zero;
    out += `${fourDigits(group, how, out === '')}${how.myriads[index] ?? ''}`;
  }
  return out;
};

const fourDigits = (value: number, how: Counting, first: boolean): string => {
  let out = '';
  let skipped = false;
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(value / 10 ** place) % 10;
    if (digit === 0) {
      skipped = out !== '';
      continue;
    }
    if (skipped && how.zero !== '') out += how.zero;
    skipped = false;
    const silent =
      digit === 1 &&
      place > 0 &&
      (how.ones === 'never' || (how.ones === 'notFirst' && place === 1 && out === '' && first));
    out += `${silent ? '' : how.digits[digit]}${how.places[place] ?? ''}`;
  }
  return out;
};

const byDigits = (value: number, digits: string): string =>
  String(value).replace(/\d/g, (digit) => digits[Number(digit)] ?? digit);

/** A row of characters that begins again at its end. */
const inTurn = (value: number, row: string): string => {
  const all = [...row];
  return all[(value - 1) % all.length] ?? String(value);
};

const STEMS = '甲乙丙丁戊己庚辛壬癸';
const BRANCHES = '子丑寅卯辰巳午未申酉戌亥';
const AIUEO = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン';
const HALF_AIUEO = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ';
const IROHA =
  'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン';
const GANADA = '가나다라마바사아자차카타파하';
const CHOSUNG = 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ';
const KOREAN_COUNTS = ['하나', '둘', '셋', '넷', '다섯', '여섯', '일곱', '여덟', '아홉', '열'];

export const eastAsianNumber = (value: number, format: string): string | undefined => {
  switch (format) {
    case 'ideographDigital':
    case 'japaneseDigitalTenThousand':
    case 'taiwaneseDigital':
      return byDigits(value, IDEOGRAPH_DIGITS);
    case 'chineseCounting':
      // Word counts in tens up to 99, then by digits.
      return value < 100 ? counted(value, CHINESE) : byDigits(value, IDEOGRAPH_DIGITS);
    case 'chineseCountingThousand':
      return counted(value, CHINESE);
    case 'taiwaneseCounting':
      return value < 100 ? counted(value, TAIWANESE) : byDigits(value, IDEOGRAPH_DIGITS);
    case 'taiwaneseCountingThousand':
      return counted(value, TAIWANESE);
    case 'japaneseCounting':
      return counted(value, JAPANESE);
    case 'chineseLegalSimplified':
      return counted(value, LEGAL);
    case 'ideographLegalTraditional':
      return counted(value, { ...LEGAL, digits: LEGAL_TRADITIONAL, myriads: ['', '萬', '億'] });
    case 'japaneseLegal':
      return counted(value, {
        ...LEGAL,
        digits: LEGAL_JAPANESE,
        places: ['', '拾', '百', '阡'],
        myriads: ['', '萬', '億'],
        zero: '',
      });
    case 'koreanDigital':
      return byDigits(value, HANGUL_DIGITS);
    case 'koreanDigital2':
      return byDigits(value, IDEOGRAPH_DIGITS.replace('〇', '零'));
    case 'koreanCounting':
      return counted(value, KOREAN);
    case 'koreanLegal':
      return KOREAN_COUNTS[value - 1] ?? String(value);
    case 'ideographTraditional':
      return value <= STEMS.length ? inTurn(value, STEMS) : String(value);
    case 'ideographZodiac':
      return value <= BRANCHES.length ? inTurn(value, BRANCHES) : String(value);
    case 'ideographZodiacTraditional':
      return `${inTurn(value, STEMS)}${inTurn(value, BRANCHES)}`;
    case 'ideographEnclosedCircle':
      return value >= 1 && value <= 10 ? String.fromCodePoint(0x3280 + value - 1) : String(value);
    case 'aiueoFullWidth':
      return inTurn(value, AIUEO);
    case 'aiueo':
      return inTurn(value, HALF_AIUEO);
    case 'irohaFullWidth':
    case 'iroha':
      return inTurn(value, IROHA);
    case 'ganada':
      return inTurn(value, GANADA);
    case 'chosung':
      return inTurn(value, CHOSUNG);
    case 'decimalFullWidth':
    case 'decimalFullWidth2':
      return String(value).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    case 'decimalHalfWidth':
      return String(value);
    default:
      return undefined;
  }
};
