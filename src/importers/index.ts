import { z } from 'zod';
import { issueProblems } from '../records/issues.ts';
import type { Source } from '../records/source.ts';
import type { Problem } from '../schema/problem.ts';
import { EeeAggregate, EveryEvalEverSamples, METADATA, parsedAs } from './every-eval-ever-samples.ts';
import { genaiBench } from './genai-bench.ts';
import { type ImportFormat, type ImportItems, type ImportOptions, idText, isRow, textOf } from './importer.ts';
import { readJsonFile } from './json-file.ts';
import { importRows, Ledger } from './ledger.ts';
import { mmCritic } from './mm-critic.ts';
import { isReport, JudgeBiasSamples, publishedReport, splitKey, typeId } from './mm-judgebias-samples.ts';
import { multiCrit } from './multi-crit.ts';
import { multiCritLmmsEval } from './multi-crit-lmms-eval.ts';
import { namedJudge, plainId, rivalJudge } from './names.ts';
import { tableFormat } from './table.ts';
import { viescore, viescoreScores } from './viescore.ts';

const JUDGEMENT_FILE = /(?:^|\/)(?:seed_(\d+)\/)?([^/]+)\.json(?:\.gz)?$/;
const DATASET_FILE = /\.(?:jsonl|ndjson|csv|parquet)(?:\.gz)?$/;

/** What `null` in the place of a judge's answers stands for: the judge was asked, and nothing came. */
const NO_ANSWER = { unbiased: null, biased: null };

/** What the JSON files under a path are. */
interface Survey {
  /** Keys of the judges that have judgements. */
  readonly keys: readonly string[];
  /** The evaluation code's reports, with the judge's key. */
  readonly reports: readonly { readonly source: Source; readonly key: string }[];
  /** All other files: judgements, or what should be some. */
  readonly files: readonly Source[];
}

async function survey(sources: readonly Source[]): Promise<Survey> {
  const keys = new Set<string>();
  const reports: Survey['reports'][number][] = [];
  const files: Source[] = [];
  for (const source of sources) {
    const { value } = await readJsonFile(source);
    if (isReport(value)) reports.push({ source, key: textOf(value.model_key) });
    else files.push(source);
    if (isRow(value) && isRow(value.judgement)) for (const key of Object.keys(value.judgement)) keys.add(key);
  }
  return { keys: [...keys].sort(), reports, files };
}

/** Finds the key of the judge that is wanted, such as `model (reasoning)`, or why none can be taken. */
function wanted(keys: readonly string[], judge: string | undefined): string | Problem {
  const key = namedJudge(keys, judge);
  return key === null ? unknownJudge(keys, judge) : (rivalJudge(keys, key) ?? key);
}

function unknownJudge(keys: readonly string[], found: string | undefined): Problem {
  const file = '.';
  const layout = 'seed_<n>/<id>.json with meta and judgement';
  if (keys.length === 0)
    return { file, message: 'no judgements found', expected: layout, hint: 'give the folder above' };
  const message = found === undefined ? 'several judges are in these files' : 'this judge is not in these files';
  return { file, field: 'judge', found, message, expected: keys.join(', '), hint: 'say --judge' };
}

/** Gives a report that stands alone as published values; of several, that of the judge asked for. */
async function* reportFile({ reports, files }: Survey, options: ImportOptions): ImportItems {
  const ledger = new Ledger();
  for (const { name: file } of files) ledger.warn({ file, message: 'neither a judgement nor a report; not read' });
  const keys = reports.map((r) => r.key);
  const [only] = reports;
  const key = reports.length === 1 && only !== undefined ? only.key : wanted(keys, options.judge);
  const chosen = reports.find((r) => r.key === key);
  if (typeof key !== 'string') ledger.fail(key);
  yield ledger.close();
  if (chosen === undefined) return;
  const file = await readJsonFile(chosen.source);
  if (isReport(file.value)) yield* publishedReport(chosen.source.name, file, { report: file.value, options });
}

async function* judgementFolder(
  { keys, files, reports }: Survey,
  dataset: readonly Source[],
  options: ImportOptions,
): ImportItems {
  const ledger = new Ledger();
  const samples = new JudgeBiasSamples(ledger);
  for (const { source } of reports) {
    const message = 'a report beside the judgements, which is not read: values are computed from the judgements';
    ledger.warn({ file: source.name, message, hint: 'import it by itself for its published values' });
  }
  const key = wanted(keys, options.judge);
  if (typeof key !== 'string') {
    for (const file of files) for (const problem of (await readJsonFile(file)).problems) ledger.fail(problem);
    ledger.fail(key);
    yield ledger.close();
    return;
  }
  for (const source of dataset) yield* samples.readTexts(source);
  const seeds = [...new Set(files.map((f) => Number(JUDGEMENT_FILE.exec(f.name)?.[1] ?? 0)))].sort((a, b) => a - b);
  for (const source of files) {
    await judgementFile(source, { key, seeds, samples, ledger });
    yield ledger.take();
  }
  const { judge, variant } = splitKey(key);
  const run = options.run ?? plainId(`${judge} ${variant}`);
  const notes = `Seeds ${seeds.join(', ')} as repeats 0 to ${seeds.length - 1}.`;
  ledger.add({
    kind: 'run',
    record: {
      run,
      benchmark: options.benchmark ?? 'mm-judgebias',
      judge,
      variant,
      protocol: 'perturbation',
      repeats: Math.max(1, seeds.length),
      notes,
    },
  });
  yield ledger.close();
}

