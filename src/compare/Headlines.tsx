import { useMemo } from 'react';
import { columnName } from '../board/column-name.ts';
import { deltaTitle } from '../board/delta.ts';
import { SaveButton } from '../charts/SaveButton.tsx';
import { JudgeName } from '../ui/JudgeName.tsx';
import { countOf, signed } from '../ui/number-words.ts';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import type { ComparableData } from './boards.ts';
import type { ChosenJudge } from './choice.ts';
import { DifferenceForest, DifferenceLegend } from './DifferenceForest.tsx';
import {
  aheadParts,
  type HeadlineDifference,
  headlineBoards,
  headlineDifferences,
  headlineHref,
  isSure,
  tallyHeadlines,
  tallyWords,
} from './headlines.ts';

interface PairProps {
  readonly lines: readonly HeadlineDifference[];
  readonly base: string;
  readonly other: string;
}

function NumbersRow({ line, base, other }: Omit<PairProps, 'lines'> & { readonly line: HeadlineDifference }) {
  const { column, difference, values, label } = line;
  const [who, doubt] = aheadParts(line, base, other);
  const range = difference.interval?.map((end) => signed(end, column.decimals)).join(' to ');
  return (
    <tr>
      <th scope="row">
        <a href={headlineHref(line)}>{label}</a>
        <small>{columnName(line.board, column)}</small>
      </th>
      <td>{values[0]}</td>
      <td>{values[1]}</td>
      <td className="delta" title={deltaTitle(difference, column)}>
        {signed(difference.value, column.decimals)}
        {range === undefined ? null : <small>{range}</small>}
      </td>
      <td className="verdict">
        <JudgeName name={who} />
        {doubt === undefined ? null : <small>{doubt}</small>}
      </td>
    </tr>
  );
}

function HeadlineNumbers({ lines, base, other }: PairProps) {
  return (
    <ScrollBox label={`Numbers of ${other} and ${base}, scrolls sideways`}>
      <table className="board compare">
        <caption className="hidden">
          Main tables: {base} and {other}
        </caption>
        <thead>
          <tr>
            <th scope="col" className="name">
              Table
            </th>
            <th scope="col">
              <JudgeName name={base} />
            </th>
            <th scope="col">
              <JudgeName name={other} />
            </th>
            <th scope="col">Difference, 95 %</th>
            <th scope="col" className="verdict">
              Ahead
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <NumbersRow key={line.label} line={line} base={base} other={other} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Pair({ lines, base, other }: PairProps) {
  return (
    <figure className="headline-pair" id={`compared-${`${other}-${base}`.replace(/[^\w-]+/g, '-').toLowerCase()}`}>
      <figcaption>
        <h2>
          {other} against {base}
        </h2>
        <span className="source">From {countOf(lines.length, 'table')}</span>{' '}
        <SaveButton of={`${other} against ${base}`} />
      </figcaption>
      <p className="takeaway">{tallyWords(tallyHeadlines(lines), base, other)}</p>
      <div className="beside">
        <DifferenceForest lines={lines} base={base} other={other} />
        <HeadlineNumbers lines={lines} base={base} other={other} />
      </div>
    </figure>
  );
}

/** Gives the answer first: who is ahead in the tables that stand for each benchmark, as a forest of differences with its numbers. */
export function Headlines({
  comparable,
  chosen,
}: {
  readonly comparable: ComparableData;
  readonly chosen: readonly ChosenJudge[];
}) {
  const headlines = useMemo(() => headlineBoards(comparable.boards), [comparable]);
  const [base, ...others] = chosen;
  if (base === undefined) return null;
  const pairs = others
    .map((other) => ({ other, lines: headlineDifferences(headlines, base, other) }))
    .filter(({ lines }) => lines.length > 0);
  if (pairs.length === 0) return null;
  return (
    <section className="headlines">
      {pairs.map(({ other, lines }) => (
        <Pair key={other.text} lines={lines} base={base.name} other={other.name} />
      ))}
      <DifferenceLegend sure={pairs.flatMap(({ lines }) => lines.map(isSure))} />
    </section>
  );
}
