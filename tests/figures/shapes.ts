import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ALL_RUNS } from '../../scripts/shapes/runs.ts';
import { benchmarkLabels } from '../../src/cases/labels.ts';
import type { FigureChoices, FigureScope } from '../../src/figures/kit/case-figure.ts';
import { EVERYWHERE, OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { scoreRunsInto } from '../../src/metrics/score.ts';
import { Benchmark } from '../../src/schema/benchmark.ts';
import { JUDGES_TABLE } from '../../src/schema/release.ts';
import type { Query } from '../../src/sql/query.ts';
import { BARE_FIGURE_CHOICES } from '../choices.ts';
import { openDatabase } from '../metrics/database.ts';
import { attributesOf, makeWorld, type Row, type World } from '../shapes/world.ts';

/** Shapes in memory: what the figures read, and the records themselves for working the figures out again. */
export interface ShapesWorld {
  readonly world: World;
  readonly query: Query;
  readonly choices: FigureChoices;
  readonly attributes: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly close: () => void;
}

const ATTRIBUTES = ['band', 'bias_type', 'dimension', 'pair_group', 'pair_kind', 'subset', 'task'];
export const ALL: FigureScope = { where: EVERYWHERE, runs: {} };

/** Runs that give critiques and scores; `pairwise` brings the runs that compare as well. */
export async function openShapes(size: number, seed: number, pairwise = false): Promise<ShapesWorld> {
  const benchmark = Benchmark.parse(parse(readFileSync('data/shapes/benchmark.yaml', 'utf8')));
  const world = makeWorld(size, seed);
  const attributes = attributesOf(world);
  const { query, append, close } = await openDatabase(ATTRIBUTES);
  await query(`CREATE TABLE judges (${JUDGES_TABLE})`);
  await append(
    'runs',
    ALL_RUNS.map(({ run, judge, protocol, variant, repeats }) => [run, 'shapes', judge, protocol, variant, repeats]),
  );
  const shared = world.batches.map((batch) => batch.shared);
  await append(
    'instances',
    shared.map(({ instance: i }) => [
      ...[i.instance, i.cluster ?? i.instance, i.split, i.prompt.length],
      ...ATTRIBUTES.map((name) => i.attributes[name] ?? ''),
    ]),
  );
  await append(
    'responses',
    shared.flatMap(({ responses }) => responses.map((r) => [r.instance, r.response, r.model, r.text.length])),
  );
  const rowOf = (run: string, row: Row) => [
    ...[run, row.instance, row.response ?? '', row.criterion ?? '', row.stage ?? 'judge', row.condition ?? 'base'],
    ...[row.critique_judge ?? '', row.repeat ?? 0, row.order ?? 'ab', row.verdict ?? null, row.score ?? null],
    ...[row.parse, [...(row.rationale ?? '')].length, null, null],
  ];
  await append(
    'gold',
    world.batches.flatMap(({ shared: { gold } }) =>
      gold.map(({ instance, response = '', criterion = '', kind, value, annotator = '' }) => [
        ...[instance, response, criterion, kind, String(value)],
        ...[typeof value === 'number' ? value : null, annotator],
      ]),
    ),
  );
  const judged = ALL_RUNS.filter(
    ({ protocol }) => protocol === 'critique' || protocol === 'perturbation' || (pairwise && protocol === 'pairwise'),
  );
  await append(
    'judgments',
    judged.flatMap(({ run }) => world.rows(run).map((row) => rowOf(run, row))),
  );
  await scoreRunsInto(query, OFFICIAL_SETTINGS);
  const choices: FigureChoices = {
    ...BARE_FIGURE_CHOICES,
    runs: ALL_RUNS.map(({ run, judge, protocol }) => ({ run, judge, protocol, label: run })),
    biasTypes: benchmark.bias_types,
    labels: benchmarkLabels(benchmark),
    facets: ATTRIBUTES.map((name) => ({ name, label: name, values: [] })),
    benchmark: 'shapes',
    release: '0123456789ab',
    cases: attributes.size,
  };
  return { world, query, choices, attributes, close };
}
