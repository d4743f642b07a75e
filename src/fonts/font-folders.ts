/** Where fonts are looked for, beside the operator's own folders. */
import { createRequire } from 'node:module';
import { homedir, platform } from 'node:os';
import { dirname, join } from 'node:path';

/** Every family package that is installed beside ours counts: an operator adds scripts with `npm install`. */
export const bundledFolder = (): string =>
  dirname(dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/carlito/package.json')));

export const systemFolders = (): readonly string[] => {
  const home = homedir();
  switch (platform()) {
    case 'darwin':
      return ['/System/Library/Fonts', '/Library/Fonts', join(home, 'Library/Fonts')];
    case 'win32':
      return ['C:\\Windows\\Fonts', join(home, 'AppData\\Local\\Microsoft\\Windows\\Fonts')];
    default:
      return [
        '/usr/share/fonts',
        '/usr/local/share/fonts',
        join(home, '.local/share/fonts'),
        join(home, '.fonts'),
      ];
  }
};
