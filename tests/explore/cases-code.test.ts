import { expect, test } from 'vitest';
import { NOBODY } from '../../src/cases/wanted.ts';
import { tableCode } from '../../src/client/table-code.ts';
import { tableAsked } from '../../src/explore/CasesDownload.tsx';
import { exploreFields } from '../../src/explore/state.ts';
import { readSearch } from '../../src/ui/field.ts';
import { gold, judgments, lines } from '../release/instances/project.ts';
import { releasedList } from './released-list.ts';

const COUNT = 24;

/** Judge `one` says b on every fifth case under logic and repeats what people say elsewhere; judge `two` says a everywhere. */
const verdicts = judgments(COUNT, 'First').map((row, k) => {
  const i = Math.floor(k / 2);
  const label = gold(COUNT)[k]?.['value'];
  return { ...row, verdict: row['criterion'] === 'logic' && i % 5 === 0 ? 'b' : label };
});

test('code of a list says by conditions which cases a judge was wrong on, and reads that judge’s answers alone', async () => {
  const { query, choices, addressOf } = await releasedList(
    { 'data/mini/runs/one/judgments.jsonl': lines(verdicts) },
    COUNT,
  );
  const { fixed, facets } = exploreFields(choices);
  const rowsOf = async (search: string) => {
    const state = readSearch(fixed, search);
    const asked = tableAsked({ choices, state: { ...state, against: NOBODY }, facets: readSearch(facets, search) });
    expect(asked.rest, search).toEqual([]);
    const code = tableCode(
      {
        name: 'judgments',
        address: addressOf('judgments'),
        keep: asked.judgments,
        among: asked.cases.map(({ table, keep }) => ({ name: table, address: addressOf(table), keep })),
        notes: [],
      },
      'DuckDB',
    );
    return [...new Set((await query(code)).map((row) => `${row['run']} ${row['instance']}`))].sort();
  };
  const every = (isIn: (i: number) => boolean, run: string) =>
    Array.from({ length: COUNT }, (_, i) => (isIn(i) ? [`${run} i${i}`] : []))
      .flat()
      .sort();
  expect(await rowsOf('?wrong=one')).toEqual(every((i) => i % 5 === 0, 'one'));
  expect(await rowsOf('?wrong=two')).toEqual(every((i) => i % 3 === 0, 'two'));
  expect(await rowsOf('?wrong=two&task=count')).toEqual(every((i) => i % 3 === 0 && i % 2 === 0, 'two'));
  expect(await rowsOf('?metric=criterion_accuracy&run=one')).toEqual(every((i) => i % 5 === 0, 'one'));
  expect(await rowsOf('?run=one')).toEqual(every(() => true, 'one'));
});

test('every language says that a number is below another', () => {
  const view = {
    ...{ name: 'rows', address: 'rows.parquet', among: [], notes: [] },
    keep: [{ column: 'num', below: 'den' }],
  };
  expect(tableCode(view, 'pandas')).toContain('rows = rows[rows["num"] < rows["den"]]');
  expect(tableCode(view, 'polars')).toContain('rows = rows.filter(pl.col("num") < pl.col("den"))');
  expect(tableCode(view, 'R')).toContain('rows <- rows[which(rows[["num"]] < rows[["den"]]), ]');
  expect(tableCode(view, 'DuckDB')).toContain('WHERE "num" < "den"');
});
