import { z } from 'zod';
import { issueProblems } from '../records/issues.ts';
import { Verdict } from '../schema/answer.ts';
import { Gold, Instance, Judgment, Response, type Run } from '../schema/records.ts';
import { type Ledger, type RowOutcome, secondOf } from './ledger.ts';
import { idsKey, NameBook, nameId } from './names.ts';

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

/** Reads JSON text as a schema takes it, or null. */
export function parsedAs<S extends z.ZodType>(schema: S, text: string | undefined): z.output<S> | null {
  if (text === undefined) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Reads samples of any origin: what our export added gives the records back; else a sample is one pointwise or pairwise judgment. */
export class EveryEvalEverSamples {
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
