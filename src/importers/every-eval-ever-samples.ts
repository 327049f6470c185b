import { z } from 'zod';
import { issueProblems } from '../records/issues.ts';
import { Verdict } from '../schema/answer.ts';
import { Gold, Instance, Judgment, Response, type Run } from '../schema/records.ts';
import { EeeSample } from './eee-schema.ts';

import type { Ledger } from './ledger.ts';
import { NameBook, nameId } from './names.ts';

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
  private readonly seen = new Set<string>();
  private readonly names = new NameBook();
  protocol: Run['protocol'] = 'pointwise';

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  add(file: string, line: number, { row, evaluation }: { readonly row: unknown; readonly evaluation: string }): void {
    const result = EeeSample.safeParse(row);
    if (!result.success) {
      this.ledger.rejectFor(
        issueProblems(file, line, { row, error: result.error, known: Object.keys(EeeSample.shape) }),
      );
      return;
    }
    const sample = result.data;
    const { evaluation_id: found } = sample;
    const own = parsedAs(Judgment, sample.metadata?.[METADATA.judgment]);
    if (found !== evaluation) {
      const message = 'belongs to another evaluation; left out';
      this.ledger.leaveOut({ file, line, field: 'evaluation_id', found, message, expected: evaluation });
      return;
    }
    if (own !== null) {
      this.own(sample, own);
      this.ledger.used(file);
      return;
    }
    const name = sample.evaluation_name;
    const rival = this.names.rivalOf({ file, line, field: 'evaluation_name' }, name, nameId(name));
    if (rival !== null) this.ledger.reject(rival);
    else if (this.foreign(sample)) this.ledger.used(file);
    else {
      const message = 'a second record of this sample and evaluation; the first was kept';
      this.ledger.leaveOut({ file, line, field: 'sample_id', found: sample.sample_id, message });
    }
  }

  private own(sample: EeeSample, judgment: Judgment): void {
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
  }

  /** Gives false when this sample and evaluation were there already. */
  private foreign(sample: EeeSample): boolean {
    const { sample_id: instance, evaluation_name: name, input } = sample;
    const criterion = nameId(name);
    if (this.seen.has(`${instance}\u0000${criterion}`)) return false;
    this.seen.add(`${instance}\u0000${criterion}`);
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
    return true;
  }

  private label(instance: string, criterion: string, reference: readonly string[]): void {
    const value = reference[0]?.trim().toLowerCase();
    if (value === 'a' || value === 'b')
      this.ledger.add({ kind: 'gold', record: { instance, criterion, kind: 'preference', value } });
  }
}
