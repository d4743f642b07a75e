import { describe, expect, test } from 'vitest';
import { CONFIG_VARIABLES, ConfigError, loadConfig } from '../src/config.ts';

test('an empty environment gives the documented defaults, frozen', () => {
  const config = loadConfig({});
  expect(config).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: null,
    apiKey: null,
    credits: 1000,
    generateLimit: 200,
    requestLimit: 600,
    pdfEngine: 'auto',
    templateBytes: 20 * 1024 ** 2,
    bodyBytes: 20 * 1024 ** 2,
    unpackedBytes: 200 * 1024 ** 2,
    trustProxy: false,
    warnings: [],
  });
  expect(Object.isFrozen(config)).toBe(true);
});

test('values are read as people write them, and an empty one counts as unset', () => {
  const config = loadConfig({
    PORT: ' 9000 ',
    PLATEN_CREDITS: 'Unlimited',
    PLATEN_MAX_BODY_BYTES: '5 MiB',
    PLATEN_MAX_TEMPLATE_BYTES: '1048576',
    PLATEN_TRUST_PROXY: '10.0.0.0/8, loopback',
    PLATEN_WORKERS: '3',
    DATABASE_URL: '',
  });
  expect(config).toMatchObject({
    port: 9000,
    credits: null,
    bodyBytes: 5 * 1024 ** 2,
    templateBytes: 1024 ** 2,
    trustProxy: ['10.0.0.0/8', 'loopback'],
    workers: 3,
    databaseUrl: null,
  });
  expect(loadConfig({ PLATEN_TRUST_PROXY: '2' }).trustProxy).toBe(2);
});

test.each(['abc', '10.0.0.0/99', '0.0.0.0/0', '10.0.0', '::1/129', 'loopback,'])(
  'no proxy is called %s',
  (text) => {
    expect(() => loadConfig({ PLATEN_TRUST_PROXY: text })).toThrow('PLATEN_TRUST_PROXY must be');
  },
);

test.each(['10.0.0.1', '::1', 'fd00::/8', 'Loopback, uniquelocal'])('a proxy may be %s', (text) => {
  expect(loadConfig({ PLATEN_TRUST_PROXY: text }).trustProxy).toEqual(text.toLowerCase().split(', '));
});

test('every mistake is reported at once, with the way out and without secrets', () => {
  const load = (): unknown =>
    loadConfig({
      PORT: '99999',
      PLATEN_CREDITS: 'lots',
      PLATEN_MAX_BODY_BYTES: 'huge',
      PLATEN_PDF_ENGINE: 'word',
      DATABASE_URL: 'mysql://me:secret@host/db',
      PLATEN_API_KEY: 'has spaces secret',
      PLATEN_BLOBS: 's3://bucket?pathstyle=true',
      PLATEN_LOG_LEVEL: 'loud',
      PLATEN_TRUST_PROXY: 'everybody!',
      DATABASE_REPLICA_URL: 'mysql://me:secret@host/db',
      PLATEN_OIDC_ISSUER: 'https://login.example.com',
      PLATEN_URL: 'https://documents.example.com',
      PLATEN_CREDIT: '5',
    });
  expect(load).toThrow(ConfigError);
  try {
    load();
  } catch (error) {
    const { problems, message } = error as ConfigError;
    expect(problems).toHaveLength(12);
    for (const also of ['PLATEN_OIDC_ISSUER needs PLATEN_OIDC_CLIENT_ID', 'PLATEN_CREDIT is not a variable'])
      expect(message).toContain(also);
    expect(message).not.toContain('secret');
    expect(message).toContain(
      'PORT must be a whole number from 0 to 65535, not "99999"; correct it or unset it for 8080.',
    );
  }
});

test('what looks like a mistake is a warning', () => {
  const { warnings } = loadConfig({
    PLATEN_CREDIT: '5',
    PLATEN_API_KEY: 'short',
    DATABASE_URL: 'postgres://h/d',
    PLATEN_DATA: 'x',
    PLATEN_BACKUP_PASSPHRASE: 'of a command',
  });
  expect(warnings).toHaveLength(3);
  expect(warnings.join()).not.toContain('short,');
});

test('every variable has a name and a meaning', () => {
  for (const { name, meaning } of CONFIG_VARIABLES) expect(`${name}: ${meaning}`).toMatch(/^[A-Z_]+: .+\.$/);
});

describe('the address of a bucket', () => {
  const read = (text: string) => loadConfig({ PLATEN_BLOBS: text }).blobs;
  test('all of it', () => {
    expect(
      read(
        's3://files.example/a/b/?endpoint=https://s3.example.com:9000&region=eu-central-1&pathStyle=true&encryption=aws:kms&kmsKey=k&links=true&cacheBytes=0',
      ),
    ).toEqual({
      bucket: 'files.example',
      prefix: 'a/b/',
      endpoint: 'https://s3.example.com:9000/',
      region: 'eu-central-1',
      pathStyle: true,
      encryption: 'aws:kms',
      kmsKey: 'k',
      links: true,
      cacheBytes: 0,
    });
    expect(read('s3://bucket')).toEqual({
      ...{ bucket: 'bucket', prefix: '', pathStyle: false, links: false },
      cacheBytes: 64 * 1024 * 1024,
    });
  });

  test.each([
    ['https://bucket', 'an address such as s3://'],
    ['s3://', 'an address such as s3://'],
    ['s3://key:secret@bucket', 'no credentials in it'],
    ['s3://bucket?endpoint=s3.example.com', '`endpoint` as an address'],
    ['s3://bucket?encryption=yes', '`encryption` as AES256 or aws:kms'],
    ['s3://bucket?pathStyle=1', '`pathStyle` as true or false'],
    ['s3://bucket?bucket=other', 'nothing but endpoint'],
  ])('%s is refused: %s', (text, wanted) => {
    expect(() => read(text)).toThrow(wanted);
  });
});
