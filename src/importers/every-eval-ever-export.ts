import type { Gold, Instance, Judgment, Response, Run } from '../schema/records.ts';
import { EEE_INSTANCE_VERSION, EEE_VERSION } from './eee-schema.ts';
import { METADATA } from './every-eval-ever-samples.ts';

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
  readonly samples: { readonly file: string; readonly rows: number; readonly sha256: string };
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

/** The aggregate document of one run, every-eval-ever 0.3. */
export function aggregateOf(context: ExportContext, scores: readonly ExportScore[]): unknown {
  const { run, retrieved, samples } = context;
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
    detailed_evaluation_results: {
      format: 'jsonl',
      file_path: samples.file,
      hash_algorithm: 'sha256',
      checksum: samples.sha256,
      total_rows: samples.rows,
    },
  };
}

/** What a sample repeats of its instance; given with the instance's first judgment only, texts with every one. */
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

/** The label that a judgment's verdict is held against, if there is one. */
function labelOf(judgment: Judgment, gold: readonly Gold[]): string | undefined {
  return gold.find(
    (g) =>
      (g.kind === 'preference' || g.kind === 'correct') &&
      g.annotator === undefined &&
      g.criterion === judgment.criterion &&
      (g.response ?? judgment.response) === judgment.response,
  )?.value;
}

/** What brings the records back exactly; the instance's own with its first judgment only. */
function metadataOf(judgment: Judgment, { instance, responses, gold }: SampleContext, first: boolean): unknown {
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

/** A judgment as an instance-level record. `score` is 1 or 0 for a verdict with gold, else the judge's score. */
export function sampleOf(
  run: Run,
  retrieved: string,
  judgment: Judgment,
  context: SampleContext,
  first: boolean,
): unknown {
  const label = labelOf(judgment, context.gold);
  const right = label !== undefined && judgment.verdict === label;
  const method = METHOD[judgment.parse];
  const answer = judgment.verdict ?? (judgment.score === null ? '' : String(judgment.score));
  const attribution = { turn_idx: 0, source: 'output.raw', extracted_value: answer, extraction_method: method };
  return {
    schema_version: EEE_INSTANCE_VERSION,
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
      is_correct: label === undefined ? null : right,
    },
    error: method === 'none' ? judgment.parse : null,
    metadata: metadataOf(judgment, context, first),
  };
}
