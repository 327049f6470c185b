import { describe, expect, it } from 'vitest';
import { DEFECTS_BY_CRITERION, type Defect, deficit } from '../../scripts/shapes/answer.ts';
import {
  ANNOTATORS,
  type AnnotatorLabel,
  aggregate,
  makePair,
  makeWholePair,
  nearInLength,
} from '../../scripts/shapes/cases.ts';
import { checkAnswer } from '../../scripts/shapes/check.ts';
import { makePool } from '../../scripts/shapes/task.ts';
import { mean } from './world.ts';

const pool = makePool(21, 400);
const pairs = Array.from({ length: 400 }, (_, i) => makePair(pool, i));

describe('the rule of three annotators', () => {
  const cases: [AnnotatorLabel[], 'a' | 'b' | null][] = [
    [['a', 'a', 'a'], 'a'],
    [['b', 'b', 'b'], 'b'],
    [['a', 'tie', 'a'], 'a'],
    [['tie', 'b', 'b'], 'b'],
    [['a', 'a', 'b'], null],
    [['a', 'tie', 'b'], null],
    [['tie', 'tie', 'a'], null],
    [['tie', 'tie', 'tie'], null],
  ];
  it.each(cases)('%j gives %j', (labels, expected) => {
    expect(aggregate(labels)).toBe(expected);
  });
});

describe('labels of pairs', () => {
  it('come from three annotators by the rule, and only where the planted defects differ', () => {
    for (const pair of pairs) {
      for (const [criterion, kinds] of Object.entries(DEFECTS_BY_CRITERION[pair.split as 'reasoning'])) {
        const own = pair.gold.filter((g) => g.criterion === criterion);
        const votes = own.filter((g) => g.annotator !== undefined);
        const labels = own.filter((g) => g.annotator === undefined).map((g) => g.value);
        if (deficit(pair.a.defects, kinds) === deficit(pair.b.defects, kinds)) expect(own).toEqual([]);
        else {
          expect(votes.map((g) => g.annotator)).toEqual([...ANNOTATORS]);
          const expected = aggregate(votes.map((g) => g.value as AnnotatorLabel));
          expect(labels).toEqual(expected === null ? [] : [expected]);
        }
      }
    }
  });

  it('name the answer with fewer planted defects but for rare mistakes that all annotators share', () => {
    const right = pairs.flatMap((pair) =>
      [...pair.labels].map(([criterion, label]) => {
        const kinds = DEFECTS_BY_CRITERION[pair.split as 'reasoning'][criterion] ?? [];
        return Number(deficit(pair.a.defects, kinds) < deficit(pair.b.defects, kinds) === (label === 'a'));
      }),
    );
    expect(mean(right)).toBeGreaterThan(0.985);
  });

  it('annotators agree well, not perfectly, and call few ties', () => {
    const votes = pairs.flatMap((p) => p.gold).filter((g) => g.annotator !== undefined);
    expect(mean(votes.map((g) => Number(g.value === 'tie')))).toBeLessThan(0.1);
    const byAnnotator = ANNOTATORS.map((a) => votes.filter((g) => g.annotator === a).map((g) => g.value));
    const [first = [], second = []] = byAnnotator;
    const agreement = mean(first.map((v, i) => Number(v === second[i])));
    expect(agreement).toBeGreaterThan(0.75);
    expect(agreement).toBeLessThan(0.95);
  });

  it('conflict in most pairs, number two to five, and take both sides', () => {
    const conflict = mean(pairs.map((p) => Number(new Set(p.labels.values()).size > 1)));
    expect(conflict).toBeGreaterThan(0.55);
    expect(conflict).toBeLessThan(0.9);
    for (const p of pairs) expect(p.labels.size).toBeGreaterThanOrEqual(2);
    const a = mean(pairs.flatMap((p) => [...p.labels.values()].map((v) => Number(v === 'a'))));
    expect(Math.abs(a - 0.5)).toBeLessThan(0.08);
  });
});

describe('pairs of answers', () => {
  it('are alike in length', () => {
    expect(mean(pairs.map((p) => Number(nearInLength(p.a.text, p.b.text))))).toBeGreaterThan(0.99);
    expect(nearInLength('x'.repeat(69), 'x'.repeat(100))).toBe(false);
    expect(nearInLength('x'.repeat(140), 'x'.repeat(100))).toBe(true);
  });

  it('are open-ended in seven of ten cases, and by two writers in somewhat more than half', () => {
    expect(pairs.filter((p) => p.split === 'open_ended')).toHaveLength(280);
    const two = mean(pairs.map((p) => Number(p.instance.attributes.pair_kind === 'two-writers')));
    expect(Math.abs(two - 0.574)).toBeLessThan(0.1);
    for (const p of pairs)
      expect(p.responses[0]?.model === p.responses[1]?.model).toBe(p.instance.attributes.pair_kind === 'same-writer');
  });

  it('hold what was planted: a reader who looks finds the same numbers of defects', () => {
    const count = (defects: readonly Defect[]) => JSON.stringify(defects.map((d) => d.kind).sort());
    const same = pairs.flatMap((p) =>
      [p.a, p.b].map((w) =>
        Number(
          count(checkAnswer({ query: p.task.query, picture: p.task.scene.items, answer: w.text }).defects) ===
            count(w.defects),
        ),
      ),
    );
    expect(mean(same)).toBeGreaterThan(0.9);
  });

  it('judged as wholes: one answer and its padded version, or two of different quality', () => {
    for (let i = 0; i < 40; i++) {
      const pair = makeWholePair(pool, i);
      const better = pair.labels.get('') ?? 'a';
      const other = better === 'a' ? 'b' : 'a';
      expect(pair.gold).toEqual([{ instance: pair.instance.instance, kind: 'preference', value: better }]);
      if (pair.instance.attributes.pair_kind !== 'verbosity') continue;
      expect(pair[other].text.length).toBeGreaterThan(pair[better].text.length);
      for (const sentence of pair[better].text.split(/(?<=\.)\s+/)) expect(pair[other].text).toContain(sentence);
    }
  });
});
