import { type AuditOutcome, runAudit } from '../audit/index.ts';
import type { RunBoard } from '../audit/recomputed.ts';
import type { Problem } from '../schema/problem.ts';
import {
  type BenchmarkData,
  type ClaimCondition,
  cellKey,
  type Finding,
  type FindingResult,
  type NamedCell,
  NO_CELLS,
  namedCells,
  type ProjectData,
  type PublishedCell,
  withoutCells,
} from '../schema/published.ts';
import { number, text } from '../sql/query.ts';
import { meanOf } from '../stats/intervals.ts';
import { leadingNumber } from '../stats/published.ts';
import { type WorkDatabase, withWorkDatabase } from './duckdb.ts';

/** Cells and conditions that a sentence names; of more cells the first, and the last. */
const MAX_NAMED = 3;

/**
 * What conditions are written over, for one benchmark: a row per printed cell. `value`: the number printed, or the one that a text begins
 * with, in exact decimals; `line`: the values of the cell's row by column. `place` gives the place of a value among
 * those selected, 1 = highest. A cell that a condition names is put in as its value.
 */
const PRINTED =
  'table_id VARCHAR, row_name VARCHAR, row_index INTEGER, row_group VARCHAR, row_kind VARCHAR, judge VARCHAR, variant VARCHAR, column_id VARCHAR, label VARCHAR, printed VARCHAR, number VARCHAR, status VARCHAR';
const PLACE = 'CREATE OR REPLACE MACRO place(v) AS CASE WHEN v IS NOT NULL THEN 1 + count(*) FILTER (value > v) END';
const scoresWith = (rejected: boolean): string => `CREATE OR REPLACE TABLE scores AS
  SELECT *, map_from_entries(list(struct_pack(k := column_id, v := value)) OVER (PARTITION BY table_id, row_index)) AS line
  FROM (SELECT *, CASE WHEN ${rejected} OR status <> 'rejected' THEN number::DECIMAL(18, 6) END AS value FROM printed)`;

/** What came of the conditions of one claim; `holds` is null where a cell that they need has no usable value. */
interface ClaimOutcome {
  readonly holds: boolean | null;
  readonly detail: string;
  readonly tables: readonly string[];
  /** Keys of the cells used that are in doubt. */
  readonly suspect: ReadonlySet<string>;
  readonly rejected: ReadonlySet<string>;
}

type Tested = Omit<ClaimOutcome, 'tables' | 'suspect' | 'rejected'> & { readonly used: readonly PublishedCell[] };

/** Gives the number printed, or the one that a text begins with, as SQL reads it; null where there is none. */
function numberOf({ printed }: PublishedCell): string | null {
  const found = leadingNumber(printed);
  return found === null ? null : String(found.value);
}

const nameOf = ({ table, row, column, variant }: Pick<PublishedCell, 'table' | 'row' | 'column' | 'variant'>): string =>
  JSON.stringify([table, row, column, variant]);

const nameRow = ({ row, variant }: PublishedCell): string => (variant === '' ? row : `${row} (${variant})`);

class Claims {
  private readonly work: WorkDatabase;
  private readonly data: BenchmarkData;
  private readonly cells: ReadonlyMap<string, PublishedCell>;
  private readonly byName: ReadonlyMap<string, readonly PublishedCell[]>;
  readonly problems: Problem[] = [];

  constructor(work: WorkDatabase, data: BenchmarkData, cells: readonly PublishedCell[]) {
    this.work = work;
    this.data = data;
    this.cells = new Map(cells.map((cell) => [cellKey(cell), cell]));
    this.byName = Map.groupBy(cells, nameOf);
  }

  private label({ table, column }: Pick<PublishedCell, 'table' | 'column'>): string {
    return this.data.tables[table]?.columns[column]?.label ?? column;
  }

  async load(): Promise<void> {
    await this.work.run(`DROP TABLE IF EXISTS printed`);
    const rows = await this.work.appenderTo('printed', PRINTED);
    for (const cell of this.cells.values()) {
      const { table, row, rowIndex, group, rowKind, judge, variant, column, printed, status } = cell;
      rows.add([
        ...[table, row, rowIndex, group, rowKind, judge, variant, column, this.label(cell), printed],
        ...[numberOf(cell), status],
      ]);
    }
    rows.close();
  }

