/**
 * An independent scorer: nested loops written from the formulas of metrics.md, no code shared with src. Slow and plain on purpose.
 */
import type { DataSet, GoldRow, InstanceRow, JudgmentRow } from './generate.ts';

export interface OracleSettings {
  missing: 'left-out' | 'wrong';
  abstained: 'excluded' | 'scored';
  vote: number | null;
  judged: 'runs' | 'annotators';
}

export interface Contribution {
  run: string;
  cluster: string;
  instance: string;
  metric: string;
  slice: Record<string, string>;
  num: number;
  den: number;
}

const READABLE = ['ok', 'verifier', 'fallback'];
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
const clusterOf = (i: InstanceRow) => (i.cluster === '' ? i.instance : i.cluster);
const partOf = (i: InstanceRow) => `${i.split}\u0000${i.subset}`;

/** A row for each metric goes through here: pairs without a value are left out of the slice. */
function contribution(
  run: string,
  i: InstanceRow,
  metric: string,
  slice: Record<string, string>,
  num: number,
  den: number,
): Contribution {
  const kept = Object.fromEntries(Object.entries(slice).filter(([, v]) => v !== ''));
  return { run, cluster: clusterOf(i), instance: i.instance, metric, slice: kept, num, den };
}

export function oracle(data: DataSet, settings: OracleSettings): Contribution[] {
  if (settings.judged === 'annotators') return annotatorContributions(data, settings);
  return data.runs.flatMap(({ run, protocol }) => {
    const own = data.judgments.filter((j) => j.run === run);
    if (protocol === 'pairwise') {
      const labels = data.gold.filter((g) => g.kind === 'preference' && g.annotator === '');
      return pairwiseContributions(
        run,
        data,
        settings.vote === null ? own : voted(own, settings.vote),
        labels,
        settings,
      );
    }
    return protocol === 'critique'
      ? critiqueContributions(run, data, own, settings)
      : pointwiseContributions(run, protocol, data, own, settings);
  });
}

/** Every K-subset of repeats becomes one repeat, answering with the majority. */
function voted(rows: JudgmentRow[], k: number): JudgmentRow[] {
  const repeats = unique(rows.map((j) => j.repeat)).sort((a, b) => a - b);
  const subsets: number[][] = [];
  const grow = (from: number, members: number[]) => {
    if (members.length === k) subsets.push(members);
    else for (let i = from; i < repeats.length; i += 1) grow(i + 1, [...members, repeats[i] ?? 0]);
  };
  grow(0, []);
  return subsets.flatMap((members, repeat) => {
    const seen = rows.filter((j) => members.includes(j.repeat));
    const keys = unique(seen.map((j) => JSON.stringify([j.instance, j.criterion, j.order])));
    return keys.map((key) => {
      const ballots = seen.filter((j) => JSON.stringify([j.instance, j.criterion, j.order]) === key);
      const count = (v: string) => ballots.filter((j) => READABLE.includes(j.parse) && j.verdict === v).length;
      const [a, b] = [count('a'), count('b')];
      const first = ballots[0];
      if (first === undefined) throw new Error('no ballot');
      const verdict = a > b ? 'a' : b > a ? 'b' : null;
      const parse = ballots.every((j) => j.parse === 'missing') ? 'missing' : verdict === null ? 'failed' : 'ok';
      return { ...first, repeat, verdict, parse };
    });
  });
}

function annotatorContributions(data: DataSet, settings: OracleSettings): Contribution[] {
  const single = data.gold.filter((g) => g.kind === 'preference' && g.annotator !== '');
  return unique(single.map((g) => g.annotator)).flatMap((annotator) => {
    const answers = single
      .filter((g) => g.annotator === annotator)
      .map((g): JudgmentRow => ({ ...asJudgment(g), run: annotator }));
    const labels: GoldRow[] = [];
    for (const i of data.instances) {
      for (const criterion of unique(single.map((g) => g.criterion))) {
        const others = single.filter(
          (g) => g.instance === i.instance && g.criterion === criterion && g.annotator !== annotator,
        );
        // A label by others counts only where this annotator judged too: nobody was asked for the rest.
        if (!answers.some((j) => j.instance === i.instance && j.criterion === criterion)) continue;
        const lead = others.filter((g) => g.value === 'a').length - others.filter((g) => g.value === 'b').length;
        const first = others[0];
        if (lead !== 0 && first !== undefined) labels.push({ ...first, value: lead > 0 ? 'a' : 'b' });
      }
    }
    return pairwiseContributions(annotator, data, answers, labels, settings);
  });
}

