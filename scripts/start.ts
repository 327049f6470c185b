import { parseArgs } from 'node:util';
import { runScript } from './run-script.ts';
import { serveUntilStopped } from './serve.ts';

/** Builds the data and the site, with the texts that the network has, serves it and prints the address. */
try {
  const { values } = parseArgs({ options: { port: { type: 'string' }, offline: { type: 'boolean' } } });
  if ((await runScript('build', values.offline === true ? ['--offline'] : [])) !== 0)
    throw new Error('\nThe site could not be built; the reason is above.');
  await serveUntilStopped('dist', values.port);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
