import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runScript, scriptResult } from './run-script.ts';
import {
  countCommand,
  countVitest,
  failuresOf,
  notRunOf,
  secondTriesOf,
  sumCounts,
  type TestCounts,
} from './test/count.ts';

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
  /** Tests that failed once and then passed, by name. */
  readonly secondTries: readonly string[];
  /** Tests that were not run, by name. */
  readonly notRun: readonly string[];
}

type Result = TestCounts & Pick<Outcome, 'failures' | 'secondTries' | 'notRun'>;

/** What a stage has to tell that is no Vitest run. */
const NOTHING = { failures: [], secondTries: [], notRun: [] };

async function runVitest(script: string): Promise<Result> {
  const report = join('.cache', 'test', `${script.replace(':', '-')}.json`);
  await rm(report, { force: true });
  const code = await runScript(script, ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  const text = existsSync(report) ? readFileSync(report, 'utf8') : null;
  return {
    ...countVitest(code, text),
    failures: failuresOf(text),
    secondTries: secondTriesOf(text),
    notRun: notRunOf(text),
  };
}

/** What it prints is shown at once when it ends, so that commands side by side are not mixed. */
async function runCommand({ name, script }: Stage): Promise<Result> {
  const { code, printed } = await scriptResult(script, { output: 'collect' });
  console.log(`\n── ${name} ──\n${printed.trimEnd()}`);
  return { ...countCommand(code), ...NOTHING };
}

async function run(stage: Stage, before: readonly Outcome[]): Promise<Outcome> {
  if (before.some((outcome) => outcome.stage === stage.needs && outcome.failed > 0)) {
    console.log(`\n── ${stage.name} ──\nNot run: it needs the stage "${stage.needs}", which failed.`);
    return { stage: stage.name, passed: 0, failed: 1, note: 'not run', ...NOTHING };
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
/** Prints the lines under a title, if there are any. */
function list(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title} (${lines.length}):\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

list(
  'Not run here',
  outcomes.flatMap((outcome) => outcome.notRun),
);
list(
  'Failed',
  outcomes.flatMap((outcome) => outcome.failures),
);
list(
  'Passed at the second try',
  outcomes.flatMap((outcome) => outcome.secondTries),
);
const { passed, failed } = sumCounts(outcomes);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