function asJudgment(g: GoldRow): JudgmentRow {
  const { instance, response, criterion, value } = g;
  const fixed = {
    stage: 'judge',
    condition: 'base',
    critique_judge: '',
    repeat: 0,
    order: 'ab',
    score: null,
    parse: 'ok',
    length: 0,
  } as const;
  return { run: '', instance, response, criterion, verdict: value, ...fixed };
}

interface Sheet {
  i: InstanceRow;
  repeat: string;
  labels: Map<string, string>;
  /** The valid verdict per criterion. */
  verdicts: Map<string, string>;
}

function pairwiseContributions(
  run: string,
  data: DataSet,
  rows: JudgmentRow[],
  labels: GoldRow[],
  settings: OracleSettings,
): Contribution[] {
  const out: Contribution[] = [];
  const repeats = unique(rows.map((j) => j.repeat));
  for (const repeat of repeats) {
    const name = repeats.length > 1 ? String(repeat) : '';
    const here = rows.filter((j) => j.repeat === repeat);
    const labelled = (i: InstanceRow) => labels.filter((g) => g.instance === i.instance);
    const touched = new Set(
      data.instances.filter((i) => labelled(i).length > 0 && here.some((j) => j.instance === i.instance)).map(partOf),
    );
    for (const i of data.instances) {
      const mine = here.filter((j) => j.instance === i.instance);
      if (mine.length === 0 && !touched.has(partOf(i))) continue;
      const sheet: Sheet = { i, repeat: name, labels: new Map(), verdicts: new Map() };
      for (const criterion of unique([...mine, ...labelled(i)].map((x) => x.criterion))) {
        const given = mine.filter((j) => j.criterion === criterion && j.parse !== 'missing');
        const answer = given.find((j) => j.order === 'ab') ?? given[0];
        if (
          answer !== undefined &&
          READABLE.includes(answer.parse) &&
          (answer.verdict === 'a' || answer.verdict === 'b')
        ) {
          sheet.verdicts.set(criterion, answer.verdict);
        }
        const label = labelled(i).find((g) => g.criterion === criterion);
        if (label !== undefined && (answer !== undefined || settings.missing === 'wrong')) {
          sheet.labels.set(criterion, label.value);
        }
        out.push(...consistency(run, i, name, criterion, given));
        if (label !== undefined && !mine.some((j) => j.criterion === criterion)) {
          out.push(
            contribution(run, i, 'coverage', { split: i.split, stage: 'judge', parse: 'missing', repeat: name }, 0, 1),
          );
        }
      }
      for (const j of mine) {
        const read = READABLE.includes(j.parse) ? 1 : 0;
        out.push(
          contribution(run, i, 'coverage', { split: i.split, stage: 'judge', parse: j.parse, repeat: name }, read, 1),
        );
        const label = labelled(i).find((g) => g.criterion === j.criterion);
        if (
          i.pair_kind === 'verbosity' &&
          label !== undefined &&
          (j.parse !== 'missing' || settings.missing === 'wrong')
        ) {
          out.push(
            contribution(
              run,
              i,
              'verbosity_robustness',
              { repeat: name },
              read && j.verdict === label.value ? 1 : 0,
              1,
            ),
          );
        }
      }
      out.push(...sheetContributions(run, sheet));
    }
  }
  return out;
}

function consistency(
  run: string,
  i: InstanceRow,
  repeat: string,
  criterion: string,
  given: JudgmentRow[],
): Contribution[] {
  const ab = given.find((j) => j.order === 'ab');
  const ba = given.find((j) => j.order === 'ba');
  if (ab === undefined || ba === undefined) return [];
  const both = READABLE.includes(ab.parse) && READABLE.includes(ba.parse);
  const same = both && ab.verdict === ba.verdict && (ab.verdict === 'a' || ab.verdict === 'b');
  return [contribution(run, i, 'position_consistency', { split: i.split, criterion, repeat }, same ? 1 : 0, 1)];
}

