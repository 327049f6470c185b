import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { scoreRunsInto } from '../../src/metrics/score.ts';
import { ledgerOf, RunCard } from '../../src/prove/RunCard.tsx';
import { askedStatement, sqlFields } from '../../src/prove/state.ts';
import { Run } from '../../src/schema/records.ts';
import { describedRuns } from '../../src/scoring/score-rows.ts';
import { readSearch } from '../../src/ui/field.ts';
import { type Small, withDatabase } from '../metrics/small.ts';

const ingest = { benchmark: '', files: [], runs: [], errors: 0, warnings: 0, problems: [] };

const sqlFieldsOf = (search: URLSearchParams) => readSearch(sqlFields(['other', 'small']), search);

/** The lines of a small run's ledger, as a card shows them. */
const ledger = (small: Small): Promise<string[]> =>
  withDatabase(small, async ({ query }) => {
    await scoreRunsInto(query, OFFICIAL_SETTINGS);
    const run = Run.parse({ run: 'r', benchmark: 'small', judge: 'r', protocol: small.protocol });
    const [facts] = await describedRuns(query, { runs: [run], ingest });
    if (facts === undefined) throw new Error('no run');
    // The statement that a line, or what it lost, opens gives as many answers as stand there.
    const html = renderToStaticMarkup(createElement(RunCard, { facts, benchmark: 'small', run: 'r' }));
    const opened = html.matchAll(/(?:<b>(\d+)<\/b>)?<a href="\/sql\/([^"]*)">(\d*)/g);
    for (const [, counted, search = '', lost] of opened) {
      const asked = sqlFieldsOf(new URLSearchParams(search.replaceAll('&amp;', '&')));
      expect(asked.on).toBe('small');
      expect([asked.rows, (await query(askedStatement(asked))).length]).toEqual([asked.rows, Number(counted ?? lost)]);
    }
    return ledgerOf(facts.answers).map(({ step, n, lost }) => [step, n, ...lost.flat()].join(' '));
  });

test('the ledger of pairs counts what was asked, answered, read and held against a label', async () => {
  const said = (instance: string, parse: 'ok' | 'fallback' | 'failed' | 'refused' | 'error') => ({
    instance,
    parse,
    verdict: parse === 'ok' || parse === 'fallback' ? ('a' as const) : null,
  });
  const found = await ledger({
    protocol: 'pairwise',
    instances: ['1', '2', '3', '4', '5', '6', '7'].map((instance) => ({ instance })),
    gold: ['1', '2', '3', '4', '5', '6'].map((instance) => ({ instance, value: 'a' })),
    judgments: [
      said('1', 'ok'),
      said('2', 'fallback'),
      said('3', 'failed'),
      said('4', 'refused'),
      said('5', 'error'),
      said('7', 'ok'),
    ],
  });
  // 6 has a label and no answer; 7 an answer and no label.
  expect(found).toEqual([
    'Asked 7',
    'Answered 5 missing 1 error 1',
    'Readable 3 failed 1 refused 1',
    'Counted 2 unlabelled 1',
  ]);
});

test('a score before a perturbation counts with one after it, and a rating with people’s', async () => {
  const score = (instance: string, condition: string, parse: 'ok' | 'abstained' = 'ok') => ({
    ...{ instance, condition, parse, response: 'a' },
    score: parse === 'ok' ? 5 : null,
  });
  const pairs = await ledger({
    protocol: 'perturbation',
    judgments: [
      score('1', 'base'),
      score('1', 'blur'),
      score('2', 'base'),
      score('2', 'blur', 'abstained'),
      score('3', 'base'),
    ],
  });
  expect(pairs).toEqual(['Asked 6', 'Answered 5 missing 1', 'Readable 4 abstained 1', 'Counted 2 alone 2']);
  const rated = await ledger({
    protocol: 'pointwise',
    gold: [{ instance: '1', response: 'a', kind: 'quality', value: '4', number: 4 }],
    judgments: [score('1', 'base'), score('2', 'base')],
  });
  expect(rated).toEqual(['Asked 2', 'Answered 2', 'Readable 2', 'Counted 1 unlabelled 1']);
});

/** Where the lines of a ledger lead, losses aside: `Asked cases`. */
function ledgerLinks(protocol: Run['protocol'], answers: Readonly<Record<string, number>>, shown = 'r'): string[] {
  const run = Run.parse({ run: 'r', benchmark: 'small', judge: 'r', protocol });
  const facts = { ...run, imported: null, answers };
  const html = renderToStaticMarkup(createElement(RunCard, { facts, benchmark: 'small', run: shown }));
  return [...html.matchAll(/<li[^>]*><span>(\w+)<\/span>(.*?)<\/li>/g)].map(([, step = '', rest = '']) =>
    [
      step,
      ...[...rest.matchAll(/<a href="[^"]*\?(?:on=small&amp;)?(\w+)=r(?:&amp;(rows=\w+))?">([a-z ]+)</g)].map(
        ([, key, rows, words]) => `${words} (${rows ?? key})`,
      ),
    ].join(' '),
  );
}

test('each line of a ledger opens its cases where a list of the explorer is these, else its answers', () => {
  expect(ledgerLinks('pointwise', { ok: 5, verifier: 1 })).toEqual([
    'Asked cases (run)',
    'Answered cases (run)',
    'Readable cases (run)',
    'Counted cases (run)',
  ]);
  // Those that were judged are fewer than were asked for, and more than can be read or count.
  expect(ledgerLinks('pointwise', { ok: 5, missing: 1, failed: 1 })).toEqual([
    'Asked answers (rows=asked)',
    'Answered cases (run)',
    'Readable answers (run)',
    'Counted answers (run)',
  ]);
  expect(ledgerLinks('pointwise', { ok: 5, unlabelled: 2 })[3]).toBe('Counted answers (rows=counted)');
  // Unreadable answers on pairs count as wrong ones in the explorer: of GPT-4o on GenAI-Bench 11 of 1 922.
  expect(ledgerLinks('pairwise', { ok: 5, error: 1 })).toEqual([
    'Asked cases (run)',
    'Answered cases (run)',
    'Readable answers (run)',
    'Counted answers (run) right (right) wrong or unread (wrong)',
  ]);
  expect(ledgerLinks('critique', { ok: 5, failed: 1 })).toEqual([
    'Asked cases (run)',
    'Answered cases (run)',
    'Readable answers (rows=critiques)',
    'Counted answers (rows=critiques) right (right) wrong (wrong)',
  ]);
  // No table of the release has one's own run, and there is nothing to read where nothing could be read.
  expect(ledgerLinks('pointwise', { ok: 5, failed: 1 }, 'own-r')[2]).toBe('Readable');
  expect(ledgerLinks('pairwise', { failed: 3 })[2]).toBe('Readable');
});
