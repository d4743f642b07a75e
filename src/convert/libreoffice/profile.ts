/**
 * makeSlotFolder :: base folder, user → a private folder with a LibreOffice profile in it
 *
 * The second wall behind `neutralise`: whatever it should miss, this profile neither fetches nor runs.
 */
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programFile } from '../../installation.mjs';
import { temporaryName } from '../../processes/temporary.ts';
import type { SystemUser } from './unprivileged.ts';

type Setting = readonly [path: string, name: string, value: string | number | boolean];

const COMMON = '/org.openoffice.Office.Common';
const INTERNET = '/org.openoffice.Inet/Settings';
/** Port 9 discards: a proxy that never answers. */
const NO_PROXY = ['HTTP', 'HTTPS', 'FTP'].flatMap((protocol): Setting[] => [
  [INTERNET, `ooInet${protocol}ProxyName`, '127.0.0.1'],
  [INTERNET, `ooInet${protocol}ProxyPort`, 9],
]);

const SETTINGS: readonly Setting[] = [
  // Nothing runs. Names that an older LibreOffice does not know are ignored by it.
  [`${COMMON}/Security/Scripting`, 'DisableMacrosExecution', true],
  [`${COMMON}/Security/Scripting`, 'DisableActiveContent', true],
  [`${COMMON}/Security/Scripting`, 'DisableOLEAutomation', true],
  [`${COMMON}/Security/Scripting`, 'DisablePythonRuntime', true],
  [`${COMMON}/Security/Scripting`, 'MacroSecurityLevel', 3],
  // Nothing is fetched.
  [`${COMMON}/Security/Scripting`, 'BlockUntrustedRefererLinks', true],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', 2],
  [INTERNET, 'ooInetProxyType', 2],
  [INTERNET, 'ooInetNoProxy', ''],
  ...NO_PROXY,
  [
    "/org.openoffice.Office.Jobs/Jobs/org.openoffice.Office.Jobs:Job['UpdateCheck']/Arguments",
    'AutoCheckEnabled',
    false,
  ],
  ['/org.openoffice.Office.Update/Update', 'Enabled', false],
  // Nothing is reported, recovered, asked or checked.
  [`${COMMON}/Misc`, 'CrashReport', false],
  [`${COMMON}/Misc`, 'CollectUsageInformation', false],
  [`${COMMON}/Misc`, 'FirstRun', false],
  [`${COMMON}/Misc`, 'ShowTipOfTheDay', false],
  [`${COMMON}/Undo`, 'Steps', 0],
  ['/org.openoffice.Office.Recovery/AutoSave', 'Enabled', false],
  ['/org.openoffice.Office.Recovery/RecoveryInfo', 'Enabled', false],
  ['/org.openoffice.Office.Linguistic/SpellChecking', 'IsSpellAuto', false],
  ['/org.openoffice.Setup/Office', 'ooSetupInstCompleted', true],
];

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;');

const registry = (): string => {
  const items = SETTINGS.map(
    ([path, name, value]) =>
      `<item oor:path="${escapeXml(path)}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${items.join('\n')}
</oor:items>
`;
};

const JAVA_OFF = `<?xml version="1.0" encoding="UTF-8"?>
<java xmlns="http://openoffice.org/2004/java/framework/1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<enabled xsi:nil="false">false</enabled>
</java>
`;

interface SlotFolder {
  readonly path: string;
  readonly driver: string;
}

export const makeSlotFolder = (base: string, user: SystemUser | undefined): SlotFolder => {
  const path = mkdtempSync(join(base, temporaryName('office')));
  mkdirSync(join(path, 'profile', 'user'), { recursive: true });
  writeFileSync(join(path, 'profile', 'user', 'registrymodifications.xcu'), registry());
  writeFileSync(join(path, 'javasettings.xml'), JAVA_OFF);
  // A copy, because the unprivileged user may not be able to read the folder that the service is installed in.
  const driver = join(path, 'driver.py');
  copyFileSync(programFile('convert/libreoffice/driver.py'), driver);
  if (user !== undefined) {
    for (const entry of ['', ...readdirSync(path, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(path, entry), user.uid, user.gid);
    }
  }
  return { path, driver };
};