function sheetContributions(run: string, { i, repeat, labels, verdicts }: Sheet): Contribution[] {
  const out: Contribution[] = [];
  const split = i.split;
  const add = (metric: string, slice: Record<string, string>, num: number, den: number) =>
    out.push(contribution(run, i, metric, slice, num, den));
  const criteria = [...labels.keys()].sort();
  const right = (c: string) => verdicts.get(c) === labels.get(c);
  const apart = (c: string, d: string) => verdicts.has(c) && verdicts.has(d) && verdicts.get(c) !== verdicts.get(d);
  let conflict = false;
  let detected = false;
  const differ = { num: 0, den: 0 };
  const agree = { num: 0, den: 0 };
  const halo = { verdicts: 0, labels: 0 };
  for (const c of criteria) {
    add('criterion_accuracy', { split, criterion: c, repeat }, right(c) ? 1 : 0, 1);
    for (const d of criteria) {
      if (c === d) continue;
      const opposed = labels.get(c) !== labels.get(d);
      if (opposed)
        add('leakage', { split, criterion: c, other: d, repeat }, verdicts.get(c) === labels.get(d) ? 1 : 0, 1);
      if (c > d) continue;
      const sum = opposed ? differ : agree;
      sum.den += 1;
      if (apart(c, d)) sum.num += 1;
      if (verdicts.has(c) && verdicts.has(d)) {
        if (apart(c, d)) halo.verdicts += 1;
        if (opposed) halo.labels += 1;
      }
      if (opposed) {
        conflict = true;
        detected ||= apart(c, d);
        add('cmr', { split, criterion: c, other: d, repeat }, right(c) && right(d) ? 1 : 0, 1);
      }
    }
  }
  if (criteria.length > 0) {
    add('pacc', { split, conflict: conflict ? 'yes' : 'no', repeat }, criteria.every(right) ? 1 : 0, 1);
  }
  if (conflict) add('tos', { split, repeat }, detected ? 1 : 0, 1);
  if (differ.den > 0) add('conflict_discrimination', { split, gold: 'differ', repeat }, differ.num, differ.den);
  if (agree.den > 0) add('conflict_discrimination', { split, gold: 'agree', repeat }, agree.num, agree.den);
  if (halo.labels > 0 || halo.verdicts > 0) add('halo', { split, repeat }, halo.labels - halo.verdicts, halo.labels);
  return out;
}