  private among(cells: readonly (readonly [PublishedCell, number])[]): string {
    if (cells.length === 0) return '';
    const several = new Set(cells.map(([cell]) => this.label(cell))).size > 1;
    const named = cells.map(([cell]) => `${nameRow(cell)}${several ? ` ${this.label(cell)}` : ''} ${cell.printed}`);
    if (named.length <= MAX_NAMED + 1) return ` (${named.join(', ')})`;
    const mean = Number(meanOf(cells.map(([, value]) => value)).toFixed(4));
    return ` (${named.length} cells, mean ${mean}: ${named.slice(0, MAX_NAMED).join(', ')} … ${named.at(-1)})`;
  }

  private named({ table, row, column, variant, judge }: NamedCell): PublishedCell | undefined {
    return this.byName
      .get(nameOf({ table, row, column, variant }))
      ?.find((cell) => judge === undefined || cell.judge === judge);
  }

  private words(holds: string): string {
    return withoutCells(holds, (named) => {
      const cell = this.named(named);
      if (cell === undefined) return `${named.row}, which is not there,`;
      return `${cell.row} ${this.label(cell)} ${cell.printed}`;
    });
  }

  private sql(holds: string, rejected: boolean): string {
    return withoutCells(holds, (named) => {
      const cell = this.named(named);
      const value = cell === undefined || (cell.status === 'rejected' && !rejected) ? null : numberOf(cell);
      return value === null ? 'NULL::DECIMAL(18, 6)' : `(${value})`;
    });
  }

  private async condition({ cells, holds }: ClaimCondition, rejected: boolean): Promise<Tested> {
    const [answer] = await this.work.query(
      `SELECT (${this.sql(holds, rejected)})::BOOLEAN AS holds, count(*) FROM scores WHERE (${cells})`,
    );
    const rows = await this.selected(cells);
    const used = [...rows.map(([cell]) => cell), ...namedCells(holds).flatMap((cell) => this.named(cell) ?? [])];
    const valued = rows.flatMap(([cell, value]) => (value === null ? [] : [[cell, value] as const]));
    const detail = `${this.words(holds)}${this.among(valued)}`;
    return { holds: (answer?.['holds'] ?? null) as boolean | null, detail, used };
  }

  private async selected(cells: string): Promise<(readonly [PublishedCell, number | null])[]> {
    if (cells === NO_CELLS) return [];
    const rows = await this.work.query(
      `SELECT table_id, row_index, column_id, value::DOUBLE AS value FROM scores WHERE (${cells}) ORDER BY value DESC NULLS LAST, row_index`,
    );
    return rows.flatMap((row) => {
      const place = {
        table: text(row, 'table_id'),
        rowIndex: number(row, 'row_index'),
        column: text(row, 'column_id'),
      };
      const cell = this.cells.get(cellKey(place));
      return cell === undefined ? [] : [[cell, row['value'] as number | null] as const];
    });
  }

  private async conditions(list: readonly ClaimCondition[], rejected: boolean): Promise<ClaimOutcome> {
    const parts: Tested[] = [];
    for (const condition of list) parts.push(await this.condition(condition, rejected));
    const failing = parts.filter((p) => p.holds === false);
    const open = parts.filter((p) => p.holds === null);
    const named = failing.length > 0 ? failing : open.length > 0 ? open : parts;
    const holding = parts.length - failing.length - open.length;
    const all = holding === parts.length;
    const head = all
      ? `${parts.length === 2 ? 'both' : `all ${parts.length}`} parts hold: `
      : `${holding} of ${parts.length} parts hold; not: `;
    const only = failing.length === 1 ? 'not: ' : '';
    const rest = named.length > MAX_NAMED ? `; and ${named.length - MAX_NAMED} more` : '';
    const details = named.slice(0, MAX_NAMED).map((p) => p.detail);
    const used = parts.flatMap((p) => p.used);
    const keys = (status: string) => new Set(used.filter((cell) => cell.status === status).map(cellKey));
    return {
      holds: failing.length > 0 ? false : open.length > 0 ? null : true,
      detail: (parts.length === 1 ? only : head) + details.join('; ') + rest,
      tables: [...new Set(used.map(({ table }) => table))],
      suspect: keys('suspect'),
      rejected: keys('rejected'),
    };
  }

