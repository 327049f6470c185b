import { describe, expect, test } from 'vitest';
import { askedRun, pickPart, pickRuns } from '../../src/case/CaseView.tsx';
import { matrixRows, verdictGroups } from '../../src/case/matrix.ts';
import { casePartsOf } from '../../src/case/parts.ts';
import { readingOf } from '../../src/case/Rationales.tsx';
import type { StoredCase } from '../../src/schema/stored-case.ts';
import { FACTS, made } from './made.ts';

type Row = NonNullable<StoredCase['judgments']>[number];
const gold = (criterion: string, value: string) => ({ criterion, kind: 'preference' as const, value });
const said = (run: string, more: Partial<Row>): Row => ({ run, parse: 'ok', ...more });

function rowsOf(stored: Partial<StoredCase>) {
  return matrixRows(made({ split: 'open', ...stored }), FACTS).map(({ label, gold, against, cells }) => ({
    label,
    gold,
    against,
    cells: cells.map(({ shown, notes }) => [shown.text, shown.outcome, ...notes]),
  }));
}

describe('verdicts beside labels', () => {
  const data: Partial<StoredCase> = {
    gold: [gold('beauty', 'b'), gold('clarity', 'a'), { ...gold('clarity', 'b'), annotator: 'someone' }],
    judgments: [
      said('one', { criterion: 'clarity', verdict: 'a' }),
      said('one', { criterion: 'clarity', verdict: 'b', order: 'ba' }),
      said('one', { criterion: 'beauty', verdict: 'tie' }),
      said('two', { criterion: 'clarity', parse: 'failed' }),
      said('two', { criterion: 'clarity', verdict: 'a', repeat: 1 }),
    ],
  };

  test('stand in the benchmark’s order, with conflicts, the other order, repeats, and what is missing', () => {
    expect(rowsOf(data)).toEqual([
      {
        label: 'Clarity',
        gold: 'A',
        against: ['Beauty'],
        cells: [
          ['A', 'right', 'swapped: B'],
          ['unparsed', 'failed', '1 of 2 right'],
        ],
      },
      {
        label: 'Beauty',
        gold: 'B',
        against: ['Clarity'],
        cells: [
          ['tie', 'tie'],
          ['missing', 'missing'],
        ],
      },
    ]);
  });

  test('a run with labels of its own is right or wrong by these, and says so', () => {
    const [row] = rowsOf({
      gold: [gold('clarity', 'a')],
      own_gold: [{ run: 'one', labels: [gold('clarity', 'b')] }],
      judgments: ['one', 'two'].map((run) => said(run, { criterion: 'clarity', verdict: 'b' })),
    });
    expect(row).toMatchObject({
      gold: 'A',
      cells: [
        ['B', 'right', 'its own label: B'],
        ['B', 'wrong'],
      ],
    });
  });

  test('an unreadable answer with a stray verdict is not read', () => {
    const [row] = rowsOf({
      gold: [gold('clarity', 'a')],
      judgments: [said('one', { criterion: 'clarity', verdict: 'a', parse: 'failed' })],
    });
    expect(row?.cells).toEqual([['unparsed', 'failed']]);
  });

  test('without a label an answer is neither right nor wrong', () => {
    const [row] = rowsOf({ judgments: [said('one', { criterion: 'clarity', verdict: 'a' })] });
    expect(row).toMatchObject({ gold: null, cells: [['A', 'given']] });
  });

  test('two judges worth reading: who fared best and who worst', () => {
    const parse = made({
      split: 'open',
      ...data,
      judgments: [...(data.judgments ?? []), said('three', { criterion: 'clarity', verdict: 'b' })],
    });
    expect(pickRuns({ data: parse, facts: FACTS, part: casePartsOf(parse, FACTS)[0], asked: '' })).toEqual([
      'one',
      'three',
    ]);
  });

  test('the first criterion that somebody answered, where only people spoke of those before', () => {
    const one = made({
      split: 'open',
      gold: [{ ...gold('clarity', 'a'), annotator: 'someone' }, gold('beauty', 'a')],
      judgments: [said('one', { criterion: 'beauty', verdict: 'a' })],
    });
    const parts = casePartsOf(one, FACTS);
    expect(parts.map(({ criterion }) => criterion)).toEqual(['clarity', 'beauty']);
    expect(pickPart(matrixRows(one, FACTS), parts, { run: '', criterion: '' })?.criterion).toBe('beauty');
    expect(pickPart([], parts, { run: '', criterion: '' })?.criterion).toBe('clarity');
  });

  test('the judge asked for beside the best one that was right, on the criterion it lost', () => {
    const both = (run: string, clarity: 'a' | 'b', beauty: 'a' | 'b') => [
      said(run, { criterion: 'clarity', verdict: clarity }),
      said(run, { criterion: 'beauty', verdict: beauty }),
    ];
    const one = made({
      split: 'open',
      gold: [gold('clarity', 'a'), gold('beauty', 'a')],
      judgments: [...both('asked', 'a', 'b'), ...both('fair', 'a', 'a'), ...both('best', 'b', 'a')],
    });
    const facts = { ...FACTS, order: ['best', 'fair', 'asked'] };
    const [rows, parts] = [matrixRows(one, facts), casePartsOf(one, facts)];
    const part = pickPart(rows, parts, { run: 'asked', criterion: '' });
    expect(part?.criterion).toBe('beauty');
    expect(pickRuns({ data: one, facts, part, asked: 'asked' })).toEqual(['asked', 'best']);
    // "best" was wrong about clarity, so the next one that was right stands beside.
    expect(pickRuns({ data: one, facts, part: parts[0], asked: 'asked' })).toEqual(['asked', 'fair']);
    expect(pickPart(rows, parts, { run: 'asked', criterion: 'clarity' })?.criterion).toBe('clarity');
    expect(pickPart(rows, parts, { run: 'nobody', criterion: 'nothing' })?.criterion).toBe('clarity');
    expect([askedRun(one, { run: 'asked', criterion: '' }), askedRun(one, { run: 'gone', criterion: '' })]).toEqual([
      'asked',
      '',
    ]);
  });
});

