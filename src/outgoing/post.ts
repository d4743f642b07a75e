/**
 * postTo :: URL × headers × body → status and answer, or in words why there is none
 *
 * What webhooks are sent by. An answer that redirects is an answer like any other: nobody goes where it points.
 */
import {
  type AddressRules,
  checkedAddress,
  literalAddress,
  parseAddress,
  Refusal,
  requestAt,
  resolveName,
} from './guarded.ts';
import { isPublicAddress } from './public-address.ts';

export interface PostRules extends AddressRules {
  readonly milliseconds: number;
  /** Of the answer, so many bytes are read and kept. */
  readonly answerBytes: number;
}

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

type PostAnswer = { readonly status: number; readonly answer: string } | { readonly problem: string };

export const postRules = ({ isPrivateAllowed }: { readonly isPrivateAllowed: boolean }): PostRules => ({
  resolve: resolveName,
  isAddressAllowed: isPrivateAllowed ? () => true : isPublicAddress,
  milliseconds: 15_000,
  answerBytes: 4096,
});

/** What can be told of an address before its name is looked up; undefined: nothing against it. */
export const addressProblem = (address: string, rules: AddressRules): string | undefined => {
  try {
    const literal = literalAddress(parseAddress(address));
    return literal === undefined || rules.isAddressAllowed(literal) ? undefined : 'its address is not public';
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
};

export const postTo = async (post: Post, rules: PostRules): Promise<PostAnswer> => {
  const timeout = AbortSignal.timeout(rules.milliseconds);
  const signal = AbortSignal.any([timeout, post.signal]);
  try {
    const url = parseAddress(post.url);
    // A name server may hang as well.
    const address = await Promise.race([checkedAddress(url, rules), aborted(signal)]);
    return await send(url, address, { ...post, signal }, rules.answerBytes);
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    if (timeout.aborted) return { problem: `there was no answer within ${rules.milliseconds} ms` };
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return { problem: `the connection failed${code}` };
  }
};

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const end = (): void => reject(new Error('aborted'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

const send = (
  url: URL,
  address: string,
  { headers, body, signal }: Post,
  answerBytes: number,
): Promise<PostAnswer> =>
  new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    const request = requestAt(url, address, {
      method: 'POST',
      signal,
      headers: { ...headers, 'accept-encoding': 'identity', 'content-length': String(bytes.byteLength) },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      request.off('error', reject);
      const chunks: Buffer[] = [];
      let size = 0;
      // The status decides; an answer that never ends is as good as its beginning.
      const end = (): void => {
        response.destroy();
        const answer = Buffer.concat(chunks).subarray(0, answerBytes).toString('utf8');
        // PostgreSQL keeps no NUL in a text.
        resolve({ status: response.statusCode ?? 0, answer: answer.replaceAll('\0', '\ufffd') });
      };
      response.on('data', (chunk: Buffer) => {
        size += chunk.byteLength;
        chunks.push(chunk);
        if (size >= answerBytes) end();
      });
      for (const over of ['end', 'error', 'close']) response.on(over, end);
      request.on('error', end);
    });
    request.end(bytes);
  });