  /** Tests claims, with or without the values of rejected cells. A condition that is no SQL over `scores` is a problem of its claim. */
  private async outcomes(
    rejected: boolean,
    isAsked: (id: string) => boolean,
  ): Promise<ReadonlyMap<string, ClaimOutcome>> {
    await this.work.run(`${scoresWith(rejected)}; ${PLACE}`);
    const outcomes = new Map<string, ClaimOutcome>();
    for (const [i, { id, holds }] of this.data.findings.entries()) {
      if (holds === undefined || !isAsked(id)) continue;
      try {
        outcomes.set(id, await this.conditions(holds, rejected));
      } catch (error) {
        if (!rejected)
          this.problems.push({
            ...{ file: `data/${this.data.benchmark.id}/findings.yaml`, field: `findings.${i}.holds` },
            ...{ found: holds.map((c) => c.holds).join('; '), message: 'a condition that the database refuses' },
            hint: String(error instanceof Error ? error.message : error).split('\n')[0] ?? '',
          });
      }
    }
    return outcomes;
  }

  /** A claim whose outcome depends on whether rejected cells count cannot be settled by the printed tables. */
  private settle(
    { why = '' }: Finding,
    usable: ClaimOutcome | undefined,
    asPrinted: ClaimOutcome | undefined,
  ): Pick<FindingResult, 'outcome' | 'detail' | 'tables'> {
    if (usable === undefined) return { outcome: 'untested', detail: why, tables: [] };
    const { tables, suspect, rejected } = usable;
    if (asPrinted !== undefined && asPrinted.holds !== usable.holds) {
      const cells = rejected.size === 1 ? 'a rejected cell' : `${rejected.size} rejected cells`;
      const detail = `it depends on ${cells}: with what is printed there, ${asPrinted.detail}; without, ${usable.detail}`;
      return { outcome: 'untested', detail, tables };
    }
    const doubt =
      suspect.size === 0 ? '' : ` (${suspect.size} of the cells used ${suspect.size === 1 ? 'is' : 'are'} suspect)`;
    const outcome = usable.holds === null ? 'untested' : usable.holds ? 'holds' : 'fails';
    return { outcome, detail: usable.detail + doubt, tables };
  }

  async test(): Promise<FindingResult[]> {
    await this.load();
    const usable = await this.outcomes(false, () => true);
    const asPrinted = await this.outcomes(true, (id) => (usable.get(id)?.rejected.size ?? 0) > 0);
    return this.data.findings.map((finding) => {
      const { id, claim, section, values } = finding;
      const settled = this.settle(finding, usable.get(id), asPrinted.get(id));
      return { benchmark: this.data.benchmark.id, id, claim, section, values, ...settled };
    });
  }
}

export interface AuditedClaims extends AuditOutcome {
  readonly findings: readonly FindingResult[];
}

/** Runs the audit and finds what the printed cells say of each claim of the papers: it holds, fails, or cannot be tested. */
export async function auditWithClaims(data: ProjectData, boards: readonly RunBoard[] = []): Promise<AuditedClaims> {
  const audit = runAudit(data, boards);
  const findings: FindingResult[] = [];
  const problems: Problem[] = [...audit.problems];
  const claimed = data.benchmarks.filter((own) => own.findings.length > 0);
  if (claimed.length === 0) return { ...audit, findings };
  await withWorkDatabase('judgeboard-claims-', async (work) => {
    for (const own of claimed) {
      const cells = audit.cells.filter(({ benchmark }) => benchmark === own.benchmark.id);
      const claims = new Claims(work, own, cells);
      findings.push(...(await claims.test()));
      problems.push(...claims.problems);
    }
  });
  return { ...audit, findings, problems };
}
