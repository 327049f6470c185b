import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CASE_FIGURES } from '../../src/figures/page/case-figures.ts';
import { METRICS, metricById } from '../../src/metrics/index.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { contributionsOf, prepare } from '../../src/metrics/score.ts';
import { Protocol } from '../../src/schema/benchmark.ts';
import { TablesFile } from '../../src/schema/published.ts';
import type { Query } from '../../src/sql/query.ts';
import { type Database, openDatabase } from './database.ts';
import { known } from './small.ts';

describe('definitions', () => {
  it.each(METRICS.map((m) => [m.id, m] as const))('%s is complete', (id, metric) => {
    expect(metricById(id)).toBe(metric);
    for (const text of [metric.label, metric.name, metric.formula, metric.about, metric.edge, metric.source]) {
      expect(text.trim()).toBe(text);
      expect(text).not.toBe('');
    }
    expect(metric.about.split('. ').length).toBeGreaterThan(1);
    expect(metric.protocols.every((p) => Protocol.safeParse(p).success)).toBe(true);
    for (const row of metric.rows) expect(known(row).contributions).not.toBeNull();
    const { units = [], combination } = metric;
    for (const key of units) expect(metric.sliceKeys).toContain(key);
    expect(metric.aggregate === 'macro').toBe(units.length > 0 && combination === undefined);
  });

  it('names only figures that are drawn of runs of its protocols', () => {
    for (const { id, figure, protocols } of METRICS.filter((metric) => metric.figure !== undefined)) {
      const protocol = CASE_FIGURES.find((one) => one.id === figure)?.protocol;
      expect(protocols, `${id}: ${figure}`).toContain(protocol);
    }
  });

  it('knows the metric of every benchmark and every column of a published table, with its slice keys', () => {
    for (const benchmark of readdirSync('data', { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
      const read = (file: string) => parse(readFileSync(`data/${benchmark.name}/${file}`, 'utf8'));
      for (const { id } of read('benchmark.yaml').metrics)
        expect(metricById(id), `${benchmark.name}: ${id}`).toBeDefined();
      if (!existsSync(`data/${benchmark.name}/published/tables.yaml`)) continue;
      for (const table of Object.values(TablesFile.parse(read('published/tables.yaml')).tables)) {
        for (const column of Object.values(table.columns)) {
          if (column.metric === undefined) continue;
          const metric = known(column.metric);
          // A setting is a run of its own, not a slice of one.
          const unknown = Object.keys(column.slice).filter(
            (key) => key !== 'setting' && !metric.sliceKeys.includes(key),
          );
          expect([benchmark.name, table.table, column.printed, unknown]).toEqual([
            benchmark.name,
            table.table,
            column.printed,
            [],
          ]);
        }
      }
    }
  });
});

describe('statements', () => {
  let database: Database;
  const sent: string[] = [];
  const settings = [OFFICIAL_SETTINGS, { ...OFFICIAL_SETTINGS, judged: 'annotators' as const }];
  beforeAll(async () => {
    // No attribute columns: every statement must do without them.
    database = await openDatabase();
    await database.query('SET autoinstall_known_extensions = false');
    await database.query('SET autoload_known_extensions = false');
    await database.query('SET enable_external_access = false');
    const recording: Query = (sql, params) => {
      sent.push(sql);
      return database.query(sql, params);
    };
    for (const setting of settings) await prepare(recording, setting);
  });
  afterAll(() => database.close());

  it.each(METRICS.filter((m) => m.contributions !== null))(
    '$id: DuckDB explains it, and it has the columns of contributions',
    async (metric) => {
      const { sql } = contributionsOf([metric]);
      expect(await database.query(`EXPLAIN ${sql}`)).not.toEqual([]);
      const columns = await database.query(`SELECT column_name, column_type FROM (DESCRIBE ${sql})`);
      expect(columns.map((c) => Object.values(c).join(' '))).toEqual([
        ...['run', 'cluster', 'instance', 'metric', 'slice'].map((c) => `${c} VARCHAR`),
        ...['num', 'den'].map((c) => `${c} DOUBLE`),
      ]);
    },
  );

  it('needs nothing beside the narrow tables: no files, no extensions, no pragma', () => {
    expect(sent.length).toBeGreaterThan(40);
    for (const sql of sent) expect(sql).not.toMatch(/read_|\b(?:install|load|attach|copy|pragma|set)\b/i);
  });
});
