import fs from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { viewTables } from '../audit/context.ts';
import { readYaml, type YamlFile } from '../records/yaml.ts';
import { Benchmark } from '../schema/benchmark.ts';
import { type Judge, JudgesFile } from '../schema/judge.ts';
import type { Checked, Problem } from '../schema/problem.ts';
import {
  type BenchmarkData,
  FindingsFile,
  type PrintedCell,
  type ProjectData,
  type Reviewed,
  ReviewedFile,
  type Table,
  TablesFile,
} from '../schema/published.ts';
import { entriesOf } from './folders.ts';
import { textOfFile } from './input-run.ts';
import { checkBenchmark, checkFindings, checkTable } from './load-references.ts';
import { loadTable } from './load-table.ts';

interface Entry {
  readonly name: string;
  readonly folder: boolean;
  readonly link: boolean;
}

/** Reads files below `root` and collects the problems of all of them. */
class Loader {
  readonly root: string;
  readonly problems: Problem[] = [];
  /** Tables of which some rows could not be read, as `data/<benchmark>/published/table-<N>.csv`. */
  readonly broken = new Set<string>();
  judges: readonly Judge[] = [];

  constructor(root: string) {
    this.root = root;
  }

  async text(file: string): Promise<string | null> {
    return textOfFile(path.join(this.root, file), file, this.problems);
  }

