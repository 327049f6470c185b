import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { nightly } from '../drawn.ts';
import { drawJudgeBias, judgementFolders } from '../drawn-runs/judge-bias.ts';
import { drawMultiCrit } from '../drawn-runs/multi-crit.ts';
import { type DrawnRun, expectedOf, runFolder } from '../drawn-runs/run.ts';
import { writeFiles } from '../release/instances/project.ts';
import { scratchFolder } from '../scratch.ts';
import { openPage } from './page.ts';

const scratch = scratchFolder();

/** Cells of the own row by the label of their column, as they stand on the page. */
const ownCells = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const heads = [...document.querySelectorAll('.board thead tr:last-child th')];
    const own = [...document.querySelectorAll('.board tbody tr')].find((row) =>
      row.querySelector('th')?.textContent?.includes('(yours)'),
    );
    const cells = heads.map((head, at) => {
      const cell = own?.children[at]?.cloneNode(true) as HTMLElement | undefined;
      for (const aside of cell?.querySelectorAll('.hidden, small') ?? []) aside.remove();
      return [head.getAttribute('abbr') ?? '', cell?.textContent?.trim() ?? ''] as const;
    });
    return Object.fromEntries(cells);
  });

/** Compares cells with what is expected of their columns, to the digits that stand there. */
function compare(cells: Record<string, string>, wanted: Readonly<Record<string, number | null | undefined>>): void {
  for (const [label, value] of Object.entries(wanted)) {
    // Beside a mean over fewer parts than there are stands how many they are.
    const text = /^-?[\d.]+/.exec(cells[label] ?? '')?.[0] ?? '';
    if (value === null || value === undefined) {
      expect([label, text]).toEqual([label, '']);
      continue;
    }
    const half = 0.5 * 10 ** -(text.split('.')[1]?.length ?? 0) + 1e-9;
    expect([label, text, Math.abs(Number(text) - value) <= half]).toEqual([label, text, true]);
  }
}

const scaled = (value: number | null | undefined, by: number) =>
  value === null || value === undefined ? value : value * by;

/** What tables 3 and 4 of Multi-Crit print, by the labels of their columns. */
const CRITERIA = {
  'open-ended': ['open_ended', ['Completeness', 'Grounding', 'Hallucination', 'Expressiveness', 'Clarity']],
  reasoning: ['reasoning', ['Grounding', 'Logic', 'Hallucination', 'Exploration', 'Efficiency']],
} as const;

function expectedCells(one: DrawnRun, table: keyof typeof CRITERIA) {
  const [split, criteria] = CRITERIA[table];
  const of = (metric: string, slice: Record<string, string> = {}) =>
    scaled(expectedOf(one)({ split, ...slice }).get(metric), 100);
  return {
    ...{ PAcc: of('pacc'), CMR: of('cmr'), TOS: of('tos'), 'Mean of criteria': of('criterion_average') },
    ...Object.fromEntries(criteria.map((c) => [c, of('criterion_accuracy', { criterion: c.toLowerCase() })])),
  };
}

async function drop(page: Page, name: string, files: ReadonlyMap<string, string>): Promise<void> {
  const folder = path.join(scratch, name);
  await writeFiles(folder, files);
  await page.getByLabel('Choose a folder').setInputFiles(folder);
  await page.getByRole('heading', { name: 'Where you stand' }).waitFor({ timeout: 120_000 });
}

nightly(test)('a drawn run of both splits: each printed table holds its own split', { timeout: 180_000 }, async () => {
  const one = drawMultiCrit(31);
  const { page } = await openPage('/your-results/');
  await drop(page, 'both-splits', runFolder(one));
  for (const table of ['open-ended', 'reasoning'] as const) {
    const wanted = expectedCells(one, table);
    const choice = page.getByRole('combobox', { name: 'Table' });
    await choice.selectOption({
      label: `As printed: ${{ 'open-ended': 'Open-ended answers', reasoning: 'Verifiable reasoning' }[table]}`,
    });
    await expect
      .poll(async () => Object.keys(await ownCells(page)), { timeout: 10_000 })
      .toContain(CRITERIA[table][1][4]);
    // The first sentence says what stands in the table.
    await page
      .getByText(`PAcc ${wanted.PAcc?.toFixed(2)} %`)
      .first()
      .waitFor();
    compare(await ownCells(page), wanted);
  }
  await page.getByRole('heading', { name: /points, Open-ended: \d+ of \d+/ }).waitFor();
  await page.getByRole('heading', { name: /points, Verifiable reasoning: \d+ of \d+/ }).waitFor();
});

const TYPES = {
  ...{ 'Text dom.': 'text-dominance', 'Image dom.': 'image-dominance', 'Response dom.': 'response-dominance' },
  ...{ 'Instruction mis.': 'instruction-misalignment', 'Image mis.': 'image-misalignment' },
  ...{ 'Detail desc.': 'detail-description', 'Unnecessary img.': 'unnecessary-image' },
  ...{ 'Visual transf.': 'visual-transformation', 'Texture ins.': 'texture-insertion' },
};

test('drawn folders of MM-JudgeBias: the printed table holds each bias type', { timeout: 180_000 }, async () => {
  const one = drawJudgeBias(33);
  const expected = expectedOf(one);
  const { page } = await openPage('/your-results/');
  await drop(page, 'bias', judgementFolders(one));
  const wanted = Object.entries(TYPES).map(([label, bias_type]) => {
    const metric = one.data.instances.some((i) => i.bias_type === bias_type && i.dimension === 'robustness')
      ? 'bc'
      : 'bd';
    return [label, expected({ bias_type }).get(metric)] as const;
  });
  const choice = page.getByRole('combobox', { name: 'Table' });
  await choice.selectOption({ label: 'As printed: Main results' });
  await expect.poll(async () => Object.keys(await ownCells(page)), { timeout: 10_000 }).toContain('Average');
  compare(await ownCells(page), { ...Object.fromEntries(wanted), Average: expected({}).get('reliability') });
  await page.getByRole('heading', { name: /points: \d+ of \d+/ }).waitFor();
});
