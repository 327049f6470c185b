/** Small random data sets, seeded: the narrow tables as plain objects. */

export interface RunRow {
  run: string;
  judge: string;
  protocol: 'pairwise' | 'perturbation' | 'pointwise' | 'critique';
  /** How many repeats `run.yaml` promises, from 0 on. */
  repeats: number;
}
export interface InstanceRow {
  instance: string;
  cluster: string;
  split: string;
  dimension: string;
  bias_type: string;
  subset: string;
  task: string;
  band: string;
  pair_group: string;
  pair_kind: string;
  annotator: string;
}
export interface GoldRow {
  instance: string;
  response: string;
  criterion: string;
  kind: 'preference' | 'correct' | 'quality';
  value: string;
  number: number | null;
  annotator: string;
}
export interface JudgmentRow {
  run: string;
  instance: string;
  response: string;
  criterion: string;
  stage: string;
  condition: string;
  critique_judge: string;
  repeat: number;
  order: 'ab' | 'ba';
  verdict: string | null;
  score: number | null;
  parse: string;
  length: number;
}
interface ResponseRow {
  instance: string;
  response: string;
  model: string;
}
export interface DataSet {
  runs: RunRow[];
  instances: InstanceRow[];
  responses: ResponseRow[];
  gold: GoldRow[];
  judgments: JudgmentRow[];
}

/** mulberry32: a generator of numbers in [0, 1) from a 32-bit seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

class Dice {
  readonly next: () => number;
  constructor(seed: number) {
    this.next = randomFrom(seed);
  }
  /** Integer from lo to hi, both included. */
  int(lo: number, hi: number): number {
    return lo + Math.floor(this.next() * (hi - lo + 1));
  }
  chance(p: number): boolean {
    return this.next() < p;
  }
  pick<T>(values: readonly T[]): T {
    const value = values[this.int(0, values.length - 1)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }
  /** How many repeats a run promises that has these: all of them, sometimes more. */
  promise(repeats: readonly number[]): number {
    return Math.max(...repeats) + 1 + this.pick([0, 0, 0, 1, 2]);
  }
  /** A repeat numbering: from one to four repeats, not always counted from 0. */
  repeats(): number[] {
    const [first, step] = [this.pick([0, 0, 1, 7]), this.pick([1, 1, 2])];
    return Array.from({ length: this.pick([1, 1, 2, 3, 4]) }, (_, i) => first + i * step);
  }
}

const CRITERIA = ['clarity', 'expressiveness', 'grounding', 'logic', 'hal;lu=ci%nation'] as const;
const BIAS = [
  ['text-dominance', 'integrity'],
  ['image-dominance', 'integrality'],
  ['image-misalignment', 'congruity'],
  ['visual-transformation', 'robustness'],
  ['texture-insertion', 'robustness'],
  ['something-else', ''],
] as const;

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
const plain = {
  response: '',
  criterion: '',
  stage: 'judge',
  condition: 'base',
  critique_judge: '',
  repeat: 0,
  order: 'ab',
  verdict: null,
  score: null,
  parse: 'ok',
  length: 10,
} as const;

function instanceOf(dice: Dice, id: string, i: number): InstanceRow {
  const cluster = dice.pick(['', `${id}-i${i}`, `${id}-c${i % 2}`]);
  return { ...blank, instance: `${id}-i${i}`, cluster, split: dice.chance(0.7) ? `${id}-open` : `${id}-rea;son=ing%` };
}

/** A verdict with its parse status: mostly a or b, else a tie or one of the ways to have none. */
function verdictOf(
  dice: Dice,
  of: readonly [string, string],
): { verdict: string | null; parse: string; length?: number } {
  if (dice.chance(0.7)) return { verdict: dice.pick(of), parse: dice.pick(['ok', 'ok', 'ok', 'verifier', 'fallback']) };
  if (dice.chance(0.3)) return { verdict: 'tie', parse: 'ok' };
  // A file may contradict itself: what was not read is no verdict, whatever stands beside it.
  if (dice.chance(0.1)) return { verdict: dice.pick(of), parse: 'failed' };
  const parse = dice.pick(['failed', 'refused', 'error', 'abstained', 'missing', 'missing']);
  // An empty answer is an answer: failed, with nothing to read.
  return parse === 'failed' ? { verdict: null, parse, length: 0 } : { verdict: null, parse };
}

