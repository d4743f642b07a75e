import { describe, expect, test } from 'vitest';
import type { Item } from '../../src/layout/display-list.ts';
import { list, operators, PdfReader, page, text, write } from './support.ts';

const rect = (y: number, fill = 0, more: { opacity?: number } = {}): Item => ({
  kind: 'rect',
  x: 10,
  y,
  width: 100,
  height: 2,
  fill,
  ...more,
});

describe('rectangles', () => {
  test('are a path each, as viewers snap only those to whole pixels', () => {
    expect(operators(rect(10), rect(20))).toBe('10 388 100 2 re f\n10 378 100 2 re f\n');
  });

  test('change their colour where it changes, painted in their order', () => {
    expect(operators(rect(10), rect(20, 0xff0000))).toBe('10 388 100 2 re f\n1 0 0 rg\n10 378 100 2 re f\n');
  });

  test('with an opacity have it alone', () => {
    expect(operators(rect(10, 0, { opacity: 0.5 }), rect(20))).toBe(
      '/G1 gs\n10 388 100 2 re f\n/G2 gs\n10 378 100 2 re f\n',
    );
  });

  test('without area are left out', () => {
    expect(operators({ kind: 'rect', x: 1, y: 1, width: 0, height: 5, fill: 0 })).toBe('');
    expect(operators({ kind: 'rect', x: 1, y: 1, width: Number.NaN, height: 5, fill: 0 })).not.toContain(
      'NaN',
    );
  });
});

describe('paths', () => {
  const triangle = [['M', 10, 10], ['L', 20, 10], ['C', 20, 15, 15, 20, 10, 20], ['Z']] as const;

  test('are filled, stroked, or both', () => {
    const outline = '10 390 m\n20 390 l\n20 385 15 380 10 380 c\nh\n';
    expect(operators({ kind: 'path', path: triangle, fill: 0 })).toBe(`${outline}f\n`);
    expect(operators({ kind: 'path', path: triangle, stroke: { color: 0, width: 1 } })).toBe(`${outline}S\n`);
    expect(
      operators({ kind: 'path', path: triangle, fill: 0, evenOdd: true, stroke: { color: 0, width: 1 } }),
    ).toBe(`${outline}B*\n`);
    expect(operators({ kind: 'path', path: triangle })).toBe('');
  });

  test('have dashes, caps and joins', () => {
    const stroke = { color: 0x0000ff, width: 0.5, dash: [3, 1.5], cap: 'round', join: 'bevel' } as const;
    expect(operators({ kind: 'path', path: triangle, stroke })).toMatch(
      /^0 0 1 RG\n\.5 w\n\[3 1\.5\]0 d\n1 J\n2 j\n/,
    );
  });

  test('with a gradient are clipped to it', () => {
    const fill = {
      from: [10, 10],
      to: [20, 10],
      stops: [
        { offset: 0, color: 0xff0000 },
        { offset: 0.5, color: 0x00ff00 },
        { offset: 1, color: 0x0000ff },
      ],
    } as const;
    const reader = new PdfReader(write(list([page({ kind: 'path', path: triangle, fill })])));
    expect(reader.content(0)).toMatch(/^q\n[\s\S]*W n\n\/S1 sh\nQ\n$/);
    const resources = reader.objects.find((object) => object.includes('/ShadingType 2')) ?? '';
    expect(resources).toContain('/Coords[10 390 20 390]');
    expect(resources).toContain('/Bounds[.5]');
  });
});

describe('groups', () => {
  test('move, clip and end; what was set inside is forgotten outside', () => {
    const content = operators(
      { kind: 'push', matrix: [0, 1, -1, 0, 100, 50], clip: [['M', 0, 0], ['L', 5, 0], ['L', 5, 5], ['Z']] },
      rect(10, 0xff0000),
      { kind: 'pop' },
      rect(20, 0xff0000),
    );
    // A quarter turn about the page's top left corner, then a move: the same on a page whose y grows upwards.
    expect(content).toBe(
      'q\n0 -1 1 0 -300 350 cm\n0 400 m\n5 400 l\n5 395 l\nh\nW n\n' +
        '1 0 0 rg\n10 388 100 2 re f\nQ\n1 0 0 rg\n10 378 100 2 re f\n',
    );
  });

  test('multiply their opacity into what they hold', () => {
    const pdf = new PdfReader(
      write(
        list([
          page({ kind: 'push', opacity: 0.5 }, rect(10, 0, { opacity: 0.5 }), text('x'), { kind: 'pop' }),
        ]),
      ),
    );
    const states = pdf.objects.find((object) => object.includes('/ExtGState')) ?? '';
    expect(states).toContain('/G1<</ca .25/CA .25>>/G2<</ca .5/CA .5>>');
  });

  test('a pop too many and a push too many are both mended', () => {
    const content = operators({ kind: 'pop' }, { kind: 'push' }, rect(10), { kind: 'push' });
    expect(content.match(/^q$/gm)).toHaveLength(2);
    expect(content.match(/^Q$/gm)).toHaveLength(2);
  });
});
