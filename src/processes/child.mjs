/** What a job process loads first: with the module cache it starts in a tenth of the time. */
import { cacheModules } from '../module-cache.mjs';

cacheModules();

const { serve } = await import('./child.ts');
await serve(process.argv[2] ?? '', JSON.parse(process.argv[3] ?? 'null'));
