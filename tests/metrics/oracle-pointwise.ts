import type { DataSet, InstanceRow, JudgmentRow } from './generate.ts';
import {
  type Contribution,
  contribution,
  type OracleSettings,
  partOf,
  READABLE,
  repeatsOf,
  unique,
} from './oracle-rows.ts';

export function pointwiseContributions(
  run: string,
  protocol: string,
  data: DataSet,
  rows: JudgmentRow[],
  settings: OracleSettings,
  promised = 1,
): Contribution[] {
  const out: Contribution[] = [];
  const repeats = repeatsOf(promised, rows);
  const nameOf = (repeat: number) => (repeats.length > 1 ? String(repeat) : '');
  const scoreOf = (j: JudgmentRow | undefined) => {
    if (j === undefined || j.score === null) return null;
    if (j.parse === 'abstained') return null;
    return READABLE.includes(j.parse) ? j.score : null;
  };
  const touched = new Set(data.instances.filter((i) => rows.some((j) => j.instance === i.instance)).map(partOf));
  for (const i of data.instances) {
    const mine = rows.filter((j) => j.instance === i.instance);
    const rated = data.gold.filter((g) => g.instance === i.instance && g.kind === 'quality' && g.annotator === '');
    for (const g of protocol === 'pointwise' && touched.has(partOf(i)) ? rated : []) {
      const listed = mine.some((j) => j.criterion === g.criterion && ['', g.response].includes(j.response));
      const slice = { split: i.split, stage: 'judge', parse: 'missing' };
      for (const repeat of listed ? [] : repeats)
        out.push(contribution(run, i, 'coverage', { ...slice, repeat: nameOf(repeat) }, 0, 1));
    }
    const dimension = i.dimension === 'integrality' ? 'integrity' : i.dimension;
    const facets = { dimension, bias_type: i.bias_type };
    for (const j of mine) {
      const slice = { split: i.split, stage: 'judge', parse: j.parse, repeat: nameOf(j.repeat) };
      out.push(contribution(run, i, 'coverage', slice, READABLE.includes(j.parse) ? 1 : 0, 1));
    }
    for (const response of unique(mine.map((j) => j.response))) {
      const ofResponse = mine.filter((j) => j.response === response);
      const bases = ofResponse.filter((j) => j.condition === 'base');
      const scores = bases.map(scoreOf).filter((s) => s !== null);
      if (scores.length > 1) {
        const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
        const variance = scores.reduce((a, s) => a + (s - mean) ** 2, 0) / (scores.length - 1);
        out.push(contribution(run, i, 'inter_run_variance', { split: i.split, ...facets }, variance, 1));
      }
      for (const base of bases) {
        const y = scoreOf(base);
        if (y === null) continue;
        if (protocol === 'perturbation')
          out.push(contribution(run, i, 'inter_sample_variance', { ...facets, repeat: nameOf(base.repeat) }, y, 1));
        const made = data.responses.filter((x) => x.instance === i.instance && x.model !== '');
        const model =
          response === ''
            ? made.length === 1
              ? made[0]?.model
              : undefined
            : made.find((x) => x.response === response)?.model;
        if (protocol === 'pointwise') {
          const slice = { split: i.split, generator: model ?? '', repeat: nameOf(base.repeat) };
          out.push(contribution(run, i, 'mean_score', slice, y, 1));
        }
        if (model !== undefined) {
          out.push(contribution(run, i, 'self_enhancement', { generator: model, repeat: nameOf(base.repeat) }, y, 1));
        }
      }
      const sides = unique(ofResponse.map((j) => j.condition));
      if (protocol === 'perturbation' && !sides.some((side) => side !== 'base')) sides.push('');
      if (protocol === 'perturbation' && !sides.includes('base')) sides.push('base');
      for (const repeat of repeats) {
        for (const side of sides) {
          if (ofResponse.some((j) => j.repeat === repeat && j.condition === side)) continue;
          const missing = { split: i.split, stage: 'judge', parse: 'missing', repeat: nameOf(repeat) };
          out.push(contribution(run, i, 'coverage', missing, 0, 1));
        }
      }
      if (protocol !== 'perturbation') continue;
      for (const repeat of unique(ofResponse.map((j) => j.repeat))) {
        const base = bases.find((j) => j.repeat === repeat);
        const after = ofResponse.filter((j) => j.condition !== 'base' && j.repeat === repeat);
        for (const z of after.length === 0 ? [undefined] : after) {
          out.push(
            ...pairContributions(
              run,
              i,
              { dimension, bias_type: i.bias_type || (z?.condition ?? ''), repeat: nameOf(repeat) },
              base,
              z,
              scoreOf,
            ),
          );
        }
      }
    }
  }
  return settings.zeros === 'official' ? [...out, ...officialZeros(run, rows, data, out, nameOf)] : out;
}

/** A 0 for every pair with two numbers in a bias type and repeat of which no pair has a BD. */
function officialZeros(
  run: string,
  rows: readonly JudgmentRow[],
  data: DataSet,
  scored: readonly Contribution[],
  nameOf: (repeat: number) => string,
): Contribution[] {
  const hasNumber = (j: JudgmentRow) => j.score !== null && [...READABLE, 'abstained'].includes(j.parse);
  return data.instances.flatMap((i) => {
    const dimension = i.dimension === 'integrality' ? 'integrity' : i.dimension;
    if (!['integrity', 'congruity'].includes(dimension)) return [];
    const mine = rows.filter((j) => j.instance === i.instance && hasNumber(j));
    return mine.flatMap((z) => {
      if (z.condition === 'base') return [];
      const isPaired = mine.some((y) => y.condition === 'base' && y.repeat === z.repeat && y.response === z.response);
      const slice = { dimension, bias_type: i.bias_type || z.condition, repeat: nameOf(z.repeat) };
      const zero = contribution(run, i, 'bd', slice, 0, 1);
      const hasValue = scored.some((c) => c.metric === 'bd' && JSON.stringify(c.slice) === JSON.stringify(zero.slice));
      return isPaired && !hasValue ? [zero] : [];
    });
  });
}

function pairContributions(
  run: string,
  i: InstanceRow,
  slice: { dimension: string; bias_type: string; repeat: string },
  base: JudgmentRow | undefined,
  after: JudgmentRow | undefined,
  scoreOf: (j: JudgmentRow | undefined) => number | null,
): Contribution[] {
  const out: Contribution[] = [];
  if (after !== undefined && after.parse !== 'missing') {
    out.push(contribution(run, i, 'abstention_ratio', slice, after.parse === 'abstained' ? 1 : 0, 1));
  }
  const [y, z] = [scoreOf(base), scoreOf(after)];
  if (y === null || z === null) return out;
  if (['integrity', 'congruity'].includes(slice.dimension) && y > 1) {
    out.push(contribution(run, i, 'bd', slice, Math.max(0, y - z) / (y - 1), 1));
  }
  if (slice.dimension === 'robustness') {
    out.push(contribution(run, i, 'bc', slice, 1 - Math.abs(y - z) / Math.max(y - 1, 10 - y), 1));
  }
  return out;
}
