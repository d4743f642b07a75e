/** readBody :: Request → bytes, never more than the limit, counted while they are held. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PlatenError } from '../../errors.ts';
import type { InFlight } from './in-flight.ts';
import { type Pace, watchPace } from './pace.ts';

/** For JSON bodies that hold a few names. Small, because the main thread parses them. */
export const SMALL_BODY_BYTES = 256 * 1024;

export const bodyTooLarge = (what: string, limit: number): PlatenError =>
  new PlatenError('body_too_large', `${what} is larger than ${sizeOf(limit)}.`);

const sizeOf = (bytes: number): string => {
  const mebibytes = bytes / 1024 ** 2;
  return mebibytes >= 1 ? `${Math.round(mebibytes * 10) / 10} MiB` : `${Math.round(bytes / 1024)} KiB`;
};

/** Only identity and UTF-8: what HTTP clients send without being told to. */
export const readJsonBytes = (
  request: FastifyRequest,
  inFlight: InFlight,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  expectContentType(request, 'application/json');
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new PlatenError('bad_json', `The body must be UTF-8, not ${charset.slice(0, 40)}.`);
  return readBody(request, inFlight, limit);
};

export const expectContentType = (request: FastifyRequest, wanted: string): void => {
  const refuse = (message: string): never => {
    throw new PlatenError('unsupported_media_type', message);
  };
  const sent = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (sent === '') refuse(`The Content-Type is missing; it must be ${wanted}.`);
  if (sent !== wanted) refuse(`The Content-Type must be ${wanted}.`);
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    refuse('A compressed body is not supported; send it without Content-Encoding.');
};

/** Memory of its own, exactly as long as the body: it can be handed to a worker without a copy. */
const readBody = async (
  request: FastifyRequest,
  inFlight: InFlight,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Buffer[] = [];
  await eachChunk(request, inFlight, {
    limit,
    onChunk: (chunk) => {
      inFlight.take(request, chunk.length);
      chunks.push(chunk);
    },
  });
  return joined(chunks);
};

export const joined = (chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
};

/**
 * Resolves at the body's end; rejects when it ends early, grows too large, comes too slowly, or `onChunk` throws. The
 * rest is then read and dropped rather than the connection cut, so that the caller gets to see the answer; the server's
 * request timeout bounds that. What of a chunk stays in memory is the caller's to count; where it has to be put away first,
 * nothing more is read meanwhile.
 */
export const eachChunk = (
  request: FastifyRequest,
  { pace: wanted }: Pick<InFlight, 'pace'>,
  { limit, onChunk }: { readonly limit: number; onChunk(chunk: Buffer): void | Promise<void> },
): Promise<void> =>
  new Promise((resolve, reject) => {
    const { raw } = request;
    if (Number(raw.headers['content-length']) > limit) return reject(bodyTooLarge('The body', limit));
    let size = 0;
    const endWatch = watchPace(
      wanted,
      () => size,
      () => fail(tooSlow(wanted)),
    );
    const stop = (): void => {
      endWatch();
      raw.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      raw.on('error', () => {});
      raw.resume();
    };
    const fail = (error: unknown): void => {
      stop();
      reject(error);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      try {
        if (size > limit) throw bodyTooLarge('The body', limit);
        const isBeingPutAway = onChunk(chunk);
        if (isBeingPutAway === undefined) return;
        raw.pause();
        isBeingPutAway.then(() => raw.resume(), fail);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = (): void => {
      stop();
      resolve();
    };
    const onBroken = (): void => fail(new PlatenError('bad_request', 'The body ended early.'));
    raw.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });

const tooSlow = ({ bytesPerSecond }: Pace): PlatenError =>
  new PlatenError('request_timeout', `The body arrives more slowly than ${sizeOf(bytesPerSecond)} a second.`);

/** Aborted when the caller hangs up before the answer is out. */
export const signalOf = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  const { raw } = reply;
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new PlatenError('bad_request', 'The caller hung up.'));
  });
  return controller.signal;
};
