/** Shapes by the standard's formulas: outlines, fills, lines, shadows, pictures that are cut to a shape. */
import { describe, expect, it } from 'vitest';
import type { Item, PathItem } from '../../src/layout/display-list.ts';
import { presetGeometry } from '../../src/layout/draw/presets/index.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import { type Build, docx, header, PIXEL, type Piece, p, part, runOf } from '../support/build.ts';
import { float } from './drawing-support.ts';
import { LEFT, layoutList } from './table-support.ts';

const RED = '<a:solidFill><a:srgbClr val="FF0000"/></a:solidFill>';
const LINE = '<a:ln w="25400"><a:solidFill><a:srgbClr val="0000FF"/></a:solidFill></a:ln>';

const drawing = (inner: string, uri = 'x'): string =>
  `<w:drawing><wp:inline><wp:extent cx="1270000" cy="635000"/><wp:docPr id="1" name="Shape"/><a:graphic><a:graphicData uri="${uri}">${inner}</a:graphicData></a:graphic></wp:inline></w:drawing>`;

/** A shape of 100 by 50 points, its upper left corner at the text's. */
const shape = (properties: string, more = ''): Piece =>
  runOf(drawing(`<wps:wsp><wps:spPr>${properties}</wps:spPr>${more}<wps:bodyPr/></wps:wsp>`));
const preset = (name: string, adjust = ''): string =>
  `<a:prstGeom prst="${name}"><a:avLst>${adjust}</a:avLst></a:prstGeom>`;

const itemsOf = (...content: readonly Piece[]): readonly Item[] =>
  layoutList(docx(p(...content))).pages[0]?.items ?? [];
const pathsOf = (...content: readonly Piece[]): readonly PathItem[] =>
  itemsOf(...content).filter((item) => item.kind === 'path');

/** Corners from the shape's own upper left. */
const corners = (item: PathItem | undefined): readonly (readonly [number, number])[] => {
  const points = (item?.path ?? []).flatMap(([, ...numbers]) =>
    numbers.length < 2 ? [] : [[numbers.at(-2) ?? 0, numbers.at(-1) ?? 0] as const],
  );
  const top = Math.min(...points.map(([, y]) => y));
  return points.map(([x, y]) => [Math.round((x - LEFT) * 10) / 10, Math.round((y - top) * 10) / 10]);
};

describe('presets', () => {
  it('are drawn by their formulas', () => {
    const [arrow] = pathsOf(shape(preset('rightArrow') + RED));
    expect(arrow?.fill).toBe(0xff0000);
    expect(corners(arrow)).toEqual([
      [0, 12.5],
      [75, 12.5],
      [75, 0],
      [100, 25],
      [75, 50],
      [75, 37.5],
      [0, 37.5],
    ]);
  });

  it('follow their adjust values', () => {
    const adjust = '<a:gd name="adj1" fmla="val 20000"/><a:gd name="adj2" fmla="val 100000"/>';
    expect(corners(pathsOf(shape(preset('rightArrow', adjust) + RED))[0])).toEqual([
      [0, 20],
      [50, 20],
      [50, 0],
      [100, 25],
      [50, 50],
      [50, 30],
      [0, 30],
    ]);
  });

  it('draw arcs as curves that end where they have to', () => {
    const [circle] = pathsOf(shape(preset('ellipse') + RED));
    expect(circle?.path.map(([name]) => name).join('')).toBe('MCCCCZ');
    expect(corners(circle)).toEqual([
      [0, 25],
      [50, 0],
      [100, 25],
      [50, 50],
      [0, 25],
    ]);
  });

  it('have parts in another light', () => {
    const fills = pathsOf(shape(preset('cube') + RED)).map(({ fill }) => fill);
    expect(fills).toEqual([0xff0000, 0xcc0000, 0xff3333]);
  });

  it('put text where the shape has room for it', () => {
    const text = '<wps:txbx><w:txbxContent><w:p><w:r><w:t>in</w:t></w:r></w:p></w:txbxContent></wps:txbx>';
    const [inCircle, inBox] = ['ellipse', 'rect'].map(
      (name) => itemsOf(shape(preset(name), text)).find((item) => item.kind === 'text')?.x ?? 0,
    );
    // A circle's inscribed square begins at 14.6 % of its width.
    expect((inCircle ?? 0) - (inBox ?? 0)).toBeCloseTo(14.64, 1);
  });

  it('that nobody knows are rectangles, and a reason not to trust them', () => {
    expect(presetGeometry('gear9')).toBeUndefined();
    expect(presetGeometry('constructor')).toBeUndefined();
    expect(corners(pathsOf(shape(preset('gear9') + RED))[0])).toEqual([
      [0, 0],
      [100, 0],
      [100, 50],
      [0, 50],
    ]);
  });
});

