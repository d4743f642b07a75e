/**
 * What the characters of symbol fonts are in Unicode. Word stores them as U+F020 to U+F0FF with the font's name (§17.3.3.30,
 * `w:sym`, and list bullets), or as plain letters in a run that has the font. Drawn and copied, they are these.
 *
 * Symbol is Adobe's encoding, complete. The Wingdings follow the Unicode standard's own sources, with the older, better
 * covered character where a drawing has two: Word's PDFs say U+27A2 for 0xD8 and U+25AA for 0xA7 too.
 */

/** Symbols that have no Unicode character, or that no document uses. */
const NONE = '\u0000';
const FIRST = 0x20;

/** One character a code from 0x20 on; blanks between the rows of sixteen are for the eye. */
const table = (rows: readonly string[]): ReadonlyMap<number, number> => {
  const map = new Map<number, number>();
  rows.forEach((row, index) => {
    [...row].forEach((character, column) => {
      const unicode = character.codePointAt(0);
      if (unicode !== undefined && character !== NONE) map.set(FIRST + index * 16 + column, unicode);
    });
  });
  return map;
};

const EMPTY_ROW = NONE.repeat(16);

const SYMBOL = table([
  ' !∀#∃%&∋()∗+,−./',
  '0123456789:;<=>?',
  '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟ',
  'ΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_',
  '‾αβχδεφγηιϕκλμνο',
  'πθρστυϖωξψζ{|}∼\u0000',
  EMPTY_ROW,
  EMPTY_ROW,
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓',
  '°±″≥×∝∂•÷≠≡≈…⏐⎯↵',
  'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉',
  '∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓',
  '◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪',
  '\u0000⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭\u0000',
]);

const WINGDINGS = table([
  ' ✏✂✁👓🕭🕮🕯☎✆✉🖃📪📫📬📭',
  '🗀🗁🗎🗏🗐🗄⌛⌨🖰🖲💻🖴🖫🖬✇✍',
  '🖎✌👌👍👎☜☞☝☟🖐☺😐☹💣☠🏳',
  '🏱✈☼🌢❄🕆✞🕈✠✡☪☯🕉☸♈♉',
  '♊♋♌♍♎♏♐♑♒♓🙰🙵●❍■□',
  '🞐❑❒⬧⧫◆❖⬥⌧⮹⌘🏵🏶❝❞\u0000',
  '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹',
  '❺❻❼❽❾❿🙢🙠🙡🙣🙞🙜🙝🙟·•',
  '⬝○⭘🞈◉◎🔿▪◻🟂✦★✶✴✹✵',
  '⯐⌖✧⌑⯑✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘',
  '🕙🕚🕛⮰⮱⮲⮳⮴⮵⮶⮷🙪🙫🙕🙔🙗',
  '🙖🙐🙑🙒🙓⌫⌦⮘➢⮙⮛⮈➲⮉⮋←',
  '→↑↓↖↗↙↘🡸➔🡹🡻🡼🡽🡿🡾⇦',
  '⇨⇧⇩⬄⇳⬁⬀⬃⬂▭▫✗✓☒☑⊞',
]);

/** Its arrows have wide heads, which the older characters have not; Word's PDFs call them by those all the same [M]. */
const WIDE_ARROWS: ReadonlyMap<number, number> = new Map(
  ['←🡨', '→🡪', '↑🡩', '↓🡫', '↖🡬', '↗🡭', '↙🡯', '↘🡮'].map((pair) => {
    const [shown = '', drawn = ''] = pair;
    return [shown.codePointAt(0) ?? 0, drawn.codePointAt(0) ?? 0];
  }),
);

/** The character whose outline is drawn for another, where a symbol font has it in a form of its own. */
export const formOf = (encoding: ReadonlyMap<number, number>, shown: number): number =>
  encoding === WINGDINGS ? (WIDE_ARROWS.get(shown) ?? shown) : shown;

