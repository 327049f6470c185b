import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { registerImport } from '../../scripts/commands/import.ts';
import { registerScore } from '../../scripts/commands/score.ts';
import type { ScoreRow } from '../../src/scoring/score-rows.ts';
import { drawn } from '../drawn.ts';
import { type DataSet, type JudgmentRow, randomFrom } from '../metrics/generate.ts';
import { oracle } from '../metrics/oracle.ts';
import { scratchFolder } from '../scratch.ts';
import { importFiles, jsonl, type Ran, run } from './command.ts';

const REPORTED = path.resolve(import.meta.dirname, '../fixtures/reported/lmms-eval-both-splits');
const OFFICIAL = { missing: 'left-out', zeros: 'none', judged: 'runs' } as const;

/** The official names: the open-ended criterion and the reasoning one differ, and get one id. */
const CRITERIA = {
  'open-ended': ['completeness', 'visual-grounding', 'hallucination', 'expressiveness', 'clarity'],
  reasoning: ['grounding', 'logic', 'hallucination', 'exploration', 'efficiency'],
} as const;
type Split = keyof typeof CRITERIA;
const SPLITS = ['open-ended', 'reasoning'] as const;

interface Question {
  readonly id: string;
  readonly split: Split;
  readonly prompt: string;
  readonly criterion: string;
  readonly label: 'a' | 'b';
  readonly said: 'a' | 'b' | null;
}

/** A set with both splits; in every second one their prompts have the same numbers. */
function drawnSet(seed: number): readonly Question[] {
  const next = randomFrom(seed);
  return SPLITS.flatMap((split) =>
    Array.from({ length: 3 + Math.floor(next() * 5) }, (_, p) => `${seed % 2 === 0 ? split : 'p'}${p}`).flatMap(
      (prompt) =>
        CRITERIA[split].flatMap((criterion): Question[] => {
          if (next() < 0.3) return [];
          const said = next() < 0.1 ? null : next() < 0.5 ? 'a' : 'b';
          return [
            { id: `${split}-${prompt}-${criterion}`, split, prompt, criterion, label: next() < 0.5 ? 'a' : 'b', said },
          ];
        }),
    ),
  );
}

const text = ({ said }: Question): string =>
  said === null ? 'Neither.' : `Why.\nResponse ${said === 'a' ? 1 : 2} is better.`;
const asRow = ({ id, split, prompt, criterion, label }: Question) => ({
  ...{
    question_id: id,
    prompt_id: prompt,
    image_path: null,
    question: `${split} ${prompt}?`,
    pred_a: '1',
    pred_b: '2',
  },
  ...{ split, criterion, preference: `model_${label}` },
});
function asSample(question: Question) {
  const { id, split, prompt, criterion, label, said } = question;
  const record = {
    ...{ question_id: id, prompt_id: prompt, criterion, preference: `model_${label}`, benchmark_type: split },
    ...{ prediction: said === null ? 'fail' : `model_${said}`, parse_method: 'direct' },
  };
  const input = `Judge.\n[Question]: ${split} ${prompt}?\n[Response 1]: one\n[Response 2]: two`;
  return { input, filtered_resps: [text(question)], overall: record, [criterion]: record };
}

const FORMATS = {
  'multi-crit': (all: readonly Question[]) => ({
    'rows.jsonl': jsonl(all.map(asRow)),
    'x_outputs.jsonl': jsonl(all.map((q) => ({ question_id: q.id, output: text(q) }))),
  }),
  'multi-crit-lmms-eval': (all: readonly Question[]) =>
    Object.fromEntries(
      SPLITS.map((split) => [
        `1_samples_multi_crit_${split.replace('-', '_')}.jsonl`,
        jsonl(all.filter((q) => q.split === split).map(asSample)),
      ]),
    ),
};

/** Imports files and scores the run. */
async function scored(format: string, files: Readonly<Record<string, string>>) {
  const imported = await importFiles(format, files, ['--judge', 'coin-flip']);
  return { imported, ...(await scoresUnder(imported.folder)) };
}

async function scoresUnder(
  out: string,
  ...where: string[]
): Promise<{ ran: Ran; of: (metric: string, slice: string) => ScoreRow }> {
  const ran = await run(registerScore, ['score', out, '--json', ...where]);
  const { scores } = JSON.parse(ran.out) as { readonly scores: readonly ScoreRow[] };
  const of = (metric: string, slice: string): ScoreRow => {
    const found = scores.find((s) => s.metric === metric && s.slice === slice);
    if (found === undefined) throw new Error(`no ${metric} of ${slice}`);
    return found;
  };
  return { ran, of };
}

/** The set as narrow tables for the nested loops of the oracle, which know no importer. */
function asData(all: readonly Question[]): DataSet {
  const of = ({ split, prompt }: Question): string => `${split}/${prompt}`;
  const blank = {
    dimension: '',
    bias_type: '',
    subset: '',
    task: '',
    band: '',
    pair_group: '',
    pair_kind: '',
    annotator: '',
  };
  return {
    runs: [{ run: 'r', judge: 'r', protocol: 'pairwise', repeats: 1 }],
    instances: [
      ...new Map(all.map((q) => [of(q), { ...blank, instance: of(q), cluster: '', split: q.split }])).values(),
    ],
    responses: [],
    gold: all.map((q) => ({
      ...{ instance: of(q), response: '', criterion: q.criterion, kind: 'preference', value: q.label },
      ...{ number: null, annotator: '' },
    })),
    judgments: all.map(
      (q): JudgmentRow => ({
        ...{ run: 'r', instance: of(q), response: '', criterion: q.criterion, stage: 'judge', condition: 'base' },
        ...{ critique_judge: '', repeat: 0, order: 'ab', verdict: q.said, score: null, length: 1 },
        parse: q.said === null ? 'failed' : 'ok',
      }),
    ),
  };
}

