import { mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { platen, scratchFolder } from './platen.ts';

test('an administrator makes an organization, a key, credit and limits, and reads what happened', async () => {
  const cwd = scratchFolder();
  const admin = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await platen(['admin', ...args], { cwd });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return out;
  };
  expect(await admin('org', 'create', 'Aurora Books', '--credit', '5')).toContain('Aurora Books');
  const made = await admin(
    'key',
    'create',
    'Aurora Books',
    'web shop',
    '--scopes',
    'generate',
    '--expires',
    '90d',
  );
  const secret = /plt_\S+/.exec(made)?.[0] ?? '';
  expect(secret.length).toBeGreaterThan(32);
  const list = await admin('key', 'list', 'Aurora Books');
  expect(list).toContain('web shop');
  expect(list).not.toContain(secret);
  const prefix = /plt_\S+/.exec(list)?.[0] ?? '';
  await admin('credit', 'add', 'Aurora Books', '10', '--note', 'order 4711');
  expect(await admin('credit', 'ledger', 'Aurora Books')).toMatch(/10\s+15\s+grant\s+order 4711/);
  expect(await admin('credit', 'set', 'Aurora Books', 'unlimited')).toContain('unlimited');
  expect(await admin('limits', 'Aurora Books', '--generate', '1000')).toMatch(/1000\s+default/);
  expect(await admin('key', 'revoke', 'Aurora Books', prefix)).toContain('Revoked');
  const audit = await admin('audit', 'Aurora Books');
  for (const action of ['organization.create', 'api_key.create', 'api_key.revoke'])
    expect(audit).toContain(action);
  expect(audit).not.toContain(secret);
});

test('what is not there, and what is not allowed, is said', async () => {
  const cwd = scratchFolder();
  await platen(['admin', 'org', 'create', 'Somebody'], { cwd });
  const gone = await platen(['admin', 'key', 'list', 'Nobody'], { cwd });
  expect(gone).toMatchObject({ code: 1, err: expect.stringContaining('There is no organization "Nobody".') });
  const number = await platen(['admin', 'credit', 'add', 'Nobody', 'ten'], { cwd });
  expect(number).toMatchObject({ code: 2, err: expect.stringContaining('"ten" is not a whole number.') });
  const setting = await platen(['admin', 'org', 'list'], { cwd, env: { PLATEN_CREDITS: 'many', PORT: 'x' } });
  expect(setting.code).toBe(2);
  expect(setting.err).toContain('PLATEN_CREDITS');
  expect(setting.err).toContain('PORT');
});

test('a database that is not where the settings say is said, and none is made in its place', async () => {
  const cwd = scratchFolder();
  for (const command of [
    ['org', 'list'],
    ['person', 'list'],
    ['backup', 'all.backup'],
    ['move', '--to', 'new'],
  ])
    expect(await platen(['admin', ...command], { cwd })).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/There is no database \S+platen\.db\.[\s\S]*PLATEN_DATA/),
    });
  expect(readdirSync(cwd)).toEqual([]);
});

// Twenty processes, one after the other.
test('a backup is made, restored and moved from the command line', { timeout: 120_000 }, async () => {
  const cwd = scratchFolder();
  const admin = (args: string[], env: Record<string, string> = {}) =>
    platen(['admin', ...args], { cwd, env });
  await admin(['org', 'create', 'Aurora Books']);
  symlinkSync('elsewhere.backup', join(cwd, 'link.backup'));
  for (const [file, said] of [
    ['link.backup', /not a file that a backup could be written to/],
    ['-', /not a file that a backup could be written to/],
    ['nowhere/all.backup', /ENOENT[\s\S]*hint: There is no such file or folder/],
  ] as const) {
    const refused = await admin(['backup', file]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(said) });
    expect(refused.err).not.toContain('    at ');
  }
  expect(readlinkSync(join(cwd, 'link.backup'))).toBe('elsewhere.backup');
  expect(await admin(['restore', '.'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('not a file'),
  });
  expect(await admin(['move', '--to', 'mysql://host/db'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--to takes postgres://'),
  });
  expect(await admin(['backup', 'all.backup', '--encrypt'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('PLATEN_BACKUP_PASSPHRASE'),
  });
  const passphrase = { PLATEN_BACKUP_PASSPHRASE: 'correct horse battery' };
  expect(await admin(['backup', 'all.backup', '--encrypt'], passphrase)).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 organizations'),
  });
  expect(await admin(['restore', 'all.backup'], passphrase)).toMatchObject({
    code: 1,
    err: expect.stringContaining('not empty'),
  });
  mkdirSync(join(cwd, 'broken'));
  writeFileSync(join(cwd, 'broken', 'platen.db'), 'x'.repeat(5000));
  expect(await admin(['restore', 'all.backup'], { ...passphrase, PLATEN_DATA: 'broken' })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/platen\.db: The database is damaged/),
  });
  const elsewhere = { ...passphrase, PLATEN_DATA: 'elsewhere' };
  expect(await admin(['restore', 'all.backup'], elsewhere)).toMatchObject({ code: 0 });
  expect(await admin(['move', '--to', 'third'], elsewhere)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Moved, and checked: 1 organizations'),
  });
  expect((await admin(['org', 'list'], { PLATEN_DATA: 'third' })).out).toContain('Aurora Books');
  const left = await platen(['serve'], { cwd, env: elsewhere });
  expect(left).toMatchObject({
    code: 1,
    err: expect.stringMatching(/was moved to \S+third [\s\S]*--take-back/),
  });
  expect(await admin(['move'], elsewhere)).toMatchObject({ code: 2, err: expect.stringContaining('--to') });
  expect(await admin(['move', '--take-back'], elsewhere)).toMatchObject({
    code: 0,
    out: expect.stringContaining('start on this database again'),
  });
  expect((await admin(['org', 'list'], elsewhere)).out).toContain('Aurora Books');
});
