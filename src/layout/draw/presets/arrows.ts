/** Lines, connectors and block arrows of ECMA-376's presetShapeDefinitions. */
import type { Presets } from './preset.ts';

const HEADS = 'a1 pin 0 adj1 100000; a2 pin 0 adj2 maxAdj2;';
const LEVEL = 'dy1 */ h a1 200000; y1 +- vc 0 dy1; y2 +- vc dy1 0;';
const UPRIGHT = 'dx1 */ w a1 200000; x1 +- hc 0 dx1; x2 +- hc dx1 0;';
const HALVES = 'adj1 50000; adj2 50000';
const QUARTERS = 'adj1 25000; adj2 25000; adj3 25000';
const CALLOUT = 'adj1 25000; adj2 25000; adj3 25000; adj4 64977';

export const ARROWS: Presets = {
  line: { paths: ['nofill M l t L r b'] },
  lineInv: { paths: ['nofill M l b L r t'] },
  straightConnector1: { paths: ['nofill M l t L r b'] },
  bentConnector2: { paths: ['nofill M l t L r t L r b'] },
  bentConnector3: {
    adjust: 'adj1 50000',
    guides: 'x1 */ w adj1 100000',
    paths: ['nofill M l t L x1 t L x1 b L r b'],
  },
  bentConnector4: {
    adjust: HALVES,
    guides: 'x1 */ w adj1 100000; y2 */ h adj2 100000',
    paths: ['nofill M l t L x1 t L x1 y2 L r y2 L r b'],
  },
  bentConnector5: {
    adjust: 'adj1 50000; adj2 50000; adj3 50000',
    guides: 'x1 */ w adj1 100000; x3 */ w adj3 100000; y2 */ h adj2 100000',
    paths: ['nofill M l t L x1 t L x1 y2 L x3 y2 L x3 b L r b'],
  },
  curvedConnector2: { paths: ['nofill M l t C wd2 t r hd2 r b'] },
  curvedConnector3: {
    adjust: 'adj1 50000',
    guides: 'x2 */ w adj1 100000; x1 +/ l x2 2; x3 +/ r x2 2; y3 */ h 3 4',
    paths: ['nofill M l t C x1 t x2 hd4 x2 vc C x2 y3 x3 b r b'],
  },
  curvedConnector4: {
    adjust: HALVES,
    guides:
      'x2 */ w adj1 100000; x1 +/ l x2 2; x3 +/ r x2 2; x4 +/ x2 x3 2; x5 +/ x3 r 2; y4 */ h adj2 100000;' +
      'y1 +/ t y4 2; y2 +/ t y1 2; y3 +/ y1 y4 2; y5 +/ b y4 2',
    paths: ['nofill M l t C x1 t x2 y2 x2 y1 C x2 y3 x4 y4 x3 y4 C x5 y4 r y5 r b'],
  },
  curvedConnector5: {
    adjust: 'adj1 50000; adj2 50000; adj3 50000',
    guides:
      'x3 */ w adj1 100000; x6 */ w adj3 100000; x1 +/ x3 x6 2; x2 +/ l x3 2; x4 +/ x3 x1 2; x5 +/ x6 x1 2;' +
      'x7 +/ x6 r 2; y4 */ h adj2 100000; y1 +/ t y4 2; y2 +/ t y1 2; y3 +/ y1 y4 2; y5 +/ b y4 2; y6 +/ y5 y4 2;' +
      'y7 +/ y5 b 2',
    paths: ['nofill M l t C x2 t x3 y2 x3 y1 C x3 y3 x4 y4 x1 y4 C x5 y4 x6 y6 x6 y5 C x6 y7 x7 b r b'],
  },
  rightArrow: {
    adjust: HALVES,
    guides: `maxAdj2 */ 100000 w ss; ${HEADS} dx1 */ ss a2 100000; x1 +- r 0 dx1; ${LEVEL} dx2 */ y1 dx1 hd2; x2 +- x1 dx2 0`,
    paths: ['M l y1 L x1 y1 L x1 t L r vc L x1 b L x1 y2 L l y2 Z'],
    text: 'l y1 x2 y2',
  },
  leftArrow: {
    adjust: HALVES,
    guides: `maxAdj2 */ 100000 w ss; ${HEADS} x2 */ ss a2 100000; ${LEVEL} dx1 */ y1 x2 hd2; x1 +- x2 0 dx1`,
    paths: ['M l vc L x2 t L x2 y1 L r y1 L r y2 L x2 y2 L x2 b Z'],
    text: 'x1 y1 r y2',
  },
  upArrow: {
    adjust: HALVES,
    guides: `maxAdj2 */ 100000 h ss; ${HEADS} y2 */ ss a2 100000; ${UPRIGHT} dy1 */ x1 y2 wd2; y1 +- y2 0 dy1`,
    paths: ['M l y2 L hc t L r y2 L x2 y2 L x2 b L x1 b L x1 y2 Z'],
    text: 'x1 y1 x2 b',
  },
  downArrow: {
    adjust: HALVES,
    guides: `maxAdj2 */ 100000 h ss; ${HEADS} dy1 */ ss a2 100000; y1 +- b 0 dy1; ${UPRIGHT} dy2 */ x1 dy1 wd2; y2 +- y1 dy2 0`,
    paths: ['M l y1 L x1 y1 L x1 t L x2 t L x2 y1 L r y1 L hc b Z'],
    text: 'x1 t x2 y2',
  },
  leftRightArrow: {
    adjust: HALVES,
    guides: `maxAdj2 */ 50000 w ss; ${HEADS} x2 */ ss a2 100000; x3 +- r 0 x2; ${LEVEL} dx1 */ y1 x2 hd2; x1 +- x2 0 dx1; x4 +- x3 dx1 0`,
    paths: ['M l vc L x2 t L x2 y1 L x3 y1 L x3 t L r vc L x3 b L x3 y2 L x2 y2 L x2 b Z'],
    text: 'x1 y1 x4 y2',
  },
  upDownArrow: {
    adjust: HALVES,
    guides: `maxAdj2 */ 50000 h ss; ${HEADS} y2 */ ss a2 100000; y3 +- b 0 y2; ${UPRIGHT} dy1 */ x1 y2 wd2; y1 +- y2 0 dy1; y4 +- y3 dy1 0`,
    paths: ['M l y2 L hc t L r y2 L x2 y2 L x2 y3 L r y3 L hc b L l y3 L x1 y3 L x1 y2 Z'],
    text: 'x1 y1 x2 y4',
  },
  quadArrow: {
    adjust: 'adj1 22500; adj2 22500; adj3 22500',
    guides:
      'a2 pin 0 adj2 50000; maxAdj1 */ a2 2 1; a1 pin 0 adj1 maxAdj1; q1 +- 100000 0 maxAdj1; maxAdj3 */ q1 1 2;' +
      'a3 pin 0 adj3 maxAdj3; x1 */ ss a3 100000; dx2 */ ss a2 100000; x2 +- hc 0 dx2; x5 +- hc dx2 0;' +
      'dx3 */ ss a1 200000; x3 +- hc 0 dx3; x4 +- hc dx3 0; x6 +- r 0 x1; y2 +- vc 0 dx2; y5 +- vc dx2 0;' +
      'y3 +- vc 0 dx3; y4 +- vc dx3 0; y6 +- b 0 x1',
    paths: [
      'M l vc L x1 y2 L x1 y3 L x3 y3 L x3 x1 L x2 x1 L hc t L x5 x1 L x4 x1 L x4 y3 L x6 y3 L x6 y2 L r vc L x6 y5 L x6 y4 L x4 y4 L x4 y6 L x5 y6 L hc b L x2 y6 L x3 y6 L x3 y4 L x1 y4 L x1 y5 Z',
    ],
    text: 'x1 y3 x6 y4',
  },
  leftRightUpArrow: {
    adjust: QUARTERS,
    guides:
      'a2 pin 0 adj2 50000; maxAdj1 */ a2 2 1; a1 pin 0 adj1 maxAdj1; q1 +- 100000 0 maxAdj1; maxAdj3 */ q1 1 2;' +
      'a3 pin 0 adj3 maxAdj3; x1 */ ss a3 100000; dx2 */ ss a2 100000; x2 +- hc 0 dx2; x5 +- hc dx2 0;' +
      'dx3 */ ss a1 200000; x3 +- hc 0 dx3; x4 +- hc dx3 0; x6 +- r 0 x1; dy2 */ ss a2 50000; y2 +- b 0 dy2;' +
      'y4 +- b 0 dx2; y3 +- y4 0 dx3; y5 +- y4 dx3 0',
    paths: [
      'M l y4 L x1 y2 L x1 y3 L x3 y3 L x3 x1 L x2 x1 L hc t L x5 x1 L x4 x1 L x4 y3 L x6 y3 L x6 y2 L r y4 L x6 b L x6 y5 L x1 y5 L x1 b Z',
    ],
    text: 'x1 y3 x6 y5',
  },
  leftUpArrow: {
    adjust: QUARTERS,
    guides:
      'a2 pin 0 adj2 50000; maxAdj1 */ a2 2 1; a1 pin 0 adj1 maxAdj1; maxAdj3 +- 100000 0 maxAdj1; a3 pin 0 adj3 maxAdj3;' +
      'x1 */ ss a3 100000; dx2 */ ss a2 50000; x2 +- r 0 dx2; y2 +- b 0 dx2; dx4 */ ss a2 100000; x4 +- r 0 dx4;' +
      'y4 +- b 0 dx4; dx3 */ ss a1 200000; x3 +- x4 0 dx3; x5 +- x4 dx3 0; y3 +- y4 0 dx3; y5 +- y4 dx3 0',
    paths: ['M l y4 L x1 y2 L x1 y3 L x3 y3 L x3 x1 L x2 x1 L x4 t L r x1 L x5 x1 L x5 y5 L x1 y5 L x1 b Z'],
    text: 'x1 y3 x5 y5',
  },
  bentUpArrow: {
    adjust: QUARTERS,
    guides:
      'a1 pin 0 adj1 50000; a2 pin 0 adj2 50000; a3 pin 0 adj3 50000; y1 */ ss a3 100000; dx1 */ ss a2 50000;' +
      'x1 +- r 0 dx1; dx3 */ ss a2 100000; x3 +- r 0 dx3; dx2 */ ss a1 200000; x2 +- x3 0 dx2; x4 +- x3 dx2 0;' +
      'dy2 */ ss a1 100000; y2 +- b 0 dy2',
    paths: ['M l y2 L x2 y2 L x2 y1 L x1 y1 L x3 t L r y1 L x4 y1 L x4 b L l b Z'],
    text: 'l y2 x4 b',
  },
  bentArrow: {
    adjust: 'adj1 25000; adj2 25000; adj3 25000; adj4 43750',
    guides:
      'a2 pin 0 adj2 50000; maxAdj1 */ a2 2 1; a1 pin 0 adj1 maxAdj1; a3 pin 0 adj3 50000; th */ ss a1 100000;' +
      'aw2 */ ss a2 100000; th2 */ th 1 2; dh2 +- aw2 0 th2; ah */ ss a3 100000; bw +- r 0 ah; bh +- b 0 dh2;' +
      'bs min bw bh; maxAdj4 */ 100000 bs ss; a4 pin 0 adj4 maxAdj4; bd */ ss a4 100000; bd3 +- bd 0 th; bd2 max bd3 0;' +
      'x3 +- th bd2 0; x4 +- r 0 ah; y3 +- dh2 th 0; y4 +- y3 dh2 0; y5 +- dh2 bd 0',
    paths: [
      'M l b L l y5 A bd bd cd2 cd4 L x4 dh2 L x4 t L r aw2 L x4 y4 L x4 y3 L x3 y3 A bd2 bd2 3cd4 -5400000 L th b Z',
    ],
  },
  uturnArrow: {
    adjust: 'adj1 25000; adj2 25000; adj3 25000; adj4 43750; adj5 75000',
    guides:
      'a2 pin 0 adj2 25000; maxAdj1 */ a2 2 1; a1 pin 0 adj1 maxAdj1; q2 */ a1 ss h; q3 +- 100000 0 q2;' +
      'maxAdj3 */ q3 h ss; a3 pin 0 adj3 maxAdj3; q1 +- a3 a1 0; minAdj5 */ q1 ss h; a5 pin minAdj5 adj5 100000;' +
      'th */ ss a1 100000; aw2 */ ss a2 100000; th2 */ th 1 2; dh2 +- aw2 0 th2; y5 */ h a5 100000; ah */ ss a3 100000;' +
      'y4 +- y5 0 ah; x9 +- r 0 dh2; bw */ x9 1 2; bs min bw y4; maxAdj4 */ bs 100000 ss; a4 pin 0 adj4 maxAdj4;' +
      'bd */ ss a4 100000; bd3 +- bd 0 th; bd2 max bd3 0; x3 +- th bd2 0; x8 +- r 0 aw2; x6 +- x8 0 aw2;' +
      'x7 +- x6 dh2 0; x4 +- x9 0 bd',
    paths: [
      'M l b L l bd A bd bd cd2 cd4 L x4 t A bd bd 3cd4 cd4 L x9 y4 L r y4 L x8 y5 L x6 y4 L x7 y4 L x7 x3 A bd2 bd2 0 -5400000 L x3 th A bd2 bd2 3cd4 -5400000 L th b Z',
    ],
  },
  stripedRightArrow: {
    adjust: HALVES,
    guides: `maxAdj2 */ 84375 w ss; ${HEADS} x4 */ ss 5 32; dx5 */ ss a2 100000; x5 +- r 0 dx5; ${LEVEL} dx6 */ dy1 dx5 hd2; x6 +- r 0 dx6`,
    paths: [
      'M l y1 L ssd32 y1 L ssd32 y2 L l y2 Z M ssd16 y1 L ssd8 y1 L ssd8 y2 L ssd16 y2 Z M x4 y1 L x5 y1 L x5 t L r vc L x5 b L x5 y2 L x4 y2 Z',
    ],
    text: 'x4 y1 x6 y2',
  },
  notchedRightArrow: {
    adjust: HALVES,
    guides: `maxAdj2 */ 100000 w ss; ${HEADS} dx2 */ ss a2 100000; x2 +- r 0 dx2; ${LEVEL} x1 */ dy1 dx2 hd2; x3 +- r 0 x1`,
    paths: ['M l y1 L x2 y1 L x2 t L r vc L x2 b L x2 y2 L l y2 L x1 vc Z'],
    text: 'x1 y1 x3 y2',
  },
  homePlate: {
    adjust: 'adj 50000',
    guides: 'maxAdj */ 100000 w ss; a pin 0 adj maxAdj; dx1 */ ss a 100000; x1 +- r 0 dx1; ir +/ x1 r 2',
    paths: ['M l t L x1 t L r vc L x1 b L l b Z'],
    text: 'l t ir b',
  },
  chevron: {
    adjust: 'adj 50000',
    guides:
      'maxAdj */ 100000 w ss; a pin 0 adj maxAdj; x1 */ ss a 100000; x2 +- r 0 x1; dx +- x2 0 x1; il ?: dx x1 l; ir ?: dx x2 r',
    paths: ['M l t L x2 t L r vc L x2 b L l b L x1 vc Z'],
    text: 'il t ir b',
  },
  rightArrowCallout: {
    adjust: CALLOUT,
    guides:
      'maxAdj2 */ 50000 h ss; a2 pin 0 adj2 maxAdj2; maxAdj1 */ a2 2 1; a1 pin 0 adj1 maxAdj1; maxAdj3 */ 100000 w ss;' +
      'a3 pin 0 adj3 maxAdj3; q2 */ a3 ss w; maxAdj4 +- 100000 0 q2; a4 pin 0 adj4 maxAdj4; dy1 */ ss a2 100000;' +
      'dy2 */ ss a1 200000; y1 +- vc 0 dy1; y2 +- vc 0 dy2; y3 +- vc dy2 0; y4 +- vc dy1 0; dx3 */ ss a3 100000;' +
      'x3 +- r 0 dx3; x2 */ w a4 100000',
    paths: ['M l t L x2 t L x2 y2 L x3 y2 L x3 y1 L r vc L x3 y4 L x3 y3 L x2 y3 L x2 b L l b Z'],
    text: 'l t x2 b',
  },
  leftArrowCallout: {
    adjust: CALLOUT,
    guides:
      'maxAdj2 */ 50000 h ss; a2 pin 0 adj2 maxAdj2; maxAdj1 */ a2 2 1; a1 pin 0 adj1 maxAdj1; maxAdj3 */ 100000 w ss;' +
      'a3 pin 0 adj3 maxAdj3; q2 */ a3 ss w; maxAdj4 +- 100000 0 q2; a4 pin 0 adj4 maxAdj4; dy1 */ ss a2 100000;' +
      'dy2 */ ss a1 200000; y1 +- vc 0 dy1; y2 +- vc 0 dy2; y3 +- vc dy2 0; y4 +- vc dy1 0; x1 */ ss a3 100000;' +
      'dx2 */ w a4 100000; x2 +- r 0 dx2',
    paths: ['M l vc L x1 y1 L x1 y2 L x2 y2 L x2 t L r t L r b L x2 b L x2 y3 L x1 y3 L x1 y4 Z'],
    text: 'x2 t r b',
  },
  upArrowCallout: {
    adjust: CALLOUT,
    guides:
      'maxAdj2 */ 50000 w ss; a2 pin 0 adj2 maxAdj2; maxAdj1 */ a2 2 1; a1 pin 0 adj1 maxAdj1; maxAdj3 */ 100000 h ss;' +
      'a3 pin 0 adj3 maxAdj3; q2 */ a3 ss h; maxAdj4 +- 100000 0 q2; a4 pin 0 adj4 maxAdj4; dx1 */ ss a2 100000;' +
      'dx2 */ ss a1 200000; x1 +- hc 0 dx1; x2 +- hc 0 dx2; x3 +- hc dx2 0; x4 +- hc dx1 0; y1 */ ss a3 100000;' +
      'dy2 */ h a4 100000; y2 +- b 0 dy2',
    paths: ['M l y2 L x2 y2 L x2 y1 L x1 y1 L hc t L x4 y1 L x3 y1 L x3 y2 L r y2 L r b L l b Z'],
    text: 'l y2 r b',
  },
  downArrowCallout: {
    adjust: CALLOUT,
    guides:
      'maxAdj2 */ 50000 w ss; a2 pin 0 adj2 maxAdj2; maxAdj1 */ a2 2 1; a1 pin 0 adj1 maxAdj1; maxAdj3 */ 100000 h ss;' +
      'a3 pin 0 adj3 maxAdj3; q2 */ a3 ss h; maxAdj4 +- 100000 0 q2; a4 pin 0 adj4 maxAdj4; dx1 */ ss a2 100000;' +
      'dx2 */ ss a1 200000; x1 +- hc 0 dx1; x2 +- hc 0 dx2; x3 +- hc dx2 0; x4 +- hc dx1 0; dy3 */ ss a3 100000;' +
      'y3 +- b 0 dy3; y2 */ h a4 100000',
    paths: ['M l t L r t L r y2 L x3 y2 L x3 y3 L x4 y3 L hc b L x1 y3 L x2 y3 L x2 y2 L l y2 Z'],
    text: 'l t r y2',
  },
};
