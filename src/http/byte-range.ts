/**
 * rangeOf :: Range header, size → what is asked for, or all of it
 *
 * RFC 9110 §14: one range alone; several, or one that can't be read, are answered with the whole file, as the RFC allows.
 */
interface ByteRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export const rangeOf = (header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const suffix = Math.min(Number(last), size);
    return suffix === 0 ? 'unsatisfiable' : { start: size - suffix, end: size };
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
};
