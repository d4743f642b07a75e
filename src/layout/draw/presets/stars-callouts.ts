/** Stars, seals, clouds, waves and callouts of ECMA-376's presetShapeDefinitions. */
import type { Presets, PresetText } from './preset.ts';

/** Points on an ellipse, and as many between them on a smaller one; the names are the standard's, the loop is not. */
const star = (points: number, adj: number, wide = 100_000): PresetText => {
  const guides = [
    'a pin 0 adj 50000',
    'swd2 */ wd2 hf 100000',
    'iwd2 */ swd2 a 50000',
    'ihd2 */ hd2 a 50000',
    'tdx cos iwd2 2700000',
    'tdy sin ihd2 2700000',
    'il +- hc 0 tdx',
    'it +- vc 0 tdy',
    'ir +- hc tdx 0',
    'ib +- vc tdy 0',
  ];
  const steps: string[] = [];
  for (let index = 0; index < points * 2; index++) {
    const angle = Math.round(16_200_000 + (index * 10_800_000) / points);
    const [rx, ry] = index % 2 === 0 ? ['swd2', 'hd2'] : ['iwd2', 'ihd2'];
    guides.push(`dx${index} cos ${rx} ${angle}`, `dy${index} sin ${ry} ${angle}`);
    guides.push(`x${index} +- hc dx${index} 0`, `y${index} +- vc dy${index} 0`);
    steps.push(`${index === 0 ? 'M' : 'L'} x${index} y${index}`);
  }
  return {
    adjust: `adj ${adj}; hf ${wide}`,
    guides: guides.join(';'),
    paths: [`${steps.join(' ')} Z`],
    text: 'il it ir ib',
  };
};

const CLOUD =
  '43200x43200 M 3900 14370 A 6753 9190 -11429249 7426832 A 5333 7267 -8646143 5396714 A 4365 5945 -8748475 5983381 A 4857 6595 -7859164 7034504 A 5333 7273 -4722533 6541615 A 6775 9220 -2776035 7816140 A 5785 7867 37501 6842000 A 6752 9215 1347096 6910353 A 7720 10543 3974558 4542661 A 4360 5918 -16496525 8804134 A 4345 5945 -14809710 9151131 Z';
const CLOUD_FOLDS =
  'nofill 43200x43200 M 4693 26177 A 4345 5945 5204520 1585770 M 6928 34899 A 4360 5918 4416628 686848 M 16478 39090 A 6752 9215 8257449 844866 M 28827 34751 A 6752 9215 387196 959901 M 34129 22954 A 5785 7867 -4217541 4255042 M 41798 15354 A 5333 7273 1819082 1665090 M 38324 5426 A 4857 6595 -824660 891534 M 29078 3952 A 4857 6595 -8950887 1091722 M 22141 4720 A 4365 5945 -9809656 1061181 M 14000 5192 A 6753 9190 -4002417 739161 M 4127 15789 A 6753 9190 9459261 711490';
const CLOUD_TEXT = 'il */ w 2977 21600; it */ h 3262 21600; ir */ w 17087 21600; ib */ h 17337 21600;';

const TIP = 'adj1 -20833; adj2 62500';
const TIP_PLACE = 'dxPos */ w adj1 100000; dyPos */ h adj2 100000; xPos +- hc dxPos 0; yPos +- vc dyPos 0;';
const WEDGE =
  `${TIP_PLACE} dq */ dxPos h w; ady abs dyPos; adq abs dq; dz +- ady 0 adq; xg1 ?: dxPos 7 2; xg2 ?: dxPos 10 5;` +
  'x1 */ w xg1 12; x2 */ w xg2 12; yg1 ?: dyPos 7 2; yg2 ?: dyPos 10 5; y1 */ h yg1 12; y2 */ h yg2 12;' +
  't1 ?: dxPos l xPos; xl ?: dz l t1; t2 ?: dyPos x1 xPos; xt ?: dz t2 x1; t3 ?: dxPos xPos r; xr ?: dz r t3;' +
  't4 ?: dyPos xPos x1; xb ?: dz t4 x1; t5 ?: dxPos y1 yPos; yl ?: dz y1 t5; t6 ?: dyPos t yPos; yt ?: dz t6 t;' +
  't7 ?: dxPos yPos y1; yr ?: dz y1 t7; t8 ?: dyPos yPos b; yb ?: dz t8 b;';
