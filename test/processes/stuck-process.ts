/** A process that is watched and, told so, gets stuck after a while; otherwise it just lives on. */
import { watchOver } from '../../src/processes/watch-over.ts';

watchOver({ stuckMs: 500, lookMs: 50 });
console.log('watched');
setTimeout(() => {
  if (process.argv[2] === 'stuck') for (;;);
  process.exit(7);
}, 1_500);
