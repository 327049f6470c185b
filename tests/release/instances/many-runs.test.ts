import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { gather } from '../../../src/cases/gather.ts';
import { NO_FILTER } from '../../../src/cases/wanted.ts';
import { buildRelease } from '../../../src/release/build.ts';
import { WorkDatabase } from '../../../src/release/duckdb.ts';
import { SILENT } from '../../../src/release/progress.ts';
import { formatProblem } from '../../../src/schema/problem.ts';
import { chances, compareDrawn, selectedBy } from '../../cases/columns/drawn-selections.ts';
import { readColumns } from '../../cases/plain.ts';
import { drawn } from '../../drawn.ts';
import { opened } from './opened.ts';
import { built, foreign, gold, judge, judgments, lines, project, readBuilt, runYaml, writeFiles } from './project.ts';

afterEach(() => vi.restoreAllMocks());

const CASES = 6;
const CRITERIA = ['logic', 'style'] as const;

/** A project with so many runs; and on each case how many of them are wrong on each criterion, and on any. */
async function projectOf(runs: number) {
  const chance = chances(runs);
  const labels = new Map(gold(CASES).map(({ instance, criterion, value }) => [`${instance} ${criterion}`, value]));
  const wrong = Array.from({ length: CASES }, () => ({ logic: 0, style: 0, any: 0 }));
  const files: Record<string, string> = {};
  let judges = 'judges:\n';
  for (let k = 0; k < runs; k += 1) {
    const name = `judge-${k}`;
    judges += judge(name);
    const folder = k === 0 ? 'one' : k === 1 ? 'two' : name;
    files[`data/mini/runs/${folder}/run.yaml`] = runYaml(`run-${k}`, name);
    const rows = wrong.flatMap((counts, i) => {
      const answers = CRITERIA.map((criterion) => ({ criterion, verdict: chance() < 0.5 ? 'a' : 'b' }));
      const lost = answers.filter(({ criterion, verdict }) => labels.get(`i${i} ${criterion}`) !== verdict);
      for (const { criterion } of lost) counts[criterion] += 1;
      if (lost.length > 0) counts.any += 1;
      return answers.map((answer) => ({ instance: `i${i}`, ...answer, parse: 'ok', rationale: 'r' }));
    });
    files[`data/mini/runs/${folder}/judgments.jsonl`] = lines(rows);
  }
  return { root: await project({ ...files, 'data/judges.yaml': judges }, CASES), wrong };
}

test.each(drawn([130, 300], [260]))(
  'a benchmark with %i runs is built, and its cases are listed and filtered as any',
  async (runs) => {
    const { root, wrong } = await projectOf(runs);
    const release = await built(root);
    expect(release.problems).toEqual([]);
    const { query, close } = await opened(release);
    const { criteria: ids, ...found } = await gather(query);
    const choices = {
      ...{
        ...found,
        benchmark: 'mini',
        name: 'Mini',
        synthetic: true,
        licence: '',
        release: '',
        labels: {},
        words: true,
      },
      criteria: ids.map((id) => ({ id, label: id })),
    };
    const read = await readColumns(query, choices);
    for (const criterion of ['', ...CRITERIA] as const) {
      const { list } = selectedBy(read, { filter: { ...NO_FILTER, criterion }, run: '', words: null }, []);
      const rows = wrong.map((_, row) => [list.line(row)?._right, list.line(row)?._wrong]);
      expect(rows).toEqual(wrong.map((counts) => [runs - counts[criterion || 'any'], counts[criterion || 'any']]));
    }
    expect((await compareDrawn(query, choices, 200)).found).toBeGreaterThan(50);
    close();
  },
);

test('a statement that the database refuses names benchmark and step; a build that keeps going has the other benchmarks', async () => {
  const root = await project(foreign(1));
  await built(root);
  await writeFiles(root, new Map([['data/mini/runs/one/judgments.jsonl', lines(judgments(39, 'Changed'))]]));
  let step = '';
  const progress = { ...SILENT, step: (name: string) => (step = name) };
  const { run } = WorkDatabase.prototype;
  vi.spyOn(WorkDatabase.prototype, 'run').mockImplementation(function refusing(this: WorkDatabase, sql) {
    return run.call(
      this,
      step === 'Scoring Mini' ? 'SELECT sum(100::TINYINT + x::TINYINT) FROM range(30) AS t(x)' : sql,
    );
  });
  const out = path.join(root, 'public', 'data');
  const stopped = await buildRelease(root, out, { progress });
  const words = [
    expect.stringMatching(
      /^data\/mini {2}the database refused a statement in the step “Scoring Mini”.*Out of Range Error: Overflow/,
    ),
  ];
  expect(stopped.problems.map(formatProblem)).toEqual(words);
  expect(stopped.release).toBeNull();
  const goneOn = await buildRelease(root, out, { progress, onProblems: 'keep-going' });
  expect(goneOn.problems.map(formatProblem)).toEqual(words);
  const { benchmarks } = (await readBuilt(out)).manifest;
  expect(benchmarks.map(({ id, instances }) => [id, instances !== null])).toEqual([
    ['mini', false],
    ['foreign-1', true],
  ]);
});
