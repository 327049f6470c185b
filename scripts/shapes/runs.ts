import type { z } from 'zod';
import { parseScore, parseVerdict, unswapped } from '../../src/importers/importer.ts';
import type { Judgment, Run } from '../../src/schema/records.ts';
import { DEFECTS_BY_CRITERION, type DefectKind } from './answer.ts';
import {
  type CritiqueCase,
  makeCritique,
  makePair,
  makePreference,
  makeWholePair,
  type PairCase,
  type PreferenceCase,
} from './cases.ts';
import {
  bestHeld,
  type CheckReport,
  CRITIQUE_JUDGES,
  checkAnswer,
  scoreCorrection,
  scoreCritique,
  statedVerdict,
} from './check.ts';
import {
  CRITICS,
  type CriticView,
  jointNoisy,
  PAIR_JUDGES,
  type PairJudge,
  type PairView,
  SCORE_JUDGES,
  type ScoreJudge,
  type ScoreView,
} from './judges.ts';
import { makePerturbation, type PerturbationCase } from './perturbation.ts';
import { draw, random } from './scene.ts';
import { makePool, type SharedRecords } from './task.ts';

/** How much to make. Equal options give equal records and pictures. */
export interface ShapesOptions {
  /** Instances per protocol; pairs judged as wholes come to a quarter, preference pairs to a third of it on top. */
  readonly size: number;
  readonly seed: number;
}

export const SHAPES_DEFAULTS: ShapesOptions = { size: 400, seed: 1 };

const SOURCE = 'judgeboard shapes';

interface RunOf<J> {
  readonly run: Run;
  readonly judge: J;
}

const run = (
  judge: string,
  protocol: Run['protocol'],
  { repeats, variant = '' }: { readonly repeats: number; readonly variant?: string | undefined },
): Run => ({
  run: [judge, protocol, variant].filter((part) => part !== '').join('-'),
  benchmark: 'shapes',
  judge,
  protocol,
  variant,
  repeats,
  source: SOURCE,
});

const entries = <J>(judges: Readonly<Record<string, J>>): [string, J][] => Object.entries(judges);

/** One run per pairwise judge; the noisy one is asked five times, and once more for all criteria at once. */
const PAIR_RUNS: readonly RunOf<PairJudge>[] = [
  ...entries<PairJudge>(PAIR_JUDGES).map(([id, judge]) => ({
    run: run(id, 'pairwise', { repeats: id === 'noisy-checker' ? 5 : 1 }),
    judge,
  })),
  { run: run('noisy-checker', 'pairwise', { repeats: 1, variant: 'joint' }), judge: jointNoisy },
];

/** Three repeats each; the abstainer may answer N/A. */
const SCORE_RUNS: readonly RunOf<ScoreJudge>[] = entries<ScoreJudge>(SCORE_JUDGES).map(([id, judge]) => ({
  run: run(id, 'perturbation', { repeats: 3, variant: id === 'abstainer' ? 'na-allowed' : '' }),
  judge,
}));

const CRITIC_RUNS = Object.entries(CRITICS).map(([id, judge]) => ({
  run: run(id, 'critique', { repeats: 1 }),
  judge,
}));

export const ALL_RUNS: readonly Run[] = [...PAIR_RUNS, ...SCORE_RUNS, ...CRITIC_RUNS].map((r) => r.run);

type JudgmentRow = z.input<typeof Judgment>;
type Answered = Pick<JudgmentRow, 'verdict' | 'score' | 'parse' | 'rationale' | 'raw'>;

/** Judges whose output now and then comes to grief, as a model's does. */
const FRAIL = 'noisy-checker';
const REFUSAL = 'I cannot help with judging these answers.';

/** What happens to one output: mostly nothing. Else it is never given, lost on the way, declined, or its last line is cut off. */
type Mishap = 'none' | 'missing' | 'lost' | 'declined' | 'cut';

/** Draws a mishap: 0.3 % missing, 0.3 % lost, 0.6 % declined, 1.3 % cut off, for the one judge that is frail. */
function mishapOf(judge: string, key: string): Mishap {
  if (judge !== FRAIL) return 'none';
  const u = draw('mishap', key);
  if (u < 0.003) return 'missing';
  if (u < 0.006) return 'lost';
  if (u < 0.012) return 'declined';
  return u < 0.025 ? 'cut' : 'none';
}

/** Gives what arrives of the text that a judge wrote and of its concluding line. */
function arriving(mishap: Mishap, why: string, conclusion: string): string {
  if (mishap === 'lost') return '';
  if (mishap === 'declined') return REFUSAL;
  return mishap === 'cut' ? `${why}\nSo all in al` : `${why}\n${conclusion}`;
}

