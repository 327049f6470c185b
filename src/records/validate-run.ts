import { nearestWord, type Problem } from '../schema/problem.ts';
import { type Gold, IMPORT_FILE, type Instance, type Judgment } from '../schema/records.ts';
import {
  boundsOf,
  goldComplaint,
  judgmentComplaint,
  KnownIds,
  lengthComplaint,
  type RecordContext,
  type SplitPart,
  scaleComplaint,
  textWarnings,
  unknownInstance,
} from './check-record.ts';
import {
  assertComplete,
  newCount,
  ProblemLog,
  type RecordKind,
  type RecordOf,
  type RowCount,
  UnreadAnswers,
} from './issues.ts';
import type { Complaint } from './names.ts';
import {
  isWebAddress,
  type MediaFact,
  type RecordBatch,
  type RecordSink,
  type RunContext,
  type RunCoverage,
  type RunInput,
  type RunReport,
  readRecords,
  type SoundBatch,
} from './read.ts';

/** Finds repeated keys of two parts: a number (which instance or response) and a label that takes few values, so that a million judgments need no million strings. */
class SeenKeys {
  private readonly byLabel = new Map<string, Set<number>>();

  add(subject: number, label: string): boolean {
    const subjects = this.byLabel.get(label) ?? new Set();
    this.byLabel.set(label, subjects);
    return subjects.size < subjects.add(subject).size;
  }

  has(subject: number, label: string): boolean {
    return this.byLabel.get(label)?.has(subject) ?? false;
  }
}

const SEP = '\u0000';

/** Checks records one by one against those read before; gives what it finds, errors first. */
interface FileCheck<K extends RecordKind> {
  /** Complaints about this record, which stands at `place` (file and line); one without `severity` says that it must be left out. */
  check(record: RecordOf<K>, place: string): Complaint[] | Promise<Complaint[]>;
  /** Called for an instance whose row was refused before it could be checked. */
  refuse?(instance: string): void;
}

const twice = (what: string, found: string): Complaint => ({
  found,
  message: `a second ${what}; the first was kept`,
  hint: 'remove one',
});

const MEDIA_FAULTS: Readonly<Record<Exclude<MediaFact, 'picture'>, string>> = {
  missing: 'there is no such file in the media folder',
  svg: 'an SVG, which may hold scripts, where a picture is expected',
  other: 'not a picture',
  outside: 'leads out of the media folder',
};

function mediaHint(fact: MediaFact, src: string): string {
  if (fact === 'svg') return 'export it as PNG';
  if (src.includes('\\')) return 'separate folders by /, not by \\, and give the path within the media folder';
  if (/^data:/i.test(src)) return 'save the picture as a file in the media folder and give its path';
  if (fact === 'outside') return 'move the file into the media folder and give its path there';
  return fact === 'missing'
    ? 'add the file, or write null for a picture that cannot be shown'
    : 'convert it, or write null';
}

async function mediaComplaints(record: Instance, media: RunContext['media']): Promise<Complaint[]> {
  const found: Complaint[] = [];
  for (const [i, { src }] of record.media.entries()) {
    if (src === null || media === undefined || isWebAddress(src)) continue;
    const fact = await media(src);
    if (fact === 'picture') continue;
    const place = { field: `media.${i}.src`, found: src, expected: 'a PNG, JPEG or WebP file in the media folder' };
    const severity = fact === 'missing' ? 'warning' : undefined;
    found.push({ severity, ...place, message: MEDIA_FAULTS[fact], hint: mediaHint(fact, src) });
  }
  return found;
}

const instanceCheck = ({ known }: RecordContext, media: RunContext['media']): FileCheck<'instances'> => ({
  check: async (record, place) => {
    const { names } = known;
    const complaints = [
      ...names.attributeComplaints(Object.keys(record.attributes), place),
      ...names.remarksOn('instances', record),
      ...[lengthComplaint('prompt', record.prompt, record.prompt_length)].filter((c) => c !== null),
      ...(await mediaComplaints(record, media)),
    ];
    if (complaints.some((c) => c.severity !== 'warning')) known.leaveOut(record.instance);
    else if (!known.addInstance(record)) return [twice('instance of this name', record.instance)];
    return [...complaints, ...textWarnings('prompt', record.prompt)];
  },
  refuse: (instance) => known.leaveOut(instance),
});

