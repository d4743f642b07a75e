/** Every request of the console: cookies of this origin, the CSRF header, typed errors, and a second try after sign-in. */
import { lostConnection } from './connection.ts';
import { type ApiError, errorFrom, isAborted, NetworkError } from './errors.ts';
import { signInAgain } from './sign-in-gate.ts';

type Query = Readonly<Record<string, string | number | undefined>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Request {
  readonly method?: Method;
  readonly query?: Query;
  /** Sent as JSON; a form, or a Blob that is JSON already, goes as it is. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Where one kind of answer alone will do. */
  readonly accept?: string;
}

interface FileAnswer {
  readonly blob: Blob;
  readonly headers: Headers;
  /** From Content-Disposition. */
  readonly filename: string;
}

/** The header that a page of another origin can't send without asking; the server wants it with every change. */
export const CONSOLE_HEADER = { 'Platen-Console': '1' } as const;

const urlOf = (path: string, query: Query = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
};

const once = async (
  path: string,
  { method = 'GET', query, body, signal, accept = 'application/json, */*' }: Request,
): Promise<Response> => {
  const json = body !== undefined && !(body instanceof FormData || body instanceof Blob);
  try {
    return await fetch(urlOf(path, query), {
      method,
      credentials: 'same-origin',
      headers: {
        accept,
        ...CONSOLE_HEADER,
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: json ? JSON.stringify(body) : body }),
      ...(signal !== undefined && { signal }),
    });
  } catch (error) {
    if (isAborted(error)) throw error;
    lostConnection();
    throw new NetworkError(error);
  }
};

/** The session has ended, as opposed to a wrong password. Requests of /session itself never come here. */
export const hasExpired = (error: ApiError, path: string): boolean =>
  error.status === 401 && error.code !== 'bad_credentials' && path !== '/session';

const send = async (path: string, request: Request): Promise<Response> => {
  const response = await once(path, request);
  if (response.ok) return response;
  const error = errorFrom(response.status, await response.text(), response.headers.get('retry-after'));
  if (!hasExpired(error, path) || !(await signInAgain())) throw error;
  const second = await once(path, request);
  if (second.ok) return second;
  throw errorFrom(second.status, await second.text(), second.headers.get('retry-after'));
};

const json = async <T>(path: string, request: Request): Promise<T> => {
  const response = await send(path, request);
  return (response.status === 204 ? undefined : await response.json()) as T;
};

export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
    json<T>(path, { ...(query !== undefined && { query }), ...(signal !== undefined && { signal }) }),
  post: <T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> =>
    json<T>(path, { method: 'POST', body, ...(signal !== undefined && { signal }) }),
  put: <T>(path: string, body?: unknown): Promise<T> => json<T>(path, { method: 'PUT', body }),
  patch: <T>(path: string, body?: unknown): Promise<T> => json<T>(path, { method: 'PATCH', body }),
  delete: <T = void>(path: string, body?: unknown): Promise<T> => json<T>(path, { method: 'DELETE', body }),
  /** Where the tags of a preview are; its pages are another request. */
  map: <T>(body: Blob, signal: AbortSignal): Promise<T> =>
    json<T>('/template/preview', { method: 'POST', body, signal, accept: 'application/json' }),
  /** A document: its bytes, its headers and its file name. */
  file: async (path: string, request: Request): Promise<FileAnswer> => {
    const { headers, blob } = await send(path, request).then(async (response) => ({
      headers: response.headers,
      blob: await response.blob(),
    }));
    return { blob, headers, filename: filenameOf(headers.get('content-disposition')) };
  },
};

/** RFC 6266: `filename*` is the real name where there is one. */
const filenameOf = (disposition: string | null): string => {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  return (
    /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition ?? '')?.[1]?.replaceAll(/\\(.)/g, '$1') ?? 'document'
  );
};

/** Hands a file to the person: the browser's own download. */
export const saveFile = ({ blob, filename }: Pick<FileAnswer, 'blob' | 'filename'>): void => {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: filename });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has its own hold on the blob once the download has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
