/** VML as old documents draw with it: types with formulas, lines, groups, WordArt, washed out pictures. */
import { describe, expect, it } from 'vitest';
import { encodePng } from '../../src/images/png-encode.ts';
import type { Item, PathItem } from '../../src/layout/display-list.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import { list, page, write } from '../pdf/support.ts';
import { type Build, docx, header, PIXEL, type Piece, p, runOf } from '../support/build.ts';
import { LEFT, layoutList, TOP } from './table-support.ts';

const pict = (xml: string): Piece => runOf(`<w:pict>${xml}</w:pict>`);
const findingsOf = (file: Uint8Array): readonly string[] =>
  readDocument(openDocx(file)).findings.map(({ code }) => code);
const itemsOf = (...content: readonly Piece[]): readonly Item[] =>
  layoutList(docx(p(...content))).pages[0]?.items ?? [];
const pathsOf = (...content: readonly Piece[]): readonly PathItem[] =>
  itemsOf(...content).filter((item) => item.kind === 'path');
/** Corners from the column's edge and the first line's top. */
const corners = (item: PathItem | undefined): readonly (readonly [number, number])[] =>
  (item?.path ?? []).flatMap(([, ...numbers]) =>
    numbers.length < 2
      ? []
      : [
          [
            Math.round(((numbers.at(-2) ?? 0) - LEFT) * 10) / 10,
            Math.round(((numbers.at(-1) ?? 0) - TOP) * 10) / 10,
          ],
        ],
  );

const PLACE = 'position:absolute;margin-left:10pt;margin-top:20pt;width:100pt;height:50pt';

describe('shapes', () => {
  const cube =
    '<v:shapetype id="_x0000_t16" coordsize="21600,21600" o:spt="16" adj="5400" path="m@0,l0@0,,21600@1,21600,21600@2,21600,xem0@0nfl@1@0,21600,em@1@0nfl@1,21600e"><v:formulas><v:f eqn="val #0"/><v:f eqn="sum width 0 #0"/><v:f eqn="sum height 0 #0"/></v:formulas></v:shapetype>';

  it('follow the path of their type, its formulas and their own adjust values', () => {
    const shape = `<v:shape type="#_x0000_t16" adj="10800" style="${PLACE}" fillcolor="#f00" strokecolor="blue"/>`;
    expect(findingsOf(docx(p(pict(cube + shape))))).toEqual([]);
    const [outline, , edge] = pathsOf(pict(cube + shape));
    expect(outline?.fill).toBe(0xff0000);
    expect(corners(outline)).toEqual([
      [60, 20],
      [10, 45],
      [10, 70],
      [60, 70],
      [110, 45],
      [110, 20],
    ]);
    // What "nf" begins has no fill.
    expect(edge).toMatchObject({ stroke: { color: 0x0000ff } });
    expect(pathsOf(pict(cube + shape)).filter(({ fill }) => fill !== undefined)).toHaveLength(1);
  });

  it('know a type that another drawing of the part has described', () => {
    const shape = `<v:shape type="#_x0000_t16" style="${PLACE}"/>`;
    const [outline] = pathsOf(pict(cube), pict(shape));
    expect(corners(outline)[0]).toEqual([35, 20]);
  });

  it('have paths of their own, with relative steps', () => {
    const shape = `<v:shape coordsize="20,20" path="m10,r10,10l10,20r-10,-10xe" style="${PLACE}" stroked="f"/>`;
    const [outline] = pathsOf(pict(shape));
    expect(corners(outline)).toEqual([
      [60, 20],
      [110, 45],
      [60, 70],
      [10, 45],
    ]);
  });

  it('that follow a path of another kind are a finding', () => {
    expect(
      findingsOf(docx(p(pict(`<v:shape coordsize="20,20" path="m0,0qb5,5,10,10e" style="${PLACE}"/>`)))),
    ).toEqual(['vml']);
  });
});

describe('lines', () => {
  it('run from one point to another, with their heads', () => {
    const line =
      '<v:line style="position:absolute" from="10pt,40pt" to="60pt,20pt" strokeweight="2pt"><v:stroke endarrow="block" dashstyle="dash"/></v:line>';
    const [drawn] = itemsOf(pict(line)).filter((item) => item.kind === 'push');
    // From the lower left to the upper right: the diagonal, mirrored.
    expect(drawn?.matrix?.slice(0, 4)).toEqual([1, 0, 0, -1]);
    const [stroke, head] = pathsOf(pict(line));
    expect(stroke?.stroke).toMatchObject({ width: 2, dash: [8, 6] });
    expect(head?.fill).toBe(0);
  });

  it('go through many points', () => {
    const line = '<v:polyline style="position:absolute" points="10pt,10pt,30pt,10pt,30pt,40pt" filled="f"/>';
    expect(corners(pathsOf(pict(line))[0])).toEqual([
      [10, 10],
      [30, 10],
      [30, 40],
    ]);
  });
});

describe('groups', () => {
  it('have coordinates of their own', () => {
    const group = `<v:group style="${PLACE}" coordorigin="1000,1000" coordsize="200,100"><v:rect style="position:absolute;left:1100;top:1050;width:100;height:50" stroked="f" fillcolor="lime"/><v:line from="1000,1000" to="1200,1100"/></v:group>`;
    expect(findingsOf(docx(p(pict(group))))).toEqual([]);
    const [box, line] = pathsOf(pict(group));
    expect(box?.fill).toBe(0x00ff00);
    expect(corners(box)).toEqual([
      [60, 45],
      [110, 45],
      [110, 70],
      [60, 70],
    ]);
    expect(corners(line)).toEqual([
      [10, 20],
      [110, 70],
    ]);
  });
});

