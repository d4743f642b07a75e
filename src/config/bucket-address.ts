/** `s3://bucket/prefix?endpoint=…&region=…`, taken apart. */
export interface BucketAddress {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  readonly endpoint?: string;
  readonly region?: string;
  /** The bucket stands in the path, not in the name of the host: what most compatible stores want. */
  readonly pathStyle: boolean;
  readonly encryption?: 'AES256' | 'aws:kms';
  readonly kmsKey?: string;
  /** Results of jobs are fetched from the bucket itself. */
  readonly links: boolean;
  /** For files in memory. */
  readonly cacheBytes: number;
}

const CACHE_BYTES = 64 * 1024 * 1024;
const EXAMPLE = 's3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1&pathStyle=true';

const NAMES = ['endpoint', 'region', 'pathStyle', 'encryption', 'kmsKey', 'links', 'cacheBytes'];

const isTrue = (text: string | null, name: string): boolean => {
  if (text === null || text === 'false') return false;
  if (text === 'true') return true;
  throw new Error(`\`${name}\` as true or false`);
};

const endpointOf = (text: string): string => {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '')
    throw new Error(
      '`endpoint` as an address such as https://s3.example.com, without user name and password',
    );
  return url.href;
};

const encryptionOf = (text: string): 'AES256' | 'aws:kms' => {
  if (text === 'AES256' || text === 'aws:kms') return text;
  throw new Error('`encryption` as AES256 or aws:kms');
};

const cacheBytesOf = (text: string | null): number => {
  if (text === null) return CACHE_BYTES;
  if (!/^\d{1,12}$/.test(text)) throw new Error('`cacheBytes` as a number of bytes');
  return Number(text);
};

export const readBucketAddress = (text: string): BucketAddress => {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host))
    throw new Error(`an address such as ${EXAMPLE}`);
  if (url.username !== '' || url.password !== '')
    throw new Error('no credentials in it: the SDK finds them, in AWS_ACCESS_KEY_ID for instance');
  const given = url.searchParams;
  const unknown = [...given.keys()].filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) throw new Error(`nothing but ${NAMES.join(', ')} behind the question mark`);
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  const endpoint = given.get('endpoint');
  const region = given.get('region');
  const encryption = given.get('encryption');
  const kmsKey = given.get('kmsKey');
  return {
    bucket: url.host,
    prefix: path === '' ? '' : `${path}/`,
    ...(endpoint !== null && { endpoint: endpointOf(endpoint) }),
    ...(region !== null && { region }),
    pathStyle: isTrue(given.get('pathStyle'), 'pathStyle'),
    ...(encryption !== null && { encryption: encryptionOf(encryption) }),
    ...(kmsKey !== null && { kmsKey }),
    links: isTrue(given.get('links'), 'links'),
    cacheBytes: cacheBytesOf(given.get('cacheBytes')),
  };
};