function pairwise(dice: Dice, id: string): DataSet {
  const data: DataSet = { runs: [], instances: [], responses: [], gold: [], judgments: [] };
  const criteria = dice.chance(0.1) ? [''] : CRITERIA.slice(0, dice.int(1, 5));
  for (let i = 0; i < dice.int(1, 5); i += 1) {
    const instance = { ...instanceOf(dice, id, i), pair_kind: dice.pick(['', '', '', 'verbosity']) };
    data.instances.push(instance);
    for (const criterion of criteria) {
      const row = { instance: instance.instance, response: '', criterion, kind: 'preference' as const, number: null };
      if (dice.chance(0.8)) data.gold.push({ ...row, value: dice.pick(['a', 'b']), annotator: '' });
      for (const annotator of ['x', 'y', 'z']) {
        if (dice.chance(0.5))
          data.gold.push({ ...row, value: dice.pick(['a', 'b', 'tie']), annotator: `${id}-${annotator}` });
      }
    }
  }
  for (let r = 0; r < dice.int(1, 2); r += 1) {
    const run = `${id}-r${r}`;
    const [repeats, gaps, swap] = [dice.repeats(), dice.pick([0, 0, 0.2, 0.5]), dice.pick([0, 0.3, 1])];
    data.runs.push({ run, judge: run, protocol: 'pairwise', repeats: dice.promise(repeats) });
    for (const repeat of repeats) {
      for (const { instance } of data.instances) {
        for (const criterion of criteria) {
          const order = dice.chance(0.2) ? 'ba' : 'ab';
          const row = { ...plain, run, instance, criterion, repeat };
          if (!dice.chance(gaps)) data.judgments.push({ ...row, order, ...verdictOf(dice, ['a', 'b']) });
          if (dice.chance(swap))
            data.judgments.push({ ...row, order: order === 'ab' ? 'ba' : 'ab', ...verdictOf(dice, ['a', 'b']) });
        }
      }
    }
  }
  return data;
}

function scoreOf(dice: Dice): { score: number | null; parse: string; length?: number } {
  if (dice.chance(0.8))
    return {
      score: dice.pick([1, 1, dice.int(1, 10), dice.int(1, 10), dice.int(0, 12), 7.5]),
      parse: dice.pick(['ok', 'ok', 'fallback']),
    };
  if (dice.chance(0.4)) return { score: dice.chance(0.5) ? dice.int(1, 10) : null, parse: 'abstained' };
  const parse = dice.pick(['failed', 'missing', 'error', 'refused']);
  return parse === 'failed' ? { score: null, parse, length: 0 } : { score: null, parse };
}

function perturbation(dice: Dice, id: string): DataSet {
  const data: DataSet = { runs: [], instances: [], responses: [], gold: [], judgments: [] };
  const split = { split: id };
  const byCondition = dice.chance(0.15);
  for (let i = 0; i < dice.int(1, 6); i += 1) {
    const [bias_type, dimension] = dice.pick(BIAS);
    const instance = { ...instanceOf(dice, id, i), ...split, dimension, bias_type: byCondition ? '' : bias_type };
    data.instances.push(instance);
    for (const response of dice.pick([['a'], ['a', 'b']])) {
      data.responses.push({ instance: instance.instance, response, model: dice.pick(['m=1', 'm2', 'm3', '']) });
    }
  }
  for (let r = 0; r < dice.int(1, 3); r += 1) {
    const run = `${id}-r${r}`;
    const protocol = dice.pick(['perturbation', 'perturbation', 'perturbation', 'pointwise'] as const);
    const [repeats, gaps, named] = [dice.repeats(), dice.pick([0, 0, 0.2]), dice.chance(0.5)];
    data.runs.push({ run, judge: run, protocol, repeats: dice.promise(repeats) });
    for (const repeat of repeats) {
      for (const { instance } of data.instances) {
        const responses = named ? data.responses.filter((x) => x.instance === instance).map((x) => x.response) : [''];
        for (const response of responses) {
          const row = { ...plain, run, instance, response, repeat };
          if (!dice.chance(gaps)) data.judgments.push({ ...row, ...scoreOf(dice) });
          for (const condition of byCondition ? ['noise', 'swap'] : ['perturbed']) {
            if (protocol === 'perturbation' && !dice.chance(gaps))
              data.judgments.push({ ...row, condition, ...scoreOf(dice) });
          }
        }
      }
    }
  }
  return data;
}

