import type { RefObject } from 'react';
import type { CritiqueRange } from '../../cases/wanted.ts';
import { caseHref } from '../../explore/case-address.ts';
import { numberWords } from '../../ui/number-words.ts';
import { critiqueHref, critiqueSearch, type LinkScope } from '../kit/cases-href.ts';
import type { BrushedCritiques } from './brush.ts';

export const SELECTED_LISTED = 24;

export const brushedWords = ({ critiques, cases }: BrushedCritiques): string =>
  `${numberWords(critiques)} critiques of ${numberWords(cases)} cases`;

interface SelectedProps extends LinkScope {
  readonly found: BrushedCritiques;
  readonly range: CritiqueRange;
  /** The element of the count, which is written to while a rectangle is dragged. */
  readonly count: RefObject<HTMLOutputElement | null>;
  readonly clear: () => void;
}

/** Shows what a rectangle holds: how many critiques, the first cases, and the way to all of them. */
export function SelectedCritiques({ found, range, count, clear, ...links }: SelectedProps) {
  const search = critiqueSearch(links.scope, range);
  return (
    <div className="brushed">
      <p>
        <output ref={count}>{brushedWords(found)}</output>
        {found.cases === 0 ? null : <a href={critiqueHref(links, range)}>Open these cases in the explorer</a>}
        <button type="button" className="btn quiet" onClick={clear}>
          Clear
        </button>
      </p>
      <ol aria-label="Selected cases">
        {found.first.map((instance) => (
          <li key={instance}>
            <a href={caseHref(links.choices.benchmark, { id: instance, list: search })}>{instance}</a>
          </li>
        ))}
        {found.cases > found.first.length ? <li>and {numberWords(found.cases - found.first.length)} more</li> : null}
      </ol>
    </div>
  );
}
