/** Basic shapes of ECMA-376's presetShapeDefinitions: rectangles, polygons, round things, brackets. */
import type { Presets } from './preset.ts';

const CIRCLE = 'M l vc A wd2 hd2 cd2 cd4 A wd2 hd2 3cd4 cd4 A wd2 hd2 0 cd4 A wd2 hd2 cd4 cd4 Z';
const INSCRIBED =
  'idx cos wd2 2700000; idy sin hd2 2700000; il +- hc 0 idx; ir +- hc idx 0; it +- vc 0 idy; ib +- vc idy 0;';
const ANGLES =
  'stAng pin 0 adj1 21599999; enAng pin 0 adj2 21599999; sw11 +- enAng 0 stAng; sw12 +- sw11 21600000 0;' +
  'swAng ?: sw11 sw11 sw12; wt1 sin wd2 stAng; ht1 cos hd2 stAng; dx1 cat2 wd2 ht1 wt1; dy1 sat2 hd2 ht1 wt1;' +
  'x1 +- hc dx1 0; y1 +- vc dy1 0;';
const FULL = 'M l t L r t L r b L l b Z';

export const BASIC: Presets = {
  rect: { paths: [FULL] },
  ellipse: { guides: INSCRIBED, paths: [CIRCLE], text: 'il it ir ib' },
  roundRect: {
    adjust: 'adj 16667',
    guides:
      'a pin 0 adj 50000; x1 */ ss a 100000; x2 +- r 0 x1; y2 +- b 0 x1; il */ x1 29289 100000; ir +- r 0 il; ib +- b 0 il',
    paths: ['M l x1 A x1 x1 cd2 cd4 L x2 t A x1 x1 3cd4 cd4 L r y2 A x1 x1 0 cd4 L x1 b A x1 x1 cd4 cd4 Z'],
    text: 'il il ir ib',
  },
  round1Rect: {
    adjust: 'adj 16667',
    guides: 'a pin 0 adj 50000; dx1 */ ss a 100000; x1 +- r 0 dx1; idx */ dx1 29289 100000; ir +- r 0 idx',
    paths: ['M l t L x1 t A dx1 dx1 3cd4 cd4 L r b L l b Z'],
    text: 'l t ir b',
  },
  round2SameRect: {
    adjust: 'adj1 16667; adj2 0',
    guides:
      'a1 pin 0 adj1 50000; a2 pin 0 adj2 50000; tx1 */ ss a1 100000; tx2 +- r 0 tx1; bx1 */ ss a2 100000;' +
      'bx2 +- r 0 bx1; by1 +- b 0 bx1; d +- tx1 0 bx1; tdx */ tx1 29289 100000; bdx */ bx1 29289 100000;' +
      'il ?: d tdx bdx; ir +- r 0 il; ib +- b 0 bdx',
    paths: [
      'M tx1 t L tx2 t A tx1 tx1 3cd4 cd4 L r by1 A bx1 bx1 0 cd4 L bx1 b A bx1 bx1 cd4 cd4 L l tx1 A tx1 tx1 cd2 cd4 Z',
    ],
    text: 'il tdx ir ib',
  },
  round2DiagRect: {
    adjust: 'adj1 16667; adj2 0',
    guides:
      'a1 pin 0 adj1 50000; a2 pin 0 adj2 50000; x1 */ ss a1 100000; y1 +- b 0 x1; c */ ss a2 100000; x2 +- r 0 c;' +
      'y2 +- b 0 c; m max x1 c; il */ m 29289 100000; ir +- r 0 il; ib +- b 0 il',
    paths: ['M x1 t L x2 t A c c 3cd4 cd4 L r y1 A x1 x1 0 cd4 L c b A c c cd4 cd4 L l x1 A x1 x1 cd2 cd4 Z'],
    text: 'il il ir ib',
  },
  snip1Rect: {
    adjust: 'adj 16667',
    guides: 'a pin 0 adj 50000; dx1 */ ss a 100000; x1 +- r 0 dx1; it */ dx1 1 2; ir +/ x1 r 2',
    paths: ['M l t L x1 t L r dx1 L r b L l b Z'],
    text: 'l it ir b',
  },
  snip2SameRect: {
    adjust: 'adj1 16667; adj2 0',
    guides:
      'a1 pin 0 adj1 50000; a2 pin 0 adj2 50000; tx1 */ ss a1 100000; tx2 +- r 0 tx1; bx1 */ ss a2 100000;' +
      'bx2 +- r 0 bx1; by1 +- b 0 bx1; d +- tx1 0 bx1; dx ?: d tx1 bx1; il */ dx 1 2; ir +- r 0 il; it */ tx1 1 2;' +
      'ib +/ by1 b 2',
    paths: ['M tx1 t L tx2 t L r tx1 L r by1 L bx2 b L bx1 b L l by1 L l tx1 Z'],
    text: 'il it ir ib',
  },
  snip2DiagRect: {
    adjust: 'adj1 0; adj2 16667',
    guides:
      'a1 pin 0 adj1 50000; a2 pin 0 adj2 50000; lx1 */ ss a1 100000; lx2 +- r 0 lx1; ly1 +- b 0 lx1;' +
      'rx1 */ ss a2 100000; rx2 +- r 0 rx1; ry1 +- b 0 rx1; m max lx1 rx1; il */ m 1 2; ir +- r 0 il; ib +- b 0 il',
    paths: ['M lx1 t L rx2 t L r rx1 L r ly1 L lx2 b L rx1 b L l ry1 L l lx1 Z'],
    text: 'il il ir ib',
  },
  snipRoundRect: {
    adjust: 'adj1 16667; adj2 16667',
    guides:
      'a1 pin 0 adj1 50000; a2 pin 0 adj2 50000; x1 */ ss a1 100000; dx2 */ ss a2 100000; x2 +- r 0 dx2;' +
      'il */ x1 29289 100000; ir +/ x2 r 2',
    paths: ['M x1 t L x2 t L r dx2 L r b L l b L l x1 A x1 x1 cd2 cd4 Z'],
    text: 'il il ir b',
  },
  triangle: {
    adjust: 'adj 50000',
    guides: 'a pin 0 adj 100000; x1 */ w a 200000; x2 */ w a 100000; x3 +- x1 wd2 0',
    paths: ['M l b L x2 t L r b Z'],
    text: 'x1 vc x3 b',
  },
  rtTriangle: {
    guides: 'it */ h 7 12; ir */ w 7 12; ib */ h 11 12',
    paths: ['M l b L l t L r b Z'],
    text: 'wd12 it ir ib',
  },
  parallelogram: {
    adjust: 'adj 25000',
    guides:
      'maxAdj */ 100000 w ss; a pin 0 adj maxAdj; x2 */ ss a 100000; x5 +- r 0 x2; q1 */ 5 a maxAdj; q2 +/ 1 q1 12;' +
      'il */ q2 w 1; it */ q2 h 1; ir +- r 0 il; ib +- b 0 it',
    paths: ['M l b L x2 t L r t L x5 b Z'],
    text: 'il it ir ib',
  },
  trapezoid: {
    adjust: 'adj 25000',
    guides:
      'maxAdj */ 50000 w ss; a pin 0 adj maxAdj; x2 */ ss a 100000; x3 +- r 0 x2; wd3 */ w 1 3; hd3 */ h 1 3;' +
      'il */ wd3 a maxAdj; it */ hd3 a maxAdj; ir +- r 0 il',
    paths: ['M l b L x2 t L x3 t L r b Z'],
    text: 'il it ir b',
  },
  diamond: {
    guides: 'ir */ w 3 4; ib */ h 3 4',
    paths: ['M l vc L hc t L r vc L hc b Z'],
    text: 'wd4 hd4 ir ib',
  },
  pentagon: {
    adjust: 'hf 105146; vf 110557',
    guides:
      'swd2 */ wd2 hf 100000; shd2 */ hd2 vf 100000; svc */ vc vf 100000; dx1 cos swd2 1080000; dx2 cos swd2 18360000;' +
      'dy1 sin shd2 1080000; dy2 sin shd2 18360000; x1 +- hc 0 dx1; x2 +- hc 0 dx2; x3 +- hc dx2 0; x4 +- hc dx1 0;' +
      'y1 +- svc 0 dy1; y2 +- svc 0 dy2; it */ y1 dx2 dx1',
    paths: ['M x1 y1 L hc t L x4 y1 L x3 y2 L x2 y2 Z'],
    text: 'x2 it x3 y2',
  },
  hexagon: {
    adjust: 'adj 25000; vf 115470',
    guides:
      'maxAdj */ 50000 w ss; a pin 0 adj maxAdj; shd2 */ hd2 vf 100000; x1 */ ss a 100000; x2 +- r 0 x1;' +
      'dy1 sin shd2 3600000; y1 +- vc 0 dy1; y2 +- vc dy1 0; q1 */ maxAdj -1 2; q2 +- a q1 0; q3 ?: q2 4 2;' +
      'q4 ?: q2 3 2; q5 ?: q2 q1 0; q6 +/ a q5 q1; q7 */ q6 q4 -1; q8 +- q3 q7 0; il */ w q8 24; it */ h q8 24;' +
      'ir +- r 0 il; ib +- b 0 it',
    paths: ['M l vc L x1 y1 L x2 y1 L r vc L x2 y2 L x1 y2 Z'],
    text: 'il it ir ib',
  },
  heptagon: {
    adjust: 'hf 102572; vf 105210',
    guides:
      'swd2 */ wd2 hf 100000; shd2 */ hd2 vf 100000; svc */ vc vf 100000; dx1 */ swd2 97493 100000;' +
      'dx2 */ swd2 78183 100000; dx3 */ swd2 43388 100000; dy1 */ shd2 62349 100000; dy2 */ shd2 22252 100000;' +
      'dy3 */ shd2 90097 100000; x1 +- hc 0 dx1; x2 +- hc 0 dx2; x3 +- hc 0 dx3; x4 +- hc dx3 0; x5 +- hc dx2 0;' +
      'x6 +- hc dx1 0; y1 +- svc 0 dy1; y2 +- svc dy2 0; y3 +- svc dy3 0; ib +- b 0 y1',
    paths: ['M x1 y2 L x2 y1 L hc t L x5 y1 L x6 y2 L x4 y3 L x3 y3 Z'],
    text: 'x2 y1 x5 ib',
  },
  octagon: {
    adjust: 'adj 29289',
    guides:
      'a pin 0 adj 50000; x1 */ ss a 100000; x2 +- r 0 x1; y2 +- b 0 x1; il */ x1 1 2; ir +- r 0 il; ib +- b 0 il',
    paths: ['M l x1 L x1 t L x2 t L r x1 L r y2 L x2 b L x1 b L l y2 Z'],
    text: 'il il ir ib',
  },
  decagon: {
    adjust: 'vf 105146',
    guides:
      'shd2 */ hd2 vf 100000; dx1 cos wd2 2160000; dx2 cos wd2 4320000; x1 +- hc 0 dx1; x2 +- hc 0 dx2;' +
      'x3 +- hc dx2 0; x4 +- hc dx1 0; dy1 sin shd2 4320000; dy2 sin shd2 2160000; y1 +- vc 0 dy1; y2 +- vc 0 dy2;' +
      'y3 +- vc dy2 0; y4 +- vc dy1 0',
    paths: ['M l vc L x1 y2 L x2 y1 L x3 y1 L x4 y2 L r vc L x4 y3 L x3 y4 L x2 y4 L x1 y3 Z'],
    text: 'x1 y2 x4 y3',
  },
  dodecagon: {
    guides:
      'x1 */ w 2894 21600; x2 */ w 7906 21600; x3 */ w 13694 21600; x4 */ w 18706 21600; y1 */ h 2894 21600;' +
      'y2 */ h 7906 21600; y3 */ h 13694 21600; y4 */ h 18706 21600',
    paths: ['M l y2 L x1 y1 L x2 t L x3 t L x4 y1 L r y2 L r y3 L x4 y4 L x3 b L x2 b L x1 y4 L l y3 Z'],
    text: 'x1 y1 x4 y4',
  },
  plus: {
    adjust: 'adj 25000',
    guides:
      'a pin 0 adj 50000; x1 */ ss a 100000; x2 +- r 0 x1; y2 +- b 0 x1; d +- w 0 h; il ?: d l x1; ir ?: d r x2;' +
      'it ?: d x1 t; ib ?: d y2 b',
    paths: ['M l x1 L x1 x1 L x1 t L x2 t L x2 x1 L r x1 L r y2 L x2 y2 L x2 b L x1 b L x1 y2 L l y2 Z'],
    text: 'il it ir ib',
  },
  plaque: {
    adjust: 'adj 16667',
    guides:
      'a pin 0 adj 50000; x1 */ ss a 100000; x2 +- r 0 x1; y2 +- b 0 x1; il */ x1 70711 100000; ir +- r 0 il; ib +- b 0 il',
    paths: [
      'M l x1 A x1 x1 cd4 -5400000 L x2 t A x1 x1 cd2 -5400000 L r y2 A x1 x1 3cd4 -5400000 L x1 b A x1 x1 0 -5400000 Z',
    ],
    text: 'il il ir ib',
  },
  cube: {
    adjust: 'adj 25000',
    guides: 'a pin 0 adj 100000; y1 */ ss a 100000; y4 +- b 0 y1; x4 +- r 0 y1',
    paths: [
      'nostroke M l y1 L x4 y1 L x4 b L l b Z',
      'nostroke darkenLess M x4 y1 L r t L r y4 L x4 b Z',
      'nostroke lightenLess M l y1 L y1 t L r t L x4 y1 Z',
      'nofill M l y1 L y1 t L r t L r y4 L x4 b L l b Z M l y1 L x4 y1 L r t M x4 y1 L x4 b',
    ],
    text: 'l y1 x4 b',
  },
  can: {
    adjust: 'adj 25000',
    guides: 'maxAdj */ 50000 h ss; a pin 0 adj maxAdj; y1 */ ss a 200000; y2 +- y1 y1 0; y3 +- b 0 y1',
    paths: [
      'nostroke M l y1 A wd2 y1 cd2 -10800000 L r y3 A wd2 y1 0 cd2 Z',
      'nostroke lighten M l y1 A wd2 y1 cd2 cd2 A wd2 y1 0 cd2 Z',
      'nofill M r y1 A wd2 y1 0 cd2 A wd2 y1 cd2 cd2 L r y3 A wd2 y1 0 cd2 L l y1',
    ],
    text: 'l y2 r y3',
  },
  bevel: {
    adjust: 'adj 12500',
    guides: 'a pin 0 adj 50000; x1 */ ss a 100000; x2 +- r 0 x1; y2 +- b 0 x1',
    paths: [
      'nostroke M x1 x1 L x2 x1 L x2 y2 L x1 y2 Z',
      'nostroke lightenLess M l t L r t L x2 x1 L x1 x1 Z',
      'nostroke darkenLess M l b L x1 y2 L x2 y2 L r b Z',
      'nostroke lighten M l t L x1 x1 L x1 y2 L l b Z',
      'nostroke darken M r t L r b L x2 y2 L x2 x1 Z',
      `nofill ${FULL} M x1 x1 L x2 x1 L x2 y2 L x1 y2 Z M l t L x1 x1 M l b L x1 y2 M r t L x2 x1 M r b L x2 y2`,
    ],
    text: 'x1 x1 x2 y2',
  },
  foldedCorner: {
    adjust: 'adj 16667',
    guides:
      'a pin 0 adj 50000; dy2 */ ss a 100000; dy1 */ dy2 1 5; x1 +- r 0 dy2; x2 +- x1 dy1 0; y2 +- b 0 dy2; y1 +- y2 dy1 0',
    paths: [
      'nostroke M l t L r t L r y2 L x1 b L l b Z',
      'nostroke darkenLess M x1 b L x2 y1 L r y2 Z',
      'nofill M x1 b L x2 y1 L r y2 L x1 b L l b L l t L r t L r y2',
    ],
    text: 'l t r y2',
  },
  smileyFace: {
    adjust: 'adj 4653',
    guides:
      `a pin -4653 adj 4653; x1 */ w 4969 21699; x2 */ w 6215 21600; x3 */ w 13135 21600; x4 */ w 16640 21600;` +
      'y1 */ h 7570 21600; y3 */ h 16515 21600; dy2 */ h a 100000; y2 +- y3 0 dy2; y4 +- y3 dy2 0; dy3 */ h a 50000;' +
      `y5 +- y4 dy3 0; wR */ w 1125 21600; hR */ h 1125 21600; ${INSCRIBED}`,
    paths: [
      `nostroke ${CIRCLE}`,
      'darkenLess M x2 y1 A wR hR cd2 21600000 Z M x3 y1 A wR hR cd2 21600000 Z',
      'nofill M x1 y2 Q hc y5 x4 y2',
      `nofill ${CIRCLE}`,
    ],
    text: 'il it ir ib',
  },
  donut: {
    adjust: 'adj 25000',
    guides: `a pin 0 adj 50000; dr */ ss a 100000; iwd2 +- wd2 0 dr; ihd2 +- hd2 0 dr; ${INSCRIBED}`,
    paths: [
      `${CIRCLE} M dr vc A iwd2 ihd2 cd2 -5400000 A iwd2 ihd2 cd4 -5400000 A iwd2 ihd2 0 -5400000 A iwd2 ihd2 3cd4 -5400000 Z`,
    ],
    text: 'il it ir ib',
  },
  noSmoking: {
    adjust: 'adj 18750',
    guides:
      'a pin 0 adj 50000; dr */ ss a 100000; iwd2 +- wd2 0 dr; ihd2 +- hd2 0 dr; ang at2 w h; ct cos ihd2 ang;' +
      'st sin iwd2 ang; m mod ct st 0; n */ iwd2 ihd2 m; drd2 */ dr 1 2; dang at2 n drd2; dang2 */ dang 2 1;' +
      'swAng +- -10800000 dang2 0; stAng1 +- ang 0 dang; stAng2 +- stAng1 0 cd2; ct1 cos ihd2 stAng1;' +
      'st1 sin iwd2 stAng1; m1 mod ct1 st1 0; n1 */ iwd2 ihd2 m1; dx1 cos n1 stAng1; dy1 sin n1 stAng1;' +
      `x1 +- hc dx1 0; y1 +- vc dy1 0; x2 +- hc 0 dx1; y2 +- vc 0 dy1; ${INSCRIBED}`,
    paths: [`${CIRCLE} M x1 y1 A iwd2 ihd2 stAng1 swAng Z M x2 y2 A iwd2 ihd2 stAng2 swAng Z`],
    text: 'il it ir ib',
  },
  blockArc: {
    adjust: 'adj1 10800000; adj2 0; adj3 25000',
    guides:
      'stAng pin 0 adj1 21599999; istAng pin 0 adj2 21599999; a3 pin 0 adj3 50000; sw11 +- istAng 0 stAng;' +
      'sw12 +- sw11 21600000 0; swAng ?: sw11 sw11 sw12; iswAng +- 0 0 swAng; wt1 sin wd2 stAng; ht1 cos hd2 stAng;' +
      'dx1 cat2 wd2 ht1 wt1; dy1 sat2 hd2 ht1 wt1; x1 +- hc dx1 0; y1 +- vc dy1 0; dr */ ss a3 100000;' +
      'iwd2 +- wd2 0 dr; ihd2 +- hd2 0 dr; wt2 sin iwd2 istAng; ht2 cos ihd2 istAng; dx2 cat2 iwd2 ht2 wt2;' +
      'dy2 sat2 ihd2 ht2 wt2; x2 +- hc dx2 0; y2 +- vc dy2 0',
    paths: ['M x1 y1 A wd2 hd2 stAng swAng L x2 y2 A iwd2 ihd2 istAng iswAng Z'],
  },
  arc: {
    adjust: 'adj1 16200000; adj2 0',
    guides: ANGLES,
    paths: ['nostroke M x1 y1 A wd2 hd2 stAng swAng L hc vc Z', 'nofill M x1 y1 A wd2 hd2 stAng swAng'],
  },
  pie: {
    adjust: 'adj1 0; adj2 16200000',
    guides: ANGLES + INSCRIBED,
    paths: ['M x1 y1 A wd2 hd2 stAng swAng L hc vc Z'],
    text: 'il it ir ib',
  },
  chord: {
    adjust: 'adj1 2700000; adj2 16200000',
    guides: ANGLES + INSCRIBED,
    paths: ['M x1 y1 A wd2 hd2 stAng swAng Z'],
    text: 'il it ir ib',
  },
  pieWedge: { paths: ['M l b A w h cd2 cd4 L r b Z'] },
  teardrop: {
    adjust: 'adj 100000',
    guides:
      'a pin 0 adj 200000; tw */ wd2 141421 100000; th */ hd2 141421 100000; sw */ tw a 100000; sh */ th a 100000;' +
      `dx1 cos sw 2700000; dy1 sin sh 2700000; x1 +- hc dx1 0; y1 +- vc 0 dy1; x2 +/ hc x1 2; y2 +/ vc y1 2; ${INSCRIBED}`,
    paths: ['M l vc A wd2 hd2 cd2 cd4 Q x2 t x1 y1 Q r y2 r vc A wd2 hd2 0 cd4 A wd2 hd2 cd4 cd4 Z'],
    text: 'il it ir ib',
  },
  frame: {
    adjust: 'adj1 12500',
    guides: 'a1 pin 0 adj1 50000; x1 */ ss a1 100000; x4 +- r 0 x1; y4 +- b 0 x1',
    paths: [`${FULL} M x1 x1 L x1 y4 L x4 y4 L x4 x1 Z`],
    text: 'x1 x1 x4 y4',
  },
  halfFrame: {
    adjust: 'adj1 33333; adj2 33333',
    guides:
      'maxAdj2 */ 100000 w ss; a2 pin 0 adj2 maxAdj2; x1 */ ss a2 100000; g1 */ h x1 w; g2 +- h 0 g1;' +
      'maxAdj1 */ 100000 g2 ss; a1 pin 0 adj1 maxAdj1; y1 */ ss a1 100000; dx2 */ y1 w h; x2 +- r 0 dx2;' +
      'dy2 */ x1 h w; y2 +- b 0 dy2',
    paths: ['M l t L r t L x2 y1 L x1 y1 L x1 y2 L l b Z'],
  },
  corner: {
    adjust: 'adj1 50000; adj2 50000',
    guides:
      'maxAdj1 */ 100000 h ss; maxAdj2 */ 100000 w ss; a1 pin 0 adj1 maxAdj1; a2 pin 0 adj2 maxAdj2;' +
      'x1 */ ss a2 100000; dy1 */ ss a1 100000; y1 +- b 0 dy1',
    paths: ['M l t L x1 t L x1 y1 L r y1 L r b L l b Z'],
  },
  diagStripe: {
    adjust: 'adj 50000',
    guides: 'a pin 0 adj 100000; x2 */ w a 100000; y2 */ h a 100000',
    paths: ['M l y2 L x2 t L r t L l b Z'],
  },
  lightningBolt: {
    paths: [
      '21600x21600 M 8472 0 L 12860 6080 L 11050 6797 L 16577 12007 L 14767 12877 L 21600 21600 L 10012 14915 L 12222 13987 L 5022 9705 L 7602 8382 L 0 3890 Z',
    ],
  },
  heart: {
    guides:
      'dx1 */ w 49 48; dx2 */ w 10 48; x1 +- hc 0 dx1; x2 +- hc 0 dx2; x3 +- hc dx2 0; x4 +- hc dx1 0; hd3 */ h 1 3;' +
      'y1 +- t 0 hd3; il */ w 1 6; ir */ w 5 6; ib */ h 2 3',
    paths: ['M hc hd4 C x3 y1 x4 hd4 hc b C x1 hd4 x2 y1 hc hd4 Z'],
    text: 'il hd4 ir ib',
  },
  bracketPair: {
    adjust: 'adj 16667',
    guides:
      'a pin 0 adj 50000; x1 */ ss a 100000; x2 +- r 0 x1; y2 +- b 0 x1; il */ x1 29289 100000; ir +- r 0 il; ib +- b 0 il',
    paths: [
      'nostroke M l x1 A x1 x1 cd2 cd4 L x2 t A x1 x1 3cd4 cd4 L r y2 A x1 x1 0 cd4 L x1 b A x1 x1 cd4 cd4 Z',
      'nofill M x1 b A x1 x1 cd4 cd4 L l x1 A x1 x1 cd2 cd4 M x2 t A x1 x1 3cd4 cd4 L r y2 A x1 x1 0 cd4',
    ],
    text: 'il il ir ib',
  },
  bracePair: {
    adjust: 'adj 8333',
    guides:
      'a pin 0 adj 25000; x1 */ ss a 100000; x2 */ ss a 50000; x3 +- r 0 x2; x4 +- r 0 x1; y2 +- vc 0 x1;' +
      'y3 +- vc x1 0; y4 +- b 0 x1; it */ x1 29289 100000; il +- x1 it 0; ir +- r 0 il; ib +- b 0 it',
    paths: [
      'nostroke M x2 b A x1 x1 cd4 cd4 L x1 y3 A x1 x1 0 -5400000 A x1 x1 cd4 -5400000 L x1 x1 A x1 x1 cd2 cd4 L x3 t A x1 x1 3cd4 cd4 L x4 y2 A x1 x1 cd2 -5400000 A x1 x1 3cd4 -5400000 L x4 y4 A x1 x1 0 cd4 Z',
      'nofill M x2 b A x1 x1 cd4 cd4 L x1 y3 A x1 x1 0 -5400000 A x1 x1 cd4 -5400000 L x1 x1 A x1 x1 cd2 cd4 M x3 t A x1 x1 3cd4 cd4 L x4 y2 A x1 x1 cd2 -5400000 A x1 x1 3cd4 -5400000 L x4 y4 A x1 x1 0 cd4',
    ],
    text: 'il it ir ib',
  },
  leftBracket: {
    adjust: 'adj 8333',
    guides: 'maxAdj */ 50000 h ss; a pin 0 adj maxAdj; y1 */ ss a 100000; y2 +- b 0 y1',
    paths: [
      'nostroke M r b A w y1 cd4 cd4 L l y1 A w y1 cd2 cd4 Z',
      'nofill M r b A w y1 cd4 cd4 L l y1 A w y1 cd2 cd4',
    ],
  },
  rightBracket: {
    adjust: 'adj 8333',
    guides: 'maxAdj */ 50000 h ss; a pin 0 adj maxAdj; y1 */ ss a 100000; y2 +- b 0 y1',
    paths: [
      'nostroke M l t A w y1 3cd4 cd4 L r y2 A w y1 0 cd4 Z',
      'nofill M l t A w y1 3cd4 cd4 L r y2 A w y1 0 cd4',
    ],
  },
  leftBrace: {
    adjust: 'adj1 8333; adj2 50000',
    guides:
      'a2 pin 0 adj2 100000; q1 +- 100000 0 a2; q2 min q1 a2; q3 */ q2 1 2; maxAdj1 */ q3 h ss; a1 pin 0 adj1 maxAdj1;' +
      'y1 */ ss a1 100000; y3 */ h a2 100000; y4 +- y3 y1 0',
    paths: [
      'nostroke M r b A wd2 y1 cd4 cd4 L hc y4 A wd2 y1 0 -5400000 A wd2 y1 cd4 -5400000 L hc y1 A wd2 y1 cd2 cd4 Z',
      'nofill M r b A wd2 y1 cd4 cd4 L hc y4 A wd2 y1 0 -5400000 A wd2 y1 cd4 -5400000 L hc y1 A wd2 y1 cd2 cd4',
    ],
  },
  rightBrace: {
    adjust: 'adj1 8333; adj2 50000',
    guides:
      'a2 pin 0 adj2 100000; q1 +- 100000 0 a2; q2 min q1 a2; q3 */ q2 1 2; maxAdj1 */ q3 h ss; a1 pin 0 adj1 maxAdj1;' +
      'y1 */ ss a1 100000; y3 */ h a2 100000; y2 +- y3 0 y1; y4 +- b 0 y1',
    paths: [
      'nostroke M l t A wd2 y1 3cd4 cd4 L hc y2 A wd2 y1 cd2 -5400000 A wd2 y1 3cd4 -5400000 L hc y4 A wd2 y1 0 cd4 Z',
      'nofill M l t A wd2 y1 3cd4 cd4 L hc y2 A wd2 y1 cd2 -5400000 A wd2 y1 3cd4 -5400000 L hc y4 A wd2 y1 0 cd4',
    ],
  },
};
