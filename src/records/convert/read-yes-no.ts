/** Yes and no: in English, in the language of the locale, and as spreadsheets in it write TRUE and FALSE. */

const WORDS: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  en: ['true yes y x 1', 'false no n 0'],
  bg: ['да истина', 'не лъжа'],
  ca: ['sí si cert', 'no fals'],
  cs: ['ano pravda', 'ne nepravda'],
  da: ['ja sand', 'nej falsk'],
  de: ['ja j wahr', 'nein falsch'],
  el: ['ναι αληθεσ αληθές', 'οχι όχι ψευδεσ ψευδές'],
  es: ['sí si verdadero', 'no falso'],
  et: ['jah tõene', 'ei väär'],
  fi: ['kyllä tosi', 'ei epätosi'],
  fr: ['oui o vrai', 'non faux'],
  hr: ['da istina', 'ne laž'],
  hu: ['igen igaz', 'nem hamis'],
  id: ['ya benar', 'tidak salah'],
  it: ['sì si vero', 'no falso'],
  ja: ['はい', 'いいえ'],
  ko: ['예', '아니요'],
  lt: ['taip', 'ne'],
  lv: ['jā', 'nē'],
  nb: ['ja sann', 'nei usann'],
  nn: ['ja sann', 'nei usann'],
  nl: ['ja j waar', 'nee onwaar'],
  no: ['ja sann', 'nei usann'],
  pl: ['tak prawda', 'nie fałsz'],
  pt: ['sim verdadeiro', 'não nao falso'],
  ro: ['da adevărat', 'nu fals'],
  ru: ['да истина', 'нет ложь'],
  sk: ['áno pravda', 'nie nepravda'],
  sl: ['da', 'ne'],
  sr: ['da да', 'ne не'],
  sv: ['ja sant', 'nej falskt'],
  tr: ['evet doğru', 'hayır yanlış'],
  uk: ['так істина', 'ні хибність'],
  vi: ['có', 'không'],
  zh: ['是', '否'],
};

export class YesNoReader {
  readonly wanted: string;
  readonly #words = new Map<string, boolean>();

  constructor(locale: string) {
    const { language } = new Intl.Locale(locale);
    const lists = [WORDS['en'], WORDS[language]].filter((list) => list !== undefined);
    for (const [yes, no] of lists) {
      for (const word of yes.split(' ')) this.#words.set(word.normalize('NFC'), true);
      for (const word of no.split(' ')) this.#words.set(word.normalize('NFC'), false);
    }
    const own = WORDS[language] ?? ['true', 'false'];
    const [yes, no] = language === 'en' ? ['yes', 'no'] : own.map((words) => words.split(' ')[0]);
    this.wanted = `yes or no (such as ${yes}, ${no}, true, false, 1, 0)`;
  }

  read(text: string): boolean | undefined {
    return this.#words.get(text.normalize('NFC').toLowerCase());
  }
}
