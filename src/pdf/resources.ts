/**
 * Resources: what pages refer to by name, written once for the whole file and shared by all of its pages.
 */
import { PlatenError } from '../errors.ts';
import type { FontKey, FontLibrary } from '../fonts/font.ts';
import { sniff } from '../images/sniff.ts';
import type { ImageId, ImageItem, LinearGradient, Page, RadialGradient } from '../layout/display-list.ts';
import { isMetafile, type MetafileDrawing, playMetafile } from '../metafile/play.ts';
import type { PdfFile } from './file.ts';
import { encodeImage } from './images/encode-image.ts';
import type { EncodedImage } from './images/encoded-image.ts';
import { inLight } from './images/light.ts';
import { encodePixels } from './images/pixels.ts';
import { type AddFunction, recolored, tonedItem, tonedPixels, toneOf } from './images/recolor.ts';
import { colorParts, fine, num, reference } from './syntax.ts';
import { UsedFont } from './used-font.ts';
import { writeFont } from './write-font.ts';

/** The bytes of a picture by its id; undefined where the document lacks it. */
export type ImageSource = (id: ImageId) => Uint8Array | undefined;

interface ResourceNeeds {
  readonly file: PdfFile;
  readonly fonts: FontLibrary;
  readonly images: ImageSource;
  readonly warn: (message: string) => void;
  /** Operators of a drawing; handed in, because they name resources themselves. */
  readonly draw: (drawing: Page, resources: Resources) => Uint8Array;
  /** By the rules of PDF/A. */
  readonly archived: boolean;
  /** U+F0xx of symbol fonts are copied as they are. */
  readonly symbolCodes: boolean;
}

/** A form begins with what the page has set; its operators count on what a page begins with (§8.4.1, table 52). */
const INITIAL_STATE = Buffer.from('0 g 0 G 1 w 0 J 0 j []0 d 0 Tc 100 Tz 0 Tr\n');

/** Of a factor far below one: five decimals would be off by a percent. */
const precise = (value: number): string => value.toFixed(9);

/** How a picture is changed on its way. */
type ImageLook = Pick<ImageItem, 'light' | 'recolor'>;

const PLAIN_LOOK: ImageLook = {};

/** Drawings of Windows, packed or not, and scans. */
const isForeign = (bytes: Uint8Array): boolean => {
  const format = sniff(bytes);
  return (
    format === 'emf' || format === 'wmf' || format === 'tiff' || (bytes[0] === 0x1f && bytes[1] === 0x8b)
  );
};

