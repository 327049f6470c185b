import fs from 'node:fs/promises';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import type { ExportScore } from '../../src/importers/every-eval-ever-export.ts';
import { METRICS } from '../../src/metrics/index.ts';
import { ProblemLog } from '../../src/records/tally.ts';
import { exportCsv, exportParquet } from '../../src/release/input-export.ts';
import { exportEveryEvalEver } from '../../src/release/input-export-eee.ts';
import { problemLines } from '../../src/release/input-report.ts';
import { type LoadedRun, openRun } from '../../src/release/input-run.ts';
import { systemMessage } from '../../src/release/input-writer.ts';
import { wholeNumber } from './import.ts';

interface Options {
  readonly to: 'every-eval-ever' | 'parquet' | 'csv';
  readonly out: string;
  readonly root: string;
  readonly scores?: string;
  readonly limit: number;
}

/** What `judgeboard score --json` prints, as far as it is used here. */
const Scored = z.array(
  z.looseObject({
    run: z.string(),
    metric: z.string(),
    slice: z.string(),
    value: z.number().nullable(),
    n: z.number(),
    se: z.number().nullable(),
    lo: z.number().nullable(),
    hi: z.number().nullable(),
  }),
);

async function scoresOf(file: string | undefined, run: string): Promise<ExportScore[]> {
  if (file === undefined) return [];
  const rows = Scored.parse(JSON.parse(await fs.readFile(file, 'utf8')));
  return rows.flatMap((row) => {
    const metric = METRICS.find((m) => m.id === row.metric);
    if (row.run !== run || row.value === null) return [];
    const lowerIsBetter = metric?.direction === 'lower';
    return [
      {
        ...row,
        value: row.value,
        id: row.metric,
        name: metric?.name ?? row.metric,
        about: metric?.about ?? '',
        range: metric?.range ?? null,
        lowerIsBetter,
      },
    ];
  });
}

async function exportRun(
  { input, context }: LoadedRun,
  options: Options,
  log: ProblemLog,
): Promise<Record<string, number>> {
  if (options.to === 'csv') return exportCsv(input.files, options.out, log);
  if (options.to === 'parquet') return exportParquet(input.files, options.out, log);
  const { run } = input;
  if (run === null) return {};
  const judge = context.judges?.get(run.judge);
  const open = judge === undefined ? null : judge.access === 'open' || judge.access === 'fine-tuned';
  const rows = await exportEveryEvalEver(
    input,
    run,
    options.out,
    {
      judgeName: judge?.name ?? run.judge,
      organisation: judge?.organisation ?? '',
      openWeights: open,
      benchmarkName: context.benchmark?.name ?? run.benchmark,
      retrieved: String(Math.floor(Date.now() / 1000)),
      version: '0.1.0',
      scores: await scoresOf(options.scores, run.run),
    },
    log,
  );
  return { samples: rows };
}

/** `judgeboard export`: exit code 1 when records could not be exported. */
export function registerExport(program: Command): void {
  program
    .command('export')
    .description('a run folder → every-eval-ever 0.3, Parquet or CSV')
    .argument('<dir>', 'a run folder')
    .addOption(
      new Option('--to <format>', 'the format').choices(['every-eval-ever', 'parquet', 'csv']).makeOptionMandatory(),
    )
    .requiredOption('--out <dir>', 'where the files go')
    .option('--root <dir>', 'the folder that holds data/', '.')
    .option('--scores <file>', 'every-eval-ever: what `judgeboard score DIR --json` printed')
    .option('--limit <n>', 'how many problems to print', wholeNumber, 50)
    .action(async (folder: string, options: Options, command: Command) => {
      const stat = await fs.stat(folder).catch(() => null);
      if (stat === null || !stat.isDirectory()) command.error(`error: ${folder} is no folder`, { exitCode: 2 });
      const log = new ProblemLog();
      try {
        await fs.mkdir(options.out, { recursive: true });
        const loaded = await openRun(folder, options.root, path.relative('.', folder) || '.');
        log.addAll(loaded.input.problems);
        const rows = await exportRun(loaded, options, log);
        for (const line of problemLines(log, options.limit)) console.error(line);
        console.log(
          `${options.out}: ${
            Object.entries(rows)
              .map(([kind, n]) => `${n} ${kind}`)
              .join(', ') || 'nothing'
          }`,
        );
      } catch (error) {
        const message = systemMessage(error);
        if (message === null) throw error;
        console.error(message);
        process.exitCode = 1;
      }
      if (log.errors > 0) process.exitCode = 1;
    });
}