describe.each(Object.entries(FORMATS))('%s: both splits of Multi-Crit with the official names', (format, write) => {
  test.each(drawn([1, 2, 3, 4, 5, 6], [1]))('set %d has the values that the formulas give', async (seed) => {
    const all = drawnSet(seed);
    const { imported, of } = await scored(format, write(all));
    expect(imported.err).not.toContain('left out');
    expect(imported.code).toBe(0);
    const rows = oracle(asData(all), OFFICIAL);
    for (const split of SPLITS) {
      for (const metric of ['pacc', 'tos', 'cmr', 'criterion_accuracy', 'coverage']) {
        const own = rows.filter((row) => row.metric === metric && row.slice['split'] === split);
        const [num, den] = [own.reduce((n, row) => n + row.num, 0), own.reduce((n, row) => n + row.den, 0)];
        if (den === 0) continue;
        const found = of(metric, `split=${split.replace('-', '_')}`);
        expect([seed, split, metric, found.num, found.den]).toEqual([seed, split, metric, num, den]);
      }
    }
  });
});

test('the reported folder: 25 rows read and used, both criteria beside each other', async () => {
  for (const format of ['multi-crit-lmms-eval']) {
    const out = path.join(scratchFolder(), 'run');
    const args = ['import', '--from', format, '--in', REPORTED, '--out', out, '--judge', 'coin-flip'];
    const imported = await run(registerImport, args);
    expect(imported).toMatchObject({ code: 0 });
    expect(imported.out).toContain('25 rows read, 25 used, 0 reported');
    const { of } = await scoresUnder(out);
    expect(of('coverage', 'split=open_ended')).toMatchObject({ num: 10, den: 10 });
    expect(of('coverage', 'split=reasoning')).toMatchObject({ num: 15, den: 15 });
    expect(of('criterion_accuracy', 'split=open_ended;criterion=grounding').den).toBe(5);
    expect(of('criterion_accuracy', 'split=reasoning;criterion=grounding').den).toBe(5);
  }
});

describe('what the import left out is told by the score', () => {
  const all = drawnSet(2);
  const splitOf = (split: Split): readonly Question[] => all.filter((q) => q.split === split);

  test('in the coverage of its split alone, and under --where in words', async () => {
    // A second name of one criterion within a split: its rows are left out.
    const twin = splitOf('reasoning').map((q) => ({
      ...q,
      id: `${q.id}-2`,
      prompt: `${q.prompt}-2`,
      criterion: q.criterion.toUpperCase(),
    }));
    const files = FORMATS['multi-crit-lmms-eval']([...all, ...twin]);
    const { imported, ran, of } = await scored('multi-crit-lmms-eval', files);
    expect(imported.code).toBe(1);
    const [open, reasoning] = [splitOf('open-ended').length, splitOf('reasoning').length];
    expect(of('coverage', 'split=open_ended')).toMatchObject({ den: open, reason: '' });
    expect(of('coverage', 'split=reasoning').den).toBe(reasoning + twin.length);
    expect(of('coverage', 'split=reasoning').reason).toContain(`${twin.length} answers were left out by the import`);
    expect(ran.out).toContain('answers of the judge were left out when the run was imported');
    const chosen = await scoresUnder(imported.folder, '--where', "split = 'reasoning'");
    expect(chosen.of('coverage', 'split=reasoning')).toMatchObject({ den: reasoning });
    expect(chosen.of('coverage', 'split=reasoning').reason).toContain('answers were left out by the import');
  });

  test('where nobody knows the split, beside both; and so is a label that was left out without an answer', async () => {
    const { 'rows.jsonl': rows, 'x_outputs.jsonl': outputs } = FORMATS['multi-crit'](all);
    const strange = jsonl([{ question_id: 'nobody knows', output: 'Response 1 is better.' }]);
    const { of } = await scored('multi-crit', { 'rows.jsonl': rows, 'x_outputs.jsonl': outputs + strange });
    for (const split of ['open_ended', 'reasoning'])
      expect(of('coverage', `split=${split}`).reason).toContain('1 answer was left out by the import');
    const unlabelled = rows + jsonl([{ ...asRow(all[0] as Question), question_id: 'more', preference: 'neither' }]);
    const { ran } = await scored('multi-crit', { 'rows.jsonl': unlabelled, 'x_outputs.jsonl': outputs });
    expect(ran.out).toContain('rows were left out when the run was imported');
  });

  test('an answer whose question stands in two splits goes to the one that it names, else nowhere', async () => {
    const twins = all.map((q, i) => ({
      ...q,
      id: `${i - (q.split === 'reasoning' ? splitOf('open-ended').length : 0)}`,
    }));
    const outputs = twins.map((q) => ({ question_id: q.id, output: text(q) }));
    const rows = jsonl(twins.map(asRow));
    const named = await scored('multi-crit', {
      'rows.jsonl': rows,
      'x_outputs.jsonl': jsonl(outputs.map((row, i) => ({ ...row, split: twins[i]?.split }))),
    });
    expect(named.imported.code).toBe(0);
    const plain = await scored('multi-crit', FORMATS['multi-crit'](all));
    for (const split of ['split=open_ended', 'split=reasoning'])
      expect(named.of('pacc', split)).toEqual(plain.of('pacc', split));
    const unnamed = await scored('multi-crit', { 'rows.jsonl': rows, 'x_outputs.jsonl': jsonl(outputs) });
    expect(unnamed.imported.code).toBe(1);
    expect(unnamed.imported.err).toContain('it is unclear to which of them this answer belongs');
  });
});
