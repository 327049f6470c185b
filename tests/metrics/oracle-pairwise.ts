import type { DataSet, GoldRow, InstanceRow, JudgmentRow } from './generate.ts';
import {
  type Contribution,
  contribution,
  type OracleSettings,
  partOf,
  READABLE,
  repeatsOf,
  unique,
} from './oracle-rows.ts';

export function annotatorContributions(data: DataSet, settings: OracleSettings): Contribution[] {
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

export function pairwiseContributions(
  run: string,
  data: DataSet,
  rows: JudgmentRow[],
  labels: GoldRow[],
  settings: OracleSettings,
  promised = 1,
): Contribution[] {
  const out: Contribution[] = [];
  const repeats = repeatsOf(promised, rows);
  const bothOrders = new Set(
    data.instances.filter((i) => rows.some((j) => j.instance === i.instance && isSwapped(j, rows))).map((i) => i.split),
  );
  for (const repeat of repeats) {
    const name = repeats.length > 1 ? String(repeat) : '';
    const here = rows.filter((j) => j.repeat === repeat);
    const labelled = (i: InstanceRow) => labels.filter((g) => g.instance === i.instance);
    const touched = new Set(
      data.instances.filter((i) => labelled(i).length > 0 && rows.some((j) => j.instance === i.instance)).map(partOf),
    );
    for (const i of data.instances) {
      const mine = here.filter((j) => j.instance === i.instance);
      if (mine.length === 0 && !touched.has(partOf(i))) continue;
      const sheet: Sheet = { i, repeat: name, labels: new Map(), verdicts: new Map() };
      for (const criterion of unique([...mine, ...labelled(i)].map((x) => x.criterion))) {
        const filed = mine.filter((j) => j.criterion === criterion);
        const given = filed.filter((j) => j.parse !== 'missing');
        // What the run has on file in the first order counts, be it a row that says missing.
        const counts = filed.find((j) => j.order === 'ab') ?? filed[0];
        const answer = counts?.parse === 'missing' ? undefined : counts;
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
        if (label !== undefined && bothOrders.has(i.split)) {
          out.push(...overOrders(run, i, name, label, given, settings));
        }
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

/** Was the same question answered in the other order, too? */
function isSwapped(j: JudgmentRow, rows: readonly JudgmentRow[]): boolean {
  const other = rows.find(
    (o) => o.instance === j.instance && o.criterion === j.criterion && o.repeat === j.repeat && o.order !== j.order,
  );
  return j.parse !== 'missing' && other !== undefined && other.parse !== 'missing';
}

/** Accuracy over all orders, right in both, and the majority of both, on one labelled criterion. */
function overOrders(
  run: string,
  i: InstanceRow,
  repeat: string,
  label: GoldRow,
  given: readonly JudgmentRow[],
  settings: OracleSettings,
): Contribution[] {
  const ballots = (['ab', 'ba'] as const).flatMap((order) => {
    const answer = given.find((j) => j.order === order);
    if (answer === undefined) return settings.missing === 'wrong' ? ['nothing'] : [];
    return [READABLE.includes(answer.parse) ? (answer.verdict ?? 'nothing') : 'nothing'];
  });
  const slice = { split: i.split, criterion: label.criterion, repeat };
  const out: Contribution[] = [];
  for (const ballot of ballots) {
    out.push(contribution(run, i, 'all_orders_accuracy', slice, ballot === label.value ? 1 : 0, 1));
  }
  if (ballots.length < 2) return out;
  const [a, b] = ['a', 'b'].map((v) => ballots.filter((ballot) => ballot === v).length);
  const majority = a === b ? 'tied' : (a ?? 0) > (b ?? 0) ? 'a' : 'b';
  const both = ballots.every((ballot) => ballot === label.value);
  out.push(contribution(run, i, 'both_orders_accuracy', slice, both ? 1 : 0, 1));
  out.push(contribution(run, i, 'order_majority_accuracy', slice, majority === label.value ? 1 : 0, 1));
  return out;
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
  const halo = { verdicts: 0, labels: 0, pairs: 0 };
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
        halo.pairs += 1;
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
  if (halo.pairs > 0) add('halo', { split, repeat }, halo.labels - halo.verdicts, halo.labels);
  return out;
}
