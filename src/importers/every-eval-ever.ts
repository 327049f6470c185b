import { z } from 'zod';
import type { Source } from '../records/bytes.ts';
import { issueProblems } from '../records/issues.ts';
import { Verdict } from '../schema/benchmark.ts';
import { Gold, Instance, Judgment, Response, type Run } from '../schema/records.ts';
import { type ImportOptions, idsKey, readJsonFile } from './importer.ts';
import { type ImportFormat, type ImportSteps, importRows, type Ledger, type RowOutcome, secondOf } from './ledger.ts';
import { NameBook, nameId, plainId } from './names.ts';

/** The parts of every-eval-ever 0.3 that we read and write; both kinds of file name this version. https://github.com/evaleval/every_eval_ever */
export const EEE_VERSION = '0.3.0';

const Details = z.record(z.string(), z.string());
const Bound = z.union([z.number(), z.enum(['Infinity', '-Infinity']), z.null()]);

const Result = z.looseObject({
  evaluation_result_id: z.string().optional(),
  evaluation_name: z.string(),
  metric_config: z.looseObject({
    metric_id: z.string().optional(),
    metric_name: z.string().optional(),
    metric_unit: z.string().optional(),
    evaluation_description: z.string().optional(),
    lower_is_better: z.boolean(),
    score_type: z.enum(['binary', 'continuous', 'levels']).optional(),
    min_score: Bound.optional(),
    max_score: Bound.optional(),
  }),
  score_details: z.looseObject({
    score: z.number(),
    details: Details.optional(),
    uncertainty: z
      .looseObject({
        standard_error: z.looseObject({ value: z.number(), method: z.string().optional() }).optional(),
        confidence_interval: z
          .looseObject({
            lower: z.number(),
            upper: z.number(),
            confidence_level: z.number().optional(),
            method: z.string().optional(),
          })
          .optional(),
        num_samples: z.number().int().optional(),
      })
      .optional(),
  }),
});

const EeeAggregate = z.looseObject({
  schema_version: z.string(),
  evaluation_id: z.string(),
  evaluation_timestamp: z.string().optional(),
  model_info: z.looseObject({ name: z.string(), id: z.string(), additional_details: Details.optional() }),
  eval_library: z.looseObject({ name: z.string(), version: z.string(), additional_details: Details.optional() }),
  source_metadata: z.looseObject({ source_name: z.string().optional() }),
  evaluation_results: z.array(Result),
  detailed_evaluation_results: z
    .looseObject({ file_path: z.string().optional(), total_rows: z.number().int().optional() })
    .optional(),
});
type EeeAggregate = z.infer<typeof EeeAggregate>;

const EeeSample = z.looseObject({
  evaluation_id: z.string(),
  model_id: z.string(),
  evaluation_name: z.string(),
  sample_id: z.string(),
  interaction_type: z.enum(['single_turn', 'multi_turn', 'agentic']),
  input: z.looseObject({ raw: z.string(), reference: z.array(z.string()), choices: z.array(z.string()).nullish() }),
  output: z.looseObject({ raw: z.array(z.string()) }).nullish(),
  answer_attribution: z.array(z.looseObject({ extracted_value: z.string(), extraction_method: z.string() })),
  evaluation: z.looseObject({ score: z.number(), is_correct: z.boolean().nullish() }),
  error: z.string().nullish(),
  token_usage: z.looseObject({ total_tokens: z.number().int() }).nullish(),
  metadata: Details.nullish(),
});
type EeeSample = z.infer<typeof EeeSample>;

/** Metadata that our own export adds, under which records come back exactly. */
export const METADATA = {
  judgment: 'judgeboard.judgment',
  instance: 'judgeboard.instance',
  gold: 'judgeboard.gold',
  responses: 'judgeboard.responses',
  run: 'judgeboard.run',
  /** In a sample it says that there was no label to hold it against; in a file, how many such samples it has. */
  ungraded: 'judgeboard.without_label',
} as const;

