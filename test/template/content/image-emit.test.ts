import { describe, expect, it } from 'vitest';
import { RichContent } from '../../../src/template/content/content-value.ts';
import { emitContent } from '../../../src/template/content/emitters.ts';
import { emitImage } from '../../../src/template/content/image-emit.ts';
import type { PartContext } from '../../../src/template/content/part-context.ts';
import { dataUri, gif, jpeg, png, svg, webpLossy } from '../../images/pictures.ts';
import { checkDocx } from '../../support/docx-validity.ts';
import { TestPackage, type TestPackageOptions } from './test-package.ts';

const CM = 360_000;
/** 96 × 48 pixels at 96 dpi: an inch by half an inch. */
const PICTURE = png({ width: 96, height: 48 });
const URI = dataUri(PICTURE, 'image/png');
const BASE64 = Buffer.from(PICTURE).toString('base64');

const emit = (value: unknown, options: Record<string, unknown> = {}, setup: TestPackageOptions = {}) => {
  const pkg = new TestPackage(setup);
  const xml = emitImage(value, options, pkg.context);
  expect(checkDocx(pkg.docx(`<w:p>${xml}</w:p>`))).toEqual([]);
  const attribute = (pattern: RegExp): number[] => (pattern.exec(xml) ?? []).slice(1).map(Number);
  return {
    xml,
    pkg,
    size: attribute(/<wp:extent cx="(\d+)" cy="(\d+)"\/>/),
    crop: /<a:srcRect([^>]*)\/>/.exec(xml)?.[1]?.trim() ?? '',
    transform: /<a:xfrm([^>]*)>/.exec(xml)?.[1]?.trim() ?? '',
  };
};

describe('values', () => {
  it.each([
    ['a data URI', URI],
    ['a data URI with a wrong type', URI.replace('image/png', 'image/jpeg')],
    ['bare base64', BASE64],
    ['base64 with line ends', BASE64.replace(/.{20}/g, '$&\r\n')],
    ['URL-safe base64 without padding', BASE64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')],
    ['bytes', PICTURE],
    ['the object of docx-templates', { data: BASE64, extension: '.png' }],
    ['the object of easy-template-x', { _type: 'image', source: BASE64, format: 'image/png' }],
  ])('%s', (_name, value) => {
    const { size, pkg } = emit(value);
    expect(size).toEqual([914_400, 457_200]);
    expect([...pkg.media.values()]).toEqual(
      [Buffer.from(PICTURE)].map((bytes) => expect.objectContaining({ length: bytes.length })),
    );
  });

  it.each([undefined, null, '', { data: '' }, { data: null, extension: '.png' }])(
    'nothing for %j',
    (value) => {
      expect(emit(value).xml).toBe('');
    },
  );

  it.each([
    ['text', 'Hello World!', '"Hello World!" is not a picture.'],
    ['a number', 5, '5 is not a picture.'],
    ['a list', [URI], 'a list is not a picture.'],
    ['an object without data', { url: 'x' }, 'The picture is an object without data.'],
    ['a data URI without data', 'data:image/png', 'is a data URI without data'],
    [
      'base64 of something else',
      Buffer.from('hello world').toString('base64'),
      'not a picture of a known format',
    ],
    [
      'a damaged picture',
      dataUri(PICTURE.subarray(0, 40), 'image/png'),
      'The PNG picture is damaged: it is cut off.',
    ],
    ['a size that is none', { data: BASE64, width: 'wide' }, '"wide" is not a length for width.'],
    ['a negative size', { data: BASE64, width: -3 }, '-3 is not a length for width.'],
    ['a rotation that is none', { data: BASE64, rotation: 'left' }, '"left" is not a rotation'],
  ])('refuses %s', (_name, value, message) => {
    expect(() => emit(value)).toThrow(message);
  });

  it('never shows more than the start of a value', () => {
    expect(() => emit('x'.repeat(100_000).concat('!'))).toThrow(/^"x{60}…" is not a picture\.$/);
  });

  it('JPEG and GIF as they are, WebP as PNG, SVG with a raster twin', () => {
    expect([...emit(dataUri(jpeg(), 'image/jpeg')).pkg.media.keys()][0]).toMatch(/\.jpeg$/);
    expect([...emit(dataUri(gif(), 'image/gif')).pkg.media.keys()][0]).toMatch(/\.gif$/);
    expect([...emit(dataUri(webpLossy, 'image/webp')).pkg.media.keys()][0]).toMatch(/\.png$/);
    const { xml, pkg } = emit(`data:image/svg+xml;utf8,${new TextDecoder().decode(svg())}`);
    expect([...pkg.media.keys()].map((name) => name.split('.')[1])).toEqual(['png', 'svg']);
    expect(xml).toMatch(
      /<a:blip r:embed="rId10"><a:extLst><a:ext uri="\{96DAC541[^"]*"><asvg:svgBlip [^>]*r:embed="rId11"\/>/,
    );
  });

  it('stores the same bytes once, and reads the same text once', () => {
    const pkg = new TestPackage();
    for (let turn = 0; turn < 3; turn++) emitImage(URI, {}, pkg.context);
    emitImage(BASE64, {}, pkg.context);
    expect(pkg.media.size).toBe(1);
    expect(pkg.context.memo.size).toBe(2);
  });
});

