import { useCallback, useMemo, useState } from 'react';
import type { CritiqueRange } from '../../cases/wanted.ts';
import { openDatabase } from '../../client/database.ts';
import type { Condition } from '../../metrics/query.ts';
import { ColumnHeads } from '../../ui/ColumnHeads.tsx';
import { ControlGroup } from '../../ui/ControlGroup.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { toggled } from '../../ui/lists.ts';
import { numberWords, signed } from '../../ui/number-words.ts';
import type { AddressStep } from '../../ui/present-address.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { type AskedQuestion, useQuestion } from '../../ui/use-question.ts';
import { useUrl } from '../../ui/use-url.ts';
import { DrawingBeside } from '../kit/DrawingBeside.tsx';
import type { FigureProps } from '../kit/figure-props.ts';
import type { FigureChoices } from '../kit/instance-figure.ts';
import { NOT_WORKED_OUT } from '../kit/not-worked-out.ts';
import { Reading } from '../kit/Reading.tsx';
import { chosenRun } from '../kit/run-of.ts';
import { figuresFields } from '../state.ts';
import { type BatchQuery, type Critiques, critiquesOf, loadCritiques } from './brush.ts';
import { drawingOf, type LengthJudge, type LengthRubric, type LengthScoreData } from './data.ts';
import { LengthBrush, selects } from './LengthBrush.tsx';
import type { ShownJudge } from './LengthMarks.tsx';
import { lengthSentence } from './sentence.ts';
import { markPath, seriesClass } from './series-mark.ts';

const DECIMALS = 2;
const COLUMNS = ['Judge', 'Critiques', 'Typical length', 'Mean score', 'Slope', 'Rank corr.', 'Adjusted mean'];

function slopeWords({ slope, reason }: LengthJudge): string {
  if (slope === null) return `none: ${reason}`;
  const [value, lo, hi] = [slope.slope, slope.lo, slope.hi].map((v) => signed(v, DECIMALS));
  return `${value} [${lo}, ${hi}]`;
}

function adjustedWords({ adjusted }: LengthJudge): string {
  if (adjusted === null) return '–';
  const [mean, lo, hi] = [adjusted.mean, adjusted.lo, adjusted.hi].map((v) => v.toFixed(DECIMALS));
  return `${mean} [${lo}, ${hi}]`;
}

