import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { importSet } from '../../../src/own/intake/import-set.ts';
import { previewOf } from '../../../src/own/intake/preview.ts';
import { needsMapping, recognise } from '../../../src/own/intake/recognise.ts';
import type { ImportedRun } from '../../../src/own/intake/run-files.ts';
import { ownValues, scoreOwnRuns } from '../../../src/own/intake/score-runs.ts';
import { attemptMapping } from '../../../src/own/mapping/attempt.ts';
import { guessedDraft, mappingText } from '../../../src/own/mapping/draft.ts';
import { textSource } from '../../../src/records/source.ts';
import { sourcesUnder } from '../../../src/release/input-files.ts';
import { formatProblem } from '../../../src/schema/problem.ts';
import { openWasmWork } from './wasm-work.ts';

const REPORTED = path.join(import.meta.dirname, '../../fixtures/reported');
const dropped = async (name: string) => recognise(await sourcesUnder(path.join(REPORTED, name)));

/** Everything that was told of the files while they were imported. */
const toldOf = (imported: readonly ImportedRun[]): readonly string[] =>
  imported.flatMap(({ told }) => told.problems.map(formatProblem));

describe('reported files in the worker of the page', () => {
  let work: Awaited<ReturnType<typeof openWasmWork>>;
  beforeAll(async () => {
    work = await openWasmWork();
  });

  /** Scores what was imported, as the page does where the site does not know the benchmark. */
  async function scored(imported: readonly ImportedRun[]) {
    const runs = imported.flatMap(({ run }) => (run === null ? [] : [run]));
    const job = { benchmark: null, judges: [], runs, shared: null, release: null, printed: [] };
    const scores = await scoreOwnRuns(job, work);
    const values = await ownValues(work, scores);
    const shareOf = (metric: string): unknown => {
      const row = values.find((one) => one.metric === metric);
      return row === undefined ? undefined : [row.num, row.den];
    };
    return { ...scores, shareOf };
  }

  /** A table of unknown form, mapped as the editor guesses. */
  async function mapped(name: string) {
    const { found } = await dropped(name);
    const [set] = found;
    if (set === undefined || !needsMapping(set)) throw new Error('no table that waits for its mapping');
    const { preview } = await previewOf(set);
    if (preview === null) throw new Error('no table');
    const text = mappingText(guessedDraft(preview, 'mine'), preview);
    const attempt = await attemptMapping(set, text);
    return { set, preview, attempt, imported: await importSet(set, { mapping: textSource('mapping.yaml', text) }) };
  }

  test('NaN in a column that nobody maps costs no row', async () => {
    const { preview, attempt, imported } = await mapped('nan-in-a-column-nobody-maps');
    expect(preview.rows[1]).toEqual(['n1', 'P', 'B', 'A', '']);
    expect(attempt?.problems).toEqual([]);
    expect(toldOf(imported)).toEqual([]);
    const { runs, ingest, shareOf } = await scored(imported);
    expect(runs.length).toBe(1);
    expect(ingest.runs).toMatchObject([{ coverage: { judged: 40, expected: 40 } }]);
    expect(shareOf('overall_accuracy')).toEqual([34, 40]);
  });

  test('a run and its rerun: the newer counts, and it is said once which', async () => {
    const { found, problems } = await dropped('lmms-eval-run-twice');
    expect(problems).toEqual([]);
    const [set] = found;
    if (set === undefined) throw new Error('nothing was recognised');
    const imported = await importSet(set);
    expect(toldOf(imported).filter((words) => !words.includes('the judge is named nowhere'))).toEqual([
      expect.stringMatching(
        /20260101_000000_\S+ {2}not read: an older run; \S+20260301_120000_\S+ is newer, and counts/,
      ),
    ]);
    expect((await scored(imported)).shareOf('criterion_accuracy')).toEqual([12, 12]);
  });
});
