import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  aggregateOf,
  type ExportContext,
  type ExportScore,
  exportFolder,
  type SampleContext,
  sampleOf,
} from '../importers/every-eval-ever-export.ts';
import { readRecords } from '../records/read.ts';
import type { RunInput } from '../records/run-context.ts';
import type { ProblemLog } from '../records/tally.ts';
import type { Gold, Instance, Response, Run } from '../schema/records.ts';
import { TextFile } from './input-text-file.ts';

/** Instances, responses and gold of a run by instance. They are held whole, because every sample repeats its prompt and responses. */
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
  readonly run: Run;
  readonly scores: readonly ExportScore[];
};

interface Written {
  readonly rows: number;
  readonly ungraded: number;
  readonly sha256: string;
  readonly judged: ReadonlySet<string>;
}

/** Writes the samples of every judgment whose instance is known; the others are reported. */
async function writeSamples(
  input: RunInput,
  file: TextFile,
  {
    known,
    about: { run, retrieved, log },
  }: {
    readonly known: ReadonlyMap<string, SampleContext>;
    readonly about: { readonly run: Run; readonly retrieved: string; readonly log: ProblemLog };
  },
): Promise<Written> {
  const hash = createHash('sha256');
  const judged = new Set<string>();
  let [rows, ungraded] = [0, 0];
  for (const source of input.files.judgments ?? []) {
    for await (const batch of readRecords('judgments', source)) {
      log.addAll(batch.problems);
      for (const [i, judgment] of batch.records.entries()) {
        const { instance } = judgment;
        const context = known.get(instance);
        if (context === undefined) {
          const message = 'unknown: not in instances.jsonl';
          log.add({ file: source.name, line: batch.lines[i], field: 'instance', found: instance, message });
          continue;
        }
        const { sample, graded } = sampleOf(judgment, { run, retrieved, context, first: !judged.has(instance) });
        const line = `${JSON.stringify(sample)}\n`;
        judged.add(instance);
        hash.update(line);
        await file.write(line);
        rows++;
        if (!graded) ungraded++;
      }
    }
  }
  return { rows, ungraded, sha256: hash.digest('hex'), judged };
}

/** Instances that no judgment is about have no place in the format: the reader hears how many, and which is the first. */
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

/**
 * Writes `<uuid>.json` and `<uuid>_samples.jsonl` where that project keeps them, `data/<benchmark>/<developer>/<model>/`. Judgments of
 * unknown instances, and instances without a judgment, are reported. Returns the number of rows written.
 */
export async function exportEveryEvalEver(
  input: RunInput,
  out: string,
  { options, log }: { readonly options: EeeOptions; readonly log: ProblemLog },
): Promise<number> {
  const known = await contexts(input, log);
  const { run, retrieved, organisation, scores } = options;
  const uuid = randomUUID();
  const folder = exportFolder(run, organisation);
  await fs.mkdir(path.join(out, folder), { recursive: true });
  const name = `${folder}/${uuid}_samples.jsonl`;
  const file = new TextFile(path.join(out, name));
  const { rows, ungraded, sha256, judged } = await writeSamples(input, file, { known, about: { run, retrieved, log } });
  await file.close();
  if (rows === 0) await fs.rm(path.join(out, name));
  const unjudged = [...known.keys()].filter((instance) => !judged.has(instance));
  warnUnjudged(input, unjudged, log);
  const samples = rows === 0 ? null : { file: name, rows, sha256, ungraded };
  const aggregate = aggregateOf({ ...options, samples, unjudged: unjudged.length }, scores);
  await fs.writeFile(path.join(out, folder, `${uuid}.json`), `${JSON.stringify(aggregate, null, 2)}\n`);
  return rows;
}
