import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saidConditions } from '../../src/cases/said.ts';
import { exploreSearch } from '../../src/explore/state.ts';
import { saidSentence } from '../../src/explore/words.ts';
import { type ConfusionData, confusionFigure, confusionSentence } from '../../src/figures/cases/Confusion.tsx';
import type { FigureChoices } from '../../src/figures/kit/case-figure.ts';
import { isAgreed } from '../../src/schema/words.ts';
import { BARE_FIGURE_CHOICES } from '../choices.ts';
import { openDatabase } from '../metrics/database.ts';
import { ALL } from './shapes.ts';

const ANSWERS = ['a', 'b', 'tie', 'both_bad'] as const;
const RUN = 'judge';
const choices: FigureChoices = {
  ...BARE_FIGURE_CHOICES,
  runs: [{ run: RUN, judge: RUN, label: 'Judge', protocol: 'pairwise' }],
  answers: ANSWERS,
  labels: { split: { later: 'Later', early: 'Early' }, answer: { tie: 'both good' } },
  benchmark: 'b',
  release: '0',
  cases: 0,
};

interface Said {
  readonly instance: string;
  readonly criterion: string;
  readonly repeat: number;
  readonly order: 'ab' | 'ba';
  readonly verdict: string | null;
  readonly parse: string;
}

/** Numbers below `n` that look drawn and are the same each time. */
const drawn = (seed: number, n: number): number => Math.floor(Math.abs(Math.sin(seed * 12.9898) * 43_758.5453) % n);

const CASES = 60;
const VERDICTS = [...ANSWERS, 'equal', null] as const;
const splitOf = (i: number): string => (i % 3 === 0 ? 'early' : 'later');
const gold = Array.from({ length: CASES }, (_, i) =>
  // Some cases have labels on one criterion alone, and the last none at all.
  (i === CASES - 1 ? [] : i % 4 === 0 ? ['x'] : ['x', 'y']).map((criterion) => ({
    instance: `i${i}`,
    criterion,
    value: ANSWERS[drawn(i * 3 + criterion.length + (criterion === 'y' ? 77 : 0), 4)] ?? 'a',
  })),
).flat();
/** Two orders, three repeats of which the last breaks off, unreadable answers, missing ones, and pairs judged in the second order only. */
const judgments: readonly Said[] = Array.from({ length: CASES }, (_, i) =>
  ['x', 'y'].flatMap((criterion, k) =>
    [1, 2, 3].flatMap((repeat) =>
      repeat === 3 && i > 10
        ? []
        : (['ab', 'ba'] as const).flatMap((order): Said[] => {
            if (order === 'ab' && i % 7 === 3) return [];
            const verdict = VERDICTS[drawn(i * 31 + k * 7 + repeat * 3 + (order === 'ab' ? 0 : 5), 6)] ?? null;
            const parse = i % 11 === 5 && order === 'ab' ? 'missing' : verdict === null ? 'failed' : 'ok';
            return [{ instance: `i${i}`, criterion, repeat, order, verdict, parse }];
          }),
    ),
  ),
).flat();

/** From the definition: the first repeat, of two orders the first that was answered at all. */
function counted(): Map<string, { pairs: number; cases: Set<string> }> {
  const cells = new Map<string, { pairs: number; cases: Set<string> }>();
  for (const { instance, criterion, value } of gold) {
    const own = judgments.filter(
      (one) => one.instance === instance && one.criterion === criterion && one.repeat === 1 && one.parse !== 'missing',
    );
    const first = own.find(({ order }) => order === 'ab') ?? own[0];
    if (first === undefined) continue;
    const key = [splitOf(Number(instance.slice(1))), value, first.verdict ?? 'unreadable'].join(' ');
    const cell = cells.get(key) ?? { pairs: 0, cases: new Set() };
    cells.set(key, { pairs: cell.pairs + 1, cases: cell.cases.add(instance) });
  }
  return cells;
}

