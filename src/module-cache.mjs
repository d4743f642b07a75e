/**
 * What Node.js makes of the modules that it loads is kept between starts: reading the template engine takes longer than the first
 * render, and stripping the types of it, where it runs as it is written, longer still. Not in the system's temporary folder, where
 * another user could put code in our place. Where the folder can't be written, nothing is kept and nothing fails.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './installation.mjs';

/** Beside the installation: whoever can write there can change the program as well. */
export const CACHE_FOLDER = join(ROOT, 'node_modules/.cache/platen');

/** Before the imports that it shall help, so those have to be dynamic. Each thread asks for itself. */
export const cacheModules = () => {
  enableCompileCache(CACHE_FOLDER);
};
