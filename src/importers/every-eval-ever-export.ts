import type { Gold, Instance, Judgment, Response, Run } from '../schema/records.ts';
import { isAgreed } from '../schema/words.ts';
import { EEE_VERSION, METADATA } from './every-eval-ever-samples.ts';

/** One value with its uncertainty, as `evaluation_results` states it. */
export interface ExportScore {
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

export interface ExportContext {
  readonly run: Run;
  readonly judgeName: string;
  readonly organisation: string;
  readonly openWeights: boolean | null;
  readonly benchmarkName: string;
  /** Unix time in seconds, as text. */
  readonly retrieved: string;
  readonly version: string;
  /** The samples beside the aggregate; null where the run has none, because the format takes no empty file. */
  readonly samples: ExportSamples | null;
  /** Number of instances without a judgment, for which the format has no place. */
  readonly unjudged: number;
}

interface ExportSamples {
  /**
   * Its path below the folder of the export, as `every-eval-ever` wants it: `data/<benchmark>/<developer>/<model>/<uuid>_samples.jsonl`.
   */
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
  const interval =
    s.lo === null || s.hi === null
      ? {}
      : {
          confidence_interval: {
            lower: s.lo,
            upper: s.hi,
            confidence_level: 0.95,
            method: 'clustered, see judgeboard /methods/',
          },
        };
  const error = s.se === null ? {} : { standard_error: { value: s.se, method: 'linearised over clusters' } };
  return { ...error, ...interval, num_samples: s.n };
}

function resultOf(s: ExportScore, context: ExportContext): unknown {
  const [min, max] = s.range ?? ['-Infinity', 'Infinity'];
  const name = s.slice === '' ? s.name : `${s.name} (${s.slice})`;
  return {
    evaluation_result_id: s.slice === '' ? s.id : `${s.id}/${s.slice}`,
    evaluation_name: name,
    source_data: { dataset_name: context.benchmarkName, source_type: 'other' },
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

/** Writes the aggregate document of one run, every-eval-ever 0.3. */
export function aggregateOf(context: ExportContext, scores: readonly ExportScore[]): unknown {
  const { run, retrieved, samples, unjudged } = context;
  const weights = context.openWeights === null ? 'unknown' : context.openWeights ? 'open_weights' : 'closed_weights';
  return {
    schema_version: EEE_VERSION,
    evaluation_id: evaluationId(run, retrieved),
    retrieved_timestamp: retrieved,
    source_metadata: {
      source_name: context.benchmarkName,
      source_type: 'evaluation_run',
      source_organization_name: 'judgeboard',
      evaluator_relationship: 'third_party',
      ...(unjudged > 0 && { additional_details: { instances_without_a_judgment_left_out: String(unjudged) } }),
    },
    eval_library: {
      name: 'judgeboard',
      version: context.version,
      additional_details: { [METADATA.run]: JSON.stringify(run) },
    },
    model_info: {
      name: context.judgeName,
      id: run.judge,
      developer: context.organisation,
      additional_details: { deployment_type: 'unknown', model_availability: weights },
    },
    evaluation_results: scores.map((s) => resultOf(s, context)),
    ...(samples !== null && { detailed_evaluation_results: detailsOf(samples) }),
  };
}

/** What a sample repeats of its instance. Texts come with every judgment, the rest only with the instance's first. */
export interface SampleContext {
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

/** Finds the label that a judgment's verdict is held against, if there is one. */
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

export interface SampleOptions {
  readonly run: Run;
  /** Unix time in seconds, as text. */
  readonly retrieved: string;
  readonly context: SampleContext;
  /** Whether this is the first sample of its instance. */
  readonly first: boolean;
}

export interface ExportedSample {
  readonly sample: unknown;
  /** False where there is no label: the format wants `is_correct` to be true or false, and its metadata says that it means nothing. */
  readonly graded: boolean;
}

/** Writes a judgment as an instance-level record. `score` is 1 or 0 for a verdict with gold, else the judge's score. */
export function sampleOf(judgment: Judgment, { run, retrieved, context, first }: SampleOptions): ExportedSample {
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
