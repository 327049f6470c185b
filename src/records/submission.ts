import { stringify } from 'yaml';
import type { Benchmark } from '../schema/benchmark.ts';
import type { Problem } from '../schema/problem.ts';
import type { Gold, Run } from '../schema/records.ts';
import { ROLE_LABELS } from '../schema/words.ts';
import type { Source } from './bytes.ts';
import type { RecordKind, RecordOf } from './issues.ts';
import { type RunCoverage, type RunReport, readRecords } from './read.ts';

type Files = Readonly<Partial<Record<RecordKind, readonly Source[]>>>;

/** A run that is to be published, and the benchmark's own records, which it is held against. */
export interface Submission {
  readonly run: Run | null;
  readonly label: string;
  readonly files: Files;
  readonly shared: Files;
  readonly benchmark: Benchmark | null;
}

/** Gives every record of a kind with its file and line; unsound ones are told by whoever reads them to be scored. */
async function* recordsWithPlace<K extends RecordKind>(
  kind: K,
  sources: readonly Source[] = [],
): AsyncGenerator<readonly [record: RecordOf<K>, place: Pick<Problem, 'file' | 'line'>]> {
  for (const source of sources)
    for await (const { records, lines } of readRecords(kind, source))
      for (const [i, record] of records.entries()) yield [record as RecordOf<K>, { file: source.name, line: lines[i] }];
}

/** Cases that are not the benchmark's. A benchmark without cases of its own gets them from its runs. */
async function foreignCases({ files, shared, benchmark }: Submission): Promise<Problem[]> {
  if (files.instances === undefined || shared.instances === undefined) return [];
  const known = new Set<string>();
  for await (const [{ instance }] of recordsWithPlace('instances', shared.instances)) known.add(instance);
  const problems: Problem[] = [];
  for await (const [{ instance }, place] of recordsWithPlace('instances', files.instances))
    if (!known.has(instance))
      problems.push({
        ...place,
        field: 'instance',
        found: instance,
        expected: `one of the ${known.size} cases of ${benchmark?.name ?? 'the benchmark'}`,
        message: 'a case that is not the benchmark’s',
        hint: 'leave it out, with its judgments; a benchmark gets new cases from its authors',
      });
  return problems;
}

const labelKey = ({ instance, response, criterion, kind, annotator }: Gold): string =>
  JSON.stringify([instance, response ?? '', criterion ?? '', kind, annotator ?? '']);

/** Labels that the benchmark has otherwise, or has not. */
async function otherGold({ files, shared }: Submission): Promise<Problem[]> {
  if (files.gold === undefined || shared.gold === undefined) return [];
  const labels = new Map<string, string>();
  for await (const [record] of recordsWithPlace('gold', shared.gold)) labels.set(labelKey(record), record.value);
  const problems: Problem[] = [];
  for await (const [record, place] of recordsWithPlace('gold', files.gold)) {
    const expected = labels.get(labelKey(record));
    if (expected === record.value) continue;
    const message = 'another version of the gold: a label that the benchmark has not';
    const hint = 'leave gold out of the run, so that all are held against the same labels';
    const had = expected === undefined ? 'no such label' : expected;
    problems.push({ ...place, field: 'value', found: record.value, expected: had, message, hint });
  }
  return problems;
}

/** Half a run ranks a judge by the cases that it liked to judge. */
function halfRun({ label }: Submission, { judged, expected }: RunCoverage): Problem[] {
  if (judged >= expected) return [];
  const hint = 'judge the rest; where there is no answer, say so: "parse": "missing"';
  const message = 'half a run: cases of the splits that it touches are not judged';
  return [{ file: label, found: `${judged} of ${expected} cases`, expected: 'all of them', message, hint }];
}

/** A judge that made what it judges is not refused: every board marks it. */
function partInMaking({ run, label, benchmark }: Submission): Problem[] {
  const own = (benchmark?.roles ?? []).filter(({ judge }) => judge !== undefined && judge === run?.judge);
  const message = 'a judge that took part in making the benchmark; boards mark it';
  return own.map(({ judge, role }) => ({
    ...{ severity: 'warning', file: `${label}/run.yaml`, field: 'judge' },
    ...{ found: `${judge}: ${ROLE_LABELS[role]}`, message },
  }));
}

/** What is asked of a run that is to be published, beside that it is sound. */
export async function submissionProblems(submission: Submission, { coverage }: RunReport): Promise<readonly Problem[]> {
  return [
    ...(await foreignCases(submission)),
    ...(await otherGold(submission)),
    ...halfRun(submission, coverage),
    ...partInMaking(submission),
  ];
}

/** Files that a submission has beside those of the run: where it comes from, and the entry of a judge that nobody knows yet. */
const PROVENANCE = 'submission.yaml';
const JUDGE_ENTRY = 'judge.yaml';

/** Names what of a run folder is handed in: the benchmark's own cases, answers and labels stay with it. */
export function submittedFiles(names: readonly string[], { files, shared }: Pick<Submission, 'files' | 'shared'>) {
  const own = (Object.keys(files) as RecordKind[]).filter((kind) => kind !== 'judgments' && shared[kind] !== undefined);
  const left = new Set(own.flatMap((kind) => (files[kind] ?? []).map(({ name }) => name.split('/').at(-1) ?? '')));
  return names.filter((name) => !left.has(name) && name !== PROVENANCE && name !== JUDGE_ENTRY);
}

interface HandedIn {
  readonly run: Run;
  /** Whether the lists of judges have the run's. */
  readonly knowsJudge: boolean;
  readonly madeBy: string;
  readonly files: readonly { readonly file: string; readonly bytes: number; readonly sha256: string | null }[];
}

/** Gives the files that go with a run, by name. */
export function submissionTexts({ run, knowsJudge, madeBy, files }: HandedIn): ReadonlyMap<string, string> {
  const { benchmark, run: name, judge } = run;
  const own = files.filter(({ file }) => file !== PROVENANCE && file !== JUDGE_ENTRY);
  const texts = new Map([[PROVENANCE, stringify({ benchmark, run: name, made_by: madeBy, files: own })]]);
  if (!knowsJudge)
    texts.set(
      JUDGE_ENTRY,
      `# Fill in, and add to the list in data/judges.yaml; docs/adding-a-benchmark.md says what else may stand there.
${stringify([{ id: judge, name: judge, organisation: '', family: '' }])}  access: # proprietary, open, fine-tuned, program or human
  thinking: # always, optional or never: whether it reasons before it answers
`,
    );
  return texts;
}
