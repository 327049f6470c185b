import path from 'node:path';
import type { RunReport } from '../records/run-context.ts';
import type { Source } from '../records/source.ts';
import { type Submission, submissionProblems } from '../records/submission.ts';
import { validateRun } from '../records/validate-run.ts';
import { openRun } from './input-run.ts';
import { ByteProgress } from './progress.ts';

/** A run folder that was read to its end, and what it was held against. */
export interface CheckedRun extends Submission {
  readonly report: RunReport;
  readonly knowsJudge: boolean;
}

/** Checks one run folder by itself; with `rules: 'submission'` also what is asked of a run that is to be published. `root` holds data/. */
export async function checkRun(folder: string, root: string, rules: 'sound' | 'submission'): Promise<CheckedRun> {
  const { input, context, own, shared } = await openRun(folder, root, path.relative('.', folder) || '.');
  const progress = new ByteProgress();
  const files = Object.fromEntries(
    Object.entries(input.files).map(([kind, sources]) => [kind, progress.watch(sources as readonly Source[])]),
  );
  let records = 0;
  const report = await validateRun({ ...input, files }, context, {
    sink: (_, batch) => {
      records += batch.records.length;
      progress.show(records);
    },
  });
  progress.clear();
  const { run, label } = own;
  const submission = { run, label, files: own.files, shared, benchmark: context.benchmark };
  if (rules === 'submission') report.log.addAll(await submissionProblems(submission, report));
  return { ...submission, report, knowsJudge: run !== null && context.judges?.has(run.judge) !== false };
}
