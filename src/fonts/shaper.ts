/**
 * shape :: text, face → glyphs in visual order
 *
 * HarfBuzz as WebAssembly. It copies a font into its own memory when it first shapes with it; that copy is kept for as
 * long as the face is.
 */
import type { Face, ShapedGlyphs, ShapeOptions } from './font.ts';

type HarfBuzz = typeof import('harfbuzzjs');

export interface Shaper {
  shape(face: Face, text: string, options: ShapeOptions): ShapedGlyphs;
}

/** The features that Word turns on with each kind of `w14:ligatures`. */
const LIGATURE_FEATURES = {
  standard: ['liga'],
  contextual: ['clig'],
  discretional: ['dlig'],
  historical: ['hlig'],
} as const;

export const loadShaper = async (): Promise<Shaper> => new HarfBuzzShaper(await import('harfbuzzjs'));

class HarfBuzzShaper implements Shaper {
  readonly #hb: HarfBuzz;
  readonly #fonts = new WeakMap<Face, InstanceType<HarfBuzz['Font']>>();
  readonly #buffer: InstanceType<HarfBuzz['Buffer']>;

  constructor(hb: HarfBuzz) {
    this.#hb = hb;
    this.#buffer = new hb.Buffer();
  }

  shape(face: Face, text: string, options: ShapeOptions): ShapedGlyphs {
    const buffer = this.#buffer;
    buffer.reset();
    buffer.addText(text);
    if (options.direction !== undefined) {
      const { Direction } = this.#hb;
      buffer.setDirection(options.direction === 'rtl' ? Direction.RTL : Direction.LTR);
    }
    if (options.language !== undefined) buffer.setLanguage(options.language);
    buffer.guessSegmentProperties();
    this.#hb.shape(this.#fontFor(face), buffer, this.#features(options));
    return toShapedGlyphs(buffer.getGlyphInfos(), buffer.getGlyphPositions(), face.unitsPerEm);
  }

  #fontFor(face: Face): InstanceType<HarfBuzz['Font']> {
    const known = this.#fonts.get(face);
    if (known !== undefined) return known;
    const { Blob, Face: HarfBuzzFace, Font } = this.#hb;
    const font = new Font(new HarfBuzzFace(new Blob(face.bytes()), face.index));
    this.#fonts.set(face, font);
    return font;
  }

  #features({ kerning = false, ligatures = [], features = {} }: ShapeOptions) {
    const settings = new Map<string, number>([['kern', kerning ? 1 : 0]]);
    for (const [kind, tags] of Object.entries(LIGATURE_FEATURES)) {
      const on = ligatures.some((wanted) => wanted === kind);
      for (const tag of tags) settings.set(tag, on ? 1 : 0);
    }
    for (const [tag, value] of Object.entries(features)) settings.set(tag, value);
    return [...settings].map(([tag, value]) => new this.#hb.Feature(tag, value));
  }
}

interface Info {
  readonly codepoint: number;
  readonly cluster: number;
}

interface Position {
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

const toShapedGlyphs = (
  infos: readonly Info[],
  positions: readonly Position[],
  unitsPerEm: number,
): ShapedGlyphs => {
  const moved = positions.some(({ xOffset, yOffset }) => xOffset !== 0 || yOffset !== 0);
  return {
    ids: infos.map((info) => info.codepoint),
    advances: positions.map((position) => position.xAdvance / unitsPerEm),
    clusters: infos.map((info) => info.cluster),
    ...(moved && {
      offsets: positions.map(({ xOffset, yOffset }) => ({
        x: xOffset / unitsPerEm,
        y: yOffset / unitsPerEm,
      })),
    }),
  };
};
