/** What fits on a page, for all who ask: who fills it, who paints a row's lower line, who divides rows and notes. */

/** A line stands that is too low by less than this: 0.016 seen, 0.044 not [M]. */
const PAGE_TOLERANCE = 0.03;
/** Sums of heights differ in their last digits. */
const ROUNDING = 0.02;

/** Of what stands on a page by itself. */
export const fitsOnPage = (height: number, room: number): boolean => height <= room + PAGE_TOLERANCE;

/** Of a part of something: of a row that is divided, of a note that goes on. */
export const fitsInside = (height: number, room: number): boolean => height <= roomInside(room);

/** The room that `fitsInside` compares with, for who divides it further. */
export const roomInside = (room: number): number => room + ROUNDING;
