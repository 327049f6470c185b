/**
 * What the two JSON schemas of Every Eval Ever 0.3.0 ask for, written from `eval.schema.json` and `instance_level_eval.schema.json`
 * of https://github.com/evaleval/every_eval_ever (fields, types and conditions; none of their text), with what its `validate`
 * command checks beyond them: a portable path, bounds that hold the score.
 */
const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const whole = { type: 'integer' } as const;
const details = { type: 'object', additionalProperties: text } as const;
const bound = { anyOf: [number, { enum: ['Infinity', '-Infinity', null] }] } as const;
const PORTABLE = '(?!(?:data|con|prn|aux|nul)[./])[^/<>:"\\\\|?*\\u0000-\\u001f]*[^/<>:"\\\\|?*\\u0000-\\u001f. ]';
const UUID4 = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

const modelInfo = {
  type: 'object',
  required: ['name', 'id', 'additional_details'],
  properties: {
    name: text,
    id: text,
    developer: text,
    inference_platform: text,
    inference_engine: { type: 'object', properties: { name: text, version: text } },
    additional_details: {
      ...details,
      required: ['deployment_type', 'model_availability'],
      properties: {
        deployment_type: { enum: ['self_deployed', 'externally_managed', 'unknown'] },
        model_availability: { enum: ['open_weights', 'closed_weights', 'unknown'] },
      },
    },
  },
};

const sourceData = {
  type: 'object',
  required: ['dataset_name', 'source_type'],
  properties: {
    dataset_name: text,
    source_type: { enum: ['url', 'hf_dataset', 'other'] },
    additional_details: details,
  },
  anyOf: [
    { properties: { source_type: { enum: ['hf_dataset', 'other'] } } },
    { required: ['url'], properties: { url: { type: 'array', items: text, minItems: 1 } } },
  ],
};

const metricConfig = {
  type: 'object',
  required: ['lower_is_better'],
  properties: {
    evaluation_description: text,
    metric_id: text,
    metric_name: text,
    metric_kind: text,
    metric_unit: text,
    lower_is_better: { type: 'boolean' },
    score_type: { enum: ['binary', 'continuous', 'levels'] },
    min_score: bound,
    max_score: bound,
    additional_details: details,
  },
  allOf: [
    { anyOf: [{ properties: { score_type: { not: { const: 'levels' } } } }, { required: ['level_names'] }] },
    {
      anyOf: [
        { properties: { score_type: { not: { const: 'continuous' } } } },
        { required: ['min_score', 'max_score'] },
      ],
    },
  ],
};

const uncertainty = {
  type: 'object',
  properties: {
    standard_error: { type: 'object', required: ['value'], properties: { value: number, method: text } },
    confidence_interval: {
      type: 'object',
      required: ['lower', 'upper'],
      properties: {
        lower: number,
        upper: number,
        confidence_level: { type: 'number', minimum: 0, maximum: 1 },
        method: text,
      },
    },
    standard_deviation: number,
    num_samples: whole,
    num_bootstrap_samples: whole,
  },
};

const result = {
  type: 'object',
  required: ['evaluation_name', 'source_data', 'metric_config', 'score_details'],
  properties: {
    evaluation_result_id: text,
    evaluation_name: text,
    source_data: sourceData,
    evaluation_timestamp: text,
    metric_config: metricConfig,
    score_details: { type: 'object', required: ['score'], properties: { score: number, details, uncertainty } },
  },
};

export const AGGREGATE_SCHEMA = {
  type: 'object',
  required: [
    'schema_version',
    'evaluation_id',
    'retrieved_timestamp',
    'source_metadata',
    'model_info',
    'eval_library',
    'evaluation_results',
  ],
  additionalProperties: false,
  properties: {
    schema_version: text,
    evaluation_id: text,
    evaluation_timestamp: text,
    retrieved_timestamp: text,
    source_metadata: {
      type: 'object',
      required: ['source_type', 'source_organization_name', 'evaluator_relationship'],
      properties: {
        source_name: text,
        source_type: { enum: ['documentation', 'evaluation_run'] },
        source_organization_name: text,
        source_organization_url: text,
        source_organization_logo_url: text,
        evaluator_relationship: { enum: ['first_party', 'third_party', 'collaborative', 'other'] },
        additional_details: details,
      },
    },
    eval_library: {
      type: 'object',
      required: ['name', 'version'],
      properties: { name: text, version: text, additional_details: details },
    },
    model_info: modelInfo,
    evaluation_results: { type: 'array', items: result },
    detailed_evaluation_results: {
      type: 'object',
      required: ['format', 'file_path'],
      properties: {
        format: { const: 'jsonl' },
        file_path: { type: 'string', pattern: `^data/(?:${PORTABLE}/){3}${UUID4}_samples\\.jsonl$` },
        hash_algorithm: { const: 'sha256' },
        checksum: text,
        total_rows: { type: 'integer', minimum: 1 },
        additional_details: details,
      },
    },
  },
};

export const SAMPLE_SCHEMA = {
  type: 'object',
  required: [
    'schema_version',
    'evaluation_id',
    'model_id',
    'evaluation_name',
    'sample_id',
    'interaction_type',
    'input',
    'answer_attribution',
    'evaluation',
    // Of a single turn.
    'output',
  ],
  additionalProperties: false,
  properties: {
    schema_version: text,
    evaluation_id: text,
    model_id: text,
    evaluation_name: text,
    evaluation_result_id: text,
    sample_id: text,
    sample_hash: { type: ['string', 'null'] },
    interaction_type: { const: 'single_turn' },
    input: {
      type: 'object',
      required: ['raw', 'reference'],
      properties: {
        raw: text,
        formatted: { type: ['string', 'null'] },
        reference: { type: 'array', items: text },
        choices: { type: ['array', 'null'], items: text },
      },
    },
    output: { type: 'object', required: ['raw'], properties: { raw: { type: 'array', items: text } } },
    messages: { type: 'null' },
    answer_attribution: {
      type: 'array',
      items: {
        type: 'object',
        required: ['turn_idx', 'source', 'extracted_value', 'extraction_method', 'is_terminal'],
        properties: {
          turn_idx: { type: 'integer', minimum: 0 },
          source: text,
          extracted_value: text,
          extraction_method: text,
          is_terminal: { type: 'boolean' },
        },
      },
    },
    evaluation: {
      type: 'object',
      required: ['score', 'is_correct'],
      properties: { score: number, is_correct: { type: 'boolean' } },
    },
    token_usage: {
      type: ['object', 'null'],
      required: ['input_tokens', 'output_tokens', 'total_tokens'],
    },
    performance: { type: ['object', 'null'] },
    error: { type: ['string', 'null'] },
    metadata: { type: ['object', 'null'], additionalProperties: text },
  },
};
