import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';

/**
 * Shows that the tests notice what they are for: plants faults of `tests/faults`, one at a time, in a copy of the project, and runs the tests that
 * must fail then. `node scripts/faults.ts [--unit] [ID…]`; without ids all. Exit code 1 where a fault is not caught, 2 where the tests fail without one.
 */
const Fault = z.strictObject({
  breaks: z.string().min(1),
  /** Stands exactly once in `src` and `scripts`, wherever: code may move. */
  find: z.string().min(1),
  put: z.string(),
  tests: z.array(z.string()).min(1),
  /** `browser`: a browser, over the site in `dist`; `site`: over one that is built with the fault. */
  needs: z.enum(['browser', 'site']).optional(),
  /** Why no test catches it. */
  uncaught: z.string().optional(),
});
type Fault = z.infer<typeof Fault>;

const LISTS = 'tests/faults';
const ROOT = path.join(import.meta.dirname, '..');

export function plantedFaults(): ReadonlyMap<string, Fault> {
  const lists = readdirSync(path.join(ROOT, LISTS)).filter((file) => file.endsWith('.yaml'));
  const faults = lists.flatMap((file) =>
    Object.entries(z.record(z.string(), Fault).parse(parse(readFileSync(path.join(ROOT, LISTS, file), 'utf8')))),
  );
  return new Map(faults);
}

/** Names of source files and their texts. */
type Sources = readonly (readonly [name: string, text: string])[];

export const readSources = (root = ROOT): Sources =>
  ['src', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|tsx|astro|css|mjs)$/.test(file))
      .map((file) => {
        const name = path.posix.join(folder, ...file.split(path.sep));
        return [name, readFileSync(path.join(root, name), 'utf8')] as const;
      }),
  );

/** Names a file as often as the text stands in it. */
export const filesHolding = (find: string, sources: Sources): readonly string[] =>
  sources.flatMap(([name, text]) => Array<string>(text.split(find).length - 1).fill(name));

/** Copies the project's own files into a folder, which shares the packages alone. */
function copyTo(root: string, withSite: boolean): void {
  const git = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  const built = withSite ? ['public/data', '.cache'] : [];
  for (const name of [...git.stdout.split('\0'), ...built].filter(Boolean))
    cpSync(path.join(ROOT, name), path.join(root, name), { recursive: true, verbatimSymlinks: true, force: true });
  mkdirSync(path.join(root, 'node_modules'));
  for (const name of readdirSync(path.join(ROOT, 'node_modules')).filter((one) => !one.startsWith('.vite')))
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(root, 'node_modules', name));
}

/** Runs a script of the copy; false where it fails or does not end. */
function runs(root: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  const { status, stdout } = spawnSync(process.execPath, args, {
    ...{ cwd: root, env: { ...process.env, ...env }, encoding: 'utf8', timeout: 900_000, killSignal: 'SIGKILL' },
  });
  if (status !== 0 && process.env['FAULTS_SHOW'] !== undefined) console.log(stdout.slice(-6000));
  return status === 0;
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--project'];
const passes = (root: string, { tests, needs }: { tests: string[]; needs?: Fault['needs'] }): boolean => {
  if (needs === undefined) return runs(root, [...vitest, 'unit', '--project', 'unit-alone', ...tests]);
  const dist = path.join(needs === 'site' ? root : ROOT, 'dist');
  return runs(root, [...vitest, 'browser', '--retry=0', ...tests], { JUDGEBOARD_DIST: dist });
};

/** Plants one fault and says what became of it; '' where it is as the list says. */
function plant(root: string, fault: Fault): string {
  const [file, ...more] = filesHolding(fault.find, readSources(root));
  if (file === undefined || more.length > 0) return `its text is found ${more.length + (file ? 1 : 0)} times`;
  const target = path.join(root, file);
  const sound = readFileSync(target, 'utf8');
  writeFileSync(
    target,
    sound.replace(fault.find, () => fault.put),
  );
  try {
    // A site that cannot be built is noticed, too.
    const isBuilt = fault.needs !== 'site' || runs(root, ['scripts/cli.ts', 'site', '--offline']);
    const isCaught = !isBuilt || !passes(root, fault);
    if (isCaught) return fault.uncaught === undefined ? '' : 'is caught by now: take `uncaught` away';
    return fault.uncaught === undefined ? 'NOT CAUGHT' : '';
  } finally {
    writeFileSync(target, sound);
  }
}

function main(): number {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { unit: { type: 'boolean' } } });
  const all = plantedFaults();
  const unknown = positionals.filter((id) => !all.has(id));
  if (unknown.length > 0) {
    console.error(`No such fault: ${unknown.join(', ')}`);
    return 2;
  }
  const asked = [...all].filter(([id, { needs }]) =>
    positionals.length > 0 ? positionals.includes(id) : values.unit !== true || needs === undefined,
  );
  const root = mkdtempSync(path.join(tmpdir(), 'judgeboard-faults-'));
  try {
    copyTo(
      root,
      asked.some(([, { needs }]) => needs !== undefined),
    );
    for (const needs of [undefined, 'browser'] as const) {
      const own = asked.filter(([, fault]) => (fault.needs === undefined) === (needs === undefined));
      const tests = [...new Set(own.flatMap(([, fault]) => fault.tests))];
      if (tests.length === 0 || passes(root, { tests, needs })) continue;
      console.error(
        `These tests fail without a fault${needs === undefined ? '' : ', over the site in dist'}; nothing was planted.`,
      );
      return 2;
    }
    const wrong = asked.filter(([id, fault]) => {
      const started = performance.now();
      const said = plant(root, fault) || (fault.uncaught === undefined ? 'caught' : `not caught: ${fault.uncaught}`);
      console.log(`${id}: ${said} (${((performance.now() - started) / 1000).toFixed(0)} s)`);
      return said !== 'caught' && !said.startsWith('not caught: ');
    });
    console.log(`${asked.length - wrong.length} of ${asked.length} faults are as the list says.`);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

if (import.meta.main) process.exitCode = main();
