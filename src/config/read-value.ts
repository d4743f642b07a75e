/** How the text of a variable is read: one function for each kind of value. */
import { isIP } from 'node:net';
import { delimiter, resolve } from 'node:path';

/** Reads one value; throws a plain Error whose message completes the sentence "NAME must be …". */
export type Read<T> = (text: string) => T;

export const integer =
  (least: number, most: number): Read<number> =>
  (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least || value > most)
      throw new Error(`a whole number from ${least} to ${most}`);
    return value;
  };

export const orWord =
  <T, W>(word: string, value: W, read: Read<T>): Read<T | W> =>
  (text) => {
    if (text.toLowerCase() === word) return value;
    try {
      return read(text);
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : String(error)}, or "${word}"`);
    }
  };

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** Also for sizes on the command line. */
export const bytes: Read<number> = (text) => {
  const match = /^(\d+)\s*([kmg]?)(?:i?b)?$/i.exec(text);
  const size = Number(match?.[1]) * (UNITS[(match?.[2] ?? '').toLowerCase()] ?? Number.NaN);
  if (!Number.isSafeInteger(size) || size < 1024) throw new Error('a size of at least 1KiB, such as 20MiB');
  return size;
};

export const oneOf =
  <const T extends readonly string[]>(...words: T): Read<T[number]> =>
  (text) => {
    const found = words.find((word) => word === text.toLowerCase());
    if (found === undefined) throw new Error(`one of ${words.join(', ')}`);
    return found;
  };

export const optional =
  <T>(read: Read<T>): Read<T | null> =>
  (text) =>
    text === '' ? null : read(text);

/** Names, comma-separated; an entry that could never match is a mistake worth hearing about. */
export const hostList: Read<readonly string[]> = (text) => {
  const hosts = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
  if (!hosts.every((host) => /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/.test(host)))
    throw new Error('host names such as img.example.com,*.cdn.example.com');
  return hosts;
};

export const folderList: Read<readonly string[]> = (text) =>
  text
    .split(delimiter)
    .filter((part) => part !== '')
    .map((part) => resolve(part));

export const postgresUrl: Read<string> = (text) => {
  const url = URL.parse(text);
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol))
    throw new Error('an address such as postgres://user:password@host:5432/database');
  return text;
};

/** Visible ASCII, so that it can stand in a header. The length is the operator's risk: a short one only gets a warning. */
export const fixedKey: Read<string> = (text) => {
  if (!/^[\x21-\x7e]{1,200}$/.test(text)) throw new Error('1 to 200 visible ASCII characters without spaces');
  return text;
};

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

const webAddress = (text: string): URL | undefined => {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '' ? url : undefined;
};

/** Of a collector: a path may be part of it. */
export const collector: Read<string> = (text) => {
  const url = webAddress(text);
  if (url === undefined) throw new Error('an address such as http://collector:4318');
  return url.href.replace(/\/+$/, '');
};

/** How traces are sent; the collector's port for gRPC does not speak HTTP. */
export const otlpProtocol: Read<'http/json' | 'http/protobuf'> = (text) => {
  const protocol = text.toLowerCase();
  if (protocol === 'http/json' || protocol === 'http/protobuf') return protocol;
  throw new Error('http/json (the collector takes it at port 4318; gRPC is not spoken here)');
};

export const ratio: Read<number> = (text) => {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || !(value >= 0 && value <= 1)) throw new Error('a number from 0 to 1');
  return value;
};

export const origin: Read<string> = (text) => {
  const url = webAddress(text);
  if (url === undefined || url.pathname !== '/')
    throw new Error('an address without a path, such as https://documents.example.com');
  return url.origin;
};

/** Whoever can change what the issuer says can sign in as anybody, so it must be https beyond this machine. */
export const issuer: Read<string> = (text) => {
  const url = webAddress(text);
  if (url === undefined || (url.protocol === 'http:' && !LOOPBACK.includes(url.hostname)))
    throw new Error('an https address such as https://login.example.com/realms/staff');
  return text;
};

export const signingSecret: Read<string> = (text) => {
  if (text.length < 32) throw new Error('at least 32 characters, best random ones');
  return text;
};

type TrustProxy = boolean | number | readonly string[];

/** An address, a range of them, or one of the names that stand for ranges. */
const isProxy = (text: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    more.length === 0 &&
    most > 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) > 0 && Number(bits) <= most))
  );
};

export const trustProxy: Read<TrustProxy> = (text) => {
  const lower = text.toLowerCase();
  if (lower === 'false' || lower === 'true') return lower === 'true';
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const addresses = lower.split(',').map((part) => part.trim());
  if (!addresses.every(isProxy))
    throw new Error(
      'true, false, a number of proxies, or a list of their addresses such as 10.0.0.0/8,loopback',
    );
  return addresses;
};
