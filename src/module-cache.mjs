/**
 * Node.js strips the types of each file that it loads, which for the template engine takes longer than the first
 * render; what it made is kept between starts. Not in the system's temporary folder, where another user could put code
 * in our place. Where the folder can't be written, nothing is kept and nothing fails.
 *
 * Plain JavaScript, as what a process or a thread loads first: for the first file with types Node.js loads a compiler of
 * 17 MB, and where everything else comes from the cache, no second one.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** Beside the installation: whoever can write there can change the program as well. */
export const CACHE_FOLDER = join(import.meta.dirname, '../node_modules/.cache/platen');

/** Before the imports that it shall help, so those have to be dynamic. Each thread asks for itself. */
export const cacheModules = () => {
  enableCompileCache(CACHE_FOLDER);
};
