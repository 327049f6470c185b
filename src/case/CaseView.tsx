import { useCallback, useMemo, useState } from 'react';
import { queueOf } from '../cases/choices.ts';
import { reasonWith } from '../cases/found-words.ts';
import { annotators, type GoldLabel, labelBy, quality, reference } from '../cases/gold.ts';
import { answerWords } from '../cases/labels.ts';
import { type AskedFor, askedFor } from '../explore/asked.ts';
import { MOST_RATIONALES } from '../explore/case-address.ts';
import type { Case } from '../schema/stored-case.ts';
import { href } from '../ui/href.ts';
import { ScrollBox } from '../ui/layout.tsx';
import { PagePart } from '../ui/loading.tsx';
import { CaseVerdicts, DrawnTask, LongText } from './Drawn.tsx';
import { type CaseFacts, caseRunLabel, nameInCase } from './facts.ts';
import {
  type CaseEarned,
  earnedOf,
  earnedRow,
  earnedText,
  type MatrixCell,
  type MatrixRow,
  matrixRows,
  perturbationMetric,
} from './matrix.ts';
import {
  type CaseAnswer,
  type CasePart,
  casePartsOf,
  conditionsOf,
  criterionLabel,
  isOf,
  responseName,
  runsOfCase,
} from './parts.ts';
import { CaseTexts, RationalesSideBySide } from './Rationales.tsx';
import { Searched } from './Searched.tsx';
import type { CaseState, ChangeCase } from './state.ts';

function labelName(data: Case, facts: CaseFacts, { kind, criterion, response }: GoldLabel): string {
  const what = criterion === undefined ? kind : criterionLabel(facts, data.split, criterion);
  return response === undefined ? what : `${what}, ${responseName(response)}`;
}

type Part = { readonly data: Case; readonly facts: CaseFacts };

