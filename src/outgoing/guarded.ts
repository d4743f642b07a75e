/**
 * Requests to addresses that others have named: pictures of data, receivers of webhooks.
 *
 * The address that was checked is the address that is connected to, so a DNS answer that changes between the two gains
 * nothing. Redirects are never followed here: whoever follows one starts the checks again.
 */
import { lookup } from 'node:dns/promises';
import { type ClientRequest, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';

export interface AddressRules {
  /** Replaced in tests, which have no Internet. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly isAddressAllowed: (address: string) => boolean;
}

/** Its message completes a sentence that begins with what was to be reached. */
export class Refusal extends Error {}

export const resolveName = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true })).map((answer) => answer.address);

export const parseAddress = (address: string, base?: URL): URL => {
  const url = URL.parse(address, base?.href);
  if (url === null) throw new Refusal('it is not a valid address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Refusal('only http and https are fetched');
  if (url.username !== '' || url.password !== '') throw new Refusal('it holds a user name or password');
  return url;
};

/** The IP address that the URL itself names; undefined where it has a name that is to be looked up. */
export const literalAddress = (url: URL): string | undefined => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? undefined : host;
};

export const checkedAddress = async (
  url: URL,
  { resolve, isAddressAllowed }: AddressRules,
): Promise<string> => {
  const literal = literalAddress(url);
  const addresses = literal === undefined ? await resolve(url.hostname).catch(() => []) : [literal];
  const [first] = addresses;
  if (first === undefined) throw new Refusal(`the host ${url.hostname} was not found`);
  // One private answer among public ones is reason enough: it is how rebinding looks.
  if (!addresses.every((address) => isAddressAllowed(address)))
    throw new Refusal(`the host ${url.hostname} has an address that is not public`);
  return first;
};

/** A request that is held to the address. */
export const requestAt = (
  url: URL,
  address: string,
  options: Pick<RequestOptions, 'method' | 'headers' | 'signal'>,
): ClientRequest => {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return send(url, {
    ...options,
    agent: false,
    // The name stays in Host and in the certificate check; only the address is ours.
    lookup: (_host, wanted, callback) => {
      const family = isIP(address);
      if (wanted.all === true) callback(null, [{ address, family }]);
      else callback(null, address, family);
    },
  });
};
