import { describe, expect, it } from 'vitest';
import { DEFECTS_BY_CRITERION } from '../../scripts/shapes/answer.ts';
import { mistakenFor } from '../../scripts/shapes/judges.ts';
import { attributesOf, errorOf, makeWorld, mean, type Row, type Side } from './world.ts';

const world = makeWorld(500, 11);
const attributes = attributesOf(world);
const splits = new Map(world.batches.map((b) => [b.shared.instance.instance, b.shared.instance.split]));

/** Verdicts of one run in one order, first repeat: instance → criterion → verdict. */
function verdicts(run: string, order: 'ab' | 'ba' = 'ab'): Map<string, Map<string, Row['verdict']>> {
  const found = new Map<string, Map<string, Row['verdict']>>();
  for (const row of world.rows(run)) {
    if (row.order !== order || row.repeat !== 0 || row.criterion === undefined) continue;
    const own = found.get(row.instance) ?? new Map<string, Row['verdict']>();
    found.set(row.instance, own.set(row.criterion, row.verdict ?? null));
  }
  return found;
}

/** One prompt under the formulas of Multi-Crit section 3.5, written out. */
interface Prompt {
  readonly k: number;
  readonly right: readonly number[];
  readonly conflicts: readonly (readonly [string, string])[];
  readonly differ: number;
  readonly matched: number;
  readonly agreeing: readonly number[];
}

function prompts(run: string): Prompt[] {
  const said = verdicts(run);
  return [...world.labels].map(([instance, labels]) => {
    const own = said.get(instance) ?? new Map();
    const criteria = [...labels.keys()];
    const pairs = criteria.flatMap((c, i) => criteria.slice(i + 1).map((d) => [c, d] as const));
    const conflicts = pairs.filter(([c, d]) => labels.get(c) !== labels.get(d));
    const agreeing = pairs.filter(([c, d]) => labels.get(c) === labels.get(d));
    const right = (c: string) => own.get(c) === labels.get(c);
    const differ = ([c, d]: readonly [string, string]) =>
      own.get(c) != null && own.get(d) != null && own.get(c) !== own.get(d);
    return {
      k: criteria.length,
      right: criteria.map((c) => Number(right(c))),
      conflicts,
      differ: conflicts.filter(differ).length,
      matched: conflicts.filter(([c, d]) => right(c) && right(d)).length,
      agreeing: agreeing.map((p) => Number(differ(p))),
    };
  });
}

const accuracy = (ps: readonly Prompt[]) => ps.flatMap((p) => p.right);
const pacc = (ps: readonly Prompt[]) => ps.map((p) => Number(p.right.every((r) => r === 1)));
const conflicted = (ps: readonly Prompt[]) => ps.filter((p) => p.conflicts.length > 0);
const tos = (ps: readonly Prompt[]) => conflicted(ps).map((p) => Number(p.differ > 0));
const cmr = (ps: readonly Prompt[]) =>
  conflicted(ps).reduce((s, p) => s + p.matched, 0) / conflicted(ps).reduce((s, p) => s + p.conflicts.length, 0);

function consistency(run: string): number {
  const there = verdicts(run, 'ba');
  const same: number[] = [];
  for (const [instance, own] of verdicts(run))
    for (const [criterion, verdict] of own)
      same.push(Number(verdict !== null && there.get(instance)?.get(criterion) === verdict));
  return mean(same);
}

function near(values: readonly number[], expected: number): void {
  expect(Math.abs(mean(values) - expected)).toBeLessThan(4 * errorOf(values));
}

describe('judges that see nothing', () => {
  const coin = prompts('coin-flip-pairwise');

  it('a coin is right half the time, and by its 2^-K on whole prompts', () => {
    near(accuracy(coin), 0.5);
    near(
      coin.map((p) => Number(p.right.every((r) => r === 1)) - 2 ** -p.k),
      0,
    );
  });

  it('a coin notices a trade-off with probability 1 - 2^(1-K) and matches a quarter of conflicts', () => {
    near(
      conflicted(coin).map((p) => Number(p.differ > 0) - (1 - 2 ** (1 - p.k))),
      0,
    );
    near(
      conflicted(coin).map((p) => p.matched - p.conflicts.length / 4),
      0,
    );
  });

  it('a coin discriminates no conflict (J 0) and agrees with people by chance only (kappa 0)', () => {
    const differing = conflicted(coin).flatMap((p) => [p.differ / p.conflicts.length]);
    const agreeing = coin.flatMap((p) => (p.agreeing.length === 0 ? [] : [mean(p.agreeing)]));
    expect(Math.abs(mean(differing) - mean(agreeing))).toBeLessThan(
      4 * Math.hypot(errorOf(differing), errorOf(agreeing)),
    );
    const said = verdicts('coin-flip-pairwise');
    const rows = [...world.labels].flatMap(([i, ls]) => [...ls].map(([c, y]) => [y, said.get(i)?.get(c)] as const));
    const share = (side: 0 | 1) => mean(rows.map((r) => Number(r[side] === 'a')));
    const chance = share(0) * share(1) + (1 - share(0)) * (1 - share(1));
    const kappa = (mean(rows.map(([y, v]) => Number(y === v))) - chance) / (1 - chance);
    expect(Math.abs(kappa)).toBeLessThan(4 / Math.sqrt(rows.length));
  });

  it('who always names the first is never consistent and never sees a trade-off', () => {
    const first = prompts('always-first-pairwise');
    expect(consistency('always-first-pairwise')).toBe(0);
    expect(mean(tos(first))).toBe(0);
    expect(cmr(first)).toBe(0);
  });
});

