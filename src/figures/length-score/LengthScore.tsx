import { useCallback, useMemo, useState } from 'react';
import type { CritiqueRange } from '../../cases/wanted.ts';
import { PressLegend, seriesLook } from '../../charts/mark-kinds.tsx';
import { openQuery } from '../../client/database.ts';
import { instanceColumns } from '../../metrics/items.ts';
import type { Condition } from '../../metrics/query.ts';
import { measuredTexts, type TextSeries } from '../../metrics/texts.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import type { LengthMeasure } from '../../schema/words.ts';
import { ControlGroup } from '../../ui/layout.tsx';
import { toggled } from '../../ui/lists.ts';
import { type AskedQuestion, Failed, useQuestion } from '../../ui/loading.tsx';
import { fixed, numberWords, signed } from '../../ui/number-words.ts';
import { type AddressStep, useUrl } from '../../ui/use-url.ts';
import {
  type FigureChoices,
  type FigureProps,
  figuresFields,
  type InstanceFigure,
  NOT_WORKED_OUT,
  namesOfJudges,
  scorerLabel,
  shownRuns,
} from '../kit/case-figure.ts';
import { NumbersTable, Reading } from '../kit/Parts.tsx';
import {
  doublingWords,
  type FlatTexts,
  flatTexts,
  type LengthJudge,
  type LengthScoreData,
  type LengthView,
  lengthSentence,
  MEASURES,
  meanWords,
  nounOf,
  viewOf,
} from './data.ts';
import { LengthBrush } from './LengthBrush.tsx';
import { type ShownJudge, selects } from './plot.ts';

const DECIMALS = 2;

function adjustedWords({ adjusted }: LengthJudge): string {
  if (adjusted === null) return '–';
  const [mean, lo, hi] = [adjusted.mean, adjusted.lo, adjusted.hi].map((v) => fixed(v, DECIMALS));
  return `${mean} [${lo}, ${hi}]`;
}

function LengthTable({ view }: { readonly view: LengthView }) {
  const { of, judges, label, commonLength, adjustedReason } = view;
  const { up, adjusted, text } = MEASURES[of];
  const noun = nounOf(of);
  const heads = ['Judge', `${noun[0]?.toUpperCase()}${noun.slice(1)}s`, 'Typical length', 'Mean', 'Twice as long'];
  const part = label === '' ? '' : `, ${label}`;
  const unknown = adjustedReason === '' ? '' : `, not known: ${adjustedReason}`;
  const at = `at ${numberWords(Math.round(commonLength))} characters and the common mix of tasks and qualities${unknown}`;
  return (
    <NumbersTable
      of={`${up} and length${part}`}
      caption={`${up}${part}. Twice as long: what a ${text} of twice the length goes with. ${adjusted ? `Adjusted: ${at}. ` : ''}95 % intervals.`}
      columns={[...heads, 'Rank corr.', ...(adjusted ? ['Adjusted mean'] : [])]}
      rows={judges.map((judge) => [
        judge.label,
        numberWords(judge.n),
        numberWords(Math.round(judge.length)),
        meanWords(of, judge.score),
        judge.slope === null ? `none: ${judge.reason}` : doublingWords(of, judge.slope),
        judge.rank === null ? '–' : signed(judge.rank, DECIMALS),
        ...(adjusted ? [adjustedWords(judge)] : []),
      ])}
    />
  );
}

interface TextsOf {
  readonly benchmark: string;
  readonly where: Condition;
  readonly of: LengthMeasure;
  readonly part: string;
  readonly runs: readonly string[];
}

function useTexts(of: TextsOf, wanted: boolean): AskedQuestion<FlatTexts> {
  // Each scope has a new object for its condition, so conditions are compared by their text.
  const key = JSON.stringify(of);
  const question = useMemo(() => {
    const { benchmark, ...asked } = JSON.parse(key) as TextsOf;
    return async (signal: AbortSignal): Promise<FlatTexts> => {
      const query = await openQuery(benchmark, signal);
      return flatTexts(await measuredTexts(query, await instanceColumns(query), asked));
    };
  }, [key]);
  return useQuestion(wanted ? question : null, NOT_WORKED_OUT);
}

