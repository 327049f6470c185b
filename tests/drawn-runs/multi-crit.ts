import type { DataSet, JudgmentRow } from '../metrics/generate.ts';
import { type DrawnRun, jsonLines, NO_ANSWER, NO_FACETS, Throws } from './run.ts';

/** Criteria of both splits by the names of the official files, and by the paper's: `visual-grounding` is `grounding`, which the other split has, too. */
const CRITERIA = {
  open_ended: {
    ...{ completeness: 'completeness', 'visual-grounding': 'grounding', hallucination: 'hallucination' },
    ...{ expressiveness: 'expressiveness', clarity: 'clarity' },
  },
  reasoning: {
    ...{ grounding: 'grounding', logic: 'logic', hallucination: 'hallucination', exploration: 'exploration' },
    efficiency: 'efficiency',
  },
} as const;
const SPLITS = ['open_ended', 'reasoning'] as const;

function answer(die: Throws, label: string, skill: number): Pick<JudgmentRow, 'verdict' | 'parse' | 'length'> {
  const other = label === 'a' ? 'b' : 'a';
  if (die.with(skill)) return { verdict: label, parse: die.of('ok', 'ok', 'verifier'), length: 6 };
  if (die.with(0.6)) return { verdict: other, parse: 'ok', length: 6 };
  if (die.with(0.4)) return { verdict: 'tie', parse: 'ok', length: 6 };
  // An empty answer, and the other ways to have no verdict.
  return die.of(
    { verdict: null, parse: 'failed', length: 0 },
    { verdict: null, parse: 'failed', length: 6 },
    { verdict: null, parse: 'refused', length: 6 },
    { verdict: null, parse: 'error', length: 6 },
  );
}

/** What official logs cannot say. */
interface Shape {
  /** Everything was judged once, in one order. */
  readonly once: boolean;
}

function casesOf(die: Throws, seed: number): Pick<DataSet, 'instances' | 'gold'> {
  const instances: DataSet['instances'] = [];
  const gold: DataSet['gold'] = [];
  for (const split of SPLITS) {
    for (const i of Array(die.int(4, 12)).keys()) {
      const instance = `${split[0]}${seed}-${i}`;
      // Cases of both splits may belong together.
      const cluster = die.of('', '', `c${seed}-${i % 4}`, `${split}-${seed}-${i % 3}`);
      instances.push({ ...NO_FACETS, instance, cluster, split, task: die.of('art', 'maths') });
      const lean = die.of('a', 'b');
      for (const criterion of Object.values(CRITERIA[split])) {
        if (die.with(0.2)) continue;
        const value = die.with(0.3) ? (lean === 'a' ? 'b' : 'a') : lean;
        gold.push({ instance, response: '', criterion, kind: 'preference', value, number: null, annotator: '' });
      }
    }
  }
  return { instances, gold };
}

/** A run of both splits: clusters, several repeats of which the last is unfinished, both orders, ties and empty answers; `once`: as official logs are. */
export function drawMultiCrit(seed: number, { once }: Shape = { once: false }): DrawnRun {
  const die = new Throws(seed);
  const run = `crit-${seed}`;
  const cases = casesOf(die, seed);
  const instances = once ? cases.instances.map((row) => ({ ...row, cluster: '', task: '' })) : cases.instances;
  const repeats = once ? 1 : die.of(1, 1, 2, 3);
  const [skill, swap, gap] = [die.of(0.3, 0.6, 0.9), once ? 0 : die.of(0, 0.5, 1), once ? 0 : die.of(0, 0.15)];
  const judgments: JudgmentRow[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const missing = repeat > 0 && repeat === repeats - 1 ? 0.5 : gap;
    for (const { instance, criterion, value } of cases.gold) {
      const row = { ...NO_ANSWER, run, instance, criterion, repeat };
      if (!die.with(missing)) judgments.push({ ...row, ...answer(die, value, skill) });
      if (die.with(swap)) judgments.push({ ...row, order: 'ba', ...answer(die, value, skill) });
    }
  }
  const runs = [{ run, judge: `judge-${run}`, protocol: 'pairwise' as const, repeats }];
  return { benchmark: 'multi-crit', run, data: { runs, ...cases, instances, responses: [], judgments } };
}

const MODELS = { a: 'model_a', b: 'model_b' } as const;

/** What the official evaluation code files a verdict as. */
function prediction({ verdict, parse }: JudgmentRow): string {
  if (verdict === 'a' || verdict === 'b') return MODELS[verdict];
  return verdict === 'tie' || parse === 'failed' ? 'fail' : 'error';
}

/** The logs that lmms-eval writes of a run that was drawn `once`: a file per split, prompts counted anew in each, by its own names of criteria. */
export function lmmsEvalLogs({ run, data }: DrawnRun): ReadonlyMap<string, string> {
  return new Map(
    SPLITS.map((split) => {
      const own = new Map(data.instances.filter((i) => i.split === split).map((i) => [i.instance, i]));
      const names = new Map<string, string>(Object.entries(CRITERIA[split]).map(([name, id]) => [id, name]));
      const rows = data.judgments
        .filter(({ instance }) => own.has(instance))
        .map((row, doc_id) => {
          const criterion = names.get(row.criterion) ?? '';
          const label = data.gold.find((g) => g.instance === row.instance && g.criterion === row.criterion);
          const preference = label?.value === 'a' ? MODELS.a : MODELS.b;
          const text = row.length === 0 ? '' : 'A reason.';
          const record = {
            ...{ question_id: `${row.instance}-${criterion}`, prompt_id: row.instance, criterion, preference },
            ...{ prediction: prediction(row), benchmark_type: split === 'reasoning' ? 'reasoning' : 'open-ended' },
            parse_method: row.parse === 'verifier' ? 'verifier' : 'direct',
          };
          const input = `Judge.\n[Question]: What of ${row.instance}?\n[Response 1]: one\n[Response 2]: two\n\nSay why.`;
          return { doc_id, target: preference, resps: [[text]], filtered_resps: [text], input, overall: record };
        });
      return [`judge-${run}/20260101_000000_samples_multi_crit_${split}.jsonl`, jsonLines(rows)] as const;
    }),
  );
}
