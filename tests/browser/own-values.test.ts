import fs from 'node:fs';
import path from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { ALL_RUNS, SHAPES_DEFAULTS } from '../../scripts/shapes/runs.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/settings.ts';
import { scoreFolder } from '../../src/release/instances/score-run.ts';
import type { ScoreRow } from '../../src/scoring/score-rows.ts';
import { drawn, nightly } from '../drawn.ts';
import { scratchFolder } from '../scratch.ts';
import { makeWorld } from '../shapes/world.ts';
import { describeShared, sharedData } from '../shared-data.ts';
import { choose, openReport, resultLinks, saved } from './own-page.ts';
import { compileWell, openPage } from './page.ts';

compileWell();

const scratch = scratchFolder();

/** The scores that `judgeboard score --json` gives of the run folders in an archive, or of the named ones among them. */
async function commandScores(zip: Buffer, root: string, only?: readonly string[]): Promise<ScoreRow[]> {
  const folders = new Set<string>();
  const at = fs.mkdtempSync(path.join(scratch, 'saved-'));
  for (const [name, bytes] of Object.entries(unzipSync(zip))) {
    if (only?.includes(path.dirname(name)) === false) continue;
    const file = path.join(at, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, bytes);
    folders.add(path.dirname(file));
  }
  const scored: ScoreRow[] = [];
  for (const folder of folders)
    scored.push(...(await scoreFolder(folder, root, { where: null, settings: OFFICIAL_SETTINGS })).rows);
  return scored;
}

const byRun = (rows: readonly ScoreRow[]) => Object.groupBy(rows, ({ run }) => run);

/** A project that describes the benchmarks and has no records of them. */
function bareProject(): string {
  const root = fs.mkdtempSync(path.join(scratch, 'root-'));
  for (const id of fs.readdirSync('data')) {
    const benchmark = path.join('data', id, 'benchmark.yaml');
    if (!fs.existsSync(benchmark)) continue;
    fs.mkdirSync(path.join(root, 'data', id), { recursive: true });
    fs.copyFileSync(benchmark, path.join(root, 'data', id, 'benchmark.yaml'));
  }
  return root;
}

const FIXTURES = 'tests/fixtures/importers';

/** A run of the demonstration as it is exported: judgments of the cases that the site has, which are put into a project, too. */
function shapesExport(): { readonly folder: string; readonly root: string } {
  const world = makeWorld(SHAPES_DEFAULTS.size, SHAPES_DEFAULTS.seed);
  const [root, folder] = [bareProject(), path.join(scratch, 'shapes', SHAPES_RUN)];
  fs.mkdirSync(folder, { recursive: true });
  const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  for (const kind of ['responses', 'gold'] as const)
    fs.writeFileSync(
      path.join(root, 'data/shapes', `${kind}.jsonl`),
      lines(world.batches.flatMap<object>(({ shared }) => shared[kind])),
    );
  fs.writeFileSync(
    path.join(root, 'data/shapes/instances.jsonl'),
    lines(world.batches.map(({ shared }) => shared.instance)),
  );
  fs.writeFileSync(path.join(folder, 'run.yaml'), stringify(ALL_RUNS.find(({ run }) => run === SHAPES_RUN)));
  fs.writeFileSync(path.join(folder, 'judgments.jsonl'), lines(world.rows(SHAPES_RUN)));
  return { folder, root };
}
const SHAPES_RUN = 'full-checker-pairwise';

/**
 * What is dropped, and how many results it comes to: runs that say otherwise of their cases are scored apart. That the page's engine has the values
 * of the command line for all these files is asked in Node, too (tests/own/intake/score-runs.test.ts).
 */
const ALL: readonly (readonly [what: string, folder: string, results: number])[] = [
  ['lmms-eval samples', `${FIXTURES}/multi-crit-lmms-eval/input`, 1],
  ['MM-JudgeBias folders', `${FIXTURES}/mm-judgebias/input`, 1],
  ['VIEScore outputs', `${FIXTURES}/viescore/input`, 1],
  ['GenAI-Bench outputs of two judges', `${FIXTURES}/genai-bench/input`, 2],
];
const DROPPED = drawn(ALL, ALL.slice(0, 1));