describe('paths that a document draws', () => {
  it('name guides, turn along ellipses and have a space of their own', () => {
    const custom =
      '<a:custGeom><a:gdLst><a:gd name="half" fmla="*/ 200 1 2"/></a:gdLst><a:pathLst><a:path w="200" h="100">' +
      '<a:moveTo><a:pt x="0" y="half"/></a:moveTo><a:arcTo wR="100" hR="50" stAng="5400000" swAng="-5400000"/><a:close/></a:path></a:pathLst></a:custGeom>';
    const file = docx(p(shape(custom + RED)));
    expect(readDocument(openDocx(file)).findings).toEqual([]);
    const [path] = pathsOf(shape(custom + RED));
    expect(path?.path.map(([name]) => name).join('')).toBe('MCZ');
    // From the lowest point of an ellipse to its rightmost.
    expect(corners(path)).toEqual([
      [0, 25],
      [50, 0],
    ]);
  });
});

describe('lines', () => {
  it('have heads that stand on their ends, and stop inside them', () => {
    const line = LINE.replace('</a:ln>', '<a:tailEnd type="triangle" w="med" len="med"/></a:ln>');
    const [stroke, head] = pathsOf(shape(preset('bentConnector3') + line));
    expect(stroke?.stroke).toMatchObject({ color: 0x0000ff, width: 2 });
    // The line arrives from the left: six points long and wide, at two points a width.
    expect(corners(head).map(([x]) => x)).toEqual([100, 94, 94]);
    expect(corners(stroke).at(-1)?.[0]).toBeCloseTo(96.7, 1);
  });

  it('are dashed in their own widths', () => {
    const [dashed] = pathsOf(
      shape(preset('line') + LINE.replace('</a:ln>', '<a:prstDash val="dashDot"/></a:ln>')),
    );
    expect(dashed?.stroke?.dash).toEqual([8, 6, 2, 6]);
  });
});

describe('fills', () => {
  const gradient = (how: string): string =>
    `<a:gradFill><a:gsLst><a:gs pos="0"><a:srgbClr val="FFFFFF"/></a:gs><a:gs pos="100000"><a:srgbClr val="000000"/></a:gs></a:gsLst>${how}</a:gradFill>`;

  it('run along a line', () => {
    const [path] = pathsOf(shape(preset('rect') + gradient('<a:lin ang="5400000" scaled="0"/>')));
    if (typeof path?.fill !== 'object' || !('from' in path.fill)) throw new Error('no gradient');
    expect(path.fill.from[0]).toBeCloseTo(LEFT + 50, 1);
    expect(path.fill.to[1] - path.fill.from[1]).toBeCloseTo(50, 1);
  });

  it('run out from a point in circles', () => {
    const circle = '<a:path path="circle"><a:fillToRect l="50000" t="50000" r="50000" b="50000"/></a:path>';
    const [path] = pathsOf(shape(preset('rect') + gradient(circle)));
    if (typeof path?.fill !== 'object' || !('center' in path.fill)) throw new Error('no gradient');
    expect(path.fill.radius).toBeCloseTo(Math.hypot(50, 25), 1);
  });

  it('run out from a point in rectangles: a triangle for each side', () => {
    const rect = '<a:path path="rect"><a:fillToRect l="50000" t="50000" r="50000" b="50000"/></a:path>';
    expect(pathsOf(shape(preset('rect') + gradient(rect)))).toHaveLength(4);
  });

  it('are averages where they are patterns', () => {
    const pattern =
      '<a:pattFill prst="pct50"><a:fgClr><a:srgbClr val="000000"/></a:fgClr><a:bgClr><a:srgbClr val="FFFFFF"/></a:bgClr></a:pattFill>';
    expect(pathsOf(shape(preset('rect') + pattern))[0]?.fill).toBe(0x808080);
  });

  it('are pictures, cut to the shape', () => {
    const filled =
      (name: string): Piece =>
      (build: Build): string =>
        build.render([
          shape(
            `${preset(name)}<a:blipFill><a:blip r:embed="${build.media(PIXEL, 'png', 'image/png')}"/><a:stretch><a:fillRect/></a:stretch></a:blipFill>`,
          ),
        ]);
    const items = itemsOf(filled('ellipse'));
    const push = items.find((item) => item.kind === 'push');
    expect(push?.clip?.map(([name]) => name).join('')).toBe('MCCCCZ');
    expect(items.find((item) => item.kind === 'image')?.matrix.slice(0, 4)).toEqual([100, 0, 0, 50]);
  });
});