const responseCheck = ({ known }: RecordContext): FileCheck<'responses'> => ({
  check: (record) => {
    if (known.instance(record.instance) === undefined) return [unknownInstance(record.instance, known)];
    if (!known.addResponse(record)) return [twice('response of this name', `${record.instance}, ${record.response}`)];
    return [...known.names.remarksOn('responses', record), ...textWarnings('text', record.text)];
  },
});

class GoldCheck implements FileCheck<'gold'> {
  private readonly bounds: RecordContext;
  private readonly seen = new SeenKeys();
  /** Pairs of instance and criterion that have gold. */
  readonly labelled = new SeenKeys();
  count = 0;

  constructor(bounds: RecordContext) {
    this.bounds = bounds;
  }

  addLabel(instance: number, criterion: string): void {
    this.labelled.add(instance, criterion);
    this.count++;
  }

  check(record: Gold): Complaint[] {
    const complaint = goldComplaint(record, this.bounds);
    if (complaint !== null) return [complaint];
    const at = this.bounds.known.instance(record.instance) ?? 0;
    const label = [record.response, record.criterion, record.kind, record.annotator].map((v) => v ?? '').join(SEP);
    if (!this.seen.add(at, label))
      return [twice('label of this kind', `${record.instance}, ${record.criterion ?? record.kind}`)];
    this.addLabel(at, record.criterion ?? '');
    return [...this.bounds.known.names.remarksOn('gold', record), ...textWarnings('value', record.value)];
  }
}

class JudgmentCheck implements FileCheck<'judgments'> {
  private readonly bounds: RecordContext;
  private readonly gold: GoldCheck;
  private readonly seen = new SeenKeys();
  private readonly judgedInstances = new SeenKeys();
  private readonly judgedCriteria = new SeenKeys();
  readonly parts = new Set<SplitPart>();
  readonly unread = new UnreadAnswers();
  judged = 0;
  withoutGold = 0;

  constructor(bounds: RecordContext, gold: GoldCheck) {
    this.bounds = bounds;
    this.gold = gold;
  }

  check(record: Judgment): Complaint[] {
    const { known, run } = this.bounds;
    const complaint = judgmentComplaint(record, this.bounds);
    if (complaint !== null) return [complaint];
    const at = known.instance(record.instance) ?? 0;
    if (!this.isNew(at, record))
      return [twice('judgment of the same', `${record.instance}, ${record.criterion ?? record.stage}`)];
    const scale = scaleComplaint(record, run);
    if (scale !== null && scale.severity === undefined) return [scale];
    this.cover(at, record);
    this.unread.add(record);
    const texts = [
      ...known.names.remarksOn('judgments', record),
      ...textWarnings('rationale', record.rationale),
      ...textWarnings('raw', record.raw),
    ];
    return scale === null ? texts : [scale, ...texts];
  }

  /** Says whether it is the first with its instance, criterion, response, stage, condition, critique judge, repeat and order. */
  private isNew(at: number, j: Judgment): boolean {
    const label = `${j.criterion ?? ''}${SEP}${j.stage}${SEP}${j.condition}${SEP}${j.critique_judge ?? ''}${SEP}${j.repeat}${SEP}${j.order}`;
    if (j.response === undefined) return this.seen.add(at, label);
    const response = this.bounds.known.response(j.instance, j.response);
    return response === undefined
      ? this.seen.add(at, label + SEP + j.response)
      : this.seen.add(response, `of response${SEP}${label}`);
  }

  private cover(at: number, j: Judgment): void {
    const criterion = j.criterion ?? '';
    if (this.judgedInstances.add(at, '')) {
      this.judged++;
      const part = this.bounds.known.part(at);
      if (part !== undefined) this.parts.add(part);
    }
    if (j.stage === 'judge' && this.judgedCriteria.add(at, criterion) && !this.gold.labelled.has(at, criterion))
      this.withoutGold++;
  }
}

