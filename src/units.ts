/**
 * The lengths that Word and PDF speak, as branded numbers: a twip is not a point, and the compiler knows.
 * ECMA-376 §17.18 (twips, half-points) and §20.1.10 (EMU).
 */
declare const unit: unique symbol;
type Unit<Name extends string> = number & { readonly [unit]: Name };

/** 1/20 pt: `w:` lengths. */
export type Twips = Unit<'twips'>;
/** 1/2 pt: font sizes (`w:sz`). */
export type HalfPoints = Unit<'half-points'>;
/** 1/12,700 pt: DrawingML lengths. */
export type Emu = Unit<'emu'>;
/** 1/72 in: PDF user space, and everything inside `layout/`. */
export type Points = Unit<'points'>;

export const EMU_PER_INCH = 914_400;
export const EMU_PER_CENTIMETRE = 360_000;
export const EMU_PER_POINT = 12_700;
export const TWIPS_PER_POINT = 20;

export const twips = (value: number): Twips => value as Twips;
export const halfPoints = (value: number): HalfPoints => value as HalfPoints;
export const emu = (value: number): Emu => value as Emu;
export const points = (value: number): Points => value as Points;

export const twipsToPoints = (value: Twips): Points => points(value / TWIPS_PER_POINT);
export const halfPointsToPoints = (value: HalfPoints): Points => points(value / 2);
export const emuToPoints = (value: Emu): Points => points(value / EMU_PER_POINT);
export const pointsToEmu = (value: Points): Emu => emu(Math.round(value * EMU_PER_POINT));
export const twipsToEmu = (value: Twips): Emu => emu(Math.round((value / TWIPS_PER_POINT) * EMU_PER_POINT));
/** A pixel of a picture that says `dpi`, as Word counts it: EMU = pixels × 914,400 / dpi. */
export const pixelsToEmu = (pixels: number, dpi: number): Emu =>
  emu(Math.round((pixels * EMU_PER_INCH) / dpi));
