/** Flow chart symbols of ECMA-376's presetShapeDefinitions. */
import type { Presets } from './preset.ts';

const CIRCLE = 'M l vc A wd2 hd2 cd2 cd4 A wd2 hd2 3cd4 cd4 A wd2 hd2 0 cd4 A wd2 hd2 cd4 cd4 Z';
const INSCRIBED =
  'idx cos wd2 2700000; idy sin hd2 2700000; il +- hc 0 idx; ir +- hc idx 0; it +- vc 0 idy; ib +- vc idy 0';
const FULL = 'M l t L r t L r b L l b Z';
const FIFTHS = 'x4 */ w 4 5; y4 */ h 4 5';

export const FLOW_CHART: Presets = {
  flowChartProcess: { paths: [FULL] },
  flowChartDecision: {
    guides: 'ir */ w 3 4; ib */ h 3 4',
    paths: ['2x2 M 0 1 L 1 0 L 2 1 L 1 2 Z'],
    text: 'wd4 hd4 ir ib',
  },
  flowChartInputOutput: { guides: FIFTHS, paths: ['5x5 M 0 5 L 1 0 L 5 0 L 4 5 Z'], text: 'wd5 t x4 b' },
  flowChartPredefinedProcess: {
    guides: 'x2 */ w 7 8',
    paths: [`nostroke ${FULL}`, 'nofill 8x8 M 1 0 L 1 8 M 7 0 L 7 8', `nofill ${FULL}`],
    text: 'wd8 t x2 b',
  },
  flowChartInternalStorage: {
    paths: [`nostroke ${FULL}`, 'nofill 8x8 M 1 0 L 1 8 M 0 1 L 8 1', `nofill ${FULL}`],
    text: 'wd8 hd8 r b',
  },
  flowChartDocument: {
    guides: 'y1 */ h 17322 21600',
    paths: ['21600x21600 M 0 0 L 21600 0 L 21600 17322 C 10800 17322 10800 23922 0 20172 Z'],
    text: 'l t r y1',
  },
  flowChartMultidocument: {
    guides: 'y2 */ h 3675 21600; y8 */ h 20782 21600; x5 */ w 18595 21600',
    paths: [
      'nostroke 21600x21600 M 0 20782 C 9298 23542 9298 18022 18595 18022 L 18595 3675 L 0 3675 Z M 1532 3675 L 1532 1815 L 20000 1815 L 20000 16252 C 19298 16252 18595 16352 18595 16352 L 18595 3675 Z M 2972 1815 L 2972 0 L 21600 0 L 21600 14392 C 20800 14392 20000 14467 20000 14467 L 20000 1815 Z',
      'nofill 21600x21600 M 0 3675 L 18595 3675 L 18595 18022 C 9298 18022 9298 23542 0 20782 Z M 1532 3675 L 1532 1815 L 20000 1815 L 20000 16252 C 19298 16252 18595 16352 18595 16352 M 2972 1815 L 2972 0 L 21600 0 L 21600 14392 C 20800 14392 20000 14467 20000 14467',
    ],
    text: 'l y2 x5 y8',
  },
  flowChartTerminator: {
    guides: 'il */ w 1018 21600; ir */ w 20582 21600; it */ h 3163 21600; ib */ h 18437 21600',
    paths: ['21600x21600 M 3475 0 L 18125 0 A 3475 10800 3cd4 cd2 L 3475 21600 A 3475 10800 cd4 cd2 Z'],
    text: 'il it ir ib',
  },
  flowChartPreparation: {
    guides: FIFTHS,
    paths: ['10x10 M 0 5 L 2 0 L 8 0 L 10 5 L 8 10 L 2 10 Z'],
    text: 'wd5 t x4 b',
  },
  flowChartManualInput: { paths: ['5x5 M 0 1 L 5 0 L 5 5 L 0 5 Z'], text: 'l hd5 r b' },
  flowChartManualOperation: { guides: FIFTHS, paths: ['5x5 M 0 0 L 5 0 L 4 5 L 1 5 Z'], text: 'wd5 t x4 b' },
  flowChartConnector: { guides: INSCRIBED, paths: [CIRCLE], text: 'il it ir ib' },
  flowChartOffpageConnector: {
    guides: FIFTHS,
    paths: ['10x10 M 0 0 L 10 0 L 10 8 L 5 10 L 0 8 Z'],
    text: 'l t r y4',
  },
  flowChartPunchedCard: { paths: ['5x5 M 0 1 L 1 0 L 5 0 L 5 5 L 0 5 Z'], text: 'l hd5 r b' },
  flowChartPunchedTape: {
    guides: FIFTHS,
    paths: ['20x20 M 0 2 A 5 2 cd2 -10800000 A 5 2 cd2 cd2 L 20 18 A 5 2 0 -10800000 A 5 2 0 cd2 Z'],
    text: 'l hd5 r y4',
  },
  flowChartSummingJunction: {
    guides: INSCRIBED,
    paths: [`nostroke ${CIRCLE}`, 'nofill M il it L ir ib M ir it L il ib', `nofill ${CIRCLE}`],
    text: 'il it ir ib',
  },
  flowChartOr: {
    guides: INSCRIBED,
    paths: [`nostroke ${CIRCLE}`, 'nofill M hc t L hc b M l vc L r vc', `nofill ${CIRCLE}`],
    text: 'il it ir ib',
  },
  flowChartCollate: {
    guides: 'ir */ w 3 4; ib */ h 3 4',
    paths: ['2x2 M 0 0 L 2 0 L 1 1 L 2 2 L 0 2 L 1 1 Z'],
    text: 'wd4 hd4 ir ib',
  },
  flowChartSort: {
    guides: 'ir */ w 3 4; ib */ h 3 4',
    paths: [
      'nostroke 2x2 M 0 1 L 1 0 L 2 1 L 1 2 Z',
      'nofill 2x2 M 0 1 L 2 1',
      'nofill 2x2 M 0 1 L 1 0 L 2 1 L 1 2 Z',
    ],
    text: 'wd4 hd4 ir ib',
  },
  flowChartExtract: { guides: 'x2 */ w 3 4', paths: ['2x2 M 0 2 L 1 0 L 2 2 Z'], text: 'wd4 vc x2 b' },
  flowChartMerge: { guides: 'x2 */ w 3 4', paths: ['2x2 M 0 0 L 2 0 L 1 2 Z'], text: 'wd4 t x2 vc' },
  flowChartOnlineStorage: {
    guides: 'x2 */ w 5 6',
    paths: ['6x6 M 1 0 L 6 0 A 1 3 3cd4 -10800000 L 1 6 A 1 3 cd4 cd2 Z'],
    text: 'wd6 t x2 b',
  },
  flowChartMagneticDisk: {
    guides: 'hd3 */ h 1 3; y3 */ h 5 6',
    paths: [
      'nostroke 6x6 M 0 1 A 3 1 cd2 cd2 L 6 5 A 3 1 0 cd2 Z',
      'nofill 6x6 M 6 1 A 3 1 0 cd2',
      'nofill 6x6 M 0 1 A 3 1 cd2 cd2 L 6 5 A 3 1 0 cd2 Z',
    ],
    text: 'l hd3 r y3',
  },
  flowChartMagneticDrum: {
    guides: 'x2 */ w 2 3',
    paths: [
      'nostroke 6x6 M 1 0 L 5 0 A 1 3 3cd4 cd2 L 1 6 A 1 3 cd4 cd2 Z',
      'nofill 6x6 M 5 6 A 1 3 cd4 cd2',
      'nofill 6x6 M 1 0 L 5 0 A 1 3 3cd4 cd2 L 1 6 A 1 3 cd4 cd2 Z',
    ],
    text: 'wd6 t x2 b',
  },
  flowChartMagneticTape: {
    guides: `ang1 at2 w h; ${INSCRIBED}`,
    paths: ['M hc b A wd2 hd2 cd4 cd4 A wd2 hd2 cd2 cd4 A wd2 hd2 3cd4 cd4 A wd2 hd2 0 ang1 L r ib L r b Z'],
    text: 'il it ir ib',
  },
  flowChartDisplay: {
    guides: 'x2 */ w 5 6',
    paths: ['6x6 M 0 3 L 1 0 L 5 0 A 1 3 3cd4 cd2 L 1 6 Z'],
    text: 'wd6 t x2 b',
  },
  flowChartDelay: {
    guides: INSCRIBED,
    paths: ['M l t L hc t A wd2 hd2 3cd4 cd2 L l b Z'],
    text: 'l it ir ib',
  },
  flowChartAlternateProcess: {
    guides: 'x2 +- r 0 ssd6; y2 +- b 0 ssd6; il */ ssd6 29289 100000; ir +- r 0 il; ib +- b 0 il',
    paths: [
      'M l ssd6 A ssd6 ssd6 cd2 cd4 L x2 t A ssd6 ssd6 3cd4 cd4 L r y2 A ssd6 ssd6 0 cd4 L ssd6 b A ssd6 ssd6 cd4 cd4 Z',
    ],
    text: 'il il ir ib',
  },
};
