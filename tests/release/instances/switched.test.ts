import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { registerScore } from '../../../scripts/commands/score.ts';
import type { StoredBoard } from '../../../src/schema/board.ts';
import type { ScoreRow } from '../../../src/scoring/score-rows.ts';
import { run } from '../../importers/command.ts';
import { built, filesBelow, judgments, lines, project, runYaml } from './project.ts';

const RUN = 'data/mini/runs/one';

/** Every file below `switched/`, by table and switch. */
async function switchedOf(root: string): Promise<Map<string, StoredBoard>> {
  const { out } = await built(root);
  const names = (await filesBelow(out)).filter((name) => name.startsWith('switched/'));
  const read = async (name: string): Promise<[string, StoredBoard]> => [
    name.replace(/^switched\/mini\//, '').replace(/\.[0-9a-f]{12}\.json$/, ''),
    JSON.parse(await fs.readFile(path.join(out, name), 'utf8')) as StoredBoard,
  ];
  return new Map(await Promise.all(names.map(read)));
}

async function scores(root: string, ...more: string[]): Promise<readonly ScoreRow[]> {
  const { out } = await run(registerScore, ['score', path.join(root, RUN), '--root', root, '--json', ...more]);
  return (JSON.parse(out) as { scores: ScoreRow[] }).scores;
}

describe('boards under a switch', () => {
  test('missing as wrong: the values that score gives, for every run, with intervals and ranks', async () => {
    const root = await project({ [`${RUN}/judgments.jsonl`]: lines(judgments(40, 'x').slice(0, 61)) });
    const boards = await switchedOf(root);
    expect([...boards.keys()]).toEqual(['pairwise-easy/missing']);
    const board = boards.get('pairwise-easy/missing');
    const cells = (run: string) => board?.rows.find(({ id }) => id === run)?.cells ?? {};
    const rows = await scores(root, '--missing', 'wrong');
    for (const metric of ['pacc', 'tos', 'cmr', 'criterion_average', 'overall_accuracy']) {
      const row = rows.find((r) => r.metric === metric && r.slice === 'split=easy');
      const scale = board?.columns.find(({ key }) => key === metric)?.unit === 'percent' ? 100 : 1;
      expect([metric, cells('one')[metric]?.value]).toEqual([metric, scale * (row?.value ?? Number.NaN)]);
    }
    // 61 answers to 40 prompts: 30 whole ones, of which 20 are right, and one half.
    expect(cells('one')['pacc']).toMatchObject({ value: 50, n: 40, status: 'ok' });
    expect(cells('one')['pacc']?.interval?.lo).toBeGreaterThan(30);
    expect(cells('two')['pacc']).toMatchObject({ value: 65, n: 40 });
    expect(cells('two')['pacc']?.rank).not.toBeNull();
    // People never called a pair level here, so this share is worked out for the board alone: by the same rules as its other columns.
    expect(cells('one')['share_decided']).toMatchObject({ value: 61 / 80, n: 80 });
  });

  test('there is none where nothing is missing', async () => {
    expect((await switchedOf(await project())).size).toBe(0);
  });

  test('official zeros: a run that can lose nothing has a value', async () => {
    const types = [
      { dimension: 'integrity', bias_type: 'text-dominance' },
      { dimension: 'robustness', bias_type: 'detail-description' },
    ];
    const rows = (score: number) =>
      lines(
        types.flatMap((_, i) =>
          ['base', 'changed'].map((condition) => ({ instance: `i${i}`, condition, score, parse: 'ok' })),
        ),
      );
    const boards = await switchedOf(
      await project({
        'data/mini/instances.jsonl': lines(
          types.map((attributes, i) => ({ instance: `i${i}`, split: 'easy', prompt: '', attributes })),
        ),
        'data/mini/responses.jsonl': '',
        'data/mini/gold.jsonl': '',
        [`${RUN}/run.yaml`]: runYaml('one', 'alpha').replace('pairwise', 'perturbation'),
        [`${RUN}/judgments.jsonl`]: rows(1),
        'data/mini/runs/two/run.yaml': runYaml('two', 'beta').replace('pairwise', 'perturbation'),
        'data/mini/runs/two/judgments.jsonl': rows(5),
      }),
    );
    expect([...boards.keys()]).toEqual(['perturbation/zeros']);
    const cells = boards.get('perturbation/zeros')?.rows.find(({ id }) => id === 'one')?.cells;
    expect(cells?.['reliability']).toMatchObject({ value: 0.5, status: 'ok' });
    expect(cells?.['bd-text-dominance']).toMatchObject({ value: 0, n: 1 });
  });
});
