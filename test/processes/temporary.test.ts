import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sweepTemporary, temporaryName } from '../../src/processes/temporary.ts';

test('what a process has left behind that is gone is swept; what is in use, or of another machine, stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-sweep-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { pid: gone } = spawnSync(process.execPath, ['--version']);
  const of = (kind: 'office' | 'spool', pid: number) =>
    `${temporaryName(kind).replace(`-${process.pid}-`, `-${pid}-`)}x`;
  const office = of('office', gone);
  mkdirSync(join(folder, office, 'profile', 'user'), { recursive: true });
  writeFileSync(join(folder, office, 'profile', 'user', 'registrymodifications.xcu'), '');
  const spool = of('spool', gone);
  const stays = [
    of('spool', process.pid),
    of('office', process.ppid),
    `platen-office-00000000-${gone}-x`,
    `platen-elsewhere-${gone}`,
    'office-of-somebody-else',
  ];
  for (const name of [spool, ...stays]) writeFileSync(join(folder, name), '');
  expect([...sweepTemporary(folder)].sort()).toEqual([office, spool].sort());
  expect(readdirSync(folder).sort()).toEqual([...stays].sort());
});
