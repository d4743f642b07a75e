/**
 * `npm test`: the checks and the tests side by side, since tests wait for much of their time. What the checks have to say comes
 * last, in one piece; arguments go to Vitest.
 */
import { spawn } from 'node:child_process';

const run = (command, args, stdio) => {
  const child = spawn(command, args, { stdio });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `${output}${error}\n` }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
};

const checking = run('npm', ['run', '-s', 'check'], ['ignore', 'pipe', 'pipe']);
const testing = run('vitest', ['run', ...process.argv.slice(2)], 'inherit');
const [checked, tested] = await Promise.all([checking, testing]);
process.stdout.write(checked.output);
console.log(checked.code === 0 ? 'The checks have passed.' : 'The checks have FAILED (see above).');
process.exitCode = checked.code || tested.code;