/** Gives the batch without the records that must be left out; why they are is added to the problems. */
async function sift<K extends RecordKind>(
  batch: RecordBatch<K>,
  check: FileCheck<K>,
  { count, log }: { readonly count: RowCount; readonly log: ProblemLog },
): Promise<SoundBatch<K>> {
  const records: RecordOf<K>[] = [];
  log.addAll(batch.problems);
  for (let i = 0; i < batch.records.length; i++) {
    const record = batch.records[i] as RecordOf<K>;
    const line = batch.lines[i] ?? 0;
    const answer = check.check(record, `${count.file}:${line}`);
    const complaints = Array.isArray(answer) ? answer : await answer;
    let sound = true;
    for (const complaint of complaints) {
      log.add({ ...complaint, file: count.file, line });
      if (complaint.severity === undefined) sound = false;
    }
    if (sound) records.push(record);
    else count.rejected++;
  }
  count.accepted += records.length;
  return { records, count };
}

interface FileReading<K extends RecordKind> {
  readonly check: FileCheck<K>;
  readonly log: ProblemLog;
  readonly sink?: RecordSink | undefined;
}

async function readFiles<K extends RecordKind>(
  kind: K,
  { files, limits }: Pick<RunInput, 'files' | 'limits'>,
  { check, log, sink }: FileReading<K>,
): Promise<RunReport['files']> {
  const counts: (RowCount & { kind: RecordKind })[] = [];
  for (const source of files[kind] ?? []) {
    const count = newCount(source.name);
    let unsound = 0;
    for await (const batch of readRecords(kind, source, limits === undefined ? {} : { limits })) {
      unsound = batch.count.rejected;
      count.read = batch.count.read;
      for (const id of batch.refused) check.refuse?.(id);
      const sound = await sift(batch, check, { count, log });
      await sink?.(kind, sound);
    }
    count.rejected += unsound;
    assertComplete(count);
    counts.push({ kind, ...count });
  }
  return counts;
}

function runProblems(input: RunInput, context: RunContext): Problem[] {
  const file = `${input.folder}/run.yaml`;
  const problems: Problem[] = [...input.problems];
  const { run } = input;
  if (run === null) {
    if (problems.every((p) => p.severity === 'warning'))
      problems.push({ file, message: 'missing', hint: 'name the run, its benchmark, judge and protocol' });
    return problems;
  }
  if (context.judges !== undefined && !context.judges.has(run.judge)) {
    const near = nearestWord(run.judge, [...context.judges.keys()]);
    const hint = near === undefined ? 'add the judge there' : `is ${near} meant? else add the judge there`;
    const [message, severity] =
      context.alone === true
        ? (['not in data/judges.yaml; the run is scored all the same', 'warning'] as const)
        : (['unknown: not in data/judges.yaml', undefined] as const);
    problems.push({ file, field: 'judge', found: run.judge, message, hint, severity });
  }
  for (const kind of ['instances', 'judgments'] as const) {
    if ((input.files[kind]?.length ?? 0) === 0)
      problems.push({
        file: input.folder,
        message: `no file of ${kind}`,
        expected: `${kind}.jsonl`,
        hint: 'add it, or check its name',
      });
  }
  return problems;
}

function coverageProblems(input: RunInput, { expected, judged, withoutGold }: RunCoverage, gold: GoldCheck): Problem[] {
  const protocol = input.run?.protocol;
  const warn = (message: string, more: Partial<Problem>): Problem => {
    return { severity: 'warning', file: input.folder, message, ...more };
  };
  const problems: Problem[] = [];
  if ((protocol === 'pairwise' || protocol === 'critique') && gold.count === 0) {
    const isAbsent = (input.files.gold ?? []).length === 0;
    const hint = isAbsent ? 'add gold.jsonl' : 'its file of gold holds no label: mend it, or take it away';
    problems.push(warn('no gold: nothing can be scored; the cases are shown', { hint }));
  } else if (protocol === 'pairwise' && withoutGold > 0) {
    const found = `${withoutGold} judged pairs of instance and criterion`;
    problems.push(warn('judged, but without gold: not scored', { found }));
  }
  if (judged < expected) {
    const isHalf = judged * 2 <= expected;
    const message = isHalf ? 'half of the instances or more were not judged' : 'some instances were not judged';
    problems.push(warn(message, { found: `${judged} of ${expected}`, hint: 'coverage is shown beside every value' }));
  }
  return problems;
}

