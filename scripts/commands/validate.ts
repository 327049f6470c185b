import fs from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import type { RunReport } from '../../src/records/run-context.ts';
import type { Source } from '../../src/records/source.ts';
import { validateRun } from '../../src/records/validate-run.ts';
import { ByteProgress } from '../../src/release/input-progress.ts';
import { problemLines } from '../../src/release/input-report.ts';
import { openRun } from '../../src/release/input-run.ts';
import { systemMessage } from '../../src/release/input-writer.ts';
import { wholeNumber } from './import.ts';

interface Options {
  readonly root: string;
  readonly json?: true;
  readonly limit: number;
}

async function validateFolder(folder: string, root: string): Promise<RunReport> {
  const { input, context } = await openRun(folder, root, path.relative('.', folder) || '.');
  const progress = new ByteProgress();
  const files = Object.fromEntries(
    Object.entries(input.files).map(([kind, sources]) => [kind, progress.watch(sources as readonly Source[])]),
  );
  let records = 0;
  const report = await validateRun({ ...input, files }, context, (_, batch) => {
    records += batch.records.length;
    progress.show(records);
  });
  progress.clear();
  return report;
}

/** Reports runs of one name in one benchmark, of which the second cannot be published. */
function reportTwins(reports: readonly RunReport[]): void {
  const owner = new Map<string, string>();
  for (const { run, folder, log } of reports) {
    if (run === null) continue;
    const key = `${run.benchmark}/${run.run}`;
    const first = owner.get(key);
    if (first === undefined) owner.set(key, folder);
    else
      log.add({
        file: `${folder}/run.yaml`,
        field: 'run',
        found: run.run,
        message: `another run has this name: ${first}`,
        hint: 'give it a name of its own',
      });
  }
}

function asJson({ folder, run, files, log, coverage }: RunReport): unknown {
  return {
    folder,
    run: run?.run ?? null,
    errors: log.errors,
    warnings: log.warnings,
    files,
    coverage,
    problems: log.kept,
  };
}

function print({ folder, files, log, coverage }: RunReport, limit: number): void {
  for (const line of problemLines(log, limit)) console.error(line);
  const rows = files.map((f) => `${f.kind} ${f.accepted} of ${f.read}`).join(', ');
  const verdict = log.errors === 0 ? 'sound' : 'not sound';
  console.log(
    `${folder}: ${verdict}; ${rows || 'no records'}; ${coverage.judged} of ${coverage.expected} instances judged`,
  );
}

/** `judgeboard validate`: exit code 1 when there are errors; warnings alone give 0. */
export function registerValidate(program: Command): void {
  program
    .command('validate')
    .description('checks run folders and reports all problems at once')
    .argument('<dir...>', 'run folders')
    .option('--root <dir>', 'the folder that holds data/', '.')
    .option('--json', 'one JSON document: counts, coverage and problems per folder')
    .option('--limit <n>', 'how many problems to print for a folder', wholeNumber, 50)
    .action(async (folders: string[], options: Options, command: Command) => {
      const reports: RunReport[] = [];
      for (const folder of folders) {
        const stat = await fs.stat(folder).catch(() => null);
        if (stat === null || !stat.isDirectory()) command.error(`error: ${folder} is no folder`, { exitCode: 2 });
        try {
          reports.push(await validateFolder(folder, options.root));
        } catch (error) {
          const message = systemMessage(error);
          if (message === null) throw error;
          console.error(message);
          process.exitCode = 1;
        }
      }
      reportTwins(reports);
      if (options.json === true) console.log(JSON.stringify(reports.map(asJson), null, 2));
      else for (const report of reports) print(report, options.limit);
      if (reports.some((r) => r.log.errors > 0)) process.exitCode = 1;
    });
}
