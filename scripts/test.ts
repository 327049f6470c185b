import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { scriptResult } from './run-script.ts';
import { commandReport, sumCounts, type TestReport, vitestReport } from './test/count.ts';

interface TestStage {
  readonly name: string;
  /** The script in package.json. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly kind: 'command' | 'vitest';
  /** Whether it begins only when all before it have ended. Its output is then shown as it comes; that of others when they end. */
  readonly last?: boolean;
  /** The name of the stage without whose success this one has nothing to work on. */
  readonly needs?: string;
}

/**
 * Everything that has to hold. Stages run side by side and keep all processors busy, which is no harm to those that have no deadlines. The browser
 * tests have, and are as many as the processors can take: they come alone.
 */
const STAGES: readonly TestStage[] = [
  { name: 'format and lint', script: 'check:lint', kind: 'command' },
  { name: 'types', script: 'check:types', kind: 'command' },
  { name: 'unused code', script: 'check:unused', kind: 'command' },
  { name: 'data and site build', script: 'build', args: ['--offline'], kind: 'command' },
  { name: 'unit tests', script: 'test:unit', kind: 'vitest' },
  { name: 'browser tests', script: 'test:browser', kind: 'vitest', last: true, needs: 'data and site build' },
];

interface StageOutcome extends TestReport {
  readonly stage: string;
  readonly note: string;
}

async function runStage(
  { name, script, args: own = [], last = false }: TestStage,
  args: readonly string[],
): Promise<number> {
  if (last) console.log(`\n── ${name} ──`);
  const { code, printed } = await scriptResult(script, {
    args: [...own, ...args],
    output: last ? 'inherit' : 'collect',
  });
  if (!last) console.log(`\n── ${name} ──\n${printed.trimEnd()}`);
  return code;
}

async function runVitest(stage: TestStage): Promise<TestReport> {
  const report = join('.cache', 'test', `${stage.script.replace(':', '-')}.json`);
  await rm(report, { force: true });
  const code = await runStage(stage, ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  return vitestReport(code, existsSync(report) ? readFileSync(report, 'utf8') : null);
}

async function run(stage: TestStage, before: readonly Promise<StageOutcome>[]): Promise<StageOutcome> {
  const ended = stage.last === true ? await Promise.all(before) : [];
  if (ended.some((outcome) => outcome.stage === stage.needs && outcome.failed > 0)) {
    console.log(`\n── ${stage.name} ──\nNot run: it needs the stage "${stage.needs}", which failed.`);
    return { stage: stage.name, note: 'not run', ...commandReport(1) };
  }
  const started = performance.now();
  const result = stage.kind === 'vitest' ? await runVitest(stage) : commandReport(await runStage(stage, []));
  return { stage: stage.name, ...result, note: `${((performance.now() - started) / 1000).toFixed(1)} s` };
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