/** Status of a text without a result: it is empty, it declines, or it is unreadable. */
const without = (raw: string): Answered => ({
  verdict: null,
  parse: raw === '' ? 'error' : raw === REFUSAL ? 'refused' : 'failed',
  rationale: raw,
  raw,
});

/** Gives a pairwise answer: the verdict line is written out and read back by the official rule; null when no answer was given. */
function pairAnswer(
  mishap: Mishap,
  why: string,
  { choice, order }: { readonly choice: 0 | 1; readonly order: 'ab' | 'ba' },
): Answered | null {
  if (mishap === 'missing') return null;
  const raw = arriving(mishap, why, `Response ${choice + 1} is better`);
  const named = parseVerdict(raw);
  return named === null ? without(raw) : { verdict: unswapped(named, order), parse: 'ok', rationale: why };
}

/**
 * Gives a pointwise answer, read back by the official rule; `score` null is N/A. A cut-off output has no score marker, only what numbers it
 * holds.
 */
function scoreAnswer(mishap: Mishap, why: string, score: number | null): Answered | null {
  if (mishap === 'missing') return null;
  const raw = arriving(mishap, why, `### Score: ${score ?? 'N/A'}`);
  if (raw === '' || raw === REFUSAL) return without(raw);
  const read = parseScore(raw);
  const answered = { score: read.score, parse: read.parse, rationale: why };
  return read.parse === 'ok' ? answered : { ...answered, raw };
}

export interface JudgedRow {
  readonly run: string;
  readonly row: JudgmentRow;
}

/** Keeps what was worked out once: checking an answer does not depend on who asks. */
function once<T>(work: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key) ?? work(key);
    known.set(key, found);
    return found;
  };
}

/** Gives the views of one pair: per criterion and order, sharing what reading the two answers gave. */
function pairViews(pair: PairCase) {
  const reports = once((key): CheckReport => {
    const picture = key.endsWith('picture') ? pair.task.scene.items : null;
    return checkAnswer({ query: pair.task.query, picture, answer: key.startsWith('a') ? pair.a.text : pair.b.text });
  });
  const kindsOf: Readonly<Record<string, readonly DefectKind[]>> =
    pair.split === 'pairs' ? {} : DEFECTS_BY_CRITERION[pair.split];
  const criteria = pair.split === 'pairs' ? [''] : Object.keys(kindsOf);
  return (criterion: string, order: 'ab' | 'ba', key: string): PairView => {
    const shown = order === 'ab' ? (['a', 'b'] as const) : (['b', 'a'] as const);
    return {
      key,
      query: pair.task.query,
      criterion,
      criteria,
      kinds: kindsOf[criterion] ?? [],
      answers: [pair[shown[0]].text, pair[shown[1]].text],
      report: (which, sight) => reports(`${shown[which]} ${sight}`),
      label: (c) => {
        const label = pair.labels.get(c);
        return label === undefined ? null : label === shown[0] ? 0 : 1;
      },
      positionOfA: order === 'ab' ? 0 : 1,
    };
  };
}

/** Answers one pair by all pairwise runs: every labelled criterion, both orders, every repeat. */
function* judgePair(pair: PairCase): Generator<JudgedRow> {
  const { instance } = pair.instance;
  const view = pairViews(pair);
  for (const { run, judge } of PAIR_RUNS) {
    for (const criterion of pair.labels.keys()) {
      for (let repeat = 0; repeat < run.repeats; repeat++) {
        for (const order of ['ab', 'ba'] as const) {
          const key = [run.run, instance, criterion, order, repeat].join('|');
          const { choice, why } = judge(view(criterion, order, key));
          const answer = pairAnswer(mishapOf(run.judge, key), why, { choice, order });
          if (answer === null) continue;
          const about = criterion === '' ? {} : { criterion };
          yield { run: run.run, row: { instance, ...about, repeat, order, ...answer } };
        }
      }
    }
  }
}

/** Gives what each way of looking at one side of a perturbation brings. */
function scoreReports(edit: PerturbationCase) {
  return once((key): CheckReport => {
    const [sight, side] = key.split(' ');
    const seen = side === 'base' ? edit.base : edit.after;
    if (sight === 'no-picture') return checkAnswer({ ...seen, picture: null });
    if (sight === 'no-query') return checkAnswer({ ...seen, query: null });
    return checkAnswer(sight === 'patient' ? { ...seen, picture: bestHeld(seen.picture, seen.answer) } : seen);
  });
}

