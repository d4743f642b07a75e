/** The console's addresses. Template keys may hold anything, so they are made and read here alone. */

const TEMPLATE = '/templates/';

/** A browser takes `.` and `..` out of a path before anyone sees them: these two keys travel as a query. */
const isDotSegment = (key: string): boolean => key === '.' || key === '..';

export const templatePath = (key: string): string =>
  isDotSegment(key) ? `${TEMPLATE}-?key=${key}` : TEMPLATE + encodeURIComponent(key);

/** Its page, with what its pages do. */
export const layoutPath = (key: string): string =>
  `${templatePath(key)}${isDotSegment(key) ? '&' : '?'}check=layout`;

/** Its page, with the draft opened. */
export const reviewPath = (key: string): string =>
  `${templatePath(key)}${isDotSegment(key) ? '&' : '?'}review=draft`;

/** A batch that begins with this template. */
export const batchPath = (templateKey: string): string =>
  `/batch?template=${encodeURIComponent(templateKey)}`;

/** `undefined` where the address is not one template's. */
export const templateKeyFrom = (pathname: string, search: string): string | undefined => {
  if (!pathname.startsWith(TEMPLATE)) return undefined;
  const asked = new URLSearchParams(search).get('key');
  if (pathname === `${TEMPLATE}-` && asked !== null) return asked;
  try {
    return decodeURIComponent(pathname.slice(TEMPLATE.length)) || undefined;
  } catch {
    return undefined;
  }
};

/** Where to go after signing in: a path of this console and nothing else. */
export const safeNext = (search: string): string => {
  const next = new URLSearchParams(search).get('next') ?? '/';
  return /^\/(?![/\\])/.test(next) ? next : '/';
};