describe('remote pictures', () => {
  const url = 'https://img.example.com/a.png';

  it('are shown where they were fetched', () => {
    expect(emit(url, {}, { remote: { [url]: { bytes: PICTURE } } }).size).toEqual([914_400, 457_200]);
  });

  it('are refused with the setting that allows them', () => {
    const error = (() => {
      try {
        emit(url);
      } catch (thrown) {
        return thrown as { message: string; hint: string; code: string };
      }
      return undefined;
    })();
    expect(error?.code).toBe('data_invalid');
    expect(error?.message).toContain(url);
    expect(error?.hint).toContain('PLATEN_IMAGE_HOSTS');
  });

  it('say what went wrong when they were fetched', () => {
    expect(() => emit(url, {}, { remote: { [url]: { problem: 'the server answered 404' } } })).toThrow(
      'could not be fetched: the server answered 404.',
    );
  });
});

describe('size', () => {
  it.each([
    [
      'own size at its dpi',
      dataUri(png({ width: 300, height: 150, dpi: 300 }), 'image/png'),
      {},
      [914_400, 457_200],
    ],
    ['width alone keeps the ratio', URI, { width: '4cm' }, [4 * CM, 2 * CM]],
    ['height alone keeps the ratio', URI, { height: '10mm' }, [2 * CM, CM]],
    ['inches, points, pixels', URI, { width: '2in' }, [1_828_800, 914_400]],
    ['points', URI, { width: '72pt' }, [914_400, 457_200]],
    ['pixels', URI, { width: '192px' }, [1_828_800, 914_400]],
    ['a plain number is centimetres', URI, { width: 4 }, [4 * CM, 2 * CM]],
    ['a share of the column', URI, { width: '50%' }, [2_880_360, 1_440_180]],
    ['a box keeps the ratio', URI, { width: '4cm', height: '1cm' }, [2 * CM, CM]],
    ['stretch does not', URI, { width: '4cm', height: '1cm', fit: 'stretch' }, [4 * CM, CM]],
    ['a value’s own centimetres', { data: BASE64, width: 3, height: 3 }, {}, [3 * CM, 3 * CM]],
    ['a value’s own width', { data: BASE64, width: 3 }, {}, [3 * CM, 1.5 * CM]],
    [
      'a value’s own pixels',
      { _type: 'image', source: BASE64, width: 192, height: 192 },
      {},
      [1_828_800, 1_828_800],
    ],
    ['the tag wins over the value', { data: BASE64, width: 3, height: 3 }, { width: '2cm' }, [2 * CM, CM]],
    ['22 inches at most', URI, { width: '900in' }, [20_116_800, 10_058_400]],
  ])('%s', (_name, value, options, expected) => {
    expect(emit(value, options).size).toEqual(expected);
  });

  it('never wider than the column where nothing is asked', () => {
    expect(emit(URI, {}, { columnWidth: 457_200 }).size).toEqual([457_200, 228_600]);
    expect(emit(URI, { width: '2in' }, { columnWidth: 457_200 }).size).toEqual([1_828_800, 914_400]);
  });

  it('cover cuts the longer side at both ends', () => {
    expect(emit(URI, { width: '2cm', height: '2cm', fit: 'cover' })).toMatchObject({
      size: [2 * CM, 2 * CM],
      crop: 'l="25000" r="25000"',
    });
    expect(emit(URI, { width: '4cm', height: '1cm', fit: 'cover' }).crop).toBe('t="25000" b="25000"');
  });

  it.each([
    [{ width: '4 miles' }, '"4 miles" is not a value for width.'],
    [{ fit: 'squeeze' }, '"squeeze" is not a value for fit.'],
    [{ colour: 'red' }, 'IMAGE has no option "colour".'],
    [{ width: {} }, 'The option width is an object'],
  ])('refuses %j', (options, message) => {
    expect(() => emit(URI, options)).toThrow(message);
  });

  it('takes an option that is empty for one that is not given', () => {
    expect(emit(URI, { width: undefined, height: null, alt: '' }).size).toEqual([914_400, 457_200]);
  });
});

