import { bestHeld, type CheckReport, checkAnswer } from './check.ts';
import type { CritiqueCase, PreferenceCase } from './critique.ts';
import { DEFECTS_BY_CRITERION, type DefectKind } from './defect.ts';
import type { CriticView } from './judges/critics.ts';
import type { PairView } from './judges/pair-judges.ts';
import type { ScoreView } from './judges/score-judges.ts';
import { type JudgmentRow, mishapOf, pairAnswer, scoreAnswer } from './output.ts';
import type { PairCase } from './pairs.ts';
import type { PerturbationCase } from './perturbation.ts';
import { random } from './random.ts';
import { statedVerdict } from './remark.ts';
import { CRITIQUE_JUDGES, scoreCorrection, scoreCritique } from './rubric.ts';
import { CRITIC_RUNS, PAIR_RUNS, SCORE_RUNS } from './runs.ts';

/** One judgment and the run it belongs to. */
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
export function* judgePair(pair: PairCase): Generator<JudgedRow> {
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
export function* judgePerturbation(edit: PerturbationCase): Generator<JudgedRow> {
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
export function* judgeCritique(reply: CritiqueCase): Generator<JudgedRow> {
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

/** Asks all critics about one pair of responses: which is better. */
export function* judgePreference(choice: PreferenceCase): Generator<JudgedRow> {
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