interface Expected {
  readonly results: number;
  /** The project whose cases runs are scored with that bring none. */
  readonly root: string;
}

/** Holds every result on the page against the command line's. */
async function expectCommandValues(page: Page, { results, root }: Expected): Promise<void> {
  const values = page.getByRole('button', { name: 'All values, JSON' });
  await values.waitFor({ timeout: 240_000 });
  const links = resultLinks(page);
  expect(await links.count()).toBe(results === 1 ? 0 : results);
  for (let i = 0; i < results; i += 1) {
    if (results > 1) {
      await links.nth(i).click();
      await page.getByRole('article', { name: (await links.nth(i).textContent()) ?? '', exact: true }).waitFor();
    }
    const { scores } = JSON.parse(String(await saved(page, 'All values, JSON')));
    const expected = await commandScores(await saved(page, 'Run folders, ready to submit'), root);
    expect(scores.length).toBeGreaterThan(2);
    // The page lists the runs of a protocol together, the command scores one after the other.
    expect(byRun(scores)).toEqual(byRun(expected));
  }
}

test('whatever is dropped has the numbers of the command line', { timeout: 240_000 }, async () => {
  const { page } = await openPage('/your-results/', { context: { acceptDownloads: true } });
  for (const [what, folder, results] of DROPPED) {
    await page.getByLabel('Choose a folder').setInputFiles(folder);
    await expectCommandValues(page, { results, root: bareProject() });
    if (what === 'lmms-eval samples') {
      const report = await openReport(await saved(page, 'Report, one HTML file'));
      await report.page
        .getByRole('heading', { name: 'Which criteria conflict, and how the judge resolves it' })
        .waitFor();
      await report.expectSound();
    }
    await page.getByRole('button', { name: 'Start over' }).click();
  }
});

/** More than a minute of DuckDB in the page. */
const describeNightly = nightly(describeShared);

nightly(test)(
  'judgments of cases that the site has have the numbers of the command line',
  { timeout: 240_000 },
  async () => {
    const { page } = await openPage('/your-results/', { context: { acceptDownloads: true } });
    const { folder, root } = shapesExport();
    await page.getByLabel('Choose a folder').setInputFiles(folder);
    await expectCommandValues(page, { results: 1, root });
  },
);

describeNightly('viescore', 'outputs of a real judge of VIEScore, packed', () => {
  test('have the numbers of the command line, and the setting that is not read is told', {
    timeout: 240_000,
  }, async () => {
    const { page } = await openPage('/your-results/', { context: { acceptDownloads: true } });
    const names = fs
      .readdirSync(sharedData('viescore'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /results_llava_\dshot.*\.json$|_rater\d\.tsv$/.test(name));
    const files = names.map((name) => [`viescore/${name}`, fs.readFileSync(path.join(sharedData('viescore'), name))]);
    const archive = path.join(scratch, 'viescore.zip');
    fs.writeFileSync(archive, zipSync(Object.fromEntries(files), { level: 1 }));
    await choose(page, archive);
    await expectCommandValues(page, { results: 1, root: bareProject() });
    // Warnings alone are folded away.
    const told = page.getByText(/results_llava_1shot {2}not read: of llava another setting is/);
    await told.waitFor({ state: 'attached' });
  });
});

describeNightly('genai-bench.tar.gz', 'an archive of real judges’ outputs, as it is', () => {
  test('has the numbers of the command line, too', { timeout: 420_000 }, async () => {
    const { page } = await openPage('/your-results/', { context: { acceptDownloads: true } });
    await choose(page, sharedData('genai-bench.tar.gz'));
    const values = page.getByRole('button', { name: 'All values, JSON' });
    await values.waitFor({ timeout: 240_000 });
    const { scores } = JSON.parse(String(await saved(page, 'All values, JSON')));
    const zip = await saved(page, 'Run folders, ready to submit');
    const found = byRun(scores);
    expect(Object.keys(found).length).toBeGreaterThan(10);
    const { gpt4o } = byRun(await commandScores(zip, bareProject(), ['gpt4o']));
    expect(gpt4o?.length).toBeGreaterThan(10);
    expect(found['gpt4o']).toEqual(gpt4o);
  });
});