function pointwiseContributions(
  run: string,
  protocol: string,
  data: DataSet,
  rows: JudgmentRow[],
  settings: OracleSettings,
): Contribution[] {
  const out: Contribution[] = [];
  const repeats = unique(rows.map((j) => j.repeat));
  const nameOf = (repeat: number) => (repeats.length > 1 ? String(repeat) : '');
  const scoreOf = (j: JudgmentRow | undefined) => {
    if (j === undefined || j.score === null) return null;
    if (j.parse === 'abstained') return settings.abstained === 'scored' ? j.score : null;
    return READABLE.includes(j.parse) ? j.score : null;
  };
  for (const i of data.instances) {
    const mine = rows.filter((j) => j.instance === i.instance);
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
        out.push(contribution(run, i, 'inter_run_variance', facets, variance, 1));
      }
      for (const base of bases) {
        const y = scoreOf(base);
        if (y === null) continue;
        out.push(contribution(run, i, 'inter_sample_variance', { ...facets, repeat: nameOf(base.repeat) }, y, 1));
        const made = data.responses.filter((x) => x.instance === i.instance && x.model !== '');
        const model =
          response === ''
            ? made.length === 1
              ? made[0]?.model
              : undefined
            : made.find((x) => x.response === response)?.model;
        if (model !== undefined) {
          out.push(contribution(run, i, 'self_enhancement', { generator: model, repeat: nameOf(base.repeat) }, y, 1));
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
  return out;
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
  if (base === undefined || after === undefined) {
    const missing = { split: i.split, stage: 'judge', parse: 'missing', repeat: slice.repeat };
    out.push(contribution(run, i, 'coverage', missing, 0, 1));
  }
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

function critiqueContributions(
  run: string,
  data: DataSet,
  rows: JudgmentRow[],
  settings: OracleSettings,
): Contribution[] {
  const out: Contribution[] = [];
  const repeats = unique(rows.map((j) => j.repeat));
  const instanceOf = new Map(data.instances.map((i) => [i.instance, i]));
  for (const repeat of repeats) {
    const name = repeats.length > 1 ? String(repeat) : '';
    const here = rows.filter((j) => j.repeat === repeat);
    for (const j of here) {
      const i = instanceOf.get(j.instance);
      if (i === undefined) continue;
      if (j.stage === 'correction') {
        const slice = { split: i.split, stage: 'correction', parse: j.parse, repeat: name };
        out.push(contribution(run, i, 'coverage', slice, READABLE.includes(j.parse) ? 1 : 0, 1));
      }
      if (j.score === null || j.score < 0 || j.score > 10) continue;
      const facets = { subset: i.subset, task_type: i.task };
      if (j.stage === 'critique') {
        const more = { quality_band: i.band, critique_judge: j.critique_judge, annotator: i.annotator, repeat: name };
        out.push(contribution(run, i, 'critique_score', { ...facets, ...more }, j.score, 1));
      }
      if (j.stage === 'correction') {
        out.push(
          contribution(
            run,
            i,
            'correction_score',
            { ...facets, critique_judge: j.critique_judge, repeat: name },
            j.score,
            1,
          ),
        );
      }
    }
    for (const stage of ['critique', 'preference']) {
      const parts = new Set(
        here
          .filter((j) => j.stage === stage)
          .flatMap((j) => data.instances.filter((i) => i.instance === j.instance).map(partOf)),
      );
      for (const i of data.instances) {
        if (!parts.has(partOf(i))) continue;
        for (const { response, label } of asked(data, i, stage)) {
          const mine = here.filter(
            (j) =>
              j.stage === stage && j.instance === i.instance && (stage === 'preference' || j.response === response),
          );
          out.push(...replyContributions(run, i, stage, name, label, mine, settings));
        }
      }
    }
  }
  return out;
}

function asked(data: DataSet, i: InstanceRow, stage: string): { response: string; label: string }[] {
  const gold = data.gold.filter((g) => g.instance === i.instance && g.annotator === '');
  if (stage === 'critique') {
    return gold.filter((g) => g.kind === 'correct').map((g) => ({ response: g.response, label: g.value }));
  }
  const preference = gold.find((g) => g.kind === 'preference');
  if (preference !== undefined) return [{ response: '', label: preference.value }];
  const quality = (r: string) => gold.find((g) => g.kind === 'quality' && g.response === r)?.number ?? null;
  const [a, b] = [quality('a'), quality('b')];
  return a === null || b === null || a === b ? [] : [{ response: '', label: a > b ? 'a' : 'b' }];
}

function replyContributions(
  run: string,
  i: InstanceRow,
  stage: string,
  repeat: string,
  label: string,
  mine: JudgmentRow[],
  settings: OracleSettings,
): Contribution[] {
  const given = mine.filter((j) => j.parse !== 'missing');
  const answer = given.find((j) => j.order === 'ab') ?? given[0];
  const verdict = answer?.verdict ?? null;
  const parse = answer?.parse ?? 'missing';
  const out = [
    contribution(run, i, 'coverage', { split: i.split, stage, parse, repeat }, READABLE.includes(parse) ? 1 : 0, 1),
  ];
  if (verdict === null && settings.missing === 'left-out') return out;
  const slice =
    stage === 'critique'
      ? { subset: i.subset, task_type: i.task, quality_band: i.band, repeat }
      : { quality_pair: i.pair_group, task_type: i.task, repeat };
  out.push(
    contribution(
      run,
      i,
      stage === 'critique' ? 'critique_accuracy' : 'preference_accuracy',
      slice,
      verdict === label ? 1 : 0,
      1,
    ),
  );
  return out;
}