async function judgementFile(
  source: Source,
  {
    key,
    seeds,
    samples,
    ledger,
  }: {
    readonly key: string;
    readonly seeds: readonly number[];
    readonly samples: JudgeBiasSamples;
    readonly ledger: Ledger;
  },
): Promise<void> {
  const file = source.name;
  const read = await readJsonFile(source);
  // An answer has two judgments, one before and one after the perturbation.
  ledger.expect(file, { judgments: 2 });
  if (read.value === undefined) {
    ledger.closeRow(read.problems, file);
    return;
  }
  for (const problem of read.problems) ledger.fail(problem);
  const record = isRow(read.value) ? read.value : {};
  const meta = isRow(record.meta) ? record.meta : {};
  const [, seed, stem] = JUDGEMENT_FILE.exec(file) ?? [];
  // Files are named 0001.json after the sample's number: the name serves where the meta data give none.
  const id = idText(meta.id) ?? (stem === undefined ? null : stem.replace(/^0+(?=\d)/, ''));
  if (id === null || typeId(meta) === '') {
    ledger.reject({
      file,
      field: 'meta.bias_type',
      message: 'missing; the file was left out',
      hint: 'the file must hold meta and judgement',
    });
    return;
  }
  const given = isRow(record.judgement) ? record.judgement[key] : undefined;
  const judgement = given === null ? NO_ANSWER : given;
  if (!isRow(judgement)) {
    ledger.leaveOut({ file, field: `judgement.${key}`, message: 'this judge has no answer here' });
    return;
  }
  const line = read.line(`judgement.${key}`);
  const entry = { key, judgement, meta, file, line, repeat: seeds.indexOf(Number(seed ?? 0)) };
  const rival = samples.add(entry, id);
  ledger.closeRow(rival, file);
}

async function* importMmJudgebias(sources: readonly Source[], options: ImportOptions): ImportItems {
  const found = await survey(sources.filter((s) => JUDGEMENT_FILE.test(s.name)));
  if (found.keys.length === 0 && found.reports.length > 0) yield* reportFile(found, options);
  else
    yield* judgementFolder(
      found,
      sources.filter((s) => DATASET_FILE.test(s.name)),
      options,
    );
}

const mmJudgebias: ImportFormat = {
  id: 'mm-judgebias',
  about:
    'MM-JudgeBias: judgement folders seed_<n>/<id>.json (seeds are repeats), with the dataset file for texts; or a report JSON',
  import: importMmJudgebias,
};

const SAMPLES = /_samples\.jsonl(?:\.gz)?$/;
const VERSION = /^0\.[23]\./;

function publish(
  aggregate: EeeAggregate,
  ledger: Ledger,
  { benchmark, judge }: { readonly benchmark: string; readonly judge: string },
): void {
  for (const result of aggregate.evaluation_results) {
    const { metric_config: config, score_details: details } = result;
    const metric = config.metric_id ?? config.metric_name ?? '';
    const column =
      metric === '' || result.evaluation_name.startsWith(config.metric_name ?? metric)
        ? result.evaluation_name
        : `${result.evaluation_name} ${metric}`;
    const n = details.uncertainty?.num_samples ?? null;
    const note = Object.entries(details.details ?? {})
      .map(([k, v]) => `${k}: ${v}`)
      .join('; ');
    ledger.add({
      kind: 'published',
      record: { benchmark, row: aggregate.model_info.name, judge, variant: '', column, value: details.score, n, note },
    });
  }
}

interface Found {
  readonly source: Source;
  readonly aggregate: EeeAggregate;
}

async function aggregates(sources: readonly Source[], ledger: Ledger): Promise<Found[]> {
  const found: Found[] = [];
  for (const source of sources.filter((s) => s.name.endsWith('.json'))) {
    const json = await readJsonFile(source);
    for (const problem of json.problems) ledger.fail(problem);
    if (json.value === undefined) continue;
    const result = EeeAggregate.safeParse(json.value);
    if (result.success) found.push({ source, aggregate: result.data });
    else {
      const given = { row: json.value, error: result.error, known: Object.keys(EeeAggregate.shape) };
      const problems = issueProblems(source.name, 0, given);
      ledger.closeRow(
        problems.map((problem) => ({ ...problem, line: json.line(problem.field ?? '') })),
        source.name,
      );
    }
  }
  return found;
}