function parsedAs<S extends z.ZodType>(schema: S, text: string | undefined): z.output<S> | null {
  if (text === undefined) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Reads samples of any origin: what our export added gives the records back; else a sample is one pointwise or pairwise judgment. */
class EveryEvalEverSamples {
  private readonly ledger: Ledger;
  private readonly instances = new Set<string>();
  private readonly names = new NameBook();
  protocol: Run['protocol'] = 'pointwise';

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  add(
    file: string,
    line: number,
    { row, evaluation }: { readonly row: unknown; readonly evaluation: string },
  ): RowOutcome {
    const { data: sample, error } = EeeSample.safeParse(row);
    if (sample === undefined) return issueProblems(file, line, { row, error, known: Object.keys(EeeSample.shape) });
    const { evaluation_id: found, evaluation_name: name, sample_id: id } = sample;
    const own = parsedAs(Judgment, sample.metadata?.[METADATA.judgment]);
    if (found !== evaluation) {
      const message = 'belongs to another evaluation; left out';
      return { severity: 'warning', file, line, field: 'evaluation_id', found, message, expected: evaluation };
    }
    if (own !== null) return this.own(sample, own);
    const rival = this.names.rivalOf({ file, line, field: 'evaluation_name' }, name, nameId(name));
    if (rival !== null) return rival;
    const second = {
      file,
      line,
      field: 'sample_id',
      found: id,
      message: secondOf('record of this sample and evaluation'),
    };
    return this.ledger.once(idsKey(id, nameId(name)), second, () => this.foreign(sample));
  }

  private own(sample: EeeSample, judgment: Judgment): null {
    const { metadata } = sample;
    if (!this.instances.has(judgment.instance)) {
      this.instances.add(judgment.instance);
      const instance = parsedAs(Instance, metadata?.[METADATA.instance]);
      const prompt = sample.input.raw;
      this.ledger.add({ kind: 'instances', record: { ...instance, instance: judgment.instance, prompt } });
      for (const gold of parsedAs(z.array(Gold), metadata?.[METADATA.gold]) ?? [])
        this.ledger.add({ kind: 'gold', record: gold });
      const responses = parsedAs(z.array(Response.omit({ text: true })), metadata?.[METADATA.responses]) ?? [];
      for (const [i, response] of responses.entries()) {
        this.ledger.add({ kind: 'responses', record: { ...response, text: sample.input.choices?.[i] ?? '' } });
      }
    }
    this.ledger.add({ kind: 'judgments', record: { ...judgment, rationale: sample.output?.raw[0] ?? '' } });
    return null;
  }

  private foreign(sample: EeeSample): null {
    const { sample_id: instance, evaluation_name: name, input } = sample;
    const criterion = nameId(name);
    if (!this.instances.has(instance)) {
      this.instances.add(instance);
      this.ledger.add({ kind: 'instances', record: { instance, prompt: input.raw } });
    }
    const extracted = sample.answer_attribution.at(-1)?.extracted_value.trim().toLowerCase() ?? '';
    const verdict = Verdict.safeParse(extracted).data ?? null;
    const rationale = sample.output?.raw.join('\n') ?? '';
    const tokens = sample.token_usage?.total_tokens;
    const more = { rationale, ...(tokens !== undefined && { tokens }) };
    if (typeof sample.error === 'string' && sample.error !== '') {
      this.ledger.add({ kind: 'judgments', record: { instance, criterion, parse: 'error', ...more } });
    } else if (verdict !== null) {
      this.protocol = 'pairwise';
      this.ledger.add({ kind: 'judgments', record: { instance, criterion, verdict, parse: 'ok', ...more } });
      this.label(instance, criterion, input.reference);
    } else
      this.ledger.add({
        kind: 'judgments',
        record: { instance, criterion, score: sample.evaluation.score, parse: 'ok', ...more },
      });
    return null;
  }

  private label(instance: string, criterion: string, reference: readonly string[]): void {
    const value = reference[0]?.trim().toLowerCase();
    if (value === 'a' || value === 'b')
      this.ledger.add({ kind: 'gold', record: { instance, criterion, kind: 'preference', value } });
  }
}

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

function samplesOf({ aggregate }: Found, sources: readonly Source[]): readonly Source[] {
  const named = aggregate.detailed_evaluation_results?.file_path?.split('/').at(-1);
  const files = sources.filter((s) => SAMPLES.test(s.name));
  const own = files.filter((s) => s.name.split('/').at(-1) === named);
  return own.length > 0 ? own : files;
}

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

async function* importEvaluation(ledger: Ledger, sources: readonly Source[], options: ImportOptions): ImportSteps {
  const chosen = choose(await aggregates(sources, ledger), options, ledger);
  if (chosen === null) return;
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
}

export const everyEvalEver: ImportFormat = {
  id: 'every-eval-ever',
  about: 'every-eval-ever 0.3: an aggregate JSON with <uuid>_samples.jsonl',
  import: importEvaluation,
  picks: true,
};
