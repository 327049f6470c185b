import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runScript } from './run-script.ts';
import { type Counts, countCommand, countVitest, failuresOf, sumCounts } from './test/count.ts';

/** Everything that has to hold, in order. A later stage runs even if an earlier one failed, unless it needs its result. */
interface Stage {
  readonly name: string;
  /** The script in package.json. */
  readonly script: string;
  readonly kind: 'command' | 'vitest';
  /** The name of the stage without whose success this one has nothing to work on. */
  readonly needs?: string;
}

const STAGES: readonly Stage[] = [
  { name: 'format and lint', script: 'check:lint', kind: 'command' },
  { name: 'types', script: 'check:types', kind: 'command' },
  { name: 'unused code', script: 'check:unused', kind: 'command' },
  { name: 'unit tests', script: 'test:unit', kind: 'vitest' },
  { name: 'data and site build', script: 'build', kind: 'command' },
  { name: 'browser tests', script: 'test:browser', kind: 'vitest', needs: 'data and site build' },
];

interface Outcome extends Counts {
  readonly stage: string;
  readonly note: string;
  /** What failed, as far as the stage tells. */
  readonly failures: readonly string[];
}

type Result = Counts & Pick<Outcome, 'failures'>;

async function runVitest(script: string): Promise<Result> {
  const report = join('.cache', 'test', `${script.replace(':', '-')}.json`);
  await rm(report, { force: true });
  const code = await runScript(script, ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  const text = existsSync(report) ? readFileSync(report, 'utf8') : null;
  return { ...countVitest(code, text), failures: failuresOf(text) };
}

async function runCommand(script: string): Promise<Result> {
  return { ...countCommand(await runScript(script)), failures: [] };
}

async function run(stage: Stage, before: readonly Outcome[]): Promise<Outcome> {
  console.log(`\n── ${stage.name} ──`);
  if (before.some((outcome) => outcome.stage === stage.needs && outcome.failed > 0)) {
    console.log(`Not run: it needs the stage "${stage.needs}", which failed.`);
    return { stage: stage.name, passed: 0, failed: 1, note: 'not run', failures: [] };
  }
  const started = performance.now();
  const result = await (stage.kind === 'vitest' ? runVitest : runCommand)(stage.script);
  return { stage: stage.name, ...result, note: `${((performance.now() - started) / 1000).toFixed(1)} s` };
}

const outcomes: Outcome[] = [];
for (const stage of STAGES) outcomes.push(await run(stage, outcomes));

console.log('');
for (const { stage, passed, failed, note } of outcomes) {
  console.log(
    `${failed === 0 ? 'ok    ' : 'FAILED'}  ${stage.padEnd(20)} ${passed} passed, ${failed} failed (${note})`,
  );
}
const failures = outcomes.flatMap((outcome) => outcome.failures);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
const { passed, failed } = sumCounts(outcomes);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
