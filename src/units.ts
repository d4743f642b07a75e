/**
 * The lengths that templates write, as branded numbers: a twip is not an EMU, and the compiler knows. Readers of the Word model
 * turn all lengths into points, which are plain numbers from there on.
 * ECMA-376 §17.18 (twips) and §20.1.10 (EMU).
 */
declare const unit: unique symbol;
type Unit<Name extends string> = number & { readonly [unit]: Name };

/** 1/20 pt: `w:` lengths. */
type Twips = Unit<'twips'>;
/** 1/12,700 pt: DrawingML lengths. */
export type Emu = Unit<'emu'>;

export const EMU_PER_INCH = 914_400;
export const EMU_PER_CENTIMETRE = 360_000;
export const EMU_PER_POINT = 12_700;
export const TWIPS_PER_POINT = 20;

export const twips = (value: number): Twips => value as Twips;
export const emu = (value: number): Emu => value as Emu;

export const twipsToEmu = (value: Twips): Emu => emu(Math.round((value / TWIPS_PER_POINT) * EMU_PER_POINT));
