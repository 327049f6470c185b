import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { openDatabase } from '../../client/database.ts';
import type { ClientFailure } from '../../client/failure.ts';
import { number, type Query } from '../../metrics/query.ts';
import { failureOf } from '../kit/failure-of.ts';
import type { FigureChoices, FigureScope, InstanceFigure } from '../kit/instance-figure.ts';
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

export interface FiguresAnswer {
  readonly shown: ReadonlyMap<string, ShownFigure>;
  /** Number of cases selected; null while not known. */
  readonly cases: number | null;
  readonly busy: boolean;
  /** Why nothing can be asked at all. */
  readonly failure: ClientFailure | null;
}

/** Figures that the benchmark has something for. */
export const figuresIn = ({ data }: PrerenderedFigures): readonly Figure[] =>
  CASE_FIGURES.filter(({ id }) => Object.hasOwn(data, id));

function opening(known: PrerenderedFigures, scope: FigureScope): FiguresAnswer {
  const shown = figuresIn(known).map((figure) => {
    const data: unknown = known.data[figure.id];
    return [figure.id, { scope, key: scopeKey(figure, scope), data, failure: null }] as const;
  });
  return { shown: new Map(shown), cases: known.choices.cases, busy: false, failure: null };
}

async function casesIn(query: Query, { where }: FigureScope): Promise<number> {
  const [row] = await query(`SELECT count(*)::DOUBLE AS n FROM instances WHERE ${where.sql}`, where.params);
  return row === undefined ? 0 : number(row, 'n');
}

interface Asking {
  readonly choices: FigureChoices;
  readonly scope: FigureScope;
  readonly figures: readonly Figure[];
  readonly signal: AbortSignal;
  readonly put: (change: (old: FiguresAnswer) => FiguresAnswer) => void;
}

/** Loads figures one after the other, in the order of the page; one that fails leaves the others. */
async function load({ choices, scope, figures, signal, put }: Asking): Promise<void> {
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
      const failure = failureOf(error);
      if (failure.wayOn !== 'none') throw failure;
      show(figure, (old) => ({ ...(old ?? { scope, key: '', data: null }), failure }));
    }
  }
}

/**
 * The figures for a scope: at first as they were prerendered; what another scope changes is asked for, and a new scope cancels the
 * question before. `retry` asks again.
 */
export function useFigures(
  known: PrerenderedFigures,
  first: FigureScope,
  scope: FigureScope,
): readonly [FiguresAnswer, retry: () => void] {
  const { choices } = known;
  const start = useMemo(() => opening(known, first), [known, first]);
  const [answer, setAnswer] = useState(start);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(answer);
  const put = useCallback((change: (old: FiguresAnswer) => FiguresAnswer) => {
    latest.current = change(latest.current);
    setAnswer(latest.current);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    const prerendered = (figure: Figure): ShownFigure | undefined => {
      const own = start.shown.get(figure.id);
      return own?.key === scopeKey(figure, scope) ? own : undefined;
    };
    const controller = new AbortController();
    const figures = figuresIn(known);
    const ready = figures.flatMap((figure) => {
      const own = prerendered(figure);
      return own === undefined ? [] : [[figure.id, own] as const];
    });
    put((old) => ({ ...old, shown: new Map([...old.shown, ...ready]), failure: null }));
    const wanted = figures.filter((figure) => latest.current.shown.get(figure.id)?.key !== scopeKey(figure, scope));
    if (wanted.length === 0) {
      const cases = ready.length === figures.length ? choices.cases : latest.current.cases;
      put((old) => ({ ...old, cases, busy: false }));
      return;
    }
    put((old) => ({ ...old, busy: true }));
    load({ choices, scope, figures: wanted, signal: controller.signal, put }).then(
      () => put((old) => ({ ...old, busy: false })),
      (error: unknown) => {
        if (!controller.signal.aborted) put((old) => ({ ...old, busy: false, failure: failureOf(error) }));
      },
    );
    return () => controller.abort();
  }, [known, start, scope, attempt, choices, put]);
  const retry = useCallback(() => setAttempt((n) => n + 1), []);
  return [answer, retry];
}
