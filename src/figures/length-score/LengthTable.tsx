import { ColumnHeads } from '../../ui/ColumnHeads.tsx';
import { numberWords, signed } from '../../ui/number-words.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import type { LengthJudge, LengthRubric } from './data.ts';

const DECIMALS = 2;
const COLUMNS = ['Judge', 'Critiques', 'Typical length', 'Mean score', 'Slope', 'Rank corr.', 'Adjusted mean'];

function slopeWords({ slope, reason }: LengthJudge): string {
  if (slope === null) return `none: ${reason}`;
  const [value, lo, hi] = [slope.slope, slope.lo, slope.hi].map((v) => signed(v, DECIMALS));
  return `${value} [${lo}, ${hi}]`;
}

function adjustedWords({ adjusted }: LengthJudge): string {
  if (adjusted === null) return '–';
  const [mean, lo, hi] = [adjusted.mean, adjusted.lo, adjusted.hi].map((v) => v.toFixed(DECIMALS));
  return `${mean} [${lo}, ${hi}]`;
}

/** Slope, rank correlation and mean at a common length, judge by judge. */
export function LengthTable({ rubric, chosen }: { readonly rubric: LengthRubric; readonly chosen: string }) {
  const { judges, label, commonLength, adjustedReason } = rubric;
  return (
    <ScrollBox className="numbers wide" label={`Length and score, scored by ${label}, table`}>
      <table>
        <caption>
          Scored by {label}. Slope: points for a critique e (about 2.7) times as long. Adjusted: at{' '}
          {numberWords(Math.round(commonLength))} characters and the common mix of tasks and qualities
          {adjustedReason === '' ? '' : `, not known: ${adjustedReason}`}. 95 % intervals.
        </caption>
        <thead>
          <ColumnHeads columns={COLUMNS} />
        </thead>
        <tbody>
          {judges.map((judge) => (
            <tr key={judge.run} aria-current={judge.run === chosen ? 'true' : undefined}>
              <th scope="row">{judge.label}</th>
              <td>{numberWords(judge.n)}</td>
              <td>{numberWords(Math.round(judge.length))}</td>
              <td>{judge.score.toFixed(DECIMALS)}</td>
              <td>{slopeWords(judge)}</td>
              <td>{judge.rank === null ? '–' : signed(judge.rank, DECIMALS)}</td>
              <td>{adjustedWords(judge)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
