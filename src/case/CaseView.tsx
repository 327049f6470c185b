import { useCallback, useMemo, useState } from 'react';
import { reasonWith } from '../cases/found-words.ts';
import { askedFor } from '../explore/asked.ts';
import { MOST_RATIONALES } from '../explore/case-address.ts';
import type { Case } from '../schema/shard.ts';
import { CaseTexts } from './CaseTexts.tsx';
import { DrawnTask } from './Drawn.tsx';
import type { CaseFacts } from './facts.ts';
import { CaseLabels } from './Labels.tsx';
import { CaseMetrics } from './Metrics.tsx';
import { earnedRow, matrixRows, perturbationMetric } from './matrix.ts';
import { type CasePart, casePartsOf, conditionsOf, isOf, runsOfCase } from './parts.ts';
import { askedRun, pickPart, pickRuns, placeOnBenchmark } from './pick.ts';
import { RationalesSideBySide } from './Rationales.tsx';
import { Searched } from './Searched.tsx';
import type { CaseState, ChangeCase } from './state.ts';
import { CaseVerdicts } from './Verdicts.tsx';

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

/**
 * Finds what the list asks for, as this case has it: the run, whose name comes first, the rows, and the part to begin with. Where words were
 * searched for, `teller` is the run whose reason has them, and the part is that reason's; else it is the run itself.
 */
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

/** Shows one case in three bands: what was asked, who was right, and why they say so. */
export function CaseView(props: CaseViewProps) {
  const { data, facts, state } = props;
  const parts = useMemo(() => casePartsOf(data, facts), [data, facts]);
  const { run, runs, rows, first, teller, wanted } = useAsked(props, parts);
  const part = parts.find(({ key, criterion }) => [key, criterion].includes(state.criterion)) ?? first;
  const condition = state.condition === '' ? (conditionsOf(data)[0] ?? null) : state.condition;
  const open = useOpen(props, part, teller);
  const onOpen = useOpening(props, { open, part: part?.key ?? '' }, first?.key);
  const earned = condition === null ? null : perturbationMetric(data, facts, condition);
  const all = earned === null || part === undefined ? rows : [...rows, earnedRow(earned, part, runs)];
  return (
    <div className="case">
      <DrawnTask {...props} condition={condition} />
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
