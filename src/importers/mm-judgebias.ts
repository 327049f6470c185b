import type { Source } from '../records/source.ts';
import type { Problem } from '../schema/problem.ts';
import { type Format, type ImportItem, type ImportOptions, idText, isRow, slug } from './importer.ts';
import { readJsonFile } from './json-file.ts';
import { Ledger } from './ledger.ts';
import { importReport, isReport, splitKey } from './mm-judgebias-report.ts';
import { Samples, typeId } from './mm-judgebias-samples.ts';

const JUDGEMENT_FILE = /(?:^|\/)(?:seed_(\d+)\/)?([^/]+)\.json(?:\.gz)?$/;
const DATASET_FILE = /\.(?:jsonl|ndjson|csv|parquet)(?:\.gz)?$/;

/** Judge keys such as `model (reasoning)`; the one wanted, by its spelling or its id. */
function wanted(keys: readonly string[], judge: string | undefined): string | null {
  if (judge === undefined) return keys.length === 1 ? (keys[0] ?? null) : null;
  return keys.find((k) => k === judge) ?? keys.find((k) => slug(k) === slug(judge)) ?? null;
}

async function keysIn(files: readonly Source[]): Promise<string[]> {
  const keys = new Set<string>();
  for (const file of files) {
    const { value } = await readJsonFile(file);
    if (isRow(value) && isRow(value.judgement)) for (const key of Object.keys(value.judgement)) keys.add(key);
  }
  return [...keys].sort();
}

function unknownJudge(keys: readonly string[], found: string | undefined): Problem {
  const file = '.';
  const layout = 'seed_<n>/<id>.json with meta and judgement';
  if (keys.length === 0)
    return { file, message: 'no judgements found', expected: layout, hint: 'give the folder above' };
  const message = found === undefined ? 'several judges are in these files' : 'this judge is not in these files';
  return { file, field: 'judge', found, message, expected: keys.join(', '), hint: 'say --judge' };
}

async function* judgementFolder(
  files: readonly Source[],
  dataset: readonly Source[],
  options: ImportOptions,
): AsyncGenerator<readonly ImportItem[]> {
  const ledger = new Ledger();
  const samples = new Samples(ledger);
  const keys = await keysIn(files);
  const key = wanted(keys, options.judge);
  if (key === null) {
    for (const file of files) for (const problem of (await readJsonFile(file)).problems) ledger.fail(problem);
    ledger.fail(unknownJudge(keys, options.judge));
    yield ledger.close();
    return;
  }
  for (const source of dataset) for await (const _ of samples.readTexts(source)) yield ledger.take();
  const seeds = [...new Set(files.map((f) => Number(JUDGEMENT_FILE.exec(f.name)?.[1] ?? 0)))].sort((a, b) => a - b);
  for (const source of files) {
    await judgementFile(source, key, seeds, samples, ledger);
    yield ledger.take();
  }
  const { judge, variant } = splitKey(key);
  const run = options.run ?? slug(`${judge} ${variant}`);
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
  key: string,
  seeds: readonly number[],
  samples: Samples,
  ledger: Ledger,
): Promise<void> {
  const file = source.name;
  const read = await readJsonFile(source);
  for (const problem of read.problems) ledger.fail(problem);
  if (read.value === undefined) return;
  const record = isRow(read.value) ? read.value : {};
  const meta = isRow(record.meta) ? record.meta : {};
  const [, seed, stem] = JUDGEMENT_FILE.exec(file) ?? [];
  // Files are named 0001.json after the sample's number: the name serves where the meta data give none.
  const id = idText(meta.id) ?? (stem === undefined ? null : stem.replace(/^0+(?=\d)/, ''));
  if (id === null || typeId(meta) === 'unnamed') {
    ledger.reject({
      file,
      field: 'meta.bias_type',
      message: 'missing; the file was left out',
      hint: 'the file must hold meta and judgement',
    });
    return;
  }
  const judgement = isRow(record.judgement) ? record.judgement[key] : undefined;
  if (!isRow(judgement)) {
    ledger.leaveOut({ file, field: `judgement.${key}`, message: 'this judge has no answer here' });
    return;
  }
  samples.add(
    { key, judgement, meta, file, line: read.line(`judgement.${key}`), repeat: seeds.indexOf(Number(seed ?? 0)) },
    id,
    read.nonFinite,
  );
  ledger.used(file);
}

async function* importMmJudgebias(
  sources: readonly Source[],
  options: ImportOptions,
): AsyncGenerator<readonly ImportItem[]> {
  const json = sources.filter((s) => JUDGEMENT_FILE.test(s.name));
  const [only] = json;
  if (json.length === 1 && only !== undefined) {
    const file = await readJsonFile(only);
    if (isReport(file.value)) {
      yield* importReport(only.name, file, file.value, options);
      return;
    }
  }
  yield* judgementFolder(
    json,
    sources.filter((s) => DATASET_FILE.test(s.name)),
    options,
  );
}

export const mmJudgebias: Format = {
  id: 'mm-judgebias',
  about:
    'MM-JudgeBias: judgement folders seed_<n>/<id>.json (seeds are repeats), with the dataset file for texts; or a report JSON',
  import: importMmJudgebias,
};
