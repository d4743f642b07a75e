/** The secret of a one-time link: after the `#`, so that no server, proxy or log ever sees it. */
export const tokenOfLink = (): string =>
  new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