type ChangeRange = (change: Partial<CritiqueRange>, step?: AddressStep) => void;

function drawnWords({ of, n, cases, every, parts }: LengthView, isAll: boolean): string {
  const noun = nounOf(of);
  const all = `${numberWords(n)} ${noun}s of ${numberWords(cases)} cases`;
  const drawn =
    isAll || every === 1
      ? `${all}, each a mark.`
      : `${all}. A part of them is drawn; once the picture is touched each is a mark, and can be read.`;
  return parts > 0 ? `${drawn} Marks of one value are spread a little up and down.` : drawn;
}

interface ChooserProps {
  readonly views: readonly LengthView[];
  readonly view: LengthView;
  readonly shown: readonly ShownJudge[];
  readonly change: ChangeRange;
}

interface PickProps<T> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly choose: (value: T) => void;
}

function Pick<T extends string>({ label, options, value, choose }: PickProps<T>) {
  if (options.length < 2) return null;
  return (
    <ControlGroup className="bar js" label={label}>
      <span>{label}</span>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={option.value === value ? 'btn on' : 'btn'}
          aria-pressed={option.value === value}
          onClick={() => choose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </ControlGroup>
  );
}

function Chooser({ views, view, shown, change }: ChooserProps) {
  const runs = shown.map(({ judge }) => judge.run);
  const toggle = (run: string): void => {
    const next = toggled(runs, run);
    change({ runs: next.length === 0 || next.length === view.judges.length ? [] : next });
  };
  const measures = [...new Set(views.map(({ of }) => of))];
  // A range of one measure says nothing of another.
  const chooseView = (of: LengthMeasure, part: string): void =>
    change({
      of,
      part: of === views[0]?.of && part === views[0].part ? '' : part,
      ...(of === view.of ? {} : ANY_SCORE),
    });
  return (
    <>
      {views.length < 2 ? null : (
        <div className="length-picks gap-x-5">
          <Pick
            label="Up"
            options={measures.map((of) => ({ value: of, label: MEASURES[of].choice }))}
            value={view.of}
            choose={(of) => chooseView(of, view.part)}
          />
          <Pick
            label={view.of === 'critique' ? 'Scored by' : 'On'}
            options={views.filter(({ of }) => of === view.of).map(({ part, label }) => ({ value: part, label }))}
            value={view.part}
            choose={(part) => chooseView(view.of, part)}
          />
        </div>
      )}
      <PressLegend
        label="Judges"
        items={view.judges.map(({ run, label }, i) => ({ id: run, label, ...seriesLook(i), on: runs.includes(run) }))}
        press={toggle}
      />
    </>
  );
}

const ANY_SCORE = { score: { from: null, to: null } } as const;

function useRange(choices: FigureChoices): readonly [CritiqueRange, ChangeRange] {
  const fields = useMemo(() => figuresFields(choices).selected, [choices]);
  const [{ critique }, changeUrl] = useUrl(fields);
  const change = useCallback<ChangeRange>(
    (values, history) => changeUrl((old) => ({ critique: { ...old.critique, ...values } }), history),
    [changeUrl],
  );
  return [critique, change];
}

/** Whose texts a range means: those that are named, or the judges drawn; '' for every judge's where all are drawn. */
function runsAsked(view: LengthView, { runs }: CritiqueRange, choices: FigureChoices): readonly string[] {
  const drawn = view.judges.map(({ run }) => run);
  const named = drawn.filter((run) => runs.includes(run));
  if (named.length > 0) return named;
  return drawn.length === choices.runs.length ? [] : drawn;
}

function LengthScore({ data, scope, choices }: FigureProps<LengthScoreData>) {
  const { domain, views } = data;
  const [asked, change] = useRange(choices);
  const [wanted, setWanted] = useState(false);
  const view =
    views.find(({ of, part }) => of === asked.of && part === asked.part) ??
    views.find(({ of }) => of === asked.of) ??
    views[0];
  const runs = useMemo(() => (view === undefined ? [] : runsAsked(view, asked, choices)), [view, asked, choices]);
  const range = useMemo(
    (): CritiqueRange => ({ ...asked, runs, of: view?.of ?? 'critique', part: view?.part ?? '' }),
    [asked, view, runs],
  );
  const shown = useMemo(
    () =>
      (view?.judges ?? [])
        .map((judge, index) => ({ judge, index }))
        .filter(({ judge }) => runs.length === 0 || runs.includes(judge.run)),
    [view, runs],
  );
  const want = useCallback(() => setWanted(true), []);
  const all = view?.judges.map(({ run }) => run) ?? [];
  const known = { benchmark: choices.benchmark, where: scope.where, of: range.of, part: range.part, runs: all };
  const single = useTexts(known, wanted || selects(asked) || asked.runs.length > 0);
  if (view === undefined) return null;
  const texts = single.state === 'ready' ? single.data : null;
  return (
    <>
      <Reading says={lengthSentence(view)}>
        {drawnWords(view, texts !== null)} Lines are each judge’s own trend with its 95 % band, and large marks its
        mean. To select cases, drag over the drawing (on a small touch screen by its corners), move a corner with Shift
        and the arrow keys, or type two ranges. A mark opens its case.
      </Reading>
      <Chooser views={views} view={view} shown={shown} change={change} />
      {single.state === 'failed' ? (
        <Failed failure={single.failure} retry={single.retry} className="explore-state bad">
          <p className="below-2">Without the single texts none can be selected; the drawing and the tables hold.</p>
        </Failed>
      ) : null}
      <LengthBrush
        {...{ domain, view, shown, choices, scope, range, texts, change, want }}
        waiting={single.state === 'loading'}
      />
      <LengthTable view={view} />
    </>
  );
}

function lengthDomain(series: readonly TextSeries[]): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, 1];
  for (const { length } of series) {
    for (const characters of length) {
      least = Math.min(least, characters);
      most = Math.max(most, characters);
    }
  }
  const room = Math.max(1.05, (most / least) ** 0.02);
  return [Math.max(0.9, least / room), most * room];
}

