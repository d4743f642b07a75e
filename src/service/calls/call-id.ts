/** callId :: time → an id whose order is that of time. What follows the time is random: ids say nothing of other organizations' calls. */
const TIME_DIGITS = 9;
const RANDOM_DIGITS = 7;
const BASE = 36;
const RANDOM = BASE ** RANDOM_DIGITS;

export const CALL_ID = /^[0-9a-z]{16}$/;

export const callId = (at: number): string =>
  firstCallId(at) +
  Math.floor(Math.random() * RANDOM)
    .toString(BASE)
    .padStart(RANDOM_DIGITS, '0');

/** No id of that moment or later comes before it. */
export const firstCallId = (at: number): string => Math.max(0, at).toString(BASE).padStart(TIME_DIGITS, '0');