export class Resources {
  readonly #file: PdfFile;
  readonly #fonts: FontLibrary;
  readonly #images: ImageSource;
  readonly #warn: (message: string) => void;
  readonly #draw: ResourceNeeds['draw'];
  readonly #archived: boolean;
  readonly #symbolCodes: boolean;
  readonly #usedFonts = new Map<FontKey, UsedFont>();
  readonly #usedImages = new Map<ImageId, string | undefined>();
  readonly #opacities = new Map<number, string>();
  readonly #shadings = new Map<string, string>();
  readonly #lines: Record<'Font' | 'XObject' | 'ExtGState' | 'Shading', string[]> = {
    Font: [],
    XObject: [],
    ExtGState: [],
    Shading: [],
  };
  /** What a drawing asks for while it is drawn: a line of the dictionary each. */
  #asked: Set<string> | undefined;
  /** The dictionary that every page names. */
  readonly object: number;

  constructor({ file, fonts, images, warn, draw, archived, symbolCodes }: ResourceNeeds) {
    this.#file = file;
    this.#fonts = fonts;
    this.#images = images;
    this.#warn = warn;
    this.#draw = draw;
    this.#archived = archived;
    this.#symbolCodes = symbolCodes;
    this.object = file.allocate();
  }

  readonly font = (key: FontKey): UsedFont => {
    const known = this.#usedFonts.get(key);
    if (known !== undefined) {
      this.#asked?.add(known.name);
      return known;
    }
    const name = `F${this.#usedFonts.size + 1}`;
    const used = new UsedFont(this.#fonts.byKey(key), name, this.#file.allocate(), {
      archived: this.#archived,
      symbolCodes: this.#symbolCodes,
    });
    this.#usedFonts.set(key, used);
    this.#lines.Font.push(`/${name} ${reference(used.object)}`);
    this.#asked?.add(name);
    return used;
  };

  /** Undefined, with a warning, where the picture is missing or damaged. */
  readonly image = (id: ImageId, look: ImageLook = PLAIN_LOOK): string | undefined => {
    const { light, recolor } = look;
    const plain = light === undefined && recolor === undefined;
    const key = plain ? id : `${id}\n${JSON.stringify([light, recolor])}`;
    if (!this.#usedImages.has(key)) this.#usedImages.set(key, this.#writeImage(id, look));
    const name = this.#usedImages.get(key);
    if (name !== undefined) this.#asked?.add(name);
    return name;
  };

  #writeImage(id: ImageId, look: ImageLook): string | undefined {
    const bytes = this.#images(id);
    if (bytes === undefined) {
      this.#warn(
        id === '' ? 'A picture is not in the document.' : `The picture ${id} is not in the document.`,
      );
      return undefined;
    }
    try {
      if (isMetafile(bytes)) return this.#writeForm(playMetafile(bytes, this.#fonts, id), look);
      return this.#writeObject(this.#looked(encodeImage(bytes), look));
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error;
      this.#warn(`${id}: ${error.message}`);
      // A damaged picture is damaged for everybody; another format may be drawn elsewhere.
      if (isForeign(bytes)) this.#reasons.add('picture-format');
      return undefined;
    }
  }

  #looked(image: EncodedImage, { light, recolor }: ImageLook): EncodedImage {
    const lit = light === undefined ? image : inLight(image, light);
    if (recolor === undefined) return lit;
    const changed = recolored(lit, recolor, this.#addFunction);
    if (changed === undefined) this.#reasons.add('picture-effects');
    return changed ?? lit;
  }

  readonly #addFunction: AddFunction = (inputs, program) => {
    const domain = Array.from({ length: inputs }, () => '0 1').join(' ');
    return reference(
      this.#file.addStream(`/FunctionType 4/Domain[${domain}]/Range[0 1 0 1 0 1]`, `{${program}}`),
    );
  };

  #writeObject(image: EncodedImage): string {
    if (image.cmyk === true) this.#cmyk = true;
    const head = '/Type/XObject/Subtype/Image';
    const mask =
      image.softMask === undefined
        ? ''
        : `/SMask ${reference(this.#file.addEncodedStream(head + image.softMask.entries, image.softMask.data))}`;
    const object = this.#file.addEncodedStream(head + image.entries + mask, image.data);
    return this.#named(object);
  }

  #named(object: number): string {
    const name = `I${this.#lines.XObject.length + 1}`;
    this.#lines.XObject.push(`/${name} ${reference(object)}`);
    return name;
  }

  /** A drawing is a page of its own, stretched over the square that a picture fills (§8.10). */
  #writeForm({ width, height, items: drawn, images }: MetafileDrawing, look: ImageLook): string {
    const tone = toneOf(look);
    if (look.recolor?.kind === 'hidden') this.#reasons.add('picture-effects');
    for (const [id, pixels] of images) {
      const shown = tone === undefined ? pixels : { ...pixels, data: tonedPixels(pixels.data, tone) };
      this.#usedImages.set(id, this.#writeObject(encodePixels(shown)));
    }
    const items = tone === undefined ? drawn : drawn.map((item) => tonedItem(item, tone));
    const matrix = `${precise(1 / width)} 0 0 ${precise(1 / height)} 0 0`;
    const { operators, resources } = this.#drawn({ width, height, items });
    return this.#named(
      this.#file.addStream(
        `/Type/XObject/Subtype/Form/BBox[0 0 ${num(width)} ${num(height)}]/Matrix[${matrix}]/Resources${resources}`,
        Buffer.concat([INITIAL_STATE, operators]),
      ),
    );
  }

  /**
   * With a dictionary of its own: the pages' would name the drawing again, and what refers to itself can't be known as equal to
   * what another file has (join/copier.ts).
   */
  #drawn(drawing: Page): { readonly operators: Uint8Array; readonly resources: string } {
    const before = this.#asked;
    const asked = new Set<string>();
    this.#asked = asked;
    try {
      const operators = this.#draw(drawing, this);
      return {
        operators,
        resources: this.#dictionary((line) => asked.has(/^\/(\w+)/.exec(line)?.[1] ?? '')),
      };
    } finally {
      this.#asked = before;
    }
  }

  /** What is not drawn, or not as it should be: codes. */
  readonly #reasons = new Set<string>();

  get reasons(): readonly string[] {
    return [...this.#reasons];
  }

  /** A four-colour picture is in the file, which PDF/A does not allow without its profile. */
  #cmyk = false;

  /** What the file holds that PDF/A does not allow, and that cannot be written otherwise. */
  get violations(): readonly string[] {
    if (!this.#archived) return [];
    const missing = [...this.#usedFonts.values()].some(({ usesMissing }) => usesMissing);
    return [...(this.#cmyk ? ['pdfa:cmyk-picture'] : []), ...(missing ? ['pdfa:missing-character'] : [])];
  }

  readonly opacity = (opacity: number): string => {
    const value = Math.round(Math.max(0, Math.min(1, opacity)) * 1000) / 1000;
    const known = this.#opacities.get(value);
    const name = known ?? `/G${this.#opacities.size + 1}`;
    this.#asked?.add(name.slice(1));
    if (known !== undefined) return known;
    this.#opacities.set(value, name);
    this.#lines.ExtGState.push(`${name}<</ca ${fine(value)}/CA ${fine(value)}>>`);
    return name;
  };

  /** An axial or radial shading (§8.7.4.5.3 and 4); `y` of the page counts from below. */
  readonly shading = (gradient: LinearGradient | RadialGradient, height: number): string => {
    const { stops } = gradient;
    const round = 'center' in gradient;
    const place = round
      ? `${num(gradient.center[0])} ${num(height - gradient.center[1])} 0 ${num(gradient.center[0])} ${num(height - gradient.center[1])} ${num(gradient.radius)}`
      : [gradient.from[0], height - gradient.from[1], gradient.to[0], height - gradient.to[1]]
          .map(num)
          .join(' ');
    const body = `<</ShadingType ${round ? 3 : 2}/ColorSpace/DeviceRGB/Coords[${place}]/Extend[true true]/Function${gradientFunction(stops)}>>`;
    const known = this.#shadings.get(body);
    const name = known ?? `/S${this.#shadings.size + 1}`;
    this.#asked?.add(name.slice(1));
    if (known !== undefined) return known;
    this.#shadings.set(body, name);
    this.#lines.Shading.push(`${name}${body}`);
    return name;
  };

  finish(): void {
    for (const font of this.#usedFonts.values()) writeFont(this.#file, font);
    this.#file.add(this.#dictionary(), this.object);
  }

  #dictionary(isWanted: (line: string) => boolean = () => true): string {
    const parts = Object.entries(this.#lines).flatMap(([kind, lines]) => {
      const wanted = lines.filter(isWanted);
      return wanted.length === 0 ? [] : [`/${kind}<<${wanted.join('')}>>`];
    });
    return `<<${parts.join('')}>>`;
  }
}

/** §7.10.3 and §7.10.4: straight from colour to colour, stitched together. */
const gradientFunction = (stops: LinearGradient['stops']): string => {
  const pieces = stops.slice(1).map((stop, index) => {
    const before = stops[index] ?? stop;
    return `<</FunctionType 2/Domain[0 1]/N 1/C0[${colorParts(before.color).join(' ')}]/C1[${colorParts(stop.color).join(' ')}]>>`;
  });
  if (pieces.length <= 1) {
    const color = colorParts(stops[0]?.color ?? 0).join(' ');
    return pieces[0] ?? `<</FunctionType 2/Domain[0 1]/N 1/C0[${color}]/C1[${color}]>>`;
  }
  const bounds = stops.slice(1, -1).map((stop) => fine(stop.offset));
  return (
    `<</FunctionType 3/Domain[0 1]/Functions[${pieces.join('')}]/Bounds[${bounds.join(' ')}]` +
    `/Encode[${pieces.map(() => '0 1').join(' ')}]>>`
  );
};
