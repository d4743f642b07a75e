import { describe, expect, it } from 'vitest';
import { descendantsOf, parseXml } from '../../../src/ooxml/xml.ts';
import { RichContent } from '../../../src/template/content/content-value.ts';
import { type PictureContent, replacePicture } from '../../../src/template/content/picture-replace.ts';
import { type PictureSlot, readPictureSlot } from '../../../src/template/content/picture-slot.ts';
import { dataUri, jpeg, png, svg } from '../../images/pictures.ts';
import { checkDocx } from '../../support/docx-validity.ts';
import { TestPackage } from './test-package.ts';

const OFFICE = 'http://schemas.openxmlformats.org';
const DRAWING = `${OFFICE}/drawingml/2006/main`;
const PICTURE = `${OFFICE}/drawingml/2006/picture`;
const WP = `${OFFICE}/drawingml/2006/wordprocessingDrawing`;

interface Template {
  readonly anchored?: boolean;
  readonly crop?: string;
  readonly turn?: string;
  readonly blip?: string;
  readonly effects?: string;
}

/** Two centimetres square. */
const SIDE = 720_000;
const SIZE = `cx="${SIDE}" cy="${SIDE}"`;

const drawing = ({
  anchored = false,
  crop = '',
  turn = '',
  blip = '<a:blip r:embed="rId77"/>',
  effects = '',
}: Template): string => {
  const graphic =
    `<a:graphic xmlns:a="${DRAWING}"><a:graphicData uri="${PICTURE}"><pic:pic xmlns:pic="${PICTURE}"><pic:nvPicPr>` +
    `<pic:cNvPr id="5" name="Stand-in" descr="{IMAGE logo}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>${blip}${crop}` +
    `<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm${turn}><a:off x="0" y="0"/><a:ext ${SIZE}/></a:xfrm>` +
    `<a:prstGeom prst="ellipse"><a:avLst/></a:prstGeom>${effects}</pic:spPr></pic:pic></a:graphicData></a:graphic>`;
  const common = `<wp:docPr id="5" name="Stand-in" descr="{IMAGE logo}" title="t"/><wp:cNvGraphicFramePr/>${graphic}`;
  if (!anchored) {
    return `<w:drawing><wp:inline xmlns:wp="${WP}" distT="0" distB="0" distL="0" distR="0"><wp:extent ${SIZE}/>${common}</wp:inline></w:drawing>`;
  }
  return (
    `<w:drawing><wp:anchor xmlns:wp="${WP}" distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="1" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1">` +
    '<wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>1000000</wp:posOffset></wp:positionH>' +
    `<wp:positionV relativeFrom="paragraph"><wp:posOffset>-50000</wp:posOffset></wp:positionV><wp:extent ${SIZE}/>` +
    `<wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapSquare wrapText="bothSides"/>${common}</wp:anchor></w:drawing>`
  );
};

const slotOf = (xml: string, name = 'w:drawing'): PictureSlot | undefined => {
  const source = `<w:r xmlns:w="${OFFICE}/wordprocessingml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships">${xml}</w:r>`;
  const element = [...descendantsOf(parseXml(source))].find((candidate) => candidate.name === name);
  if (element === undefined) throw new Error('no such element');
  const slot = readPictureSlot(element, source);
  // It is stored with the compiled template.
  return slot === undefined ? undefined : JSON.parse(JSON.stringify(slot));
};

const replace = (template: Template, content: RichContent) => {
  const pkg = new TestPackage();
  const slot = slotOf(drawing(template));
  if (slot === undefined) throw new Error('not a slot');
  const xml = replacePicture(slot, content as PictureContent, pkg.context);
  if (xml !== '') expect(checkDocx(pkg.docx(`<w:p><w:r>${xml}</w:r></w:p>`))).toEqual([]);
  const pair = (pattern: RegExp): number[] => (pattern.exec(xml) ?? []).slice(1).map(Number);
  return {
    xml,
    pkg,
    extent: pair(/<wp:extent cx="(\d+)" cy="(\d+)"\/>/),
    frame: pair(/<a:ext cx="(\d+)" cy="(\d+)"\/>/),
    crop: /<a:srcRect([^>]*)\/>/.exec(xml)?.[1]?.trim() ?? '',
    turn: /<a:xfrm([^>]*)>/.exec(xml)?.[1]?.trim() ?? '',
  };
};

const image = (options: Record<string, unknown> = {}, bytes: Uint8Array = png({ width: 40, height: 20 })) =>
  new RichContent('image', dataUri(bytes, 'image/png'), options);

