import { useCallback, useMemo } from 'react';
import { askedFor } from '../explore/asked.ts';
import { MOST_RATIONALES } from '../explore/case-address.ts';
import type { Case } from '../schema/shard.ts';
import { AnswerMatrix } from './AnswerMatrix.tsx';
import { CaseTexts } from './CaseTexts.tsx';
import { EarnedPane } from './EarnedPane.tsx';
import { perturbationMetric } from './earned.ts';
import { type CaseFacts, conditionLabel } from './facts.ts';
import { CaseLabels } from './Labels.tsx';
import { matrixRows } from './matrix.ts';
import { isPictured } from './media.ts';
import { CasePictures } from './Pictures.tsx';
import { type CasePart, casePartsOf, conditionsOf, runsOfCase } from './parts.ts';
import { askedRun, pickPart, pickRuns } from './pick.ts';
import { RationalesSideBySide } from './Rationales.tsx';
import { CasePrompt, CaseResponses } from './Responses.tsx';
import { Segments } from './Segments.tsx';
import { isPromptSaid } from './shown-texts.ts';
import { changeWords, SIDE_WORDS } from './sides.ts';
import type { CaseState, ChangeCase } from './state.ts';

interface CaseViewProps {
  readonly data: Case;
  readonly facts: CaseFacts;
  readonly state: CaseState;
  readonly change: ChangeCase;
}

type PerturbationProps = CaseViewProps & { readonly condition: string };

/** Which side of which perturbation is looked at, and what it changes. */
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

/** Finds what the list asks for, as this case has it: the run, whose column comes first, the rows, and the part to begin with. */
function useAsked({ data, facts, state: { list } }: CaseViewProps, parts: readonly CasePart[]) {
  return useMemo(() => {
    const wanted = askedFor(list);
    const run = askedRun(data, wanted);
    const runs = runsOfCase(data).toSorted((a, b) => Number(b === run) - Number(a === run));
    const rows = matrixRows(data, facts, runs);
    return { run, runs, rows, first: pickPart(rows, parts, { ...wanted, run }) };
  }, [data, facts, list, parts]);
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
  const { run, runs, rows, first } = useAsked(props, parts);
  const part = parts.find(({ key }) => key === state.criterion) ?? first;
  const condition = state.condition === '' ? (conditionsOf(data)[0] ?? null) : state.condition;
  const open = useOpen(props, part, run);
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
          <RationalesSideBySide {...props} {...{ parts, part, condition, open }} first={first?.key} />
        )}
        <CaseLabels data={data} facts={facts} />
      </div>
      {pictured ? null : pictures}
      <EarnedPane data={data} facts={facts} asked={askedFor(state.list).metric} />
    </div>
  );
}
