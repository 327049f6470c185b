import { type BoardRow, boardName, contextWords, type JudgeRates, type StoredBoard } from '../schema/board.ts';
import { correctedRate, type ObservedShare, toldApartBy } from '../stats/intervals.ts';
import { countOf, fixed } from '../ui/number-words.ts';

export interface RatedRun {
  readonly label: string;
  readonly rates: JudgeRates;
}

export const EXAMPLE: ObservedShare = { share: 0.75, n: 400 };

type RatedBoard = Pick<
  StoredBoard,
  'source' | 'printedIn' | 'number' | 'title' | 'benchmarkName' | 'kind' | 'settings' | 'rows'
>;

export function ratedRuns(boards: readonly RatedBoard[], isWanted: (row: BoardRow) => boolean): readonly RatedRun[] {
  const found = boards.flatMap((board) =>
    board.rows.flatMap((row) =>
      row.rates === undefined || !isWanted(row) ? [] : [{ board, name: row.name, row, rates: row.rates }],
    ),
  );
  const several = new Set(found.map(({ name }) => name)).size > 1;
  return found.map(({ board, name, row, rates }) => {
    const { apart } = contextWords(row, board);
    return { label: [boardName(board), several ? name : '', apart].filter((word) => word !== '').join(' · '), rates };
  });
}

const percentWords = (share: number, decimals = 0): string => `${fixed(share * 100, decimals)} %`;

const REFUSALS: Readonly<Record<'observed' | 'no-error' | 'blind', (rates: JudgeRates) => string>> = {
  observed: () => 'Give a share from 0 to 100 %, and how many pairs it is of: a whole number, 1 or more.',
  'no-error': () => 'No share is given: all labels here are one cluster, so nobody knows how sure the two rates are.',
  blind: (rates) =>
    `No share is given: here the judge tells A from B hardly better than chance (TPR + TNR − 1 is ${percentWords(toldApartBy(rates), 1)}, not clear of 0), so a share of its answers says nothing of what people would say.`,
};

export function correctedWords(rates: JudgeRates, observed: ObservedShare): readonly string[] {
  const found = correctedRate(rates, observed);
  if (found.refused === 'observed') return [REFUSALS.observed(rates)];
  const { tpr, tnr, n } = rates;
  const basis = `On ${countOf(n[0] + n[1], 'labelled pair')} that it decides, it says A in ${percentWords(tpr, 1)} of those where people say A (TPR), and B in ${percentWords(tnr, 1)} of those where people say B (TNR).`;
  if (found.refused === 'outside')
    return [
      `No share is given: it would be ${percentWords(found.value ?? 0)}, which is none. With these rates between ${percentWords(1 - tnr)} and ${percentWords(tpr)} of the answers are A, whatever people say; beyond that lies chance, or a judge that errs otherwise on your pairs.`,
      basis,
    ];
  if (found.refused !== null) return [REFUSALS[found.refused](rates), basis];
  const { value, interval, more } = found;
  const labels =
    more === null
      ? `More labels alone do not halve the interval: ${countOf(observed.n, 'pair')} of your own are too few.`
      : `${countOf(more, 'more labelled pair')} would halve the interval.`;
  return [
    `People would say A in ${percentWords(value)} of them (95 % interval ${percentWords(interval.lo)} to ${percentWords(interval.hi)}).`,
    basis,
    labels,
  ];
}

export function enlivenCorrected(form: HTMLFormElement, runs: readonly RatedRun[]): () => void {
  const show = (): void => {
    const data = new FormData(form);
    const number = (name: string): number => {
      const typed = String(data.get(name) ?? '').trim();
      return typed === '' ? Number.NaN : Number(typed);
    };
    const rates = runs[number('run')]?.rates;
    const output = form.querySelector('output');
    if (rates === undefined || output === null) return;
    const lines = correctedWords(rates, { share: number('share') / 100, n: number('n') });
    output.replaceChildren(...lines.map((words) => Object.assign(document.createElement('p'), { textContent: words })));
  };
  const ended = new AbortController();
  form.addEventListener('input', show, { signal: ended.signal });
  form.addEventListener('submit', (event) => event.preventDefault(), { signal: ended.signal });
  show();
  return () => ended.abort();
}