function critiqueRows(dice: Dice, row: Omit<JudgmentRow, 'verdict' | 'parse' | 'stage'>): JudgmentRow[] {
  const given = verdictOf(dice, ['correct', 'error']);
  const verdict = given.verdict === 'tie' ? 'error' : given.verdict;
  return dice.pick([[''], ['gpt'], ['gpt', 'cl;aude']]).map((critique_judge) => ({
    ...row,
    stage: 'critique',
    critique_judge,
    verdict,
    parse: given.parse,
    score: dice.chance(0.8) ? dice.pick([0, 5, 8, 9.5, 10, 11, -1]) : null,
    length: dice.int(0, 900),
  }));
}

function critique(dice: Dice, id: string): DataSet {
  const data: DataSet = { runs: [], instances: [], responses: [], gold: [], judgments: [] };
  for (let i = 0; i < dice.int(1, 6); i += 1) {
    const instance = {
      ...instanceOf(dice, id, i),
      split: '',
      subset: `${id}-${dice.pick(['core', 'open'])}`,
      task: dice.pick(['maths', 'cod;ing', '']),
      band: dice.pick(['low', 'medium', 'high']),
      pair_group: dice.pick(['g1', 'g2', '']),
      annotator: dice.pick(['', 'gpt']),
    };
    data.instances.push(instance);
    const row = { instance: instance.instance, response: '', criterion: '', number: null, annotator: '' };
    for (const response of dice.pick([[''], ['a', 'b']])) {
      if (dice.chance(0.85))
        data.gold.push({ ...row, response, kind: 'correct', value: dice.pick(['correct', 'error']) });
    }
    if (dice.chance(0.3)) data.gold.push({ ...row, kind: 'preference', value: dice.pick(['a', 'b']) });
    if (dice.chance(0.6)) {
      for (const response of ['a', 'b']) {
        const number = dice.int(3, 6);
        data.gold.push({ ...row, response, kind: 'quality', value: String(number), number });
      }
    }
  }
  for (let r = 0; r < dice.int(1, 2); r += 1) {
    const run = `${id}-r${r}`;
    const [repeats, gaps, asked] = [dice.repeats(), dice.pick([0, 0, 0.3]), dice.pick([0.5, 1])];
    data.runs.push({ run, judge: `${id}-j`, protocol: 'critique', repeats: dice.promise(repeats) });
    for (const repeat of repeats) {
      for (const { instance } of data.instances) {
        const row = { ...plain, run, instance, repeat };
        const labelled = data.gold
          .filter((g) => g.instance === instance && g.kind === 'correct')
          .map((g) => g.response);
        for (const response of new Set(['', ...labelled])) {
          if (!dice.chance(gaps)) data.judgments.push(...critiqueRows(dice, { ...row, response }));
        }
        if (dice.chance(asked)) {
          const { parse } = scoreOf(dice);
          for (const critique_judge of dice.pick([['gpt'], ['gpt', 'cl;aude']])) {
            data.judgments.push({ ...row, stage: 'correction', critique_judge, ...scoreOf(dice), parse });
          }
        }
        const order = dice.chance(0.2) ? 'ba' : 'ab';
        if (dice.chance(asked))
          data.judgments.push({ ...row, stage: 'preference', order, ...verdictOf(dice, ['a', 'b']) });
        if (dice.chance(0.2)) {
          data.judgments.push({
            ...row,
            stage: 'preference',
            order: order === 'ab' ? 'ba' : 'ab',
            ...verdictOf(dice, ['a', 'b']),
          });
        }
      }
    }
  }
  return data;
}

/** The n-th data set. Its ids and splits are its own, so that many can share one database. */
export function generate(n: number): DataSet {
  const dice = new Dice(n * 7919 + 1);
  const make = [pairwise, pairwise, perturbation, critique][n % 4] ?? pairwise;
  return make(dice, `d${n}`);
}