describe('turning', () => {
  const turned = (orientation: number) =>
    emit(dataUri(jpeg({ orientation }), 'image/jpeg'), { height: '1cm' });

  it.each([
    [1, '', 2, 1],
    [2, 'flipH="1"', 2, 1],
    [3, 'rot="10800000"', 2, 1],
    [4, 'flipV="1"', 2, 1],
    // On its side: half as wide as high once upright, so its frame is a centimetre wide and half as high.
    [5, 'rot="16200000" flipH="1"', 1, 0.5],
    [6, 'rot="5400000"', 1, 0.5],
    [7, 'rot="5400000" flipH="1"', 1, 0.5],
    [8, 'rot="16200000"', 1, 0.5],
  ])('Exif orientation %i', (orientation, transform, width, height) => {
    expect(turned(orientation)).toMatchObject({ transform, size: [width * CM, height * CM] });
  });

  it('text keeps away from the turned picture, no more and no less', () => {
    expect(turned(6).xml).toContain('<wp:effectExtent l="-90000" t="90000" r="-90000" b="90000"/>');
  });

  it('rotation of the value or the tag, in degrees', () => {
    expect(emit({ data: BASE64, rotation: 45 }).transform).toBe('rot="2700000"');
    expect(emit(URI, { rotation: -90 }).transform).toBe('rot="16200000"');
  });

  it('crops a picture on its side where it is seen, not where it is stored', () => {
    const { crop, size } = emit(dataUri(jpeg({ orientation: 6 }), 'image/jpeg'), {
      width: '1cm',
      height: '1cm',
      fit: 'cover',
    });
    expect(size).toEqual([CM, CM]);
    // Upright it is 16 × 32: top and bottom are cut, which are its stored left and right.
    expect(crop).toBe('l="25000" r="25000"');
  });
});

describe('around the picture', () => {
  it('alternative text, escaped, from the tag or the value', () => {
    expect(emit(URI, { alt: 'A "quoted" <b> & c' }).xml).toContain(
      'descr="A &quot;quoted&quot; &lt;b&gt; &amp; c"',
    );
    expect(emit({ data: BASE64, alt: 'Logo' }).xml).toContain('descr="Logo"');
    expect(emit({ _type: 'image', source: BASE64, altText: 'Logo' }).xml).toContain('descr="Logo"');
    expect(emit(URI).xml).not.toContain('descr');
  });

  it('a caption on a line of its own, in the tag’s format', () => {
    const { xml } = emit(
      { data: BASE64, caption: 'Our <logo>' },
      {},
      { runProperties: '<w:rPr><w:i/></w:rPr>' },
    );
    expect(xml).toContain(
      '</w:drawing></w:r><w:r><w:rPr><w:i/></w:rPr><w:br/><w:t xml:space="preserve">Our &lt;logo&gt;</w:t></w:r>',
    );
  });

  it('drawing ids are the package’s', () => {
    const pkg = new TestPackage();
    const xml = emitImage(URI, {}, pkg.context) + emitImage(URI, {}, pkg.context);
    expect([...xml.matchAll(/<wp:docPr id="(\d+)"/g)].map((match) => match[1])).toEqual(['1', '2']);
  });

  it('a paragraph of its own, on the side that is asked for', () => {
    const pkg = new TestPackage({ paragraphProperties: '<w:pPr><w:pStyle w:val="A"/></w:pPr>' });
    const block = (context: PartContext) =>
      emitContent(new RichContent('image', URI, { align: 'center' }), 'blocks', context).xml;
    expect(block(pkg.context)).toMatch(
      /^<w:p><w:pPr><w:pStyle w:val="A"\/><w:jc w:val="center"\/><\/w:pPr><w:r><w:drawing>/,
    );
    expect(emitContent(new RichContent('image', null), 'blocks', pkg.context).xml).toBe('');
  });

  it('strict documents have their own names', () => {
    const { xml } = emit(URI, {}, { dialect: 'strict' });
    expect(xml).toContain('http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing');
    expect(xml).not.toContain('schemas.openxmlformats.org');
  });
});
