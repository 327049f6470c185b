import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { registerImport } from '../../scripts/commands/import.ts';
import { run } from './command.ts';
import { scratchFolder } from './scratch.ts';

const MAPPING = `run: { benchmark: multi-crit, judge: coin-flip, protocol: pairwise }
tables:
  - { files: prompts.csv, kind: instances, columns: { instance: id } }
  - { files: votes.csv, kind: judgments, columns: { instance: id, criterion: c, verdict: best } }
`;

/** Imports a table of votes on these criteria: what is told, and the criteria in the records. */
async function imported(criteria: readonly string[]) {
  const folder = scratchFolder('names');
  const votes = criteria.map((c, i) => `p${i},"${c}",a`).join('\n');
  const ids = criteria.map((_, i) => `p${i}`).join('\n');
  const files = { 'prompts.csv': `id\n${ids}\n`, 'votes.csv': `id,c,best\n${votes}\n`, 'mapping.yaml': MAPPING };
  fs.mkdirSync(path.join(folder, 'in'), { recursive: true });
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, 'in', name), text);
  const out = path.join(folder, 'run');
  const ran = await run(registerImport, ['import', '--from', 'table', '--in', path.join(folder, 'in'), '--out', out]);
  const rows = fs.readFileSync(path.join(out, 'judgments.jsonl'), 'utf8').trim().split('\n');
  return { ...ran, criteria: rows.map((row) => (JSON.parse(row) as { criterion: string }).criterion) };
}

describe('names in a table', () => {
  test('stay what people wrote where an id would lose something', async () => {
    const names = ['C++', 'C#', 'c', '安全', 'sécurité', 'Factual Accuracy', 'low_level'];
    const { code, criteria } = await imported(names);
    expect(code).toBe(0);
    expect(criteria).toEqual(['C++', 'C#', 'c', '安全', 'sécurité', 'factual-accuracy', 'low-level']);
  });

  test('that would become one are an error that names both', async () => {
    const { code, err, criteria } = await imported(['C', 'c', 'C']);
    expect(code).toBe(1);
    expect(err).toContain('votes.csv:3  criterion: has the id c, which is that of "C" already');
    expect(err).toContain('found "c"');
    expect(criteria).toEqual(['c', 'c']);
  });
});