function lengthFigure(
  named: Pick<InstanceFigure, 'id' | 'title' | 'protocol'>,
  measures: readonly LengthMeasure[],
  applies: (choices: FigureChoices) => boolean = () => true,
): InstanceFigure<LengthScoreData> {
  const { protocol }: { readonly protocol: Protocol } = named;
  return {
    ...named,
    topic: 'answers',
    view: LengthScore,
    reads: ['beside'],
    load: async (query, { where }, choices) => {
      if (!applies(choices)) return null;
      const runs = shownRuns(choices, protocol);
      const columns = await instanceColumns(query);
      const names = await namesOfJudges(query);
      const labelOf = (of: LengthMeasure, part: string): string => {
        if (of === 'critique') return scorerLabel(names, part);
        return choices.criteria.find(({ id }) => id === part)?.label ?? part;
      };
      const all: TextSeries[] = [];
      const views: LengthView[] = [];
      for (const of of measures) {
        const texts = await measuredTexts(query, columns, { of, where, runs });
        all.push(...texts.series);
        const parts = [...Map.groupBy(texts.series, ({ part }) => part)].sort(([a], [b]) => (a < b ? 1 : -1));
        for (const [part, series] of parts)
          views.push(viewOf({ of, part, label: labelOf(of, part), choices }, { cases: texts.cases, series }));
      }
      return views.length === 0 ? null : { domain: lengthDomain(all), views };
    },
  };
}

/** Length against what is measured, a figure for each way of judging. Where people may call a pair level, answers are right or wrong as a whole. */
export const LENGTH_FIGURES: readonly InstanceFigure<LengthScoreData>[] = [
  lengthFigure({ id: 'length-score', title: 'Do longer critiques score higher?', protocol: 'critique' }, ['critique']),
  lengthFigure(
    {
      id: 'length-reason',
      title: 'Do longer reasons go with higher scores, or with better ones?',
      protocol: 'pointwise',
    },
    ['given', 'distance'],
  ),
  lengthFigure(
    { id: 'length-right', title: 'Are answers with longer reasons right more often?', protocol: 'pairwise' },
    ['right'],
    ({ answers }) => answers !== undefined,
  ),
];
