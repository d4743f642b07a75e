/** What can go wrong between the console and the server, as two kinds: the server said no, or did not answer. */
import { formatWait } from '../components/format.ts';
import type { ErrorBody, Problem } from './types.ts';

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;
  readonly details: readonly Problem[];
  readonly requestId: string | undefined;
  /** Seconds, where the server said when to come back. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: Partial<ErrorBody>, retryAfter?: number) {
    super(body.error ?? `The server answered with status ${status} and gave no reason.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.hint = body.hint;
    this.details = body.details ?? [];
    this.requestId = body.requestId;
    this.retryAfter = retryAfter;
  }
}

export class NetworkError extends Error {
  constructor(cause?: unknown) {
    super("The server can't be reached. Check the connection; what you typed is still here.", { cause });
    this.name = 'NetworkError';
  }
}

export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** One sentence for a person, with the way out where the server gave one. */
export const sentenceOf = (error: unknown): string => {
  if (error instanceof ApiError) {
    if (error.status === 429)
      return `${error.message}${error.retryAfter === undefined ? '' : ` Try again in ${formatWait(error.retryAfter)}.`}`;
    return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  }
  if (error instanceof NetworkError) return error.message;
  return 'Something went wrong in this page. Reload it and try again.';
};

/** An error body, or as much of one as a proxy in between left. */
export const errorFrom = (status: number, text: string, retryAfter: string | null): ApiError => {
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  return new ApiError(status, bodyOf(text), Number.isFinite(seconds) ? seconds : undefined);
};

const bodyOf = (text: string): Partial<ErrorBody> => {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'error' in body ? (body as ErrorBody) : {};
  } catch {
    return {};
  }
};