  /** Lists the names in a folder, sorted; none if it does not exist. */
  async names(folder: string): Promise<Entry[]> {
    return (await entriesOf(path.join(this.root, folder)))
      .map((e) => ({ name: e.name, folder: e.isDirectory(), link: e.isSymbolicLink() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  missing(file: string, hint: string): void {
    this.problems.push({ file, message: 'the file is missing', hint });
  }

  async yaml<S extends z.ZodType>(file: string, schema: S): Promise<YamlFile<z.output<S>> | null> {
    const text = await this.text(file);
    if (text === null) return null;
    const read = readYaml(file, text, schema);
    this.problems.push(...read.problems);
    return read;
  }

  reporter(file: string, line: (p: readonly PropertyKey[]) => number) {
    return (at: readonly PropertyKey[], problem: Omit<Problem, 'file' | 'line' | 'field'>): void => {
      this.problems.push({ file, line: line(at), field: at.join('.'), ...problem });
    };
  }

  /** Adds the judges of a file to those known; an id or printed name belongs to one judge, whatever the file. */
  async loadJudges(file: string, hint: string | null): Promise<void> {
    const read = await this.yaml(file, JudgesFile);
    if (read === null && hint !== null) this.missing(file, hint);
    const owners = new Map(this.judges.flatMap((j) => [j.id, ...j.aliases].map((name) => [name, j.id] as const)));
    const added = read?.value?.judges ?? [];
    added.forEach((judge, i) => {
      for (const name of new Set([judge.id, ...judge.aliases])) {
        const owner = owners.get(name);
        if (owner !== undefined) {
          this.reporter(file, read?.line ?? (() => 1))(['judges', i], {
            found: name,
            message: owner === judge.id ? 'two judges have this id' : `${owner} and ${judge.id} share this name`,
            hint: 'an id or printed name belongs to one judge',
          });
        }
        owners.set(name, judge.id);
      }
    });
    this.judges = [...this.judges, ...added];
  }

  /** Loads the cells of the CSV files with this prefix; a file and its entry in tables.yaml must both exist. */
  async loadCells(
    folder: string,
    benchmark: string,
    {
      tables,
      texts,
      prefix,
    }: {
      readonly tables: Readonly<Record<string, Table>>;
      readonly texts: Reviewed['texts'];
      readonly prefix: 'table' | 'delta';
    },
  ): Promise<PrintedCell[]> {
    const present = (await this.names(folder))
      .map((e) => e.name)
      .filter((n) => (prefix === 'delta' ? /^delta-.*\.csv$/ : /^(?:table|board)-.*\.csv$/).test(n));
    const listed = prefix === 'table' ? Object.keys(tables).map((id) => `${id}.csv`) : [];
    const cells: PrintedCell[] = [];
    for (const name of new Set([...listed, ...present])) {
      const file = `${folder}/${name}`;
      const id = name.replace(/^delta/, 'table').replace('.csv', '');
      const table = tables[id];
      const text = await this.text(file);
      if (text === null) this.missing(file, `tables.yaml has an entry ${id}: add the file or remove the entry`);
      else if (table === undefined)
        this.problems.push({
          file,
          message: 'tables.yaml has no entry for it',
          hint: `add an entry ${id} or remove the file`,
        });
      else {
        const loaded = loadTable(file, text, { benchmark, id, table, judges: this.judges, texts });
        this.problems.push(...loaded.problems);
        if (loaded.problems.length > 0) this.broken.add(file);
        cells.push(...loaded.cells);
      }
    }
    return cells;
  }

  async loadBenchmark(folder: string): Promise<BenchmarkData | null> {
    const at = `data/${folder}`;
    const file = `${at}/benchmark.yaml`;
    const read = await this.yaml(file, Benchmark);
    if (read === null) this.missing(file, `every folder of data/ is a benchmark; ${at} needs one`);
    const benchmark = read?.value ?? null;
    if (read === null || benchmark === null) {
      await this.yaml(`${at}/published/tables.yaml`, TablesFile);
      await this.yaml(`${at}/findings.yaml`, FindingsFile);
      return null;
    }
    checkBenchmark(this.reporter(file, read.line), benchmark, { folder, judges: this.judges });
    const { readable, ...published } = await this.loadPublished(benchmark, at);
    const findings = await this.yaml(`${at}/findings.yaml`, FindingsFile);
    const list = findings?.value?.findings ?? [];
    const own = [...this.broken].filter((f) => f.startsWith(`${at}/`));
    const broken = new Set(own.map((f) => path.basename(f, '.csv')));
    if (findings !== null && readable)
      checkFindings(list, this.reporter(`${at}/findings.yaml`, findings.line), {
        views: viewTables(published),
        broken,
      });
    return { benchmark, ...published, findings: list };
  }

  /** `readable` is false when `tables.yaml` is broken, because nothing that refers to tables can then be checked. */
  async loadPublished(
    benchmark: Benchmark,
    at: string,
  ): Promise<Omit<BenchmarkData, 'benchmark' | 'findings'> & { readonly readable: boolean }> {
    const folder = `${at}/published`;
    const file = `${folder}/tables.yaml`;
    const read = await this.yaml(file, TablesFile);
    const tables = read?.value?.tables ?? {};
    for (const [id, table] of Object.entries(tables))
      checkTable(this.reporter(file, read?.line ?? (() => 1)), benchmark, { id, table });
    const reviewed = (await this.yaml(`${folder}/reviewed.yaml`, ReviewedFile))?.value ?? { texts: [], verdicts: [] };
    const readable = read === null || read.value !== null;
    const cellsOf = async (prefix: 'table' | 'delta'): Promise<PrintedCell[]> =>
      readable ? this.loadCells(folder, benchmark.id, { tables, texts: reviewed.texts, prefix }) : [];
    return { tables, cells: await cellsOf('table'), differences: await cellsOf('delta'), reviewed, readable };
  }
}

/**
 * Reads `data/` below the project's root: judges, and per benchmark its description, published tables and findings. A
 * benchmark may bring judges of its own in `data/<benchmark>/judges.yaml`.
 * Every problem of every file is returned, with paths relative to the root; the value holds all that is sound.
 */
export async function loadData(root: string): Promise<Checked<ProjectData>> {
  const loader = new Loader(root);
  await loader.loadJudges('data/judges.yaml', 'it lists every judge of the published tables');
  const entries = await loader.names('data');
  const folders = entries.filter((e) => e.folder);
  for (const { name } of entries.filter((e) => e.link)) {
    const to = await fs.stat(path.join(root, 'data', name)).catch(() => null);
    if (to?.isFile() === true) continue;
    const message = 'a link, which is not followed';
    loader.problems.push({ file: `data/${name}`, message, hint: 'put the folder itself there' });
  }
  for (const { name } of folders) await loader.loadJudges(`data/${name}/judges.yaml`, null);
  const benchmarks: BenchmarkData[] = [];
  for (const { name } of folders) {
    const benchmark = await loader.loadBenchmark(name);
    if (benchmark !== null) benchmarks.push(benchmark);
  }
  benchmarks.sort((a, b) => a.benchmark.order - b.benchmark.order);
  return { value: { judges: loader.judges, benchmarks }, problems: loader.problems };
}
