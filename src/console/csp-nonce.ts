/** The nonce that the server put into this answer: every style element that a library writes must carry it. */
export const cspNonce = (): string =>
  document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