const INSCRIBED =
  'idx cos wd2 2700000; idy sin hd2 2700000; il +- hc 0 idx; ir +- hc idx 0; it +- vc 0 idy; ib +- vc idy 0';

/** Places of a callout's line, and the four ways to draw its box. */
const POINTS = [
  'adj1 18750; adj2 -8333; adj3 112500; adj4 -38333',
  'adj1 18750; adj2 -8333; adj3 18750; adj4 -16667; adj5 112500; adj6 -46667',
  'adj1 18750; adj2 -8333; adj3 18750; adj4 -16667; adj5 100000; adj6 -16667; adj7 112963; adj8 -8333',
] as const;
const callout = (
  lines: 1 | 2 | 3,
  how: { readonly border: boolean; readonly accent: boolean },
): PresetText => {
  const guides: string[] = [];
  const steps: string[] = [];
  for (let index = 1; index <= lines + 1; index++) {
    guides.push(`y${index} */ h adj${index * 2 - 1} 100000`, `x${index} */ w adj${index * 2} 100000`);
    steps.push(`${index === 1 ? 'M' : 'L'} x${index} y${index}`);
  }
  return {
    adjust: POINTS[lines - 1] ?? '',
    guides: guides.join(';'),
    paths: [
      `${how.border ? '' : 'nostroke '}M l t L r t L r b L l b Z`,
      ...(how.accent ? ['nofill M x1 t L x1 b'] : []),
      `nofill ${steps.join(' ')}`,
    ],
  };
};

const LINES = [1, 2, 3] as const;
const CALLOUTS: Presets = Object.fromEntries(
  LINES.flatMap((lines) => [
    [`callout${lines}`, callout(lines, { border: false, accent: false })],
    [`borderCallout${lines}`, callout(lines, { border: true, accent: false })],
    [`accentCallout${lines}`, callout(lines, { border: false, accent: true })],
    [`accentBorderCallout${lines}`, callout(lines, { border: true, accent: true })],
  ]),
);

