/**
 * corrected :: CLDR's rules of a language → the same, with what is wrong in CLDR 48 set right
 *
 * Read against grammars: genders and plurals before thousands and millions, and the spelling of a few words. Slovak
 * and Slovenian are written anew.
 */
import type { RuleData } from './spell-rules.ts';

type Replacement = readonly [from: string | RegExp, to: string];

/** In the text of every rule. */
const REPLACED: ReadonlyMap<string, readonly Replacement[]> = new Map<string, readonly Replacement[]>([
  [
    // The thousand is masculine, the milliard feminine.
    'cs',
    [
      [/feminine← tis/, 'masculine← tis'],
      [/masculine← (?=[mb]iliard)/, 'feminine← '],
      [/(?<=[mb]iliard)ů/, ''],
    ],
  ],
  [
    'el',
    [
      ['χίλιάδες', 'χιλιάδες'],
      ['εννενήντα', 'ενενήντα'],
    ],
  ],
  [
    // One, two to four, more: by the last digits, not by the size.
    'hr',
    [
      [/← tisuć[ea]/, '← $(cardinal,one{tisuća}few{tisuće}other{tisuća})$'],
      [/← (m|b)ilijuna?/, '← $(cardinal,one{$1ilijun}other{$1ilijuna})$'],
      [/← (m|b)ilijard[aei]/, '← $(cardinal,one{$1ilijarda}few{$1ilijarde}other{$1ilijardi})$'],
    ],
  ],
  // A million is a noun, before which the hundreds and the eighty have their plural.
  ...['fr', 'fr-BE', 'fr-CH'].map(
    (tag) => [tag, [[/%%spellout-leading←(?= [mb]illi)/, '%spellout-cardinal-masculine←']]] as const,
  ),
  // From two thousand on, hyphens stand between the groups.
  ['hu', [[/(←\u00ad(?:ezer|millió|milliárd|billió|billiárd)\[)\u00ad/, '$1-']]],
  [
    'lt',
    [
      ['mīnus', 'minus'],
      [/^\[←← ir \]→%%fractions.*/, '←← kablelis →→;'],
    ],
  ],
  [
    'lv',
    [
      ['← tūkstoši', '← $(cardinal,one{tūkstotis}other{tūkstoši})$'],
      [/← (miljon|miljard|biljon|biljard)i/, '← $(cardinal,one{$1s}other{$1i})$'],
    ],
  ],
  // A space follows the thousand.
  ['nl', [['duizend[\u00ad', 'duizend[ ']]],
  [
    // `de` before the noun, unless the number ends in 1 to 19.
    'ro',
    [
      [/^una (?=sută|mie)/, 'o '],
      [/^.*neuter← (?=[mb]ili(?:on|ard)\[)/, 'un '],
      [/← (mii|[mb]ilioane|[mb]iliarde)\[/, '← ←%%de← $1['],
    ],
  ],
]);

/** `100: one hundred;` on each line, below the name of the set. */
const read = (text: string): RuleData => {
  const sets: Record<string, (readonly [string, string])[]> = {};
  let name = '';
  for (const line of text.trim().split('\n')) {
    const trimmed = line.trim();
    if (/^%[^ ]*:$/.test(trimmed)) {
      name = trimmed.slice(0, -1);
      sets[name] = [];
      continue;
    }
    for (const rule of trimmed.matchAll(/([-x.\d]+): ([^;]*;)/g))
      sets[name]?.push([rule[1] ?? '', rule[2] ?? '']);
  }
  return sets;
};

const ADDED: ReadonlyMap<string, string> = new Map([
  [
    'hu',
    `%%spellout-cardinal-initial:
     1: egy; 2: két; 3: =%spellout-cardinal=; 11: tizen→→; 20: húsz; 21: huszon→→; 30: harminc[→→]; 40: negyven[→→];
     50: ötven[→→]; 60: hatvan[→→]; 70: hetven[→→]; 80: nyolcvan[→→]; 90: kilencven[→→]; 100: száz[→→];
     200: ←%%spellout-cardinal-initial←száz[→→];`,
  ],
  [
    'ro',
    `%%de:
     0: de; 1: ; 20: de; 100: →→;`,
  ],
  [
    'sk',
    `%spellout-numbering:
     0: =%spellout-cardinal-masculine=;
     %spellout-cardinal-masculine:
     -x: mínus →→; x.x: ←← čiarka →→;
     0: nula; 1: jeden; 2: dva; 3: tri; 4: štyri; 5: päť; 6: šesť; 7: sedem; 8: osem; 9: deväť; 10: desať; 11: jedenásť;
     12: dvanásť; 13: trinásť; 14: štrnásť; 15: pätnásť; 16: šestnásť; 17: sedemnásť; 18: osemnásť; 19: devätnásť;
     20: dvadsať[→→]; 30: tridsať[→→]; 40: štyridsať[→→]; 50: ←←desiat[→→];
     100: sto[→→]; 200: dvesto[→→]; 300: ←←sto[→→]; 1000: tisíc[→→]; 2000: dvetisíc[→→]; 3000: ←←tisíc[→→];
     1000000: ←← $(cardinal,one{milión}few{milióny}other{miliónov})$[ →→];
     1000000000: ←%spellout-cardinal-feminine← $(cardinal,one{miliarda}few{miliardy}other{miliárd})$[ →→];
     1000000000000: ←← $(cardinal,one{bilión}few{bilióny}other{biliónov})$[ →→];
     %spellout-cardinal-feminine:
     -x: mínus →→; x.x: ←← čiarka →→; 0: nula; 1: jedna; 2: dve; 3: =%spellout-cardinal-masculine=;
     %spellout-cardinal-neuter:
     -x: mínus →→; x.x: ←← čiarka →→; 0: nula; 1: jedno; 2: dve; 3: =%spellout-cardinal-masculine=;`,
  ],
  [
    'sl',
    `%spellout-numbering:
     -x: minus →→; x.x: ←← vejica →→; 0: nič; 1: ena; 2: =%spellout-cardinal-masculine=;
     20: [→→in]=%%tens=; 100: =%%hundreds=[ →→]; 1000: =%%thousands=[ →→]; 1000000: =%%millions=[ →→];
     1000000000: =%%milliards=[ →→]; 1000000000000: =%%billions=[ →→];
     %spellout-cardinal-masculine:
     -x: minus →→; x.x: ←← vejica →→;
     0: nič; 1: en; 2: dva; 3: tri; 4: štiri; 5: pet; 6: šest; 7: sedem; 8: osem; 9: devet; 10: deset; 11: enajst;
     12: dvanajst; 13: trinajst; 14: štirinajst; 15: petnajst; 16: šestnajst; 17: sedemnajst; 18: osemnajst; 19: devetnajst;
     20: =%spellout-numbering=; 100: =%%hundreds=[ →→]; 1000: =%%thousands=[ →→]; 1000000: =%%millions=[ →→];
     1000000000: =%%milliards=[ →→]; 1000000000000: =%%billions=[ →→];
     %spellout-cardinal-feminine:
     -x: minus →→; x.x: ←← vejica →→; 0: nič; 1: ena; 2: dve; 3: =%spellout-cardinal-masculine=;
     100: =%%hundreds=[ →→]; 1000: =%%thousands=[ →→]; 1000000: =%%millions=[ →→];
     1000000000: =%%milliards=[ →→]; 1000000000000: =%%billions=[ →→];
     %spellout-cardinal-neuter:
     -x: minus →→; x.x: ←← vejica →→; 0: nič; 1: eno; 2: dve; 3: =%spellout-cardinal-masculine=;
     100: =%%hundreds=[ →→]; 1000: =%%thousands=[ →→]; 1000000: =%%millions=[ →→];
     1000000000: =%%milliards=[ →→]; 1000000000000: =%%billions=[ →→];
     %%tens:
     20: dvajset; 30: trideset; 40: štirideset; 50: ←%spellout-cardinal-masculine←deset;
     %%hundreds:
     100: sto; 200: dvesto; 300: ←%spellout-cardinal-masculine←sto;
     %%thousands:
     1000: tisoč; 2000: ←%spellout-cardinal-masculine← tisoč;
     %%millions:
     1000000: ←%spellout-cardinal-masculine← $(cardinal,one{milijon}two{milijona}few{milijone}other{milijonov})$;
     %%milliards:
     1000000000: ←%spellout-cardinal-feminine← $(cardinal,one{milijarda}two{milijardi}few{milijarde}other{milijard})$;
     %%billions:
     1000000000000: ←%spellout-cardinal-masculine← $(cardinal,one{bilijon}two{bilijona}few{bilijone}other{bilijonov})$;`,
  ],
]);

export const corrected = (language: string, data: RuleData): RuleData => {
  const added = ADDED.get(language);
  const own = added === undefined ? {} : read(added);
  if (own['%spellout-numbering'] !== undefined) return own;
  const replaced = REPLACED.get(language) ?? [];
  // Beside the sets, a file says where it comes from.
  const named = Object.entries(data).filter(([name]) => name.startsWith('%'));
  const sets = named.map(([name, rules]) => {
    const mended = rules.map(([descriptor = '', text = '']) => [
      descriptor,
      replaced.reduce((at, [from, to]) => at.replace(from, to), text),
    ]);
    return [name, mended] as const;
  });
  return { ...Object.fromEntries(sets), ...own };
};