describe('oracles', () => {
  it('one verdict for all criteria: all prompts without conflict, no trade-off', () => {
    const one = prompts('one-verdict-oracle-pairwise');
    expect(mean(pacc(one))).toBeCloseTo(1 - conflicted(one).length / one.length, 12);
    expect(mean(tos(one))).toBe(0);
  });

  it('the contrarian sees every trade-off and matches none', () => {
    const against = prompts('contrarian-pairwise');
    expect(mean(tos(against))).toBe(1);
    expect(cmr(against)).toBe(0);
    expect(mean(accuracy(against))).toBe(0);
  });

  it('swapped criteria leak wholly: where labels differ, the verdict is the label of the next criterion', () => {
    const said = verdicts('criterion-swapped-pairwise');
    const followed: number[] = [];
    for (const [instance, labels] of world.labels) {
      const criteria = Object.keys(
        DEFECTS_BY_CRITERION[splits.get(instance) === 'reasoning' ? 'reasoning' : 'open_ended'],
      );
      for (const [criterion, label] of labels) {
        const taken = labels.get(mistakenFor(criteria, criterion));
        if (taken !== undefined && taken !== label) followed.push(Number(said.get(instance)?.get(criterion) === taken));
      }
    }
    expect(followed.length).toBeGreaterThan(100);
    expect(mean(followed)).toBe(1);
  });
});

describe('judges that read', () => {
  it('the full checker beats the noisy one, and that the image-blind one', () => {
    const [full, noisy, blind] = ['full-checker', 'noisy-checker', 'image-blind'].map((j) =>
      prompts(`${j}-pairwise`),
    ) as [Prompt[], Prompt[], Prompt[]];
    expect(mean(accuracy(full))).toBeGreaterThan(0.97);
    expect(mean(accuracy(noisy))).toBeGreaterThan(0.75);
    expect(mean(accuracy(noisy))).toBeLessThan(mean(accuracy(full)));
    expect(mean(accuracy(blind))).toBeLessThan(mean(accuracy(full)));
    expect(mean(accuracy(blind))).toBeGreaterThan(0.6);
  });

  it('who does not look at the picture guesses what was invented, and sees what is said twice', () => {
    const said = verdicts('image-blind-pairwise');
    const on = (criterion: string) =>
      mean(
        [...world.labels].flatMap(([i, ls]) =>
          ls.has(criterion) ? [Number(said.get(i)?.get(criterion) === ls.get(criterion))] : [],
        ),
      );
    expect(on('clarity')).toBeGreaterThan(0.95);
    expect(on('hallucination')).toBeLessThan(0.75);
  });

  it('asked for all criteria at once, the noisy judge lets one impression colour all: it sees fewer trade-offs', () => {
    expect(mean(tos(prompts('noisy-checker-pairwise-joint')))).toBeLessThan(
      mean(tos(prompts('noisy-checker-pairwise'))),
    );
  });

  it('the longest answer has one verdict for all criteria, whatever the order', () => {
    expect(mean(tos(prompts('longest-pairwise')))).toBe(0);
    expect(consistency('longest-pairwise')).toBe(1);
    expect(consistency('keyword-overlap-pairwise')).toBe(1);
  });

  it('padding wins over who counts length and loses with who reads', () => {
    const original = (run: string) => {
      const label = new Map(
        world.batches
          .flatMap((b) => b.shared.gold)
          .filter((g) => g.kind === 'preference' && g.annotator === undefined)
          .map((g) => [g.instance, g.value as Side]),
      );
      const rows = world.rows(run).filter((r) => attributes.get(r.instance)?.pair_kind === 'verbosity');
      expect(rows.length).toBeGreaterThan(100);
      return mean(rows.map((r) => Number(r.verdict === label.get(r.instance))));
    };
    expect(original('longest-pairwise')).toBe(0);
    expect(original('full-checker-pairwise')).toBe(1);
    expect(original('always-first-pairwise')).toBe(0.5);
  });
});

describe('outputs that come to grief', () => {
  it('only the noisy judge loses some, of every kind, few in number', () => {
    for (const judge of ['full-checker', 'coin-flip', 'longest'])
      expect(world.rows(`${judge}-pairwise`).every((r) => r.parse === 'ok')).toBe(true);
    const rows = world.rows('noisy-checker-pairwise');
    const share = (parse: string) => rows.filter((r) => r.parse === parse).length / rows.length;
    for (const parse of ['failed', 'refused', 'error']) expect(share(parse)).toBeGreaterThan(0);
    expect(share('ok')).toBeGreaterThan(0.96);
    expect(rows.length).toBeLessThan(5 * world.rows('full-checker-pairwise').length);
    expect(rows.every((r) => (r.parse === 'ok') === (r.verdict != null))).toBe(true);
  });
});