describe('shadows', () => {
  it('lie beside the shape, under it', () => {
    const shadow =
      '<a:effectLst><a:outerShdw dist="127000" dir="0"><a:srgbClr val="00FF00"><a:alpha val="50000"/></a:srgbClr></a:outerShdw></a:effectLst>';
    const items = itemsOf(shape(preset('rect') + RED + shadow));
    const [push, under] = items.slice(items.findIndex((item) => item.kind === 'push'));
    expect(push).toMatchObject({ matrix: [1, 0, 0, 1, 10, 0] });
    expect(under).toMatchObject({ kind: 'path', fill: 0x00ff00, opacity: 0.5 });
    expect(items.filter((item) => item.kind === 'path').at(-1)).toMatchObject({ fill: 0xff0000 });
  });
});

describe('pictures', () => {
  it('are cut to a shape, and have its line', () => {
    const picture: Piece = (build: Build) =>
      build.render([
        runOf(
          drawing(
            `<pic:pic><pic:blipFill><a:blip r:embed="${build.media(PIXEL, 'png', 'image/png')}"/></pic:blipFill><pic:spPr>${preset('roundRect')}${LINE}</pic:spPr></pic:pic>`,
          ),
        ),
      ]);
    const file = docx(p(picture));
    expect(readDocument(openDocx(file)).findings).toEqual([]);
    const items = layoutList(file).pages[0]?.items ?? [];
    expect(items.map(({ kind }) => kind)).toEqual(['push', 'image', 'pop', 'path']);
    expect(items.at(-1)).toMatchObject({ stroke: { color: 0x0000ff, width: 2 } });
  });

  it('are recoloured; what else is done to them is a finding', () => {
    const picture =
      (effects: string): Piece =>
      (build: Build) =>
        build.render([
          runOf(
            drawing(
              `<pic:pic><pic:blipFill><a:blip r:embed="${build.media(PIXEL, 'png', 'image/png')}">${effects}</a:blip></pic:blipFill><pic:spPr>${preset('rect')}</pic:spPr></pic:pic>`,
            ),
          ),
        ]);
    const recolor = (effects: string) =>
      itemsOf(picture(effects)).find((item) => item.kind === 'image')?.recolor;
    expect(recolor('<a:grayscl/>')).toEqual({ kind: 'gray' });
    expect(recolor('<a:grayscl/><a:biLevel thresh="25000"/>')).toEqual({ kind: 'bilevel', threshold: 0.25 });
    expect(
      recolor(
        '<a:duotone><a:srgbClr val="4F81BD"><a:shade val="50000"/></a:srgbClr><a:prstClr val="white"/></a:duotone>',
      ),
      // As Office shades its colours: as light is.
    ).toEqual({ kind: 'duotone', dark: 0x385d8a, light: 0xffffff });
    expect(
      recolor(
        '<a:clrChange><a:clrFrom><a:srgbClr val="FFFFFF"/></a:clrFrom><a:clrTo><a:srgbClr val="FFFFFF"><a:alpha val="0"/></a:srgbClr></a:clrTo></a:clrChange>',
      ),
    ).toEqual({ kind: 'hidden', color: 0xffffff });
    const filled: Piece = (build: Build) =>
      build.render([
        shape(
          `${preset('ellipse')}<a:blipFill><a:blip r:embed="${build.media(PIXEL, 'png', 'image/png')}"><a:grayscl/></a:blip><a:stretch><a:fillRect/></a:stretch></a:blipFill>`,
        ),
      ]);
    expect(itemsOf(filled).find((item) => item.kind === 'image')?.recolor).toEqual({ kind: 'gray' });
    const codes = (effects: string) =>
      readDocument(openDocx(docx(p(picture(effects))))).findings.map(({ code }) => code);
    expect(codes('<a:grayscl/>')).toEqual([]);
    expect(codes('<a:hsl hue="1"/>')).toEqual(['picture-effects']);
  });
});

