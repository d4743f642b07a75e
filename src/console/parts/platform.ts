/** Which of the two keys is the one for shortcuts. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