let database: Awaited<ReturnType<typeof openDatabase>>;
let data: ConfusionData;
beforeAll(async () => {
  database = await openDatabase([]);
  const { append, query } = database;
  await append('runs', [[RUN, 'b', RUN, 'pairwise', '', 3]]);
  await append(
    'instances',
    Array.from({ length: CASES }, (_, i) => [`i${i}`, `c${i % 9}`, splitOf(i), 1]),
  );
  await append(
    'gold',
    gold.map(({ instance, criterion, value }) => [instance, '', criterion, 'preference', value, null, '']),
  );
  await append(
    'judgments',
    judgments.map(({ instance, criterion, repeat, order, verdict, parse }) => [
      ...[RUN, instance, '', criterion, 'judge', 'base', '', repeat, order, verdict, null, parse, 0, null, null],
    ]),
  );
  const loaded = await confusionFigure.load(query, { ...ALL, runs: { pairwise: RUN } }, choices);
  if (loaded === null) throw new Error('nothing was loaded');
  data = loaded;
});
afterAll(() => database.close());

describe('what people say by what a judge says', () => {
  test('every cell is what a count by hand gives, and all of it is there', () => {
    const expected = [...counted()].map(([key, { pairs, cases }]) => `${key} ${pairs} ${cases.size}`).sort();
    const found = data.panels.flatMap(({ id, cells }) =>
      cells.map(({ gold: said, verdict, pairs, cases }) => `${id} ${said} ${verdict} ${pairs} ${cases}`),
    );
    expect(found.sort()).toEqual(expected);
    expect(found.length).toBeGreaterThan(20);
  });

  test('a cell opens exactly its cases', async () => {
    const hand = counted();
    for (const panel of data.panels) {
      for (const { gold: said, verdict } of panel.cells) {
        const [condition] = saidConditions({ gold: said, verdict }, RUN);
        const rows = await database.query(`SELECT instance FROM instances WHERE ${condition?.sql} AND split = ?`, [
          ...(condition?.params ?? []),
          panel.id,
        ]);
        const wanted = hand.get([panel.id, said, verdict].join(' '))?.cases ?? new Set();
        expect(rows.map(({ instance }) => String(instance)).sort()).toEqual([...wanted].sort());
      }
    }
  });

  test('splits stand in the order of the benchmark, and columns are what may be said and what is', () => {
    expect(data.panels.map(({ label }) => label)).toEqual(['Later', 'Early']);
    expect(data.verdicts.map(({ label }) => label)).toEqual([
      ...['A better', 'B better', 'Both good', 'Both bad', 'No better one', 'Not readable'],
    ]);
  });

  test('the sentence counts agreement as the official code does, and names the largest disagreement', () => {
    const hand = [...counted()].map(([key, { pairs }]) => ({ key: key.split(' '), pairs }));
    for (const [i, split] of ['later', 'early'].entries()) {
      const own = hand.filter(({ key }) => key[0] === split);
      const all = own.reduce((sum, { pairs }) => sum + pairs, 0);
      const right = own.filter(({ key: [, said = '', verdict = ''] }) => isAgreed(said, verdict));
      const share = ((100 * right.reduce((sum, { pairs }) => sum + pairs, 0)) / all).toFixed(1);
      const line = confusionSentence(data).split('\n')[i] ?? '';
      expect(line).toContain(`agrees with the labels on ${share} % of ${all} pairs`);
      const most = Math.max(...own.filter((one) => !right.includes(one)).map(({ pairs }) => pairs));
      expect(line).toContain(`(${most})`);
    }
    expect([isAgreed('tie', 'equal'), isAgreed('both_bad', 'equal'), isAgreed('a', 'equal')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('the drawing has every number, and its cells lead to the explorer', () => {
    const markup = renderToStaticMarkup(
      createElement(confusionFigure.view, { data, choices, scope: ALL, change: () => undefined }),
    );
    const search = exploreSearch({ run: RUN, said: { gold: 'both_bad', verdict: 'a' } }, { split: ['later'] });
    expect(markup).toContain(search.replaceAll('&', '&amp;'));
    expect(markup).not.toMatch(/NaN|undefined/);
  });

  test('people who only say one or the other have no such figure', async () => {
    const { answers: _, ...two } = choices;
    expect(await confusionFigure.load(database.query, { ...ALL, runs: { pairwise: RUN } }, two)).toBeNull();
  });
});

test('what is asked for is said in a sentence', () => {
  expect(saidSentence({}, { gold: 'both_bad', verdict: 'a' }, 'GPT-4o')).toBe(
    'labelled both bad, GPT-4o says A better',
  );
  expect(saidSentence({}, { gold: '', verdict: 'unreadable' }, 'a judge')).toBe('a judge says not readable');
});
