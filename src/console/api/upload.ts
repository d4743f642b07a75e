/** A form with a file, with progress: fetch can't tell how much of a body has left, XMLHttpRequest can. */
import { CONSOLE_HEADER, hasExpired } from './client.ts';
import { lostConnection } from './connection.ts';
import { errorFrom, NetworkError } from './errors.ts';
import { signInAgain } from './sign-in-gate.ts';

interface Upload {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly form: FormData;
  /** 0 to 1: how much of the body has been sent. */
  readonly onProgress?: ((sent: number) => void) | undefined;
  readonly signal?: AbortSignal;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

const once = ({ method, path, form, onProgress, signal }: Upload): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of Object.entries(CONSOLE_HEADER)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        retryAfter: request.getResponseHeader('retry-after'),
      });
    request.onerror = () => {
      lostConnection();
      reject(new NetworkError());
    };
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });

export const upload = async <T>(request: Upload): Promise<T> => {
  const answer = await once(request);
  if (isFine(answer)) return parsed<T>(answer);
  const error = errorFrom(answer.status, answer.text, answer.retryAfter);
  if (!hasExpired(error, request.path) || !(await signInAgain())) throw error;
  const second = await once(request);
  if (isFine(second)) return parsed<T>(second);
  throw errorFrom(second.status, second.text, second.retryAfter);
};

const isFine = ({ status }: Answer): boolean => status >= 200 && status < 300;
const parsed = <T>({ text }: Answer): T => (text === '' ? undefined : JSON.parse(text)) as T;
