import { readdirSync, readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { hasRecords, type ImportedFolder, importFolder, unreadFiles } from '../../src/importers/canonical.ts';
import type { MappingEngine } from '../../src/importers/importer.ts';
import { FORMATS } from '../../src/importers/index.ts';
import { MAPPING_NAME, sqlFormat } from '../../src/importers/mapped.ts';
import type { Source } from '../../src/records/bytes.ts';
import { ProblemLog } from '../../src/records/issues.ts';
import { placeRun, realFolder, runPlaceRefusal, withWriting } from '../../src/release/folders.ts';
import { fileSource, hashOfSource, linkedFolders, sourcesUnder } from '../../src/release/input-run.ts';
import { RunWriter } from '../../src/release/input-writer.ts';
import { withMappingEngine } from '../../src/release/mapping-engine.ts';
import { problemLines, terminalProgress, watched } from '../../src/release/progress.ts';
import { ArchiveError, withUnpacked } from '../../src/release/texts/fetch.ts';
import { commandOf, LIMIT_OPTION, nothingWritten, option, UsageError, writablePath } from './command.ts';

interface Options {
  readonly from: string;
  readonly in: string;
  readonly out: string;
  readonly judge?: string;
  readonly benchmark?: string;
  readonly run?: string;
  readonly shot?: string;
  readonly mapping?: string;
  readonly replace?: true;
  readonly limit: number;
}

/** Gives the setting as in the names of VIEScore's folders: a number of examples, or `ih`. */
function setting(text: string): string {
  if (!/^(?:\d+|ih)$/.test(text)) throw new InvalidArgumentError('a whole number or ih is needed');
  return text;
}

/** Lists the files of the input, without those of the run folder that is written: it may lie among them. */
async function sourcesBeside(given: string, out: string): Promise<Source[]> {
  const written = path
    .relative(await realFolder(given), await realFolder(out))
    .split(path.sep)
    .join('/');
  return (await sourcesUnder(given)).filter(({ name }) => !name.startsWith(`${written}/`));
}

const run = (options: Options, writer: RunWriter): Promise<ImportedFolder> =>
  withUnpacked(options.in, async (folder, left) => {
    const outcome = await runOver(folder, options, writer);
    outcome.log.addAll(left);
    return outcome;
  });

/** Mappings of other tools' files, which are data: each folder has the SQL, what it is about, and an example. */
const MAPPINGS = path.join(import.meta.dirname, '../../examples/mappings');
const NAMED = readdirSync(MAPPINGS).map((id) => {
  const { about } = JSON.parse(readFileSync(path.join(MAPPINGS, id, 'about.json'), 'utf8')) as {
    readonly about: string;
  };
  return { id, about };
});

async function runOver(given: string, options: Options, writer: RunWriter): Promise<ImportedFolder> {
  const own = FORMATS.find((f) => f.id === options.from);
  const format = own ?? sqlFormat;
  const mapped = own === undefined ? path.join(MAPPINGS, options.from, 'mapping.sql') : options.mapping;
  const files = await sourcesBeside(given, options.out);
  const progress = terminalProgress(process.stderr);
  const sources = watched(files, progress);
  const mapping =
    mapped === undefined
      ? undefined
      : await fileSource(mapped, own === undefined ? `${options.from}.sql` : path.basename(mapped));
  const log = new ProblemLog();
  for (const file of await linkedFolders(given)) {
    const message = 'a link to a folder, which is not followed';
    log.add({ severity: 'warning', file, message, hint: 'put the folder itself there, or give it to --in' });
  }
  const sink = {
    add: (file: string, text: string) => writer.add(file, text),
    hash: hashOfSource,
    count: () => undefined,
    log,
  };
  const imported = (engine?: MappingEngine): Promise<ImportedFolder> =>
    importFolder(format, { sources, options: { ...options, mapping, engine } }, sink);
  const outcome = await (format.mapped === true ? withMappingEngine(imported) : imported());
  progress.clear();
  const { counts } = outcome;
  if (format.picks !== true && counts.length > 0) {
    const known = new Set([...counts.map(({ file }) => file), ...log.kept.map(({ file }) => file)]);
    const isMapping = (name: string): boolean =>
      mapping === undefined ? MAPPING_NAME.test(name) : name === mapping.name;
    const given = files.map(({ name }) => name).filter((name) => !isMapping(name));
    log.addAll(unreadFiles(format.id, { given, known }));
  }
  return outcome;
}

function report({ log, counts, made }: ImportedFolder, options: Options): void {
  for (const line of problemLines(log, options.limit)) console.error(line);
  const rows = counts.reduce((n, c) => ({ read: n.read + c.read, rejected: n.rejected + c.rejected }), {
    read: 0,
    rejected: 0,
  });
  const words = Object.entries(made).map(([kind, n]) => `${n} ${kind}`);
  console.log(`${rows.read} rows read, ${rows.read - rows.rejected} used, ${rows.rejected} reported`);
  console.log(hasRecords(made) ? `${options.out}: ${words.join(', ')}` : 'Nothing was written.');
}

/** Writes beside the place and moves the folder there when it is complete, so that there is never half a folder. */
async function importWhole(options: Options): Promise<ImportedFolder> {
  const place = await realFolder(options.out);
  return withWriting(place, async (scratch) => {
    const writer = new RunWriter(scratch);
    try {
      const outcome = await run(options, writer);
      if (!hasRecords(outcome.made)) return outcome;
      await writer.finish();
      await placeRun(scratch, options.out, { replace: options.replace === true });
      return outcome;
    } finally {
      await writer.abandon();
    }
  });
}

export async function assertReadable(file: string): Promise<void> {
  const failure = await fs.stat(file).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (failure === 'EACCES') throw new UsageError(`not allowed to read ${file}`);
  if (failure !== null) throw new UsageError(`there is no ${file}`);
}

export async function importRun(options: Options): Promise<boolean> {
  for (const file of [options.in, options.mapping]) if (file !== undefined) await assertReadable(file);
  const refused = await runPlaceRefusal(options.out, { from: options.in, replace: options.replace === true });
  if (refused !== null) throw new UsageError(refused);
  const outcome = await importWhole(options);
  report(outcome, options);
  return outcome.log.errors === 0 && hasRecords(outcome.made);
}

/** Exit code 1 when rows could not be used (the rest is written) or nothing could be written. */
export const registerImport = commandOf<Options>({
  name: 'import',
  about: 'official or common formats → a folder of canonical records',
  options: [
    option('--from <format>', 'the format', { needed: true, choices: [...FORMATS, ...NAMED].map((f) => f.id) }),
    option('--in <path>', 'a file, a folder, or an archive of one (.zip, .tar.gz)', { needed: true }),
    option('--out <run-dir>', 'the run folder to write', { needed: true, read: writablePath }),
    option('--judge <id>', 'whose answers to take, by id or as the files spell it'),
    option('--benchmark <id>', 'the benchmark that the run belongs to'),
    option('--run <id>', 'the name of the run (default: judge and variant)'),
    option('--shot <n>', 'viescore: number of examples in the prompt (0, 1), or ih', { read: setting }),
    option('--mapping <file>', 'sql, table: the mapping file (default: mapping.sql or mapping.yaml under --in)'),
    option('--replace', 'replace an existing run folder'),
    LIMIT_OPTION(),
  ],
  help: `\nFormats:\n${[...FORMATS, ...NAMED].map((f) => `  ${f.id.padEnd(22)}${f.about}`).join('\n')}`,
  run: importRun,
  explain: (error) => (error instanceof ArchiveError ? `${error.message} Nothing was written.` : nothingWritten(error)),
});
