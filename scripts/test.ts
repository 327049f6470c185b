import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runScript, scriptResult } from './run-script.ts';
import { countCommand, countVitest, failuresOf, notRunOf, sumCounts, type TestCounts } from './test/count.ts';

/** One thing that has to hold. */
interface Stage {
  readonly name: string;
  /** The script in package.json. */
  readonly script: string;
  readonly kind: 'command' | 'vitest';
  /** The name of the stage without whose success this one has nothing to work on. */
  readonly needs?: string;
}

/**
 * Everything that has to hold. Steps follow each other; the stages of a step run side by side, since each of them keeps one processor
 * busy (Vitest keeps all of them busy, so it has a step of its own). A later stage runs even if an earlier one failed, unless it needs its result.
 */
const STEPS: readonly (readonly Stage[])[] = [
  [
    { name: 'format and lint', script: 'check:lint', kind: 'command' },
    { name: 'types', script: 'check:types', kind: 'command' },
    { name: 'unused code', script: 'check:unused', kind: 'command' },
    { name: 'data and site build', script: 'build', kind: 'command' },
  ],
  [{ name: 'unit tests', script: 'test:unit', kind: 'vitest' }],
  [{ name: 'browser tests', script: 'test:browser', kind: 'vitest', needs: 'data and site build' }],
];

interface Outcome extends TestCounts {
  readonly stage: string;
  readonly note: string;
  /** What failed, as far as the stage tells. */
  readonly failures: readonly string[];
  /** Tests that were not run, by name. */
  readonly notRun: readonly string[];
}

type Result = TestCounts & Pick<Outcome, 'failures' | 'notRun'>;

async function runVitest(script: string): Promise<Result> {
  const report = join('.cache', 'test', `${script.replace(':', '-')}.json`);
  await rm(report, { force: true });
  const code = await runScript(script, ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  const text = existsSync(report) ? readFileSync(report, 'utf8') : null;
  return { ...countVitest(code, text), failures: failuresOf(text), notRun: notRunOf(text) };
}

/** What it prints is shown at once when it ends, so that commands side by side are not mixed. */
async function runCommand({ name, script }: Stage): Promise<Result> {
  const { code, printed } = await scriptResult(script, { output: 'collect' });
  console.log(`\n── ${name} ──\n${printed.trimEnd()}`);
  return { ...countCommand(code), failures: [], notRun: [] };
}

async function run(stage: Stage, before: readonly Outcome[]): Promise<Outcome> {
  if (before.some((outcome) => outcome.stage === stage.needs && outcome.failed > 0)) {
    console.log(`\n── ${stage.name} ──\nNot run: it needs the stage "${stage.needs}", which failed.`);
    return { stage: stage.name, passed: 0, failed: 1, note: 'not run', failures: [], notRun: [] };
  }
  if (stage.kind === 'vitest') console.log(`\n── ${stage.name} ──`);
  const started = performance.now();
  const result = await (stage.kind === 'vitest' ? runVitest(stage.script) : runCommand(stage));
  return { stage: stage.name, ...result, note: `${((performance.now() - started) / 1000).toFixed(1)} s` };
}

const outcomes: Outcome[] = [];
for (const step of STEPS) outcomes.push(...(await Promise.all(step.map((stage) => run(stage, outcomes)))));

console.log('');
for (const { stage, passed, failed, note } of outcomes) {
  console.log(
    `${failed === 0 ? 'ok    ' : 'FAILED'}  ${stage.padEnd(20)} ${passed} passed, ${failed} failed (${note})`,
  );
}
const failures = outcomes.flatMap((outcome) => outcome.failures);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
const notRun = outcomes.flatMap((outcome) => outcome.notRun);
if (notRun.length > 0)
  console.log(`\nNot run here (${notRun.length}):\n${notRun.map((name) => `  ${name}`).join('\n')}`);
const { passed, failed } = sumCounts(outcomes);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
