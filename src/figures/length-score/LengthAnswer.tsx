import type { RefObject } from 'react';
import type { CritiqueRange } from '../../cases/wanted.ts';
import { caseHref } from '../../explore/case-address.ts';
import type { LengthSlope } from '../../stats/length.ts';
import type { Outcome } from '../../stats/outcome.ts';
import { countOf, numberWords } from '../../ui/number-words.ts';
import { critiqueHref, critiqueSearch, type LinkScope } from '../kit/cases-href.ts';
import type { LengthView } from './data.ts';
import type { BrushedTexts } from './texts.ts';
import { doublingWords, MEASURES, meanWords, nounOf } from './words.ts';

export const SELECTED_LISTED = 24;

/** What is said of the texts in a rectangle, or of all. */
export type TextsAnswer = Pick<BrushedTexts, 'texts' | 'cases' | 'mean' | 'slope'>;

/** Says of all texts of a view what was worked out with it. */
export function answerOfAll({ n, cases, mean, shared, sharedReason }: LengthView): TextsAnswer {
  const slope: Outcome<Pick<LengthSlope, 'slope' | 'lo' | 'hi'>> =
    shared === null ? { value: null, reason: sharedReason } : { value: shared, reason: '' };
  return { texts: n, cases, mean, slope: slope as TextsAnswer['slope'] };
}

/** Writes the answer line by line: how many, their mean, and what twice the length goes with. */
function answerLines(of: LengthView['of'], { texts, cases, mean, slope }: TextsAnswer): readonly string[] {
  const count = `${countOf(texts, nounOf(of))} of ${countOf(cases, 'case')}`;
  if (texts === 0) return [count, 'no mean', 'no slope: nothing lies in the rectangle'];
  const twice = slope.value === null ? `no slope: ${slope.reason}` : doublingWords(of, slope.value);
  return [count, meanWords(of, mean), twice];
}

const HEADS = ['Selected', 'Mean', 'Twice as long'] as const;

interface LengthAnswerProps extends LinkScope {
  readonly view: LengthView;
  /** Null while it cannot be known. */
  readonly answer: TextsAnswer | null;
  /** The first cases in the rectangle; null where nothing is selected. */
  readonly first: readonly string[] | null;
  readonly range: CritiqueRange;
  /** The element of the numbers, which is written to while a rectangle is dragged. */
  readonly lines: RefObject<HTMLDListElement | null>;
  readonly clear: () => void;
}

/** Writes an answer into its place at once, between two renderings. */
export function writeAnswer(list: HTMLElement | null, of: LengthView['of'], answer: TextsAnswer): void {
  const words = answerLines(of, answer);
  list?.querySelectorAll('dd').forEach((line, i) => {
    line.textContent = words[i] ?? '';
  });
}

/** Shows what a rectangle holds: how many texts, their mean and slope, the first cases, and the way to all of them. */
export function LengthAnswer({ view, answer, first, range, lines, clear, ...links }: LengthAnswerProps) {
  const { of } = view;
  const words = answer === null ? [] : answerLines(of, answer);
  const search = critiqueSearch(links.scope, range);
  return (
    <div className="brushed">
      <dl ref={lines}>
        {HEADS.map((head, i) => (
          <div key={head}>
            <dt>
              {i === 0 && first === null
                ? 'All'
                : i === 1
                  ? of === 'right'
                    ? 'Right'
                    : `Mean ${MEASURES[of].short}`
                  : head}
            </dt>
            <dd>{words[i] ?? '…'}</dd>
          </div>
        ))}
      </dl>
      {first === null ? (
        <p className="about js">Drag a rectangle over the picture, or type two ranges, to ask about a part of it.</p>
      ) : (
        <>
          <p>
            {answer === null || answer.cases === 0 ? (
              <span className="about">No case lies in it.</span>
            ) : (
              <a href={critiqueHref(links, range)}>
                Open {answer.cases === 1 ? 'this case' : `these ${numberWords(answer.cases)} cases`} in the explorer
              </a>
            )}
            <button type="button" className="btn quiet" onClick={clear}>
              Clear
            </button>
          </p>
          <ol aria-label="Selected cases">
            {first.map((instance) => (
              <li key={instance}>
                <a href={caseHref(links.choices.benchmark, { id: instance, list: search })}>{instance}</a>
              </li>
            ))}
            {answer !== null && answer.cases > first.length ? (
              <li>and {numberWords(answer.cases - first.length)} more</li>
            ) : null}
          </ol>
        </>
      )}
    </div>
  );
}