const WINGDINGS_2 = table([
  ' 🖊🖋🖌🖍✄✀🕾🕽🗅🗆🗇🗈🗉🗊🗋',
  '🗌🗍📋🗑🗔🖵🖶🖷🖸🖭🖯🖱🖒🖓🖘🖙',
  '🖚🖛👈👉🖜🖝🖞🖟🖠🖡👆👇🖢🖣🖑✗',
  '✓☒☑☒☒⮾⮿🛇⦸🙱🙴🙲🙳‽🙹🙺',
  '🙻🙦🙤🙥🙧🙚🙘🙙🙛⓪①②③④⑤⑥',
  '⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿\u0000',
  '☉🌕☽☾⸿✝🕇🕜🕝🕞🕟🕠🕡🕢🕣🕤',
  '🕥🕦🕧🙨🙩⋅•⦁●●○🞇🞉⊙⦿🞌',
  '🞍◾■□🞑🞒🞓🞔▣🞕🞖🞗🞘⬩⬥◇',
  '🞚◈🞛🞜🞝🞞⬪⬧◊🞠◖◗⯊⯋⯀⯁',
  '⬟⯂⬣⬢⯃⯄🞡🞢🞣🞤🞥🞦🞧🞨🞩🞪',
  '🞫🞬🞭🞮🞯🞰🞱🞲🞳🞴🞵🞶🞷🞸🞹🞺',
  '🞻🞼🞽🞾🞿🟀🟂🟄✦🟉★✶🟋✷🟏🟒',
  '✹🟃🟇✯🟍🟔⯌⯍※⁂',
]);

const WINGDINGS_3 = table([
  ' ←→↑↓↖↗↙↘⭰⭲⭱⭳⭶⭸⭻',
  '⭽↔↕⭪⭬⭫⭭⭍⮠⮡⮢⮣⮤⮥⮦⮧',
  '⮐⮑⮒⮓⮀⮃⭾⭿⮄⮆⮅⮇⮏⮍⮎⮌',
  '⭮⭯⎋⌤⌃⌥␣⍽⇪⮸🢠🢡🢢🢣🢤🢥',
  '🢦🢧🢨🢩🢪🢫🡐🡒🡑🡓🡔🡕🡗🡖🡘🡙',
  '▲▼△▽◀▶◁▷◣◢◤◥◂▸▴\u0000',
  '▾⯅⯆⯇⯈⮜⮞⮝⮟🠐🠒🠑🠓🠔🠖🠕',
  '🠗🠘🠚🠙🠛🠜🠞🠝🠟🠀🠂🠁🠃🠄🠆🠅',
  '🠇🠈🠊🠉🠋🠠🠢🠤🠦🠨🠪🠬🢜🢝🢞🢟',
  '🠮🠰🠲🠴🠶🠸🠺🠹🠻🢘🢚🢙🢛🠼🠾🠽',
  '🠿🡀🡂🡁🡃🡄🡆🡅🡇⮨⮩⮪⮫⮬⮭⮮',
  '⮯🡠🡢🡡🡣🡤🡥🡧🡦🡰🡲🡱🡳🡴🡵🡷',
  '🡶🢀🢂🢁🢃🢄🢅🢇🢆🢐🢒🢑🢓🢔🢖🢕',
  '🢗',
]);