/** Answers one sample by all perturbation runs: before and after, every repeat. */
function* judgePerturbation(edit: PerturbationCase): Generator<JudgedRow> {
  const { instance } = edit.instance;
  const reports = scoreReports(edit);
  const differs = edit.after.query !== edit.base.query || edit.instance.media.some((m) => m.condition === edit.bias);
  for (const { run, judge } of SCORE_RUNS) {
    for (const condition of ['base', edit.bias]) {
      const side = condition === 'base' ? 'base' : 'after';
      for (let repeat = 0; repeat < run.repeats; repeat++) {
        const key = [run.run, instance, condition, repeat].join('|');
        const view: ScoreView = {
          key,
          seen: edit[side],
          changed: side === 'after' && differs,
          report: (sight, when) => reports(`${sight} ${when === 'before' ? 'base' : side}`),
        };
        const { score, why } = judge(view);
        const answer = scoreAnswer(mishapOf(run.judge, key), why, score);
        if (answer !== null) yield { run: run.run, row: { instance, response: 'a', condition, repeat, ...answer } };
      }
    }
  }
}

/** Answers one response by all critics: critique with verdict, scored twice; a rewrite, scored twice, where the label is error. */
function* judgeCritique(reply: CritiqueCase): Generator<JudgedRow> {
  const { instance } = reply.instance;
  const { task, answer } = reply;
  const clean = task.write({ flat: 2, 'no-check': 2 }, random('reference', instance)).text;
  for (const { run, judge } of CRITIC_RUNS) {
    const view: CriticView = {
      key: `${run.run}|${instance}`,
      query: task.query,
      items: task.scene.items,
      answer: answer.text,
    };
    const mishap = mishapOf(run.judge, view.key);
    if (mishap === 'missing') continue;
    const rationale = mishap === 'none' ? judge.critique(view) : '';
    const verdict = statedVerdict(rationale);
    const row = { instance, response: 'a', parse: verdict === null ? ('failed' as const) : ('ok' as const) };
    const correction = reply.label === 'error' ? judge.correct(view) : null;
    for (const critic of CRITIQUE_JUDGES) {
      const score =
        verdict === null
          ? null
          : scoreCritique(critic, { critique: rationale, reference: reply.reference, planted: answer.defects });
      yield { run: run.run, row: { ...row, stage: 'critique', critique_judge: critic, verdict, score, rationale } };
      if (correction === null) continue;
      const mended = scoreCorrection(critic, correction, clean);
      yield {
        run: run.run,
        row: { ...row, stage: 'correction', critique_judge: critic, score: mended, parse: 'ok', rationale: correction },
      };
    }
  }
}

function* judgePreference(choice: PreferenceCase): Generator<JudgedRow> {
  const { instance } = choice.instance;
  const { query, scene } = choice.task;
  for (const { run, judge } of CRITIC_RUNS) {
    const burden = (response: 'a' | 'b') =>
      judge.burden({
        key: `${run.run}|${instance}|${response}`,
        query,
        items: scene.items,
        answer: choice[response].text,
      });
    const [a, b] = [burden('a'), burden('b')];
    const verdict = a <= b ? 'a' : 'b';
    const rationale = `What counts against the first response weighs ${a.toFixed(1)}, against the second ${b.toFixed(1)}.`;
    yield { run: run.run, row: { instance, stage: 'preference', verdict, parse: 'ok', rationale } };
  }
}

export interface GeneratedBatch {
  readonly shared: SharedRecords;
  readonly judgments: Iterable<JudgedRow>;
}

/** Makes instances one at a time, in a fixed order: nothing of the benchmark is held but the stock of scenes. */
export function* generateShapes({ size, seed }: ShapesOptions): Generator<GeneratedBatch> {
  const pool = makePool(seed, size);
  yield* made(size, (i) => makePair(pool, i), judgePair);
  yield* made(size / 4, (i) => makeWholePair(pool, i), judgePair);
  yield* made(size, (i) => makePerturbation(pool, i), judgePerturbation);
  yield* made(size, (i) => makeCritique(pool, i), judgeCritique);
  yield* made(size / 3, (i) => makePreference(pool, i), judgePreference);
}

function* made<T extends SharedRecords>(
  count: number,
  make: (index: number) => T,
  judge: (made: T) => Iterable<JudgedRow>,
): Generator<GeneratedBatch> {
  for (let i = 0; i < count; i++) {
    const shared = make(i);
    yield { shared, judgments: judge(shared) };
  }
}
