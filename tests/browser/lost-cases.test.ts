import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import type { Choices } from '../../src/cases/choices.ts';
import { placesIn } from '../../src/cases/columns/bits.ts';
import { readCaseColumns, readCriterionColumns } from '../../src/cases/columns/layout.ts';
import { lostWhereWrong, wrongCases } from '../../src/cases/columns/select.ts';
import { gather, withWrongLosses } from '../../src/cases/gather.ts';
import { findPlaces } from '../../src/cases/sets.ts';
import { ANY_ANSWERS, EVERY_CASE, type Scope } from '../../src/cases/wanted.ts';
import { withDatabase } from '../../src/pages/_prerender/explore.ts';
import { slicePair } from '../../src/schema/slice.ts';
import type { Query } from '../../src/sql/query.ts';
import { drawn } from '../drawn.ts';
import { openPage } from './page.ts';
import { caseLinks, counted, placeOfCase } from './places.ts';

const data = join(inject('site').folder, 'data');

interface Instances {
  readonly database: string;
  readonly columns?: { readonly cases: string; readonly criteria: string | null };
}
const { benchmarks } = JSON.parse(readFileSync(join(data, 'manifest.json'), 'utf8')) as {
  readonly benchmarks: readonly { readonly id: string; readonly instances: Instances | null }[];
};
const inflated = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(gunzipSync(readFileSync(join(data, path))));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Lists of lost points that the columns are said to hold: of one run and of all, whole, by a facet and by a criterion. */
function lists({ losses, runs, facets, criteria }: Choices): readonly Scope[] {
  const some = ['', runs[5]?.run ?? ''];
  const slices = [
    '',
    ...facets.flatMap(({ name, values }) => slicePair(name, values.at(-1) ?? '')),
    ...criteria.map(({ id }) => slicePair('criterion', id)),
    ...criteria.map(({ id }) => `${slicePair('split', facets[0]?.values[0] ?? '')};${slicePair('criterion', id)}`),
  ];
  // Metrics that count the same rows have the same lists.
  const own = losses.filter(({ wrong }, i) => losses.findIndex((other) => isSame(other.wrong, wrong)) === i);
  return own.flatMap(({ id: metric }) =>
    slices.flatMap((slice) => some.map((run) => ({ ...EVERY_CASE, metric, slice, run }))),
  );
}

async function choicesOf(query: Query, benchmark: string): Promise<Choices> {
  const { criteria, ...found } = await gather(query);
  const named = { benchmark, name: benchmark, synthetic: false, licence: '', release: '', labels: {}, words: false };
  const losses = await withWrongLosses(query, found);
  return { ...found, ...named, losses, criteria: criteria.map((id) => ({ id, label: id })) };
}

test.each(drawn(['genai-bench', 'viescore', 'shapes'], ['genai-bench']))(
  '%s: where lost cases are those that judges are wrong on, the columns list the same cases as SQL',
  { timeout: 300_000 },
  async (id) => {
    const instances = benchmarks.find((one) => one.id === id)?.instances;
    if (!instances?.columns) throw new Error(`no columns of ${id}`);
    const columns = readCaseColumns(inflated(instances.columns.cases));
    const path = instances.columns.criteria;
    const under = path === null ? null : readCriterionColumns(inflated(path));
    const held = await withDatabase(instances.database, async (query) => {
      const choices = await choicesOf(query, id);
      let count = 0;
      for (const scope of lists(choices)) {
        const wrong = lostWhereWrong(choices.losses, scope);
        if (wrong === null) continue;
        const verdicts =
          wrong.criterion === '' ? columns.verdicts : under?.verdicts[under.criteria.indexOf(wrong.criterion)];
        const own = wrongCases(columns, verdicts ?? [], { run: scope.run, facets: wrong.facets });
        const bySql = await findPlaces(query, { lost: scope, answers: ANY_ANSWERS, run: scope.run });
        expect([...placesIn(own)], JSON.stringify(scope)).toEqual(bySql?.toSorted((a, b) => a - b));
        count += 1;
      }
      return count;
    });
    // Shapes is judged several times over: a lost repeat is no lost case there.
    if (id === 'shapes') expect(held).toBe(0);
    else expect(held).toBeGreaterThan(3);
  },
);

/** Files of the query engine and of its databases, as the page asks for them. */
function engineFiles(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\.wasm|\.duckdb/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

test.each(drawn(['GenAI-Bench', 'VIEScore'], ['GenAI-Bench']))(
  'a list that is opened from a value of the board of %s needs no engine, and a case of it, sent to somebody else, knows its place without',
  async (name) => {
    const { page, close } = await openPage('/', { fresh: true });
    const engine = engineFiles(page);
    await page.getByRole('link', { name: new RegExp(`^Where .* was wrong \\([\\d\\s]+\\) in ${name}$`) }).click();
    await expect.poll(() => counted(page).textContent()).toMatch(/^\d[\d\s]* of /);
    expect(await page.locator('.chips').textContent()).toContain('GPT-4o');
    const total = /^[\d\s]+(?= of )/.exec((await counted(page).textContent()) ?? '')?.[0];
    const shared = new URL((await caseLinks(page).nth(1).getAttribute('href')) ?? '', page.url());
    expect(shared.searchParams.get('list')).toMatch(/metric=/);
    expect(engine).toEqual([]);
    await close();
    let others: readonly string[] = [];
    const other = await openPage(shared.pathname + shared.search, {
      fresh: true,
      prepare: async (page) => {
        others = engineFiles(page);
      },
    });
    const place = placeOfCase(other.page).locator('.num');
    await expect.poll(() => place.textContent()).toBe(`2 of ${total}`);
    await other.page.keyboard.press('ArrowRight');
    await expect.poll(() => place.textContent()).toBe(`3 of ${total}`);
    expect(others).toEqual([]);
  },
);
