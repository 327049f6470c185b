import type { JudgmentRow } from '../metrics/generate.ts';
import { type DrawnRun, NO_ANSWER, NO_FACETS, Throws } from './run.ts';

const TYPES = [
  ...(['text-dominance', 'image-dominance', 'response-dominance'] as const).map((t) => [t, 'integrity'] as const),
  ...(['instruction-misalignment', 'image-misalignment'] as const).map((t) => [t, 'congruity'] as const),
  ...(['detail-description', 'unnecessary-image', 'visual-transformation', 'texture-insertion'] as const).map(
    (t) => [t, 'robustness'] as const,
  ),
];

function score(die: Throws, lowest: boolean): Pick<JudgmentRow, 'score' | 'parse' | 'length'> {
  if (lowest && die.with(0.9)) return { score: 1, parse: 'ok', length: 6 };
  if (die.with(0.85)) return { score: die.int(1, 10), parse: die.of('ok', 'ok', 'fallback'), length: 6 };
  return die.of(
    { score: null, parse: 'abstained', length: 6 },
    { score: null, parse: 'failed', length: 6 },
    { score: null, parse: 'failed', length: 0 },
  );
}

/** A run over bias types, not always all nine: seeds of which the last is unfinished, N/A, empty answers, types in which every first score is 1. */
export function drawJudgeBias(seed: number): DrawnRun {
  const die = new Throws(seed + 1000);
  const run = `bias-${seed}`;
  const types = TYPES.filter(() => die.with(0.85));
  const lowest = die.of('', 'text-dominance', 'image-misalignment');
  const instances = types.flatMap(([bias_type, dimension]) =>
    Array.from({ length: die.int(1, 5) }, (_, i) => ({
      ...NO_FACETS,
      ...{ instance: `${run}-${bias_type}-${i}`, cluster: '', split: '', bias_type, dimension },
      task: die.of('perception', 'reasoning'),
    })),
  );
  const repeats = die.of(1, 2, 3);
  const judgments: JudgmentRow[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const missing = repeat > 0 && repeat === repeats - 1 ? 0.4 : die.of(0, 0.1);
    for (const { instance, bias_type } of instances) {
      if (die.with(missing)) continue;
      const row = { ...NO_ANSWER, run, instance, repeat };
      judgments.push({ ...row, ...score(die, bias_type === lowest) });
      if (die.with(0.95)) judgments.push({ ...row, condition: bias_type, ...score(die, false) });
    }
  }
  const runs = [{ run, judge: `judge-${run}`, protocol: 'perturbation' as const, repeats }];
  return { benchmark: 'mm-judgebias', run, data: { runs, instances, responses: [], gold: [], judgments } };
}

/** What a judge wrote that has this score. */
function textOf({ score: value, parse, length }: JudgmentRow): string {
  if (length === 0) return '';
  if (parse === 'abstained') return '### Score: N/A';
  if (value === null) return 'I cannot say.';
  return parse === 'fallback' ? `I would give it ${value}` : `### Feedback: 3 things. ### Score: ${value}`;
}

/** The folders that the official code writes: one per seed, one file per sample with both sides, scores in the texts. */
export function judgementFolders({ data }: DrawnRun): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [key, rows] of Map.groupBy(data.judgments, ({ repeat, instance }) => JSON.stringify([repeat, instance]))) {
    const [repeat, instance] = JSON.parse(key) as [number, string];
    const about = data.instances.find((one) => one.instance === instance);
    const meta = { id: instance, bias_type: about?.bias_type.replaceAll('-', '_'), bias_category: about?.dimension };
    const sides = rows.map((row) => [row.condition === 'base' ? 'unbiased' : 'biased', textOf(row)] as const);
    const judgement = { 'drawn-judge': Object.fromEntries(sides) };
    files.set(`judgements/seed_${repeat}/${instance}.json`, JSON.stringify({ meta, judgement }));
  }
  return files;
}