describe('fills of the theme', () => {
  const placeholder = '<a:schemeClr val="phClr"/>';
  const gradient = `<a:gradFill><a:gsLst><a:gs pos="0"><a:srgbClr val="FFFFFF"/></a:gs><a:gs pos="100000">${placeholder}</a:gs></a:gsLst><a:lin ang="5400000" scaled="0"/></a:gradFill>`;
  const theme = part((build) => {
    build.relate('theme', 'theme/theme1.xml');
    build.file(
      'word/theme/theme1.xml',
      'application/vnd.openxmlformats-officedocument.theme+xml',
      `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:fmtScheme><a:fillStyleLst><a:solidFill>${placeholder}</a:solidFill>${gradient}</a:fillStyleLst><a:bgFillStyleLst>${gradient}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`,
    );
  });
  const fillOf = (index: number): unknown => {
    const style = `<wps:style><a:fillRef idx="${index}"><a:srgbClr val="336699"/></a:fillRef></wps:style>`;
    const list = layoutList(docx(theme, p(shape(preset('rect'), style))));
    return list.pages[0]?.items.find((item) => item.kind === 'path')?.fill;
  };

  it('are named by number, with the colour that the shape sets', () => {
    expect(fillOf(0)).toBeUndefined();
    expect(fillOf(1)).toBe(0x336699);
    const stops = [
      { offset: 0, color: 0xffffff },
      { offset: 1, color: 0x336699 },
    ];
    expect(fillOf(2)).toMatchObject({ stops });
    expect(fillOf(1001)).toMatchObject({ stops });
  });
});

describe('drawings on one another', () => {
  const fills = (...content: readonly Piece[]): readonly unknown[] =>
    itemsOf(...content).flatMap((item) => (item.kind === 'path' || item.kind === 'rect' ? [item.fill] : []));

  it('cover by their order, whatever comes first in the text', () => {
    const high = float({ wrap: 'None', order: 300, color: '0000FF' });
    const low = float({ wrap: 'None', order: 100, color: '00FF00' });
    expect(fills(high, low, 'Text')).toEqual([0x00ff00, 0x0000ff]);
    expect(fills(low, high, 'Text')).toEqual([0x00ff00, 0x0000ff]);
  });

  it('of one order cover as they come', () => {
    expect(fills(float({ wrap: 'None', color: '0000FF' }), float({ wrap: 'None', color: '00FF00' }))).toEqual(
      [0x0000ff, 0x00ff00],
    );
  });

  it('of headers lie behind the header’s text where they say so, and in front of it otherwise', () => {
    const drawings = [float({ wrap: 'None' }), float({ wrap: 'None', color: '0000FF', behind: true })];
    const list = layoutList(docx(header(p('Letterhead'), p(...drawings)), p('Text')));
    const said = (list.pages[0]?.items ?? []).flatMap((item): readonly unknown[] =>
      item.kind === 'text' ? [item.text] : item.kind === 'path' || item.kind === 'rect' ? [item.fill] : [],
    );
    expect(said).toEqual([0x0000ff, 'Letterhead', 0xff0000, 'Text']);
  });

  it('behind the text stay behind those in front of it', () => {
    const behind = float({ wrap: 'None', order: 300, color: '0000FF', behind: true });
    const lower = float({ wrap: 'None', order: 200, color: '00FFFF', behind: true });
    expect(fills(float({ wrap: 'None', order: 100 }), behind, lower)).toEqual([0x00ffff, 0x0000ff, 0xff0000]);
  });
});
