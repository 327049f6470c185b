import type { Source } from '../records/source.ts';
import type { Problem } from '../schema/problem.ts';
import type { ImportItems } from './importer.ts';
import { type ImportFormat, type ImportOptions, idText, isRow, textOf } from './importer.ts';
import { readJsonFile } from './json-file.ts';
import { Ledger } from './ledger.ts';
import { isReport, JudgeBiasSamples, publishedReport, splitKey, typeId } from './mm-judgebias-samples.ts';
import { namedJudge, plainId, rivalJudge } from './names.ts';

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

export const mmJudgebias: ImportFormat = {
  id: 'mm-judgebias',
  about:
    'MM-JudgeBias: judgement folders seed_<n>/<id>.json (seeds are repeats), with the dataset file for texts; or a report JSON',
  import: importMmJudgebias,
};