function LabelRow({
  data,
  facts,
  label,
  people,
}: Part & { readonly label: GoldLabel; readonly people: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{labelName(data, facts, label)}</th>
      {people.map((annotator) => {
        const said = labelBy(data.gold, annotator, label);
        return (
          <td key={annotator}>
            {said === null ? (
              <span className="verdict-mark not-asked ink-3">–</span>
            ) : (
              <span className="verdict-mark gold">{answerWords(facts.labels, said)}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

const same = (a: GoldLabel, b: GoldLabel): boolean =>
  a.kind === b.kind && a.criterion === b.criterion && a.response === b.response;

function Annotators({ data, facts }: Part) {
  const people = annotators(data.gold);
  const asked = data.gold.filter(({ kind }) => kind !== 'reference');
  const distinct = asked.filter((label, i) => i === asked.findIndex((other) => same(label, other)));
  if (people.length === 0) return null;
  return (
    <details className="card labels">
      <summary className="pane-head small pointer">
        <b>Labels of {people.length === 1 ? 'one annotator' : `${people.length} annotators`}</b>
      </summary>
      <ScrollBox className="scroll" label="Labels of the annotators, scrolls sideways">
        <table className="matrix text-small w-full">
          <thead>
            <tr>
              <th scope="col">{distinct.some(({ criterion }) => criterion !== undefined) ? 'Criterion' : 'Label'}</th>
              {people.map((annotator) => (
                <th key={annotator} scope="col">
                  {nameInCase(facts, annotator)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {distinct.map((label) => (
              <LabelRow
                key={`${label.kind} ${label.criterion} ${label.response}`}
                {...{ data, facts, label, people }}
              />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  );
}

function References({ data }: { readonly data: Case }) {
  const responses = [...new Set(data.gold.map(({ response }) => response))];
  return responses.flatMap((response) => {
    const [text, points] = [reference(data.gold, response), quality(data.gold, response)];
    if (text === null && points === null) return [];
    const of = response === undefined ? '' : ` of ${responseName(response)}`;
    if (text === null) {
      return (
        <p key={response} className="m-0">
          Quality{of}: <b>{points}</b> of 10
        </p>
      );
    }
    return (
      <section key={response} className="card" aria-label={`Reference critique${of}`}>
        <div className="pane-head small">
          <h2>Reference critique</h2>
          <span className="by">{response === undefined ? '' : responseName(response)}</span>
          {points === null ? null : <span className="spacer">quality {points} of 10</span>}
        </div>
        <div className="pane-text">
          <LongText text={text} nothing="The reference is empty." />
        </div>
      </section>
    );
  });
}

function CaseLabels({ data, facts }: Part) {
  return (
    <>
      <References data={data} />
      <Annotators data={data} facts={facts} />
    </>
  );
}

function lossOf({ contributions }: Case, run: string): number {
  const own = contributions.filter((row) => row.run === run);
  const rows = own.reduce((sum, row) => sum + row.rows, 0);
  return rows === 0 ? 0 : own.reduce((sum, row) => sum + row.lost, 0) / rows;
}

const answered = ({ shown }: MatrixCell): boolean => shown.outcome !== 'not-asked' && shown.outcome !== 'missing';

const isLost = ({ shown }: MatrixCell): boolean => !['right', 'given', 'not-asked'].includes(shown.outcome);

/** Gives a run's place among all of its benchmark, from 0; those without a value stand last. */
function placeOnBenchmark({ order }: Pick<CaseFacts, 'order'>, run: string): number {
  const at = order.indexOf(run);
  return at < 0 ? order.length : at;
}

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

/** Fewer characters give no reason: `[[A>B]]`. */
const REASON = 40;

const isReason = ({ rationale, rationale_length: length = 0 }: CaseAnswer): boolean =>
  Math.max(rationale.length, length) >= REASON;

/** Two runs worth reading side by side, those with reasons first: the one asked for and the best of those that were right; else the best and the worst here. */
export function pickRuns({ data, facts, part, asked: run }: Picking): readonly string[] {
  const runs = runsOfCase(data);
  const row = matrixRows(data, facts).find((one) => one.part.key === part?.key);
  const reasons = data.judgments.filter((one) => part !== undefined && isOf(part)(one) && isReason(one));
  const all = (row?.cells.filter(answered) ?? [])
    .map((cell) => ({ run: cell.run, cost: lossOf(data, cell.run) + (cell.shown.outcome === 'wrong' ? 1 : 0), cell }))
    .toSorted((a, b) => a.cost - b.cost);
  const ranked = all.filter((one) => reasons.some((own) => own.run === one.run));
  if (runs.includes(run)) {
    const best = [ranked, all].flatMap((some) =>
      some
        .filter((one) => one.run !== run && one.cell.shown.outcome === 'right')
        .toSorted((a, b) => placeOnBenchmark(facts, a.run) - placeOnBenchmark(facts, b.run)),
    )[0];
    return [run, ...[best ?? all.find((one) => one.run !== run)].flatMap((one) => one?.run ?? [])];
  }
  const wanted = [ranked[0], ranked.at(-1), all[0], all.at(-1)].flatMap((one) => one?.run ?? []);
  const two = [...new Set([...wanted, ...runs])].slice(0, 2);
  return runs.filter((one) => two.includes(one));
}

/** Says whether some metrics were lost by other judges than others: else the verdicts say all of it. */
function areDifferent(lines: readonly CaseEarned[]): boolean {
  return new Set(lines.map(({ losers }) => losers.join(' ')).filter((names) => names !== '')).size > 1;
}

interface MetricsProps {
  readonly data: Case;
  readonly facts: CaseFacts;
  readonly asked: string;
}

function CaseMetrics({ data, facts, asked }: MetricsProps) {
  const lines = earnedOf(data, facts);
  if (!areDifferent(lines)) return null;
  return (
    <details className="card earned-pane" open={lines.some(({ metric }) => metric.id === asked)}>
      <summary className="pane-head small pointer">
        <b>What each metric makes of it</b>
      </summary>
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">Judges that lost this case (of a score, more than half)</th>
            <th scope="col">Mean</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ metric, value, runs, losers }) => {
            const names = losers.map((run) => caseRunLabel(facts, run)).join(', ');
            return (
              <tr key={metric.id}>
                <th scope="row">
                  <a href={href(`/methods/#${metric.id}`)} title={metric.name}>
                    {metric.label}
                  </a>
                </th>
                <td>{names === '' ? 'none' : `${losers.length} of ${runs.length}: ${names}`}</td>
                <td className="n">{earnedText(value, metric.unit)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}

interface CaseViewProps {
  readonly data: Case;
  readonly facts: CaseFacts;
  readonly state: CaseState;
  readonly change: ChangeCase;
}

/** Runs to read: those in the address, else two that the page picks, the one that the list asks for among them. */
function useOpen({ data, facts, state }: CaseViewProps, part: CasePart | undefined, asked: string): readonly string[] {
  return useMemo(
    () => (state.judges.length > 0 ? state.judges : pickRuns({ data, facts, part, asked })),
    [data, facts, state.judges, part, asked],
  );
}

/** What the list asks for, as this case has it. `teller` is the run whose reason has the searched words, and the part is that reason's; else it is the run itself. */
function useAsked({ data, facts, state: { list, judges } }: CaseViewProps, parts: readonly CasePart[]) {
  // Judges chosen later do not change where the case began.
  const [named] = useState(judges[0] ?? '');
  return useMemo(() => {
    const wanted = askedFor(list);
    const run = askedRun(data, wanted);
    const place = (one: string): number => (one === run ? -1 : placeOnBenchmark(facts, one));
    const runs = runsOfCase(data).toSorted((a, b) => place(a) - place(b));
    const rows = matrixRows(data, facts, runs);
    const told = reasonWith(data.judgments, wanted.words, { run: named || run, criterion: wanted.criterion });
    const first = told === null ? pickPart(rows, parts, { ...wanted, run }) : parts.find((part) => isOf(part)(told));
    return { run, runs, rows, first, teller: told?.run ?? run, wanted };
  }, [data, facts, list, named, parts]);
}

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Opens a judge's reasons beside those already open, and closes them again; with four there it takes the last place. One stays. */
function useOpening(
  { change }: CaseViewProps,
  reading: { readonly open: readonly string[]; readonly part: string },
  first: string | undefined,
) {
  const { open, part: read } = reading;
  return useCallback(
    (part: string, run: string): void => {
      const isClosed = part === read && open.includes(run) && open.length > 1;
      const others = open.filter((one) => one !== run);
      const judges = isClosed ? others : open.includes(run) ? open : [...open.slice(0, MOST_RATIONALES - 1), run];
      change({ criterion: part === first ? '' : part, judges });
      if (isClosed) return;
      document
        .getElementById('rationales')
        ?.scrollIntoView({ block: 'nearest', behavior: isStill() ? 'auto' : 'smooth' });
    },
    [change, open, read, first],
  );
}

const loadQueue = () => import('./BlindVote.tsx');

/** Shows one case in three bands: what was asked, who was right, and why they say so. */
export function CaseView(props: CaseViewProps) {
  const { data, facts, state } = props;
  const parts = useMemo(() => casePartsOf(data, facts), [data, facts]);
  const { run, runs, rows, first, teller, wanted } = useAsked(props, parts);
  const part = parts.find(({ key, criterion }) => [key, criterion].includes(state.criterion)) ?? first;
  const condition = state.condition === '' ? (conditionsOf(data)[0] ?? null) : state.condition;
  const queue = queueOf(wanted.order);
  const open = useOpen(props, part, teller);
  const onOpen = useOpening(props, { open, part: part?.key ?? '' }, first?.key);
  const earned = condition === null ? null : perturbationMetric(data, facts, condition);
  const all = earned === null || part === undefined ? rows : [...rows, earnedRow(earned, part, runs)];
  return (
    <div className="case">
      <DrawnTask {...props} condition={condition} />
      {queue === undefined ? null : (
        <PagePart load={loadQueue}>{({ WhyQueued }) => <WhyQueued {...{ data, facts, queue }} />}</PagePart>
      )}
      {rows.length === 0 ? (
        <p className="card pane-text nothing">No judge has answered anything about this case yet.</p>
      ) : (
        <CaseVerdicts rows={all} {...{ facts, open, onOpen }} asked={run} part={part?.key ?? ''} />
      )}
      {part === undefined || open.length === 0 ? (
        <CaseTexts facts={facts} />
      ) : (
        <Searched words={wanted.words}>
          <RationalesSideBySide {...props} {...{ parts, part, condition, open }} first={first?.key} />
        </Searched>
      )}
      <CaseLabels data={data} facts={facts} />
      <CaseMetrics data={data} facts={facts} asked={wanted.metric} />
    </div>
  );
}