test('a perturbation has a row before and a row after, repeats as mean and list', () => {
  const score = (condition: string, repeat: number, value: number) =>
    said('one', { response: 'a', condition, repeat, score: value });
  const rows = rowsOf({
    judgments: [
      score('base', 0, 8),
      score('base', 1, 6),
      score('blur', 0, 2),
      said('one', { response: 'a', condition: 'blur', repeat: 1, parse: 'abstained' }),
    ],
  });
  expect(rows.map(({ label, cells }) => [label, ...cells.flat()])).toEqual([
    ['Score before', '7', 'given', '8 · 6'],
    ['Score after: Blurred picture', '2', 'given', '2 · N/A'],
  ]);
});

describe('critiques', () => {
  const stored: Partial<StoredCase> = {
    gold: [
      { response: 'a', kind: 'correct', value: 'error' },
      { response: 'a', kind: 'quality', value: '3' },
    ],
    judgments: ['rubric', 'other-rubric'].map((critique_judge, i) =>
      said('one', {
        response: 'a',
        stage: 'critique',
        critique_judge,
        verdict: 'error',
        score: 7 + i,
        rationale: 'Wrong sum.',
      }),
    ),
  };

  test('have the label, and a row of scores per scorer', () => {
    expect(rowsOf(stored).map(({ label, gold, cells }) => [label, gold, ...cells.flat()])).toEqual([
      ['Critique: verdict', 'error', 'error', 'right'],
      ['Critique: score by Rubric', null, '7', 'given'],
      ['Critique: score by other rubric', null, '8', 'given'],
    ]);
  });

  test('one text with several scores is read once', () => {
    const data = made(stored);
    const [part] = casePartsOf(data, FACTS);
    expect(part).toBeDefined();
    if (part === undefined) return;
    const { blocks } = readingOf(data, FACTS, {
      part,
      run: 'one',
      wanted: { side: 'both', repeat: '', order: 'ab', condition: null },
    });
    expect(
      blocks.map(({ scores, verdict }) => [verdict?.outcome, scores.map(({ by, shown }) => `${shown.text} ${by}`)]),
    ).toEqual([['right', ['7 Rubric', '8 other rubric']]]);
  });

  test('the better of two is known by quality where nobody names it', () => {
    const rows = rowsOf({
      gold: [
        { response: 'a', kind: 'quality', value: '2' },
        { response: 'b', kind: 'quality', value: '9' },
      ],
      judgments: [said('one', { stage: 'preference', verdict: 'a' })],
    });
    expect(rows).toMatchObject([{ label: 'Preference', gold: 'B', cells: [['A', 'wrong']] }]);
  });
});

test('a repeat or order that a judge does not have is said, and another shown', () => {
  const data = made({ judgments: [said('one', { verdict: 'a', rationale: 'only one' })] });
  const [part] = casePartsOf(data, FACTS);
  if (part === undefined) throw new Error('no part');
  const reading = readingOf(data, FACTS, {
    part,
    run: 'one',
    wanted: { side: 'both', repeat: '2', order: 'ba', condition: null },
  });
  expect(reading.blocks.map(({ answer }) => answer.rationale)).toEqual(['only one']);
  expect(reading.note).toContain('no repeat 3');
  expect(reading.note).toContain('not asked in that order');
});

test('a run that was right in most repeats stands with those who were right, also where its first answer was wrong', () => {
  const repeats = (run: string, verdicts: string) =>
    [...verdicts].map((verdict, repeat) => said(run, { criterion: 'clarity', repeat, verdict: verdict as 'a' | 'b' }));
  const one = made({
    split: 'open',
    gold: [gold('clarity', 'a')],
    judgments: [...repeats('most', 'baaab'), ...repeats('half', 'abab'), ...repeats('two', 'b')],
  });
  const [row] = matrixRows(one, FACTS);
  const groups = row === undefined ? [] : verdictGroups(row);
  expect(groups.map(({ kind, cells }) => [kind, cells.map(({ run, notes }) => [run, ...notes])])).toEqual([
    ['right', [['most', '3 of 5 right']]],
    ['wrong', [['half', '2 of 4 right'], ['two']]],
  ]);
});
