import path from 'node:path';
import type { Source } from '../records/bytes.ts';
import type { RunReport } from '../records/read.ts';
import { type Submission, submissionProblems } from '../records/submission.ts';
import { validateRun } from '../records/validate-run.ts';
import { openRun } from './input-run.ts';
import { terminalProgress, watched } from './progress.ts';

/** A run folder that was read to its end, and what it was held against. */
export interface CheckedRun extends Submission {
  readonly report: RunReport;
  readonly knowsJudge: boolean;
}

/** Checks one run folder by itself; with `rules: 'submission'` also what is asked of a run that is to be published. `root` holds data/. */
export async function checkRun(folder: string, root: string, rules: 'sound' | 'submission'): Promise<CheckedRun> {
  const { input, context, own, shared } = await openRun(folder, root, path.relative('.', folder) || '.');
  const progress = terminalProgress(process.stderr);
  const all = watched(Object.values(input.files).flat(), progress);
  const named = ({ name }: Source): Source[] => all.filter((source) => source.name === name);
  const files = Object.fromEntries(Object.entries(input.files).map(([kind, own]) => [kind, own.flatMap(named)]));
  const report = await validateRun({ ...input, files }, context).finally(() => progress.clear());
  const { run, label } = own;
  const submission = { run, label, files: own.files, shared, benchmark: context.benchmark };
  if (rules === 'submission') report.log.addAll(await submissionProblems(submission, report));
  return { ...submission, report, knowsJudge: run !== null && context.judges?.has(run.judge) !== false };
}
