import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { openDatabase } from '../../client/database.ts';
import { type ClientFailure, failureOf } from '../../client/failure.ts';
import { number, type Query } from '../../sql/query.ts';
import { type Question, useQuestion } from '../../ui/use-question.ts';
import type { FigureChoices, FigureScope, InstanceFigure } from '../kit/instance-figure.ts';
import { NOT_WORKED_OUT } from '../kit/not-worked-out.ts';
import { CASE_FIGURES, scopeKey } from './case-figures.ts';
import type { PrerenderedFigures } from './prerendered.ts';

type Figure = InstanceFigure<unknown>;

/** What stands on the page for a figure, which may be the answer to an older choice. */
export interface ShownFigure {
  /** The scope of the data, and its key. */
  readonly scope: FigureScope;
  readonly key: string;
  /** Null: nothing of it in this scope. */
  readonly data: unknown;
  /** Why the last choice could not be drawn. */
  readonly failure: ClientFailure | null;
}

/** What stands on the page. */
interface ShownFigures {
  readonly shown: ReadonlyMap<string, ShownFigure>;
  /** Number of cases selected; null while not known. */
  readonly cases: number | null;
}

/** Figures that the benchmark has something for. */
export const figuresIn = ({ data }: PrerenderedFigures): readonly Figure[] =>
  CASE_FIGURES.filter(({ id }) => Object.hasOwn(data, id));

function opening(known: PrerenderedFigures, scope: FigureScope): ShownFigures {
  const shown = figuresIn(known).map((figure) => {
    const data: unknown = known.data[figure.id];
    return [figure.id, { scope, key: scopeKey(figure, scope), data, failure: null }] as const;
  });
  return { shown: new Map(shown), cases: known.choices.cases };
}

async function casesIn(query: Query, { where }: FigureScope): Promise<number> {
  const [row] = await query(`SELECT count(*)::DOUBLE AS n FROM instances WHERE ${where.sql}`, where.params);
  return row === undefined ? 0 : number(row, 'n');
}

interface FiguresAsked {
  readonly choices: FigureChoices;
  readonly scope: FigureScope;
  readonly figures: readonly Figure[];
  readonly signal: AbortSignal;
  readonly put: (change: (old: ShownFigures) => ShownFigures) => void;
}

/** Loads figures one after the other, in the order of the page; one that fails leaves the others. */
async function load({ choices, scope, figures, signal, put }: FiguresAsked): Promise<void> {
  const database = await openDatabase(choices.benchmark, { signal });
  const query: Query = (sql, params = []) => database.query(sql, params, { signal });
  const cases = await casesIn(query, scope);
  put((old) => ({ ...old, cases }));
  const show = (figure: Figure, change: (old: ShownFigure | undefined) => ShownFigure): void =>
    put((old) => ({ ...old, shown: new Map(old.shown).set(figure.id, change(old.shown.get(figure.id))) }));
  for (const figure of figures) {
    const key = scopeKey(figure, scope);
    try {
      const data = await figure.load(query, scope, choices);
      signal.throwIfAborted();
      show(figure, () => ({ scope, key, data, failure: null }));
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(error, NOT_WORKED_OUT);
      // What another try may mend concerns them all; the rest is this figure's own.
      if (failure.kind !== 'unexpected' && failure.wayOn !== 'none') throw failure;
      show(figure, (old) => ({ ...(old ?? { scope, key: '', data: null }), failure }));
    }
  }
}

interface Figures extends ShownFigures {
  /** Whether something else is on its way. */
  readonly busy: boolean;
  /** Why nothing can be asked at all. */
  readonly failure: ClientFailure | null;
  readonly retry: () => void;
}

/**
 * The figures for a scope: at first as they were prerendered; what another scope changes is asked for, figure by figure, and a new scope
 * cancels the question before.
 */
export function useFigures(known: PrerenderedFigures, first: FigureScope, scope: FigureScope): Figures {
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
    const isOf = (figure: Figure, own: ShownFigure | undefined) => own?.key === scopeKey(figure, scope);
    const ready = figures.flatMap((figure) => {
      const own = start.shown.get(figure.id);
      return own !== undefined && isOf(figure, own) ? [[figure.id, own] as const] : [];
    });
    put((old) => ({ ...old, shown: new Map([...old.shown, ...ready]) }));
    const behind = () => figures.filter((figure) => !isOf(figure, latest.current.shown.get(figure.id)));
    const isBehind = behind().length > 0;
    if (ready.length === figures.length) put((old) => ({ ...old, cases: choices.cases }));
    setQuestion(() =>
      isBehind ? (signal: AbortSignal) => load({ choices, scope, figures: behind(), signal, put }) : null,
    );
  }, [known, start, scope, choices, put]);
  const asked = useQuestion(question, NOT_WORKED_OUT);
  const failure = asked.state === 'failed' ? asked.failure : null;
  return { ...shown, busy: asked.state === 'loading', failure, retry: asked.retry };
}
