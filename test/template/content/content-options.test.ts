import { describe, expect, it } from 'vitest';
import { checkOption } from '../../../src/template/content/content-options.ts';
import { declaredContent, RichContent } from '../../../src/template/content/content-value.ts';

describe('checkOption', () => {
  it.each([
    ['image', 'width', '4cm'],
    ['image', 'height', '50%'],
    ['image', 'fit', 'cover'],
    ['image', 'width', undefined],
    ['qr', 'size', '3 cm'],
    ['barcode', 'type', 'EAN-13'],
    ['link', 'label', ''],
  ] as const)('%s %s=%s is fine', (kind, name, literal) => {
    expect(checkOption(kind, name, literal)).toBeUndefined();
  });

  it.each([
    ['image', 'widht', '4cm', 'IMAGE has no option "widht".', /width, height/],
    ['image', 'width', '4 parsecs', '"4 parsecs" is not a value for width.', /cm, mm, in/],
    ['image', 'width', '0cm', '"0cm" is not a value for width.', /cm/],
    ['image', 'fit', 'big', '"big" is not a value for fit.', /contain, cover, stretch/],
    ['image', 'rotation', 'left', '"left" is not a value for rotation.', /-360 to 360/],
    ['html', 'width', '4cm', 'HTML has no option "width".', /none/],
    ['image', 'constructor', 'x', 'IMAGE has no option "constructor".', /width/],
  ] as const)('%s %s=%s is not', (kind, name, literal, message, hint) => {
    expect(checkOption(kind, name, literal)).toEqual({ message, hint: expect.stringMatching(hint) });
  });
});

describe('declaredContent', () => {
  it('knows what data says it is', () => {
    expect(declaredContent({ _type: 'image', source: 'x' })).toMatchObject({ kind: 'image' });
    expect(declaredContent({ _type: 'link', target: 'x' })).toBeInstanceOf(RichContent);
    expect(declaredContent({ _type: 'html', html: 'x' })?.kind).toBe('html');
  });

  it.each([null, 'x', 5, [], {}, { _type: 'rawXml' }, { _type: 5 }, Object.create({ _type: 'image' })])(
    'nothing for %j',
    (value) => {
      expect(declaredContent(value)).toBeUndefined();
    },
  );
});
