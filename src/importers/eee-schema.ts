import { z } from 'zod';

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

export const EeeAggregate = z.looseObject({
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
export type EeeAggregate = z.infer<typeof EeeAggregate>;

export const EeeSample = z.looseObject({
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
export type EeeSample = z.infer<typeof EeeSample>;