const WEBDINGS = table([
  ' 🕷🕸🕲🕶🏆🎖🖇🗨🗩🗰🗱🌶🎗🙾🙼',
  '🗕🗖🗗◀▶▲▼⏪⏩⏮⏭⏸⏹⏺🗚🗳',
  '🛠🏗🏘🏙🏚🏜🏭🏛🏠🏖🏝🛣🔍🏔👁👂',
  '🏞🏕🛤🏟🛳🔊🔇🕨🔈♥💐🗬🙽🗭🗪🗫',
  '⮔✔🚲□🛡📦🚒■🚑ℹ🛩🛰🟈🕴●🛥',
  '🚔🗘✖❓🚆🚇🚍⛳☒⛔🚭🗮|🗯⚡\u0000',
  '🚹🚺🛉🛊🚼👽🏋⛷🏂🏌🏊🏄🏍🏎🚘📈',
  '🛢💰🏷💳👪🗡💋🗣⭐🖄📨✉🖆🗎🖺🖻',
  '🕵🕰🖽🖾📋🗒🗓📖📚🗞📰🗃🗂🖼🎭🎵',
  '🎹🎙🎧💿🎞📷🎟🎬📽📹📾📻🎚🎛📺💻',
  '🖥🖦🖧🕹🎮🕻🕼📟🖁🕿🖨🖩🗀💾🗜🔒',
  '🔓🗝📥📤🕳🌣🌤🌥🌦☁🌨🌧🌩🌪🌬🌫',
  '🌜🌡🛋🛏🍽🍸🛎🛍🅿♿🔺📌🎓🗤🗥🗦',
  '🗧✈🐿🐦🐟🐕🐈🙬🙮🙭🙯🗺🌍🌏🌎🕊',
]);

/** Adobe's own encoding of ITC Zapf Dingbats: the Dingbats block in its order, with a few strays. */
const ZAPF_DINGBATS = table([
  ' ✁✂✃✄☎✆✇✈✉☛☞✌✍✎✏',
  '✐✑✒✓✔✕✖✗✘✙✚✛✜✝✞✟',
  '✠✡✢✣✤✥✦✧★✩✪✫✬✭✮✯',
  '✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿',
  '❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏',
  '❐❑❒▲▼◆❖◗❘❙❚❛❜❝❞\u0000',
  EMPTY_ROW,
  EMPTY_ROW,
  '\u0000❡❢❣❤❥❦❧♣♦♥♠①②③④',
  '⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿',
  '➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏',
  '➐➑➒➓➔→↔↕➘➙➚➛➜➝➞➟',
  '➠➡➢➣➤➥➦➧➨➩➪➫➬➭➮➯',
  '\u0000➱➲➳➴➵➶➷➸➹➺➻➼➽➾\u0000',
]);

/** The part of MT Extra, which Equation Editor and MathType set their signs in, that stands where other fonts have it. */
const MT_EXTRA: ReadonlyMap<number, number> = new Map(
  Object.entries({ '&': '˙', K: '…', L: '⋯', M: '⋮', N: '⋰', O: '⋱', h: 'ℏ', l: 'ℓ', m: '∓' }).map(
    ([code, shown]) => [code.charCodeAt(0), shown.charCodeAt(0)],
  ),
);

const ENCODINGS: ReadonlyMap<string, ReadonlyMap<number, number>> = new Map([
  ['mt extra', MT_EXTRA],
  ['symbol', SYMBOL],
  ['symbolmt', SYMBOL],
  ['wingdings', WINGDINGS],
  ['wingdings 2', WINGDINGS_2],
  ['wingdings 3', WINGDINGS_3],
  ['webdings', WEBDINGS],
  ['zapf dingbats', ZAPF_DINGBATS],
  ['zapfdingbats', ZAPF_DINGBATS],
  ['itc zapf dingbats', ZAPF_DINGBATS],
]);

/** A symbol font's characters, code (0x20 to 0xFF) → Unicode; undefined for every other font. */
export const symbolEncoding = (normalizedFamily: string): ReadonlyMap<number, number> | undefined =>
  ENCODINGS.get(normalizedFamily);

const PRIVATE_FIRST = 0xf000;
const PRIVATE_LAST = 0xf0ff;

/** U+F0xx, or the bare code, as Unicode. What is already Unicode stays as it is. */
export const symbolToUnicode = (encoding: ReadonlyMap<number, number>, codePoint: number): number => {
  if (codePoint >= PRIVATE_FIRST && codePoint <= PRIVATE_LAST) {
    return encoding.get(codePoint - PRIVATE_FIRST) ?? codePoint;
  }
  return codePoint <= 0xff ? (encoding.get(codePoint) ?? codePoint) : codePoint;
};
