import { z } from 'zod';
import { issueProblems } from '../records/issues.ts';
import type { Source } from '../records/source.ts';
import { EeeAggregate, EveryEvalEverSamples, METADATA, parsedAs } from './every-eval-ever-samples.ts';
import type { ImportFormat, ImportItems, ImportOptions } from './importer.ts';
import { readJsonFile } from './json-file.ts';
import { importRows, Ledger } from './ledger.ts';
import { plainId } from './names.ts';

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

export const everyEvalEver: ImportFormat = {
  id: 'every-eval-ever',
  about: 'every-eval-ever 0.3: an aggregate JSON with <uuid>_samples.jsonl',
  import: importEvaluation,
  picks: true,
};
