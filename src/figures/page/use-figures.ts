import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ClientFailure } from '../../client/failure.ts';
import { type Question, useQuestion } from '../../ui/use-question.ts';
import type { FigureScope, InstanceFigure } from '../kit/instance-figure.ts';
import { NOT_WORKED_OUT } from '../kit/not-worked-out.ts';
import { scopeKey } from './case-figures.ts';
import { figuresAt } from './figures-data.ts';
import type { ShownFigure, ShownFigures } from './load-figures.ts';
import { figuresIn, loadFigures } from './load-figures.ts';
import type { PrerenderedFigures } from './prerendered.ts';

function opening(known: PrerenderedFigures, scope: FigureScope): ShownFigures {
  const shown = figuresIn(known).map((figure) => {
    const data: unknown = known.data[figure.id];
    return [figure.id, { scope, key: scopeKey(figure, scope), data, failure: null }] as const;
  });
  return { shown: new Map(shown), cases: known.choices.cases, notice: null };
}

interface LiveFigures extends ShownFigures {
  /** Whether something else is on its way. */
  readonly busy: boolean;
  /** Why nothing can be asked at all. */
  readonly failure: ClientFailure | null;
  readonly retry: () => void;
}

/**
 * Gives the figures for a scope. At first they are as they were prerendered; what another scope changes is asked for, figure by figure, and
 * a new scope cancels the question before. `address` is that of the page's data, `first` the scope that these are of.
 */
export function useFigures(address: string, first: FigureScope, scope: FigureScope): LiveFigures {
  const known = figuresAt(address);
  const { choices } = known;
  const start = useMemo(() => opening(known, first), [known, first]);
  const [shown, setShown] = useState(start);
  const [question, setQuestion] = useState<Question<void> | null>(null);
  const latest = useRef(shown);
  const put = useCallback((change: (old: ShownFigures) => ShownFigures) => {
    latest.current = change(latest.current);
    setShown(latest.current);
  }, []);
  useEffect(() => {
    const figures = figuresIn(known);
    const isOf = (figure: InstanceFigure, own: ShownFigure | undefined) => own?.key === scopeKey(figure, scope);
    const ready = figures.flatMap((figure) => {
      const own = start.shown.get(figure.id);
      return own !== undefined && isOf(figure, own) ? [[figure.id, own] as const] : [];
    });
    put((old) => ({ ...old, shown: new Map([...old.shown, ...ready]) }));
    const behind = () => figures.filter((figure) => !isOf(figure, latest.current.shown.get(figure.id)));
    const isBehind = behind().length > 0;
    if (ready.length === figures.length) put((old) => ({ ...old, cases: choices.cases, notice: null }));
    setQuestion(() =>
      isBehind ? (signal: AbortSignal) => loadFigures({ address, scope, figures: behind(), signal, put }) : null,
    );
  }, [address, known, start, scope, choices, put]);
  const asked = useQuestion(question, NOT_WORKED_OUT);
  const failure = asked.state === 'failed' ? asked.failure : null;
  return { ...shown, busy: asked.state === 'loading', failure, retry: asked.retry };
}