/** Slope, rank correlation and mean at a common length, judge by judge. */
function LengthTable({ rubric, chosen }: { readonly rubric: LengthRubric; readonly chosen: string }) {
  const { judges, label, commonLength, adjustedReason } = rubric;
  return (
    <ScrollBox className="numbers wide" label={`Length and score, scored by ${label}, table`}>
      <table>
        <caption>
          Scored by {label}. Slope: points for a critique e (about 2.7) times as long. Adjusted: at{' '}
          {numberWords(Math.round(commonLength))} characters and the common mix of tasks and qualities
          {adjustedReason === '' ? '' : `, not known: ${adjustedReason}`}. 95 % intervals.
        </caption>
        <thead>
          <ColumnHeads columns={COLUMNS} />
        </thead>
        <tbody>
          {judges.map((judge) => (
            <tr key={judge.run} aria-current={judge.run === chosen ? 'true' : undefined}>
              <th scope="row">{judge.label}</th>
              <td>{numberWords(judge.n)}</td>
              <td>{numberWords(Math.round(judge.length))}</td>
              <td>{judge.score.toFixed(DECIMALS)}</td>
              <td>{slopeWords(judge)}</td>
              <td>{judge.rank === null ? '–' : signed(judge.rank, DECIMALS)}</td>
              <td>{adjustedWords(judge)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface CritiquesWanted {
  readonly benchmark: string;
  readonly where: Condition;
  /** Id of the critique judge. */
  readonly scorer: string;
}

/** Every critique that one judge scored, asked for when somebody wants to select some. */
function useCritiques(of: CritiquesWanted, wanted: boolean): AskedQuestion<Critiques> {
  // Each scope has a new object for its condition, so conditions are compared by their text.
  const key = JSON.stringify(of);
  const question = useMemo(() => {
    const { benchmark, where, scorer } = JSON.parse(key) as CritiquesWanted;
    return async (signal: AbortSignal): Promise<Critiques> => {
      const database = await openDatabase(benchmark, { signal });
      const batches: BatchQuery = (sql, params) => database.batches(sql, params, { signal });
      return loadCritiques(batches, where, scorer);
    };
  }, [key]);
  return useQuestion(wanted ? question : null, NOT_WORKED_OUT);
}

type Rubric = LengthScoreData['rubrics'][number];
type ChangeRange = (change: Partial<CritiqueRange>, step?: AddressStep) => void;

function drawnWords({ n, cases, judges }: LengthRubric, shown: readonly ShownJudge[]): string {
  const all = `${numberWords(n)} critiques of ${numberWords(cases)} cases`;
  if (shown.length === judges.length) return all;
  const drawn = shown.reduce((sum, { judge }) => sum + judge.n, 0);
  return `${numberWords(drawn)} of ${all}`;
}

interface ChooserProps {
  readonly rubrics: readonly Rubric[];
  readonly rubric: Rubric;
  readonly shown: readonly ShownJudge[];
  readonly change: ChangeRange;
}

/** Offers one rubric at a time; judges can be taken out of the drawing and of the selection. */
function Chooser({ rubrics, rubric, shown, change }: ChooserProps) {
  const runs = shown.map(({ judge }) => judge.run);
  const toggle = (run: string): void => {
    const next = toggled(runs, run);
    change({ runs: next.length === 0 || next.length === rubric.judges.length ? [] : next });
  };
  return (
    <>
      <ControlGroup className="bar js" label="Scored by">
        <span>Scored by</span>
        {rubrics.map(({ scorer, label }) => (
          <button
            key={scorer}
            type="button"
            className={scorer === rubric.scorer ? 'btn on' : 'btn'}
            aria-pressed={scorer === rubric.scorer}
            onClick={() => change({ scorer: scorer === rubrics[0]?.scorer ? '' : scorer })}
          >
            {label}
          </button>
        ))}
      </ControlGroup>
      <ul className="legend-row" aria-label="Judges">
        {rubric.judges.map(({ run, label }, i) => (
          <li key={run}>
            <button type="button" className="btn quiet" aria-pressed={runs.includes(run)} onClick={() => toggle(run)}>
              <svg viewBox="0 0 14 14" aria-hidden="true">
                <path className={seriesClass(i)} d={markPath(i, { x: 7, y: 7, radius: 4.5 })} />
              </svg>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The range in the URL, whose names mean the same to the explorer. */
function useRange(choices: FigureChoices): readonly [CritiqueRange, ChangeRange] {
  const fields = useMemo(() => figuresFields(choices).selected, [choices]);
  const [{ critique }, changeUrl] = useUrl(fields);
  const change = useCallback<ChangeRange>(
    (values, history) => changeUrl((old) => ({ critique: { ...old.critique, ...values } }), history),
    [changeUrl],
  );
  return [critique, change];
}

/** Draws score against length of every critique: density or points, trends within judges, and a rectangle that selects cases. */
export function LengthScore({ data, scope, choices }: FigureProps<LengthScoreData>) {
  const [range, change] = useRange(choices);
  const [wanted, setWanted] = useState(false);
  const rubric = data.rubrics.find(({ scorer }) => scorer === range.scorer) ?? data.rubrics[0];
  const asked = selects(range) || range.runs.length > 0;
  const want = useCallback(() => setWanted(true), []);
  const known = { benchmark: choices.benchmark, where: scope.where, scorer: rubric?.scorer ?? '' };
  const single = useCritiques(known, wanted || asked);
  const critiques = single.state === 'ready' ? single.data : null;
  const shown = useMemo(
    () =>
      (rubric?.judges ?? [])
        .map((judge, index) => ({ judge, index }))
        .filter(({ judge }) => range.runs.length === 0 || range.runs.includes(judge.run)),
    [rubric, range.runs],
  );
  const drawing = useMemo(() => {
    if (critiques === null || range.runs.length === 0) return rubric?.drawing;
    const own = critiques.runs.filter((run) => range.runs.includes(run));
    return drawingOf(
      data.domain,
      own.map((run) => critiquesOf(critiques, run)),
    );
  }, [data, rubric, critiques, range.runs]);
  const drawn = useMemo(
    () => (rubric === undefined || drawing === undefined ? null : { ...rubric, drawing }),
    [rubric, drawing],
  );
  if (rubric === undefined || drawing === undefined || drawn === null) return null;
  const chosen = chosenRun(choices, scope, 'critique')?.run ?? '';
  return (
    <>
      <Reading says={lengthSentence(rubric)}>
        <p className="about">
          {drawnWords(rubric, shown)}, scored by {rubric.label};{' '}
          {drawing.points.length > 0
            ? 'each mark is one. '
            : 'a stronger colour means more of them (log scale), with each judge’s mean on top. '}
          Lines are each judge’s own trend. To select cases, drag over the drawing (on a small touch screen by its
          corners) or type two ranges.
        </p>
      </Reading>
      <Chooser rubrics={data.rubrics} rubric={rubric} shown={shown} change={change} />
      {single.state === 'failed' ? (
        <Failed failure={single.failure} retry={single.retry} className="explore-state bad">
          <p>Without the single critiques none can be selected; the drawing and the tables hold.</p>
        </Failed>
      ) : null}
      <DrawingBeside
        drawing={
          <LengthBrush
            {...{ data, shown, chosen, choices, scope, range, change, want }}
            rubric={drawn}
            all={critiques}
            waiting={single.state === 'loading'}
          />
        }
        table={<LengthTable rubric={rubric} chosen={chosen} />}
      />
    </>
  );
}
