import { useCallback, useMemo, useState } from 'react';
import { reasonWith } from '../cases/found-words.ts';
import { type AskedFor, askedFor } from '../explore/asked.ts';
import { MOST_RATIONALES } from '../explore/case-address.ts';
import type { Case } from '../schema/shard.ts';
import { href } from '../ui/href.ts';
import { AnswerMark, Segments } from './AnswerMark.tsx';
import { AnswerMatrix } from './AnswerMatrix.tsx';
import { type CaseFacts, caseRunLabel, conditionLabel } from './facts.ts';
import { CaseLabels } from './Labels.tsx';
import { CaseTexts } from './LongText.tsx';
import {
  type CaseEarned,
  earnedOf,
  earnedText,
  type MatrixCell,
  type MatrixRow,
  matrixRows,
  perturbationMetric,
  ratio,
} from './matrix.ts';
import { CasePictures } from './Pictures.tsx';
import { type CasePart, casePartsOf, conditionsOf, isOf, runsOfCase } from './parts.ts';
import { RationalesSideBySide } from './Rationales.tsx';
import { CasePrompt, CaseResponses } from './Responses.tsx';
import { Searched } from './Searched.tsx';
import { isPromptSaid } from './shown-texts.ts';
import { changeWords, isPictured, SIDE_WORDS } from './sides.ts';
import type { CaseState, ChangeCase } from './state.ts';

interface LineProps {
  readonly earned: CaseEarned;
  readonly facts: CaseFacts;
  /** Whether the list that led here was about this metric. */
  readonly isAsked: boolean;
}