describe('replacePicture', () => {
  it('fits the new picture into the old one’s frame, by default whole', () => {
    expect(replace({}, image())).toMatchObject({
      extent: [SIDE, SIDE / 2],
      frame: [SIDE, SIDE / 2],
      crop: '',
    });
    expect(replace({}, image({ fit: 'cover' }))).toMatchObject({
      extent: [SIDE, SIDE],
      crop: 'l="25000" r="25000"',
    });
    expect(replace({}, image({ fit: 'stretch' }))).toMatchObject({ extent: [SIDE, SIDE], crop: '' });
  });

  it('a size in the tag wins over the frame', () => {
    expect(replace({}, image({ width: '4cm' })).extent).toEqual([1_440_000, 720_000]);
  });

  it('keeps shape, effects and whatever else the template says', () => {
    const effects = `<a:ln w="9525"><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></a:ln>`;
    const { xml } = replace({ effects, blip: '<a:blip r:embed="rId77"><a:grayscl/></a:blip>' }, image());
    expect(xml).toContain('prst="ellipse"');
    expect(xml).toContain(effects);
    expect(xml).toContain('<a:blip r:embed="rId10"><a:grayscl/></a:blip>');
  });

  it('keeps a crop, and fits what is seen of the picture', () => {
    // Right half cut: 20 × 20 pixels are left, which fill the square.
    expect(replace({ crop: '<a:srcRect r="50000"/>' }, image())).toMatchObject({
      extent: [SIDE, SIDE],
      crop: 'r="50000"',
    });
    const covered = replace({ crop: '<a:srcRect t="50000"/>' }, image({ fit: 'cover' }));
    expect(covered).toMatchObject({ extent: [SIDE, SIDE], crop: 'l="37500" t="50000" r="37500"' });
  });

  it('stays centred where an anchored picture was', () => {
    const { xml } = replace({ anchored: true }, image());
    expect(xml).toContain('<wp:posOffset>1000000</wp:posOffset>');
    expect(xml).toContain(`<wp:posOffset>${-50_000 + SIDE / 4}</wp:posOffset>`);
    expect(xml).toContain('<wp:wrapSquare wrapText="bothSides"/>');
  });

  it('turns a picture that lies on its side inside the frame', () => {
    const sideways = replace({ anchored: true }, image({}, jpeg({ orientation: 6 })));
    // Upright 16 × 32 in a square: half as wide as high; its frame before turning is the other way round.
    expect(sideways).toMatchObject({ extent: [SIDE, SIDE / 2], turn: 'rot="5400000"' });
    expect(sideways.xml).toContain(`l="${-SIDE / 4}" t="${SIDE / 4}" r="${-SIDE / 4}" b="${SIDE / 4}"`);
  });

  it('adds the template’s own turn, and a mirror reverses the inner one', () => {
    expect(replace({ turn: ' rot="1200000"' }, image()).turn).toBe('rot="1200000"');
    expect(replace({ turn: ' rot="600000"' }, image({}, jpeg({ orientation: 6 }))).turn).toBe(
      'rot="6000000"',
    );
    expect(replace({ turn: ' flipH="1"' }, image({}, jpeg({ orientation: 6 }))).turn).toBe(
      'rot="16200000" flipH="1"',
    );
    expect(replace({ turn: ' flipH="1"' }, image({}, jpeg({ orientation: 2 }))).turn).toBe('');
  });

  it('the tag in the alternative text goes; the picture’s own takes its place', () => {
    expect(replace({}, image()).xml).not.toMatch(/descr=|title=/);
    const { xml } = replace({}, image({ alt: 'Our logo' }));
    expect(xml.match(/descr="Our logo"/g)).toHaveLength(2);
  });

  it('SVG brings its vector form, whatever the blip had inside', () => {
    const vector = /<a:ext uri="\{96DAC541[^"]*"><asvg:svgBlip [^>]*r:embed="rId11"\/><\/a:ext>/;
    const old =
      '<a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><x:y xmlns:x="x"/></a:ext></a:extLst>';
    const other = '<a:extLst><a:ext uri="{28A0092B-C50C-407E-A947-70E740481C1C}"/></a:extLst>';
    for (const inside of ['', '<a:grayscl/>', old, other]) {
      const blip = inside === '' ? '<a:blip r:embed="rId77"/>' : `<a:blip r:embed="rId77">${inside}</a:blip>`;
      const { xml } = replace({ blip }, image({}, svg()));
      expect(xml).toMatch(vector);
      expect(xml.match(/96DAC541/g)).toHaveLength(1);
      expect(xml.match(/<a:extLst>/g)).toHaveLength(1);
    }
    expect(replace({ blip: `<a:blip r:embed="rId77">${old}</a:blip>` }, image()).xml).not.toContain(
      '96DAC541',
    );
  });

  it('a linked picture becomes an embedded one', () => {
    expect(replace({ blip: '<a:blip r:link="rId78"/>' }, image()).xml).toContain('<a:blip r:embed="rId10"/>');
  });

  it('codes fill the frame', () => {
    expect(replace({}, new RichContent('qr', 'hello')).extent).toEqual([SIDE, SIDE]);
    const [width = 0, height = 0] = replace(
      {},
      new RichContent('barcode', 'hello', { type: 'code128' }),
    ).extent;
    expect(Math.max(width, height)).toBe(SIDE);
    expect(Math.min(width, height)).toBeGreaterThan(SIDE * 0.95);
  });

  it('nothing stays where the value is empty', () => {
    expect(replace({}, new RichContent('image', null)).xml).toBe('');
  });
});

describe('readPictureSlot', () => {
  it('takes a picture inside a group by its own element, and moves it there', () => {
    const grouped = drawing({}).replace('<a:off x="0" y="0"/>', '<a:off x="100" y="200"/>');
    const slot = slotOf(grouped, 'pic:pic');
    if (slot === undefined) throw new Error('not a slot');
    const xml = replacePicture(slot, image() as PictureContent, new TestPackage().context);
    expect(xml).toMatch(/^<pic:pic /);
    expect(xml).toContain(`<a:off x="100" y="${200 + SIDE / 4}"/><a:ext cx="${SIDE}" cy="${SIDE / 2}"/>`);
  });

  it('takes nothing for one that holds no picture, or several', () => {
    const picture = drawing({});
    expect(slotOf(picture.replace(/<pic:pic .*<\/pic:pic>/, ''))).toBeUndefined();
    expect(slotOf(picture.replace(/(<pic:pic .*<\/pic:pic>)/, '$1$1'))).toBeUndefined();
  });

  it('reads strict percentages', () => {
    expect(slotOf(drawing({ crop: '<a:srcRect l="12.5%"/>' }))?.crop.left).toBe(12_500);
  });
});