describe('a watermark', () => {
  const type =
    '<v:shapetype id="_x0000_t136" coordsize="21600,21600" path="m@7,l@8,m@5,21600l@6,21600e"><v:textpath on="t" fitshape="t"/></v:shapetype>';
  const mark = `${type}<v:shape type="#_x0000_t136" style="position:absolute;margin-left:0;margin-top:0;width:400pt;height:100pt;rotation:315;z-index:-251;mso-position-horizontal:center;mso-position-horizontal-relative:margin;mso-position-vertical:center;mso-position-vertical-relative:margin" fillcolor="silver" stroked="f"><v:fill opacity=".5"/><v:textpath style="font-family:&quot;Calibri&quot;;font-size:1pt" string="DRAFT"/></v:shape>`;

  it('fills its box with its letters, turned and half transparent, on every page', () => {
    const file = docx(header(p(pict(mark))), p('text'));
    expect(findingsOf(file)).toEqual([]);
    const items = layoutList(file).pages[0]?.items ?? [];
    const letters = items.find((item) => item.kind === 'text' && item.text === 'DRAFT');
    expect(letters).toMatchObject({ color: 0xc0c0c0, opacity: 0.5 });
    const [turn, stretch] = items.filter((item) => item.kind === 'push').map(({ matrix }) => matrix);
    expect(turn?.[0]).toBeCloseTo(Math.SQRT1_2);
    expect(turn?.[1]).toBeCloseTo(-Math.SQRT1_2);
    // The capitals are as high as the box: their size makes them so, and the matrix as wide.
    expect(letters?.kind === 'text' && letters.y).toBeCloseTo(100);
    expect(stretch?.[0]).toBeLessThan(1);
  });
});

describe('a picture', () => {
  const washed: Piece = (build: Build) =>
    build.render([
      pict(
        `<v:shape style="width:90pt;height:90pt"><v:imagedata r:id="${build.media(PIXEL, 'png', 'image/png')}" gain="19661f" blacklevel="22938f" cropleft="16384f"/></v:shape>`,
      ),
    ]);

  it('is washed out and cropped', () => {
    const image = itemsOf(washed).find((item) => item.kind === 'image');
    expect(image?.crop?.left).toBe(0.25);
    expect(image?.light?.gain).toBeCloseTo(0.3, 2);
    // White stays white.
    expect((image?.light?.gain ?? 0) + (image?.light?.offset ?? 0)).toBeCloseTo(1, 2);
  });

  it('is grey, of two colours or black and white', () => {
    const shown =
      (attribute: string): Piece =>
      (build: Build) =>
        build.render([
          pict(
            `<v:shape style="width:9pt;height:9pt"><v:imagedata r:id="${build.media(PIXEL, 'png', 'image/png')}" ${attribute}/></v:shape>`,
          ),
        ]);
    const recolor = (attribute: string) =>
      itemsOf(shown(attribute)).find((item) => item.kind === 'image')?.recolor;
    expect(recolor('grayscale="t"')).toEqual({ kind: 'gray' });
    expect(recolor('grayscale="t" bilevel="t"')).toEqual({ kind: 'bilevel', threshold: 0.5 });
    expect(recolor('chromakey="red"')).toEqual({ kind: 'hidden', color: 0xff0000 });
    expect(recolor('')).toBeUndefined();
  });

  it('stands for an object; one without it is a finding', () => {
    const object =
      (inner: (id: string) => string): Piece =>
      (build: Build) =>
        build.render([
          runOf(
            `<w:object><v:shape id="one" style="width:90pt;height:90pt" o:ole="">${inner(build.media(PIXEL, 'png', 'image/png'))}</v:shape><o:OLEObject Type="Embed" ProgID="Excel.Sheet.12" ShapeID="one"/></w:object>`,
          ),
        ]);
    expect(findingsOf(docx(p(object((id) => `<v:imagedata r:id="${id}"/>`))))).toEqual([]);
    expect(findingsOf(docx(p(object(() => ''))))).toContain('embedded-object');
  });

  it('keeps its pixels in the file: they are read otherwise', () => {
    const item: Item = {
      kind: 'image',
      image: 'one',
      matrix: [10, 0, 0, 10, 0, 0],
      light: { gain: 0.25, offset: 0.75 },
    };
    const { light: _, ...plain } = item;
    const textOf = (data: readonly number[]): string => {
      const picture = encodePng({
        kind: 'rgba',
        width: data.length / 4,
        height: 1,
        data: new Uint8ClampedArray(data),
      });
      return Buffer.from(write(list([page(item, plain)]), {}, { one: picture })).toString('latin1');
    };
    // Grey pixels have a Decode array; those of a few colours a palette of lighter ones.
    expect(textOf([0, 0, 0, 255, 99, 99, 99, 255])).toContain('/Decode[.75 1 .75 1 .75 1]');
    const colored = textOf([255, 0, 0, 255, 0, 0, 255, 128]);
    expect(colored).toContain('<ff00000000ff>');
    expect(colored).toContain('<ffbfbfbfbfff>');
  });
});
