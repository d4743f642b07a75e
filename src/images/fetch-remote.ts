/**
 * fetchRemoteImages :: URLs × policy → bytes, or in words why not
 *
 * Runs before rendering, which is synchronous and never touches the network. Only hosts that the operator names
 * (PLATEN_IMAGE_HOSTS), only addresses on the Internet; the address that was checked is the address that is connected
 * to, so a DNS answer that changes between the two gains nothing, and each redirect starts the checks again.
 */
import {
  type AddressRules,
  checkedAddress,
  parseAddress,
  Refusal,
  requestAt,
  resolveName,
} from '../outgoing/guarded.ts';
import { isPublicAddress } from '../outgoing/public-address.ts';

export interface RemoteImagePolicy extends AddressRules {
  /** Exact names ("img.example.com", "img.example.com:8443") or "*.example.com" for all below. Empty: nothing is fetched. */
  readonly hosts: readonly string[];
  readonly bytes: number;
  /** For one picture, all redirects included. */
  readonly milliseconds: number;
  /** What all pictures of one document may be together: they are held in the server's own memory until it is made. */
  readonly together: { readonly pictures: number; readonly bytes: number; readonly milliseconds: number };
  readonly redirects: number;
}

export const DEFAULT_REMOTE_IMAGE_POLICY: RemoteImagePolicy = {
  hosts: [],
  bytes: 20 * 1024 * 1024,
  milliseconds: 10_000,
  together: { pictures: 200, bytes: 64 * 1024 * 1024, milliseconds: 30_000 },
  redirects: 3,
  resolve: resolveName,
  isAddressAllowed: isPublicAddress,
};

type FetchedImage = { readonly bytes: Uint8Array } | { readonly problem: string };

/** How many pictures are fetched at a time for one document. */
const CONCURRENCY = 4;

export const isHostAllowed = (url: URL, hosts: readonly string[]): boolean => {
  const name = url.hostname.toLowerCase().replace(/\.$/, '');
  return hosts.some((entry) => {
    const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(entry.trim().toLowerCase()) ?? [];
    // Without one an entry is for the web's own ports: others have other services behind them.
    if (port === undefined ? url.port !== '' : port !== (url.port || defaultPort(url))) return false;
    if (host.startsWith('*.')) return name.endsWith(host.slice(1)) && name.length > host.length - 1;
    return host !== '' && host === name;
  });
};

const defaultPort = (url: URL): string => (url.protocol === 'https:' ? '443' : '80');

const allowedAddress = async (url: URL, policy: RemoteImagePolicy): Promise<string> => {
  if (!isHostAllowed(url, policy.hosts)) {
    throw new Refusal(
      `the host ${url.hostname}${url.port === '' ? '' : `:${url.port}`} is not in PLATEN_IMAGE_HOSTS`,
    );
  }
  return checkedAddress(url, policy);
};

type Answer = { readonly bytes: Uint8Array } | { readonly location: string };

/** What is left for one document. */
interface Allowance {
  readonly signal: AbortSignal;
  bytes: number;
}

const ask = (
  url: URL,
  address: string,
  policy: RemoteImagePolicy,
  { signal, left }: { readonly signal: AbortSignal; readonly left: Allowance },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = requestAt(url, address, {
      signal,
      headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Platen' },
    });
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const { location } = response.headers;
      if (status >= 300 && status < 400 && location !== undefined) {
        response.destroy();
        resolve({ location });
        return;
      }
      if (status !== 200) {
        response.destroy();
        reject(new Refusal(`the server answered ${status}`));
        return;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.byteLength;
        left.bytes -= chunk.byteLength;
        chunks.push(chunk);
        if (size <= policy.bytes && left.bytes >= 0) return;
        response.destroy();
        const { bytes } = policy.together;
        const what =
          size > policy.bytes
            ? `it has more than ${policy.bytes}`
            : `with the others it has more than ${bytes}`;
        reject(new Refusal(`${what} bytes`));
      });
      response.on('end', () => resolve({ bytes: Buffer.concat(chunks) }));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end();
  });

const fetchOne = async (address: string, policy: RemoteImagePolicy, left: Allowance): Promise<Uint8Array> => {
  const signal = AbortSignal.any([AbortSignal.timeout(policy.milliseconds), left.signal]);
  let url = parseAddress(address);
  for (let redirects = 0; redirects <= policy.redirects; redirects++) {
    const answer = await ask(url, await allowedAddress(url, policy), policy, { signal, left });
    if ('bytes' in answer) return answer.bytes;
    url = parseAddress(answer.location, url);
  }
  throw new Refusal(`it redirects more than ${policy.redirects} times`);
};

const inWords = (error: unknown, policy: RemoteImagePolicy, left: Allowance): string => {
  if (error instanceof Refusal) return error.message;
  if (left.signal.aborted)
    return `the document's pictures did not arrive within ${policy.together.milliseconds} ms`;
  // An abort while looking up or connecting surfaces under several names, all of them "too slow".
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) {
    return `it did not arrive within ${policy.milliseconds} ms`;
  }
  return 'the connection failed';
};

export const fetchRemoteImages = async (
  urls: Iterable<string>,
  policy: RemoteImagePolicy,
): Promise<ReadonlyMap<string, FetchedImage>> => {
  const found = new Map<string, FetchedImage>();
  const distinct = [...new Set(urls)];
  const { pictures, bytes, milliseconds } = policy.together;
  const left: Allowance = { signal: AbortSignal.timeout(milliseconds), bytes };
  const waiting = distinct.slice(0, pictures).reverse();
  for (const url of distinct.slice(pictures))
    found.set(url, {
      problem: `a document may have ${pictures} pictures from addresses, and this is one more`,
    });
  const work = async (): Promise<void> => {
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      try {
        found.set(url, { bytes: await fetchOne(url, policy, left) });
      } catch (error) {
        found.set(url, { problem: inWords(error, policy, left) });
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return found;
};
