import '../../compare/compare.css';
import '../../charts/drawing.css';
import { useMemo } from 'react';
import { JudgeChooser } from '../../compare/Chooser.tsx';
import { Compared } from '../../compare/Compared.tsx';
import { chosenOf, nextWords, useCompareFields } from '../../compare/choice.ts';
import { IgnoredNotice } from '../../ui/IgnoredNotice.tsx';
import { useUrl } from '../../ui/use-url.ts';
import type { OwnComparison } from '../own-comparison.ts';
import type { OwnSource } from '../own-source.ts';
import { Gathered } from './Gathered.tsx';

function Comparison({ choices, comparable, opening }: OwnComparison) {
  const fields = useCompareFields(choices, comparable);
  const [state, change] = useUrl(fields);
  const judges = state.judges.length === 0 ? opening : state.judges;
  const chosen = useMemo(() => judges.flatMap((text) => chosenOf(choices, text) ?? []), [judges, choices]);
  const [one, ...others] = chosen;
  const asked = useMemo(() => ({ ...state, judges }), [state, judges]);
  return (
    <>
      <p className="lede">
        Is one judge better than another, or may the difference be chance? The first is the baseline of the others.
      </p>
      <JudgeChooser choices={choices} chosen={chosen} change={(texts) => change({ judges: texts })} />
      <div className="results">
        {one === undefined || others.length === 0 ? (
          <p className="state">{one === undefined ? 'Choose two judges above.' : nextWords(one, choices)}</p>
        ) : (
          <Compared {...{ choices, chosen, comparable, change }} state={asked} isWhole isHere />
        )}
      </div>
      <IgnoredNotice fields={fields} />
    </>
  );
}

export function OwnCompare({ source }: { readonly source: OwnSource }) {
  return (
    <Gathered gather={source.comparison} doing="Gathering the runs">
      {(found) => <Comparison {...found} />}
    </Gathered>
  );
}
