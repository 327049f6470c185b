import type { ProblemLog, RecordKind } from '../records/issues.ts';
import { type RunInput, readRecords } from '../records/read.ts';
import type { Judge } from '../schema/judge.ts';
import type { Gold, Instance, Judgment, Response, Run } from '../schema/records.ts';
import { isAgreed } from '../schema/words.ts';
import { EEE_VERSION, METADATA } from './every-eval-ever.ts';

interface ExportScore {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** `key=value` pairs joined by `;`, or empty. */
  readonly slice: string;
  readonly value: number;
  readonly se: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly n: number;
  readonly range: readonly [number, number] | null;
  readonly lowerIsBetter: boolean;
}

export type EeeOptions = ReturnType<typeof exportOptions>;

interface ExportSamples {
  /** Its path below the folder of the export, as `every-eval-ever` wants it: `data/<benchmark>/<developer>/<model>/<uuid>_samples.jsonl`. */
  readonly file: string;
  readonly rows: number;
  readonly sha256: string;
  /** Rows without a label: their `is_correct` means nothing. */
  readonly ungraded: number;
}

/** Characters that a part of a path in that project's store must not have. */
const UNPORTABLE = /[<>:"/\\|?*\p{Cc}]/gu;
/** Forbidden names: those of devices on Windows, and the store's own. */
const RESERVED = /^(?:data|con|prn|aux|nul|com[1-9]|lpt[1-9])(?=\.|$)/i;

/** Writes a name as one part of a path, as that project's check takes it: `a/b` → `a_b`, `data` → `data_`. */
function portable(name: string): string {
  const part = name
    .replace(UNPORTABLE, '_')
    .replace(RESERVED, '$&_')
    .replace(/[. ]+$/, '');
  return part === '' ? 'unknown' : part;
}

/** Says where the two files of a run lie, from the folder of the export: `data/<benchmark>/<developer>/<model>`. */
export function exportFolder(run: Run, organisation: string): string {
  return ['data', ...[run.benchmark, organisation, run.judge].map(portable)].join('/');
}

function evaluationId(run: Run, retrieved: string): string {
  return `${run.benchmark}/${run.run}/${retrieved}`;
}

function uncertainty(s: ExportScore): Record<string, unknown> {
  const { lo: lower, hi: upper } = s;
  const method = 'clustered, see judgeboard /methods/';
  const bounded = lower !== null && upper !== null;
  const interval = bounded ? { confidence_interval: { lower, upper, confidence_level: 0.95, method } } : {};
  const error = s.se === null ? {} : { standard_error: { value: s.se, method: 'linearised over clusters' } };
  return { ...error, ...interval, num_samples: s.n };
}

function resultOf(s: ExportScore, benchmarkName: string): unknown {
  const [min, max] = s.range ?? ['-Infinity', 'Infinity'];
  const name = s.slice === '' ? s.name : `${s.name} (${s.slice})`;
  return {
    evaluation_result_id: s.slice === '' ? s.id : `${s.id}/${s.slice}`,
    evaluation_name: name,
    source_data: { dataset_name: benchmarkName, source_type: 'other' },
    metric_config: {
      metric_id: s.id,
      metric_name: s.name,
      evaluation_description: s.about,
      lower_is_better: s.lowerIsBetter,
      score_type: 'continuous',
      min_score: min,
      max_score: max,
    },
    score_details: { score: s.value, uncertainty: uncertainty(s) },
  };
}

function detailsOf({ file, sha256, rows, ungraded }: ExportSamples): unknown {
  return {
    format: 'jsonl',
    file_path: file,
    hash_algorithm: 'sha256',
    checksum: sha256,
    total_rows: rows,
    ...(ungraded > 0 && { additional_details: { [METADATA.ungraded]: String(ungraded) } }),
  };
}

/** `samples`: null where the run has none, since the format takes no empty file; it has no place for instances without a judgment (`unjudged`). */
function aggregateOf(options: EeeOptions, samples: ExportSamples | null, unjudged: number): unknown {
  const { run, retrieved, scores, benchmarkName, openWeights } = options;
  const weights = openWeights === null ? 'unknown' : openWeights ? 'open_weights' : 'closed_weights';
  return {
    schema_version: EEE_VERSION,
    evaluation_id: evaluationId(run, retrieved),
    retrieved_timestamp: retrieved,
    source_metadata: {
      source_name: benchmarkName,
      source_type: 'evaluation_run',
      source_organization_name: 'judgeboard',
      evaluator_relationship: 'third_party',
      ...(unjudged > 0 && { additional_details: { instances_without_a_judgment_left_out: String(unjudged) } }),
    },
    eval_library: {
      name: 'judgeboard',
      version: options.version,
      additional_details: { [METADATA.run]: JSON.stringify(run) },
    },
    model_info: {
      name: options.judgeName,
      id: run.judge,
      developer: options.organisation,
      additional_details: { deployment_type: 'unknown', model_availability: weights },
    },
    evaluation_results: scores.map((s) => resultOf(s, benchmarkName)),
    ...(samples !== null && { detailed_evaluation_results: detailsOf(samples) }),
  };
}

/** What a sample repeats of its instance. Texts come with every judgment, the rest only with the instance's first. */
interface SampleContext {
  readonly instance: Instance;
  readonly responses: readonly Response[];
  readonly gold: readonly Gold[];
}

const METHOD: Readonly<Record<Judgment['parse'], string>> = {
  ok: 'regex',
  verifier: 'llm_judge',
  fallback: 'regex',
  failed: 'none',
  abstained: 'none',
  missing: 'none',
  refused: 'none',
  error: 'none',
};

function labelOf(judgment: Judgment, gold: readonly Gold[]): string | undefined {
  return gold.find(
    (g) =>
      (g.kind === 'preference' || g.kind === 'correct') &&
      g.annotator === undefined &&
      g.criterion === judgment.criterion &&
      (g.response ?? judgment.response) === judgment.response,
  )?.value;
}

/** Writes metadata from which the records can be restored exactly; the instance's own come with its first judgment only. */
function metadataOf(judgment: Judgment, { instance, responses, gold }: SampleContext, first: boolean): object {
  const { rationale: _, ...fields } = judgment;
  return {
    [METADATA.judgment]: JSON.stringify(fields),
    ...(first && {
      [METADATA.instance]: JSON.stringify({ ...instance, prompt: '' }),
      [METADATA.gold]: JSON.stringify(gold),
      [METADATA.responses]: JSON.stringify(responses.map(({ text: _text, ...r }) => r)),
    }),
  };
}

interface SampleOptions extends Pick<EeeOptions, 'run' | 'retrieved'> {
  readonly context: SampleContext;
  readonly first: boolean;
}

/** `score` is 1 or 0 for a verdict with gold, else the judge's. Without a label it is not `graded`: the format wants `is_correct` true or false all the same. */
export function sampleOf(judgment: Judgment, { run, retrieved, context, first }: SampleOptions) {
  const label = labelOf(judgment, context.gold);
  const graded = label !== undefined;
  const right = label !== undefined && judgment.verdict !== null && isAgreed(label, judgment.verdict);
  const method = METHOD[judgment.parse];
  const answer = judgment.verdict ?? (judgment.score === null ? '' : String(judgment.score));
  const attribution = { turn_idx: 0, source: 'output.raw', extracted_value: answer, extraction_method: method };
  const sample = {
    schema_version: EEE_VERSION,
    evaluation_id: evaluationId(run, retrieved),
    model_id: run.judge,
    evaluation_name: judgment.criterion ?? judgment.stage,
    sample_id: judgment.instance,
    interaction_type: 'single_turn',
    input: {
      raw: context.instance.prompt,
      reference: label === undefined ? [] : [label],
      choices: context.responses.map((r) => r.text),
    },
    output: { raw: [judgment.rationale] },
    messages: null,
    answer_attribution: [{ ...attribution, is_terminal: true }],
    evaluation: {
      score: judgment.verdict === null ? (judgment.score ?? 0) : Number(right),
      is_correct: right,
    },
    error: method === 'none' ? judgment.parse : null,
    metadata: {
      ...metadataOf(judgment, context, first),
      ...(!graded && { [METADATA.ungraded]: 'no label: is_correct means nothing' }),
    },
  };
  return { sample, graded };
}

const EXPORT_VERSION = '0.1.0';

async function* recordsOf<K extends RecordKind>(kind: K, { files }: RunInput, log: ProblemLog) {
  for (const source of files[kind] ?? []) {
    for await (const { records, lines, problems } of readRecords(kind, source)) {
      log.addAll(problems);
      for (const [i, record] of records.entries()) yield { record, file: source.name, line: lines[i] };
    }
  }
}

/** Reads instances, responses and gold of a run by instance. They are held whole, because every sample repeats its prompt and responses. */
async function contexts(input: RunInput, log: ProblemLog): Promise<Map<string, SampleContext>> {
  const all = new Map<string, { instance: Instance; responses: Response[]; gold: Gold[] }>();
  for await (const { record } of recordsOf('instances', input, log))
    all.set(record.instance, { instance: record, responses: [], gold: [] });
  for await (const { record } of recordsOf('responses', input, log)) all.get(record.instance)?.responses.push(record);
  for await (const { record } of recordsOf('gold', input, log)) all.get(record.instance)?.gold.push(record);
  return all;
}

interface ExportedRun {
  readonly run: Run;
  readonly judge: Judge | undefined;
  readonly benchmarkName: string | undefined;
  readonly scores: readonly (Omit<ExportScore, 'value'> & { readonly run: string; readonly value: number | null })[];
}

export function exportOptions({ run, judge, benchmarkName, scores }: ExportedRun) {
  return {
    run,
    judgeName: judge?.name ?? run.judge,
    organisation: judge?.organisation ?? '',
    openWeights: judge === undefined ? null : judge.access === 'open' || judge.access === 'fine-tuned',
    benchmarkName: benchmarkName ?? run.benchmark,
    /** Unix time in seconds, as text. */
    retrieved: String(Math.floor(Date.now() / 1000)),
    version: EXPORT_VERSION,
    scores: scores.flatMap((row): ExportScore[] =>
      row.run === run.run && row.value !== null ? [{ ...row, value: row.value }] : [],
    ),
  };
}

async function writeSamples(
  input: RunInput,
  known: ReadonlyMap<string, SampleContext>,
  { options: { run, retrieved }, log, samples }: EeeExport,
) {
  const judged = new Set<string>();
  let [rows, ungraded] = [0, 0];
  for await (const { record, file, line } of recordsOf('judgments', input, log)) {
    const { instance } = record;
    const context = known.get(instance);
    if (context === undefined) {
      log.add({ file, line, field: 'instance', found: instance, message: 'unknown: not in instances.jsonl' });
      continue;
    }
    const { sample, graded } = sampleOf(record, { run, retrieved, context, first: !judged.has(instance) });
    judged.add(instance);
    await samples.write(`${JSON.stringify(sample)}\n`);
    rows++;
    if (!graded) ungraded++;
  }
  return { rows, ungraded, sha256: await samples.close(), judged };
}

function warnUnjudged(input: RunInput, unjudged: readonly string[], log: ProblemLog): void {
  if (unjudged.length === 0) return;
  log.add({
    severity: 'warning',
    file: input.files.instances?.[0]?.name ?? input.folder,
    field: 'instance',
    found: unjudged[0],
    message: `${unjudged.length} ${unjudged.length === 1 ? 'instance has' : 'instances have'} no judgment and were left out`,
    expected: 'a judgment about every instance: the format holds answers only',
  });
}

interface EeeExport {
  readonly options: EeeOptions;
  readonly log: ProblemLog;
  readonly uuid: string;
  /** Where the samples go; a file without rows has no place in the format. */
  readonly samples: {
    readonly write: (line: string) => void | Promise<void>;
    /** Ends the file and gives the SHA-256 of its bytes, hex. */
    readonly close: () => string | Promise<string>;
  };
}

/** `<uuid>.json` and the lines of `<uuid>_samples.jsonl` below `data/<benchmark>/<developer>/<model>/`; judgments of unknown instances are reported. */
export async function exportEvalEver(input: RunInput, given: EeeExport) {
  const { options, log, uuid } = given;
  const known = await contexts(input, log);
  const folder = exportFolder(options.run, options.organisation);
  const file = `${folder}/${uuid}_samples.jsonl`;
  const { rows, ungraded, sha256, judged } = await writeSamples(input, known, given);
  const unjudged = [...known.keys()].filter((instance) => !judged.has(instance));
  warnUnjudged(input, unjudged, log);
  const samples = rows === 0 ? null : { file, rows, sha256, ungraded };
  const text = `${JSON.stringify(aggregateOf(options, samples, unjudged.length), null, 2)}\n`;
  return { aggregate: { file: `${folder}/${uuid}.json`, text }, samples: { file, rows } };
}