export const STARS_AND_CALLOUTS: Presets = {
  ...CALLOUTS,
  star4: star(4, 12_500),
  star5: {
    adjust: 'adj 19098; hf 105146; vf 110557',
    guides:
      'a pin 0 adj 50000; swd2 */ wd2 hf 100000; shd2 */ hd2 vf 100000; svc */ vc vf 100000; dx1 cos swd2 1080000;' +
      'dx2 cos swd2 18360000; dy1 sin shd2 1080000; dy2 sin shd2 18360000; x1 +- hc 0 dx1; x2 +- hc 0 dx2;' +
      'x3 +- hc dx2 0; x4 +- hc dx1 0; y1 +- svc 0 dy1; y2 +- svc 0 dy2; iwd2 */ swd2 a 50000; ihd2 */ shd2 a 50000;' +
      'sdx1 cos iwd2 20520000; sdx2 cos iwd2 3240000; sdy1 sin ihd2 3240000; sdy2 sin ihd2 20520000;' +
      'sx1 +- hc 0 sdx1; sx2 +- hc 0 sdx2; sx3 +- hc sdx2 0; sx4 +- hc sdx1 0; sy1 +- svc 0 sdy1; sy2 +- svc 0 sdy2;' +
      'sy3 +- svc ihd2 0',
    paths: ['M x1 y1 L sx2 sy1 L hc t L sx3 sy1 L x4 y1 L sx4 sy2 L x3 y2 L hc sy3 L x2 y2 L sx1 sy2 Z'],
    text: 'sx1 sy1 sx4 sy3',
  },
  star6: star(6, 28_868, 115_470),
  star8: star(8, 37_500),
  star10: star(10, 42_533, 105_146),
  star12: star(12, 37_500),
  star16: star(16, 37_500),
  star24: star(24, 37_500),
  star32: star(32, 37_500),
  irregularSeal1: {
    guides: 'il */ w 4627 21600; it */ h 6320 21600; ir */ w 16702 21600; ib */ h 13937 21600',
    paths: [
      '21600x21600 M 10800 5800 L 14522 0 L 14155 5325 L 18380 4457 L 16702 7315 L 21097 8137 L 17607 10475 L 21600 13290 L 16837 12942 L 18145 18095 L 14020 14457 L 13247 19737 L 10532 14935 L 8485 21600 L 7715 15627 L 4762 17617 L 5667 13937 L 135 14587 L 3722 11775 L 0 8615 L 4627 7617 L 370 2295 L 7312 6320 L 8352 2295 Z',
    ],
    text: 'il it ir ib',
  },
  irregularSeal2: {
    guides: 'il */ w 5372 21600; it */ h 6382 21600; ir */ w 14640 21600; ib */ h 15935 21600',
    paths: [
      '21600x21600 M 11462 4342 L 14790 0 L 14525 5777 L 18007 3172 L 16380 6532 L 21600 6645 L 16985 9402 L 18270 11290 L 16380 12310 L 18877 15632 L 14640 14350 L 14942 17370 L 12180 15935 L 11612 18842 L 9872 17370 L 8700 19712 L 7527 18125 L 4917 21600 L 4805 18240 L 1285 17825 L 3330 15370 L 0 12877 L 3935 11592 L 1172 8270 L 5372 7817 L 4502 3625 L 8550 6382 L 9722 1887 Z',
    ],
    text: 'il it ir ib',
  },
  cloud: { guides: CLOUD_TEXT, paths: [CLOUD, CLOUD_FOLDS], text: 'il it ir ib' },
  cloudCallout: {
    adjust: TIP,
    guides:
      `${CLOUD_TEXT} ${TIP_PLACE} ht cat2 hd2 dxPos dyPos; wt sat2 wd2 dxPos dyPos; g2 cat2 wd2 ht wt; g3 sat2 hd2 ht wt;` +
      'g4 +- hc g2 0; g5 +- vc g3 0; g6 +- g4 0 xPos; g7 +- g5 0 yPos; g8 mod g6 g7 0; g9 */ ss 6600 21600;' +
      'g10 +- g8 0 g9; g11 */ g10 1 3; g12 */ ss 1800 21600; g13 +- g11 g12 0; g14 */ g13 g6 g8; g15 */ g13 g7 g8;' +
      'g16 +- g14 xPos 0; g17 +- g15 yPos 0; g18 */ ss 4800 21600; g19 */ g11 2 1; g20 +- g18 g19 0; g21 */ g20 g6 g8;' +
      'g22 */ g20 g7 g8; g23 +- g21 xPos 0; g24 +- g22 yPos 0; g25 */ ss 1200 21600; g26 */ ss 600 21600;' +
      'x23 +- xPos g26 0; x24 +- g16 g25 0; x25 +- g23 g12 0',
    paths: [
      CLOUD,
      'M x23 yPos A g26 g26 0 21600000 Z',
      'M x24 g17 A g25 g25 0 21600000 Z',
      'M x25 g24 A g12 g12 0 21600000 Z',
      CLOUD_FOLDS,
    ],
    text: 'il it ir ib',
  },
  wedgeRectCallout: {
    adjust: TIP,
    guides: WEDGE,
    paths: [
      'M l t L x1 t L xt yt L x2 t L r t L r y1 L xr yr L r y2 L r b L x2 b L xb yb L x1 b L l b L l y2 L xl yl L l y1 Z',
    ],
  },
  wedgeRoundRectCallout: {
    adjust: `${TIP}; adj3 16667`,
    guides: `${WEDGE} u1 */ ss adj3 100000; u2 +- r 0 u1; v2 +- b 0 u1; il */ u1 29289 100000; ir +- r 0 il; ib +- b 0 il`,
    paths: [
      'M l u1 A u1 u1 cd2 cd4 L x1 t L xt yt L x2 t L u2 t A u1 u1 3cd4 cd4 L r y1 L xr yr L r y2 L r v2 A u1 u1 0 cd4 L x2 b L xb yb L x1 b L u1 b A u1 u1 cd4 cd4 L l y2 L xl yl L l y1 Z',
    ],
    text: 'il il ir ib',
  },
  wedgeEllipseCallout: {
    adjust: TIP,
    guides:
      `${TIP_PLACE} sdx */ dxPos h 1; sdy */ dyPos w 1; pang at2 sdx sdy; stAng +- pang 660000 0; enAng +- pang 0 660000;` +
      'dx1 cos wd2 stAng; dy1 sin hd2 stAng; x1 +- hc dx1 0; y1 +- vc dy1 0; dx2 cos wd2 enAng; dy2 sin hd2 enAng;' +
      'stAng1 at2 dx1 dy1; enAng1 at2 dx2 dy2; swAng1 +- enAng1 0 stAng1; swAng2 +- swAng1 21600000 0;' +
      `swAng ?: swAng1 swAng1 swAng2; ${INSCRIBED}`,
    paths: ['M xPos yPos L x1 y1 A wd2 hd2 stAng1 swAng Z'],
    text: 'il it ir ib',
  },
  wave: {
    adjust: 'adj1 12500; adj2 0',
    guides:
      'a1 pin 0 adj1 20000; a2 pin -10000 adj2 10000; y1 */ h a1 100000; dy2 */ y1 10 3; y2 +- y1 0 dy2; y3 +- y1 dy2 0;' +
      'y4 +- b 0 y1; y5 +- y4 0 dy2; y6 +- y4 dy2 0; of2 */ w a2 50000; dx2 ?: of2 0 of2; x2 +- l 0 dx2;' +
      'dx5 ?: of2 of2 0; x5 +- r 0 dx5; dx3 +/ dx2 x5 3; x3 +- x2 dx3 0; x4 +/ x3 x5 2; x6 +- l dx5 0; x10 +- r dx2 0;' +
      'x7 +- x6 dx3 0; x8 +/ x7 x10 2; il max x2 x6; ir min x5 x10; it */ h a1 50000; ib +- b 0 it',
    paths: ['M x2 y1 C x3 y2 x4 y3 x5 y1 L x10 y4 C x8 y6 x7 y5 x6 y4 Z'],
    text: 'il it ir ib',
  },
  mathPlus: {
    adjust: 'adj1 23520',
    guides:
      'a1 pin 0 adj1 73490; dx1 */ w 73490 200000; dy1 */ h 73490 200000; dx2 */ ss a1 200000; x1 +- hc 0 dx1;' +
      'x2 +- hc 0 dx2; x3 +- hc dx2 0; x4 +- hc dx1 0; y1 +- vc 0 dy1; y2 +- vc 0 dx2; y3 +- vc dx2 0; y4 +- vc dy1 0',
    paths: [
      'M x1 y2 L x2 y2 L x2 y1 L x3 y1 L x3 y2 L x4 y2 L x4 y3 L x3 y3 L x3 y4 L x2 y4 L x2 y3 L x1 y3 Z',
    ],
    text: 'x1 y2 x4 y3',
  },
  mathMinus: {
    adjust: 'adj1 23520',
    guides:
      'a1 pin 0 adj1 100000; dy1 */ h a1 200000; dx1 */ w 73490 200000; y1 +- vc 0 dy1; y2 +- vc dy1 0; x1 +- hc 0 dx1; x2 +- hc dx1 0',
    paths: ['M x1 y1 L x2 y1 L x2 y2 L x1 y2 Z'],
    text: 'x1 y1 x2 y2',
  },
  mathEqual: {
    adjust: 'adj1 23520; adj2 11760',
    guides:
      'a1 pin 0 adj1 36745; twice */ a1 2 1; mAdj2 +- 100000 0 twice; a2 pin 0 adj2 mAdj2; dy1 */ h a1 100000;' +
      'dy2 */ h a2 200000; dx1 */ w 73490 200000; y2 +- vc 0 dy2; y3 +- vc dy2 0; y1 +- y2 0 dy1; y4 +- y3 dy1 0;' +
      'x1 +- hc 0 dx1; x2 +- hc dx1 0',
    paths: ['M x1 y1 L x2 y1 L x2 y2 L x1 y2 Z M x1 y3 L x2 y3 L x2 y4 L x1 y4 Z'],
    text: 'x1 y1 x2 y4',
  },
};