function Line({ earned, facts, isAsked }: LineProps) {
  const { metric, runs, losers, value } = earned;
  return (
    <details className="earned" open={isAsked}>
      <summary>
        <b>{metric.label}</b>
        <span>{losers === 0 ? 'lost by none' : `lost by ${losers} of ${runs.length}`}</span>
        <span className="num">{earnedText(value, metric.unit)}</span>
      </summary>
      <table className="plain">
        <caption>
          {metric.name}: <a href={href(`/methods/#${metric.id}`)}>how it is counted</a>
        </caption>
        <tbody>
          {runs.map((row) => (
            <tr key={row.run}>
              <th scope="row">{caseRunLabel(facts, row.run)}</th>
              <td className="n">
                <AnswerMark
                  shown={{ text: earnedText(ratio(row), metric.unit), outcome: row.lost > 0 ? 'wrong' : 'right' }}
                />
              </td>
              <td className="n src">{row.rows > 1 ? `${row.lost} of ${row.rows} lost` : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Shows what the case earned or cost under each metric, for how many judges and for whom: the contributions that the build scored. */
function EarnedPane({
  data,
  facts,
  asked,
}: {
  readonly data: Case;
  readonly facts: CaseFacts;
  /** Id of the metric that was asked for; '' for none. */
  readonly asked: string;
}) {
  const lines = earnedOf(data, facts);
  return (
    <section className="pane earned-pane" aria-label="Metrics on this case">
      <h2 className="pane-head">Metrics on this case</h2>
      {lines.length === 0 ? (
        <p className="pane-text small">No metric uses this case.</p>
      ) : (
        <>
          <p className="small legend">
            Judges that lost points here (more than half of a score), and the value over all judges.
          </p>
          {lines.map((earned) => (
            <Line key={earned.metric.id} earned={earned} facts={facts} isAsked={earned.metric.id === asked} />
          ))}
        </>
      )}
    </section>
  );
}

/** Gives the share of a run's contributions that the case cost it, over all metrics; 0 for none. */
function lossOf({ contributions }: Case, run: string): number {
  const own = contributions.filter((row) => row.run === run);
  const rows = own.reduce((sum, row) => sum + row.rows, 0);
  return rows === 0 ? 0 : own.reduce((sum, row) => sum + row.lost, 0) / rows;
}

const answered = ({ shown }: MatrixCell): boolean => shown.outcome !== 'not-asked' && shown.outcome !== 'missing';

const isLost = ({ shown }: MatrixCell): boolean => !['right', 'given', 'not-asked'].includes(shown.outcome);

/** Gives a run's place among all of its benchmark, from 0; those without a value stand last. */
function standingOf({ order }: Pick<CaseFacts, 'order'>, run: string): number {
  const at = order.indexOf(run);
  return at < 0 ? order.length : at;
}

/** Gives the run that was asked for if it answered here, else ''. */
export function askedRun(data: Case, { run }: Pick<AskedFor, 'run' | 'criterion'>): string {
  return runsOfCase(data).includes(run) ? run : '';
}

/** Picks the part to begin with: the criterion that was asked for, else the first that the run asked for lost, else the first with an answer. */
export function pickPart(
  rows: readonly MatrixRow[],
  parts: readonly CasePart[],
  { run, criterion }: Pick<AskedFor, 'run' | 'criterion'>,
): CasePart | undefined {
  const lost = rows.find((row) => row.gold !== null && row.cells.some((cell) => cell.run === run && isLost(cell)));
  const read = rows.find((row) => row.cells.some(answered));
  return parts.find((part) => part.criterion === criterion && criterion !== '') ?? (lost ?? read)?.part ?? parts[0];
}

interface Picking {
  readonly data: Case;
  readonly facts: CaseFacts;
  readonly part: CasePart | undefined;
  /** The run asked for; '' for none. */
  readonly asked: string;
}

/**
 * Picks two runs worth reading beside each other. Where one was asked for: that one, and of those that were right the one that stands best on
 * the benchmark. Otherwise the one with the best results on this part and on the case as a whole, and the one with the worst.
 */
export function pickRuns({ data, facts, part, asked: run }: Picking): readonly string[] {
  const runs = runsOfCase(data);
  const row = matrixRows(data, facts).find((one) => one.part.key === part?.key);
  const ranked = (row?.cells.filter(answered) ?? [])
    .map((cell) => ({ run: cell.run, cost: lossOf(data, cell.run) + (cell.shown.outcome === 'wrong' ? 1 : 0), cell }))
    .toSorted((a, b) => a.cost - b.cost);
  if (runs.includes(run)) {
    const others = ranked.filter((one) => one.run !== run);
    const best = others
      .filter(({ cell }) => cell.shown.outcome === 'right')
      .toSorted((a, b) => standingOf(facts, a.run) - standingOf(facts, b.run))[0];
    return [run, ...[best ?? others[0]].flatMap((one) => one?.run ?? [])];
  }
  const picked = new Set([ranked[0]?.run, ranked.at(-1)?.run, ...runs].filter((one) => one !== undefined));
  const two = [...picked].slice(0, 2);
  return runs.filter((one) => two.includes(one));
}

interface CaseViewProps {
  readonly data: Case;
  readonly facts: CaseFacts;
  readonly state: CaseState;
  readonly change: ChangeCase;
}

type PerturbationProps = CaseViewProps & { readonly condition: string };

function Perturbation({ data, facts, state, change, condition }: PerturbationProps) {
  const conditions = conditionsOf(data);
  return (
    <div className="reading-bar">
      <h2>Perturbation</h2>
      {conditions.length > 1 ? (
        <Segments
          label="Perturbation"
          options={conditions.map((id) => ({ value: id, label: conditionLabel(facts, id) }))}
          value={condition}
          onChoose={(id) => change({ condition: id === conditions[0] ? '' : id })}
        />
      ) : (
        <span>{conditionLabel(facts, condition)}</span>
      )}
      <span className="small">{changeWords(data, condition)}</span>
      <span className="spacer" />
      <Segments label="Side" options={SIDE_WORDS} value={state.side} onChoose={(side) => change({ side })} />
    </div>
  );
}

function MarkWords({ state, change }: Pick<CaseViewProps, 'state' | 'change'>) {
  const on = state.diff === 'on';
  return (
    <button
      type="button"
      className={on ? 'btn on mark-words' : 'btn mark-words'}
      aria-pressed={on}
      onClick={() => change({ diff: on ? 'off' : 'on' })}
    >
      Mark words that only one has
    </button>
  );
}

/** Runs to read: those in the address, else two that the page picks, the one that the list asks for among them. */
function useOpen({ data, facts, state }: CaseViewProps, part: CasePart | undefined, asked: string): readonly string[] {
  return useMemo(
    () => (state.judges.length > 0 ? state.judges : pickRuns({ data, facts, part, asked })),
    [data, facts, state.judges, part, asked],
  );
}

/**
 * Finds what the list asks for, as this case has it: the run, whose column comes first, the rows, and the part to begin with. Where words were
 * searched for, `teller` is the run whose reason has them, and the part is that reason's; else it is the run itself.
 */
function useAsked({ data, facts, state: { list, judges } }: CaseViewProps, parts: readonly CasePart[]) {
  // Judges chosen later do not change where the case began.
  const [named] = useState(judges[0] ?? '');
  return useMemo(() => {
    const wanted = askedFor(list);
    const run = askedRun(data, wanted);
    const runs = runsOfCase(data).toSorted((a, b) => Number(b === run) - Number(a === run));
    const rows = matrixRows(data, facts, runs);
    const told = reasonWith(data.judgments, wanted.words, { run: named || run, criterion: wanted.criterion });
    const first = told === null ? pickPart(rows, parts, { ...wanted, run }) : parts.find((part) => isOf(part)(told));
    return { run, runs, rows, first, teller: told?.run ?? run, words: wanted.words };
  }, [data, facts, list, named, parts]);
}

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Opens a judge's reasons beside those already open; with four there it takes the last place. */
function useOpening({ change }: CaseViewProps, open: readonly string[], first: string | undefined) {
  return useCallback(
    (part: string, run: string): void => {
      const judges = open.includes(run) ? open : [...open.slice(0, MOST_RATIONALES - 1), run];
      change({ criterion: part === first ? '' : part, judges });
      document
        .getElementById('rationales')
        ?.scrollIntoView({ block: 'nearest', behavior: isStill() ? 'auto' : 'smooth' });
    },
    [change, open, first],
  );
}

/** Shows one instance: its picture, its texts, who said what, and why. */
export function CaseView(props: CaseViewProps) {
  const { data, facts, state, change } = props;
  const parts = useMemo(() => casePartsOf(data, facts), [data, facts]);
  const { run, runs, rows, first, teller, words } = useAsked(props, parts);
  const part = parts.find(({ key, criterion }) => [key, criterion].includes(state.criterion)) ?? first;
  const condition = state.condition === '' ? (conditionsOf(data)[0] ?? null) : state.condition;
  const open = useOpen(props, part, teller);
  const onOpen = useOpening(props, open, first?.key);
  const side = { data, side: state.side, condition, marked: state.diff === 'on' };
  const promptSaid = isPromptSaid(data, condition);
  const hasResponses = data.responses.length > 0;
  const isPair = (data.responses.length > 1 && data.responses.some(({ text }) => text !== '')) || !promptSaid;
  const pictured = isPictured(data.media);
  const pictures = (
    <CasePictures key={data.instance} data={data} side={state.side} condition={condition} unseen={facts.unseen} />
  );
  return (
    <div className="case">
      {pictured ? pictures : null}
      <div className="stack">
        {condition === null ? null : <Perturbation {...props} condition={condition} />}
        {promptSaid ? null : <CasePrompt {...side} />}
        {hasResponses || facts.unseen === '' ? <CaseResponses {...side} names={facts.names} /> : null}
        {isPair ? <MarkWords state={state} change={change} /> : null}
        {rows.length === 0 ? (
          <p className="pane pane-text nothing">No judge has answered anything about this case yet.</p>
        ) : (
          <AnswerMatrix
            {...{ rows, runs, facts, open, onOpen }}
            asked={run}
            earned={condition === null ? null : perturbationMetric(data, facts, condition)}
            part={part?.key ?? ''}
          />
        )}
        {part === undefined || open.length === 0 ? (
          <CaseTexts facts={facts} />
        ) : (
          <Searched words={words}>
            <RationalesSideBySide {...props} {...{ parts, part, condition, open }} first={first?.key} />
          </Searched>
        )}
        <CaseLabels data={data} facts={facts} />
      </div>
      {pictured ? null : pictures}
      <EarnedPane data={data} facts={facts} asked={askedFor(state.list).metric} />
    </div>
  );
}