/** Says what the import left out because of a fault, since the records themselves do not show it. */
function importProblems({ folder: file, imported }: RunInput): Problem[] {
  const unread = imported?.unread_judgments ?? 0;
  const faults = (imported?.left_out ?? []).filter(({ rule }) => !rule);
  if (unread === 0 && faults.length === 0) return [];
  const reasons = faults.map(({ reason, rows }) => (rows === 0 ? reason : `${reason} (${rows})`));
  const found = [...(unread === 0 ? [] : [`${unread} judgments`]), ...reasons].join('; ');
  const message = `${unread === 0 ? 'rows' : 'answers of the judge'} were left out when the run was imported`;
  const counted = unread === 0 ? 'what they say is not here' : 'they count as expected and not read';
  const hint = `${counted}; mend the sources and import again`;
  return [{ severity: 'warning', file: `${file}/${IMPORT_FILE}`, message, found, hint }];
}

/** Reports files without a row: nobody would hear of them otherwise, since the run looks sound and has no value. */
function emptyProblems(judged: readonly RowCount[], log: ProblemLog): Problem[] {
  const rows = judged.reduce((n, { read }) => n + read, 0);
  const [first] = judged;
  if (rows > 0 || first === undefined || log.errors > 0) return [];
  const message = 'no judgments in it: nothing can be scored';
  return [{ file: first.file, message, expected: 'one judgment per line', hint: 'was the file written to its end?' }];
}

export interface CheckedAgainst {
  readonly known: KnownIds;
  readonly gold: GoldCheck;
}

export interface CommonRecords extends CheckedAgainst {
  readonly files: RunReport['files'];
  readonly log: ProblemLog;
}

/** Reads instances, responses and gold, in this order; what passes every check goes to `sink`, batch by batch. */
export async function readShared(
  input: Pick<RunInput, 'files' | 'limits'>,
  context: RunContext,
  {
    sink,
    log = new ProblemLog(),
  }: { readonly sink?: RecordSink | undefined; readonly log?: ProblemLog | undefined } = {},
): Promise<CommonRecords> {
  const known = new KnownIds();
  const bounds = boundsOf(null, context.benchmark, { judges: context.judges, known });
  const gold = new GoldCheck(bounds);
  const files = [
    ...(await readFiles('instances', input, { check: instanceCheck(bounds, context.media), log, sink })),
    ...(await readFiles('responses', input, { check: responseCheck(bounds), log, sink })),
    ...(await readFiles('gold', input, { check: gold, log, sink })),
  ];
  return { known, gold, files, log };
}

/**
 * Reads a run folder once, in the order instances, responses, gold, judgments, and checks everything: rows against their
 * schemas, references, labels, scales, repeats, duplicates, pictures, coverage. What passed goes to `sink`, batch by batch;
 * everything else is in the report. Memory grows with the number of instances and responses, not of judgments or texts.
 * With `against` only the judgments are read, and the report is about them alone.
 */
export async function validateRun(
  input: RunInput,
  context: RunContext,
  { sink, against }: { readonly sink?: RecordSink | undefined; readonly against?: CheckedAgainst | undefined } = {},
): Promise<RunReport> {
  const log = new ProblemLog();
  log.addAll(runProblems(input, context));
  const read = against === undefined ? await readShared(input, context, { sink, log }) : { ...against, files: [] };
  const { known, gold, files } = read;
  const judges = context.alone === true ? undefined : context.judges;
  const judgments = new JudgmentCheck(boundsOf(input.run, context.benchmark, { judges, known }), gold);
  const judged = await readFiles('judgments', input, { check: judgments, log, sink });
  const { judged: seen, withoutGold, parts } = judgments;
  const expected = [...parts].reduce((n, { size }) => n + size, 0);
  const coverage = { expected, judged: seen, withoutGold };
  log.addAll(coverageProblems(input, coverage, gold));
  log.addAll(emptyProblems(judged, log));
  log.addAll(importProblems(input));
  log.addAll(judgments.unread.problems(input.folder, context.unread));
  return {
    folder: input.folder,
    run: input.run,
    files: [...files, ...judged],
    log,
    coverage,
  };
}
