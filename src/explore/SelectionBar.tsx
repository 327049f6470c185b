import type { RefObject } from 'react';
import type { Choices } from '../cases/choices.ts';
import type { SortKey } from '../schema/sort-key.ts';
import { ControlGroup } from '../ui/ControlGroup.tsx';
import { countOf, numberWords } from '../ui/number-words.ts';
import { Waiting } from '../ui/Waiting.tsx';
import { OrderList } from './OrderList.tsx';
import type { ReadyAnswer } from './use-answer.ts';
import type { ChangeExplore } from './use-explore-state.ts';

interface BarProps {
  readonly choices: Choices;
  readonly ready: ReadyAnswer | null;
  readonly busy: boolean;
  /** Rows on the page before there is an answer; 0 while others are on their way. */
  readonly first: number;
  /** Number of filters that are set. */
  readonly filters: number;
  readonly sort: readonly SortKey[];
  readonly change: ChangeExplore;
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly preview: { readonly isOpen: boolean; readonly toggle: () => void };
  readonly onDownload: (anchor: HTMLElement) => void;
}

function shownWords({ ready, choices, first }: Pick<BarProps, 'ready' | 'choices' | 'first'>): string {
  if (ready === null)
    return `${first === 0 ? '…' : `first ${numberWords(first)}`} of ${countOf(choices.cases, 'case')}`;
  const { total } = ready.counts;
  return total === choices.cases
    ? countOf(total, 'case')
    : `${numberWords(total)} of ${countOf(choices.cases, 'case')}`;
}

/** The line above the list: how many cases there are, what goes on, filters where they are a sheet, order, preview and download. */
export function SelectionBar(props: BarProps) {
  const { choices, ready, busy, filters, sort, change, bar, preview, onDownload } = props;
  return (
    <ControlGroup ref={bar} className="bar selection" label="Selection" tabIndex={-1}>
      <output className="count">{shownWords(props)}</output>
      <span className="doing js">
        {busy ? <Waiting>{ready === null ? 'Opening the cases…' : 'Counting…'}</Waiting> : null}
      </span>
      <button type="button" className="btn js to-filters" popoverTarget="filters">
        Filters
        {filters > 0 ? <span className="used">{filters}</span> : null}
      </button>
      {choices.runs.length === 0 ? null : <OrderList choices={choices} sort={sort} change={change} />}
      <button
        type="button"
        className="btn js to-preview"
        aria-pressed={preview.isOpen}
        disabled={ready === null || ready.counts.total === 0}
        onClick={preview.toggle}
      >
        Preview
      </button>
      <button
        type="button"
        className="btn js"
        aria-haspopup="dialog"
        disabled={ready === null || busy || ready.counts.total === 0}
        onClick={(event) => onDownload(event.currentTarget)}
      >
        Download
      </button>
    </ControlGroup>
  );
}