function choose(found: readonly Found[], options: ImportOptions, ledger: Ledger): Found | null {
  const fitting =
    options.judge === undefined
      ? found
      : found.filter(
          (f) =>
            plainId(f.aggregate.model_info.id) === plainId(options.judge ?? '') ||
            plainId(f.aggregate.model_info.name) === plainId(options.judge ?? ''),
        );
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  const message = fitting.length === 0 ? 'no evaluation of this judge' : 'several evaluations are here';
  const expected =
    found.map((f) => `${f.aggregate.model_info.id} (${f.source.name})`).join(', ') || 'an aggregate JSON file';
  ledger.fail({
    file: '.',
    field: 'judge',
    found: options.judge,
    message,
    expected,
    hint: 'say --judge, or give one file',
  });
  return null;
}

/** Finds the files of samples of an evaluation: those that it names, else all. */
function samplesOf({ aggregate }: Found, sources: readonly Source[]): readonly Source[] {
  const named = aggregate.detailed_evaluation_results?.file_path?.split('/').at(-1);
  const files = sources.filter((s) => SAMPLES.test(s.name));
  const own = files.filter((s) => s.name.split('/').at(-1) === named);
  return own.length > 0 ? own : files;
}

/** Reports samples that an evaluation speaks of and that are not here: without them there would be judgments less, and nobody would know. */
function reportLacking({ aggregate, source }: Found, files: readonly Source[], ledger: Ledger): void {
  const { file_path: named, total_rows: rows } = aggregate.detailed_evaluation_results ?? {};
  const field = 'detailed_evaluation_results';
  const hint = 'give the folder that holds the aggregate and its file of samples, both whole';
  const read = files.reduce((sum, { name }) => sum + ledger.rowsOf(name), 0);
  if (named !== undefined && files.length === 0)
    ledger.fail({
      file: source.name,
      field: `${field}.file_path`,
      found: named,
      message: 'this file of samples is not here',
      hint,
    });
  else if (rows !== undefined && read !== rows)
    ledger.fail({
      file: source.name,
      field: `${field}.total_rows`,
      found: `${read} rows of samples`,
      expected: String(rows),
      message: 'not as many samples as the evaluation has',
      hint,
    });
}

async function* importEvaluation(sources: readonly Source[], options: ImportOptions): ImportItems {
  const ledger = new Ledger();
  const chosen = choose(await aggregates(sources, ledger), options, ledger);
  if (chosen === null) {
    yield ledger.close();
    return;
  }
  const { aggregate, source } = chosen;
  if (!VERSION.test(aggregate.schema_version)) {
    ledger.warn({
      file: source.name,
      field: 'schema_version',
      found: aggregate.schema_version,
      message: 'another version of the format',
      expected: '0.3',
    });
  }
  const own = parsedAs(
    z.looseObject({ run: z.string(), benchmark: z.string(), judge: z.string() }),
    aggregate.eval_library.additional_details?.[METADATA.run],
  );
  const judge = own?.judge ?? plainId(aggregate.model_info.name);
  const benchmark = options.benchmark ?? own?.benchmark ?? plainId(aggregate.evaluation_id.split('/')[0] ?? '');
  publish(aggregate, ledger, { benchmark, judge });
  ledger.used(source.name);
  const samples = new EveryEvalEverSamples(ledger);
  const files = samplesOf(chosen, sources);
  for (const file of files) {
    ledger.expect(file.name);
    yield* importRows(file, ledger, {
      use: (row, line) => samples.add(file.name, line, { row, evaluation: aggregate.evaluation_id }),
    });
  }
  reportLacking(chosen, files, ledger);
  const run = { run: judge, protocol: samples.protocol, source: aggregate.evaluation_id, ...own, judge, benchmark };
  ledger.add({ kind: 'run', record: options.run === undefined ? run : { ...run, run: options.run } });
  yield ledger.close();
}

const everyEvalEver: ImportFormat = {
  id: 'every-eval-ever',
  about: 'every-eval-ever 0.3: an aggregate JSON with <uuid>_samples.jsonl',
  import: importEvaluation,
  picks: true,
};

/** Every format that can be imported, by the name that the command line uses. */
export const FORMATS: readonly ImportFormat[] = [
  multiCrit,
  multiCritLmmsEval,
  mmJudgebias,
  mmCritic,
  genaiBench,
  viescore,
  viescoreScores,
  everyEvalEver,
  tableFormat,
];
