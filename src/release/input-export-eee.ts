import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  aggregateOf,
  type ExportContext,
  type ExportScore,
  type SampleContext,
  sampleOf,
} from '../importers/every-eval-ever-export.ts';
import { readRecords } from '../records/read.ts';
import type { RunInput } from '../records/run-context.ts';
import type { ProblemLog } from '../records/tally.ts';
import type { Gold, Instance, Response, Run } from '../schema/records.ts';
import { TextFile } from './input-text-file.ts';

/** Instances, responses and gold of a run by instance. Held whole: every sample repeats its prompt and responses. */
async function contexts(input: RunInput, log: ProblemLog): Promise<Map<string, SampleContext>> {
  const all = new Map<string, { instance: Instance; responses: Response[]; gold: Gold[] }>();
  for (const source of input.files.instances ?? []) {
    for await (const batch of readRecords('instances', source)) {
      log.addAll(batch.problems);
      for (const instance of batch.records) all.set(instance.instance, { instance, responses: [], gold: [] });
    }
  }
  for (const source of input.files.responses ?? []) {
    for await (const batch of readRecords('responses', source)) {
      log.addAll(batch.problems);
      for (const response of batch.records) all.get(response.instance)?.responses.push(response);
    }
  }
  for (const source of input.files.gold ?? []) {
    for await (const batch of readRecords('gold', source)) {
      log.addAll(batch.problems);
      for (const gold of batch.records) all.get(gold.instance)?.gold.push(gold);
    }
  }
  return all;
}

export type EeeOptions = Pick<
  ExportContext,
  'judgeName' | 'organisation' | 'openWeights' | 'benchmarkName' | 'retrieved' | 'version'
> & {
  readonly scores: readonly ExportScore[];
};

/** Writes `<uuid>.json` and `<uuid>_samples.jsonl`. Judgments of instances that are not known are reported. Rows written. */
export async function exportEveryEvalEver(
  input: RunInput,
  run: Run,
  out: string,
  options: EeeOptions,
  log: ProblemLog,
): Promise<number> {
  const known = await contexts(input, log);
  const uuid = randomUUID();
  const name = `${uuid}_samples.jsonl`;
  const file = new TextFile(path.join(out, name));
  const hash = createHash('sha256');
  const begun = new Set<string>();
  let rows = 0;
  for (const source of input.files.judgments ?? []) {
    for await (const batch of readRecords('judgments', source)) {
      log.addAll(batch.problems);
      for (const [i, judgment] of batch.records.entries()) {
        const context = known.get(judgment.instance);
        if (context === undefined) {
          log.add({
            file: source.name,
            line: batch.lines[i],
            field: 'instance',
            found: judgment.instance,
            message: 'unknown: not in instances.jsonl',
          });
          continue;
        }
        const line = `${JSON.stringify(sampleOf(run, options.retrieved, judgment, context, !begun.has(judgment.instance)))}\n`;
        begun.add(judgment.instance);
        hash.update(line);
        await file.write(line);
        rows++;
      }
    }
  }
  await file.close();
  const aggregate = aggregateOf(
    { ...options, run, samples: { file: name, rows, sha256: hash.digest('hex') } },
    options.scores,
  );
  await fs.writeFile(path.join(out, `${uuid}.json`), `${JSON.stringify(aggregate, null, 2)}\n`);
  return rows;
}
