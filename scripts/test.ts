import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ScriptResult, scriptResult } from './run-script.ts';
import { commandReport, sumCounts, type TestReport, vitestReport } from './test/count.ts';

interface TestStage {
  readonly name: string;
  /** The script in package.json. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly kind: 'command' | 'vitest';
  /** The name of a stage before it: without its success this one has nothing to work on. */
  readonly needs?: string;
  /** Whether it leaves the processors to the others, and takes what they do not use. */
  readonly waits?: boolean;
}

/**
 * Everything that has to hold, side by side. The longest way goes first: the site, and the browser tests over it, which have deadlines. They wait
 * for pages now and then; what has no deadline fills these gaps, so that all processors are busy to the end.
 */
const STAGES: readonly TestStage[] = [
  { name: 'data and site build', script: 'build', args: ['--offline'], kind: 'command' },
  { name: 'browser tests', script: 'test:browser', kind: 'vitest', needs: 'data and site build' },
  { name: 'format and lint', script: 'check:lint', kind: 'command', waits: true },
  { name: 'types', script: 'check:types', kind: 'command', waits: true },
  { name: 'unused code', script: 'check:unused', kind: 'command', waits: true },
  { name: 'unit tests', script: 'test:unit', kind: 'vitest', waits: true },
];

interface StageOutcome extends TestReport {
  readonly stage: string;
  readonly note: string;
}

/** The stage whose output is shown as it comes; that of others is shown as a whole, before or after it. */
let shownLive: Promise<unknown> = Promise.resolve();

async function show(name: string, printed: string): Promise<void> {
  await shownLive;
  console.log(`\n── ${name} ──\n${printed.trimEnd()}`);
}

/** Runs a stage's script; where another one had to end first, its output comes live. */
async function runStage(stage: TestStage, args: readonly string[]): Promise<ScriptResult> {
  const live = stage.needs !== undefined;
  if (live) console.log(`\n── ${stage.name} ──`);
  const ended = scriptResult(stage.script, {
    args: [...(stage.args ?? []), ...args],
    output: live ? 'inherit' : 'collect',
    priority: stage.waits === true ? 'low' : 'usual',
  });
  if (live) shownLive = ended.catch(() => null);
  return ended;
}

async function run(stage: TestStage, before: readonly Promise<StageOutcome>[]): Promise<StageOutcome> {
  const needed = stage.needs === undefined ? [] : await Promise.all(before);
  if (needed.some((outcome) => outcome.stage === stage.needs && outcome.failed > 0)) {
    await show(stage.name, `Not run: it needs the stage "${stage.needs}", which failed.`);
    return { stage: stage.name, note: 'not run', ...commandReport(1) };
  }
  const started = performance.now();
  const file = join('.cache', 'test', `${stage.script.replace(':', '-')}.json`);
  await rm(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code, printed } = await runStage(stage, stage.kind === 'vitest' ? reporters : []);
  const note = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  if (stage.needs === undefined) await show(stage.name, printed);
  const report = existsSync(file) ? readFileSync(file, 'utf8') : null;
  return { stage: stage.name, note, ...(stage.kind === 'vitest' ? vitestReport(code, report) : commandReport(code)) };
}

console.log(`Running ${STAGES.map(({ name }) => name).join(', ')}.`);
const running: Promise<StageOutcome>[] = [];
for (const stage of STAGES) running.push(run(stage, [...running]));
const outcomes = await Promise.all(running);

console.log('');
for (const { stage, passed, failed, note } of outcomes) {
  console.log(
    `${failed === 0 ? 'ok    ' : 'FAILED'}  ${stage.padEnd(20)} ${passed} passed, ${failed} failed (${note})`,
  );
}
function list(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title} (${lines.length}):\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

for (const [title, kind] of [
  ['Not run here', 'notRun'],
  ['Failed', 'failures'],
  ['Passed at the second try', 'secondTries'],
] as const)
  list(
    title,
    outcomes.flatMap((outcome) => outcome[kind]),
  );
const { passed, failed } = sumCounts(outcomes);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
