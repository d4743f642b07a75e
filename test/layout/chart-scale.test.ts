/** Where value axes begin and end: as in Word's own PDFs, and for numbers of every size. */
import { describe, expect, it } from 'vitest';
import { formatValue } from '../../src/layout/chart/number-format.ts';
import { shareOf, stepsOf, valueScale } from '../../src/layout/chart/scale.ts';

const FREE = {
  min: undefined,
  max: undefined,
  majorUnit: undefined,
  minorUnit: undefined,
  logBase: undefined,
};
const room = { length: 180, spacing: 13 };

describe('a value axis', () => {
  // The first rows are read off Word's PDFs; the others follow its published rule.
  it.each([
    [2.3, 22.1, 0, 25, 5],
    [12, 52, 0, 60, 10],
    [340, 610, 0, 700, 100],
    [2800, 5100, 0, 6000, 1000],
    [480, 2100, 0, 2500, 500],
    [40, 95, 0, 100, 10],
    [1, 10, 0, 12, 2],
    [-0.01478, 0.01478, -0.02, 0.02, 0.005],
    [-0.2064, 0.2743, -0.3, 0.3, 0.1],
    [1.8, 5, 0, 6, 1],
    [90, 100, 84, 102, 2],
    [-100, -95, -101, -92, 1],
    [-52, -12, -60, 0, 10],
    [7, 7, 0, 8, 1],
    [0, 0, 0, 1, 0.1],
  ])('of %d to %d goes from %d to %d in steps of %d', (low, high, min, max, major) => {
    const scale = valueScale(low, high, FREE, room);
    expect([scale.min, scale.max, scale.major]).toEqual([min, max, major]);
  });

  it('has fewer steps where there is little room', () => {
    expect(valueScale(0, 9, FREE, { length: 75, spacing: 13 }).major).toBe(2);
    expect(valueScale(0, 95, FREE, { length: 40, spacing: 13 }).major).toBe(50);
  });

  it('keeps what the document says', () => {
    expect(valueScale(3, 97, { ...FREE, min: 20, max: 90, majorUnit: 35 }, room)).toMatchObject({
      min: 20,
      max: 90,
      major: 35,
    });
    expect(stepsOf(valueScale(3, 97, { ...FREE, min: 20, max: 90, majorUnit: 35 }, room))).toEqual([
      20, 55, 90,
    ]);
    expect(valueScale(3, 97, { ...FREE, max: 2 }, room).max).toBe(2);
  });

  it('multiplies where it is logarithmic', () => {
    const scale = valueScale(3, 4200, { ...FREE, logBase: 10 }, room);
    expect(stepsOf(scale)).toEqual([1, 10, 100, 1000, 10_000]);
    expect(shareOf(scale, 100)).toBeCloseTo(0.5, 9);
  });

  it('holds all of its values in at most ten steps, whatever they are', () => {
    let state = 7;
    const random = (): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    for (let round = 0; round < 2000; round++) {
      const size = 10 ** (random() * 40 - 20);
      const [a, b] = [(random() - 0.3) * size, (random() - 0.3) * size];
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const scale = valueScale(low, high, FREE, room);
      const steps = stepsOf(scale);
      expect(scale.min).toBeLessThanOrEqual(low);
      expect(scale.max).toBeGreaterThanOrEqual(high);
      expect(steps.length).toBeGreaterThan(1);
      expect(steps.length).toBeLessThanOrEqual(11);
      expect(shareOf(scale, low)).toBeGreaterThanOrEqual(0);
      expect(shareOf(scale, high)).toBeLessThanOrEqual(1);
    }
  });
});

describe('numbers of labels', () => {
  it.each([
    [1234.5, 'General', '1234.5'],
    [0.1 + 0.2, 'General', '0.3'],
    [1e12, 'General', '1E+12'],
    [1234.5, '#,##0.00', '1,234.50'],
    [-1234.5, '#,##0', '-1,235'],
    [-5, '0.0;(0.0)', '(5.0)'],
    [0, '0;-0;"none"', 'none'],
    [0.256, '0%', '26%'],
    [0.285, '0.00', '0.29'],
    [1_500_000, '0.0,,"M"', '1.5M'],
    [12, '"€" 0', '€ 12'],
    [12, '[$£-809]#,##0', '£12'],
    [1234, '0.00E+00', '1.23E+03'],
    [5, '00', '05'],
    [0.5, '#.##', '.5'],
    [3, '[Red]0', '3'],
    [43_831, 'yyyy-mm-dd', '2020-01-01'],
    [43_831, 'd-mmm-yy', '1-Jan-20'],
    [43_831.75, 'm/d/yyyy h:mm AM/PM', '1/1/2020 6:00 PM'],
    [1.5, '[h]:mm', '36:00'],
    [7, '', '7'],
  ])('%d as %s is %s', (value, code, text) => {
    expect(formatValue(value, code === '' ? 'General' : code)).toBe(text);
  });

  it('never fail, whatever the code', () => {
    for (const code of [
      '[',
      '"',
      '\\',
      '0.',
      '.',
      ',',
      ';;;',
      '*',
      '_',
      '%%%',
      'E+',
      '[h',
      '@',
      '?/?',
      '[<5]0;0',
    ])
      expect(typeof formatValue(-12.5, code)).toBe('string');
  });
});
