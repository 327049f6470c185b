import { readRecords } from '../records/read.ts';
import type { RunInput } from '../records/run-context.ts';
import type { ProblemLog } from '../records/tally.ts';
import type { Judge } from '../schema/judge.ts';
import type { Gold, Instance, Response, Run } from '../schema/records.ts';
import {
  aggregateOf,
  type ExportContext,
  type ExportScore,
  exportFolder,
  type SampleContext,
  sampleOf,
} from './every-eval-ever-export.ts';

/** The version of what is written here, which the records name. */
const EXPORT_VERSION = '0.1.0';

/** Reads instances, responses and gold of a run by instance. They are held whole, because every sample repeats its prompt and responses. */
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

/** Facts of an export that the records do not hold. */
export type EeeOptions = Pick<
  ExportContext,
  'judgeName' | 'organisation' | 'openWeights' | 'benchmarkName' | 'retrieved' | 'version'
> & {
  readonly run: Run;
  readonly scores: readonly ExportScore[];
};

/** What is known of a run when it is exported; a value of null is left out. */
interface ExportedRun {
  readonly run: Run;
  readonly judge: Judge | undefined;
  readonly benchmarkName: string | undefined;
  readonly scores: readonly (Omit<ExportScore, 'value'> & { readonly run: string; readonly value: number | null })[];
}

/** Gathers what an export says of a run, made now. What nobody knows stands as the ids of the run. */
export function exportOptions({ run, judge, benchmarkName, scores }: ExportedRun): EeeOptions {
  return {
    run,
    judgeName: judge?.name ?? run.judge,
    organisation: judge?.organisation ?? '',
    openWeights: judge === undefined ? null : judge.access === 'open' || judge.access === 'fine-tuned',
    benchmarkName: benchmarkName ?? run.benchmark,
    retrieved: String(Math.floor(Date.now() / 1000)),
    version: EXPORT_VERSION,
    scores: scores.flatMap((row) => (row.run === run.run && row.value !== null ? [{ ...row, value: row.value }] : [])),
  };
}

/** Takes the lines of the samples' file. */
interface SampleLines {
  readonly write: (line: string) => void | Promise<void>;
  /** Ends the file and gives the SHA-256 of its bytes, hex. */
  readonly close: () => string | Promise<string>;
}

interface WrittenRun {
  readonly rows: number;
  readonly ungraded: number;
  readonly sha256: string;
  readonly judged: ReadonlySet<string>;
}

/** Writes the samples of every judgment whose instance is known; the others are reported. */
async function writeSamples(
  input: RunInput,
  file: SampleLines,
  {
    known,
    about: { run, retrieved, log },
  }: {
    readonly known: ReadonlyMap<string, SampleContext>;
    readonly about: { readonly run: Run; readonly retrieved: string; readonly log: ProblemLog };
  },
): Promise<WrittenRun> {
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
        await file.write(line);
        rows++;
        if (!graded) ungraded++;
      }
    }
  }
  return { rows, ungraded, sha256: await file.close(), judged };
}

/** Warns that instances that no judgment is about have no place in the format: the reader hears how many, and which is the first. */
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

/** The files of an export, by their paths in it. */
export interface EeeFiles {
  readonly aggregate: { readonly file: string; readonly text: string };
  readonly samples: { readonly file: string; readonly rows: number };
}

interface EeeExport {
  readonly options: EeeOptions;
  readonly log: ProblemLog;
  /** A name that no other export has. */
  readonly uuid: string;
  /** Where the samples go; a file without rows has no place in the format. */
  readonly samples: SampleLines;
}

/**
 * Makes `<uuid>.json` and the lines of `<uuid>_samples.jsonl`, where that project keeps them: `data/<benchmark>/<developer>/<model>/`. Judgments
 * of unknown instances, and instances without a judgment, are reported.
 */
export async function exportEvalEver(
  input: RunInput,
  { options, log, uuid, samples: lines }: EeeExport,
): Promise<EeeFiles> {
  const known = await contexts(input, log);
  const { run, retrieved, organisation, scores } = options;
  const folder = exportFolder(run, organisation);
  const file = `${folder}/${uuid}_samples.jsonl`;
  const { rows, ungraded, sha256, judged } = await writeSamples(input, lines, {
    known,
    about: { run, retrieved, log },
  });
  const unjudged = [...known.keys()].filter((instance) => !judged.has(instance));
  warnUnjudged(input, unjudged, log);
  const samples = rows === 0 ? null : { file, rows, sha256, ungraded };
  const document = aggregateOf({ ...options, samples, unjudged: unjudged.length }, scores);
  const aggregate = { file: `${folder}/${uuid}.json`, text: `${JSON.stringify(document, null, 2)}\n` };
  return { aggregate, samples: { file, rows } };
}
