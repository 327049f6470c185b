import { Shape } from '../figures/kit/shape.tsx';
import { writeSearch } from '../ui/field.ts';
import { href } from '../ui/href.ts';
import { JudgeName } from '../ui/JudgeName.tsx';
import { keyed } from '../ui/keyed.ts';
import { SURE, UNSURE } from './DifferenceForest.tsx';
import type { ReadyPair } from './ready-pairs.ts';
import { compareFields } from './state.ts';

/** Half of the drawing's width; 100 % of the distance from worst to best judge. */
const HALF = 110;
const LINE = 14;

const at = (percent: number): number => Math.min(HALF - 6, Math.max(6 - HALF, percent));

/** The forest in small, without words: names stand above its sides, and its sentence below. */
function SmallForest({ marks }: Pick<ReadyPair, 'marks'>) {
  const height = marks.length * LINE;
  return (
    <svg viewBox={`${-HALF} 0 ${2 * HALF} ${height}`} aria-hidden="true">
      <path className="zero-line" d={`M0 0V${height}`} />
      {keyed(marks, String).map(({ key, item: [value, lo, hi, sure] }, i) => {
        const y = (i + 0.5) * LINE;
        return (
          <g key={key}>
            {lo === null || hi === null ? null : <path className="interval" d={`M${at(lo)} ${y}H${at(hi)}`} />}
            <Shape mark={sure === 1 ? SURE : UNSURE} x={at(value)} y={y} />
          </g>
        );
      })}
    </svg>
  );
}

/** What to do with an empty page: choose, or look at one of these. */
export function ReadyPairs({ pairs }: { readonly pairs: readonly ReadyPair[] }) {
  return (
    <div className="ready-pairs js">
      <ul>
        {pairs.map(({ judges, names, words, marks }) => (
          <li key={judges.join()}>
            <a href={`${href('/compare/')}${writeSearch(compareFields({ judges, sets: null }), { judges })}`}>
              <span>
                ←{'\u00a0'}
                <JudgeName name={names[0]} />
              </span>
              <span className="hidden"> and </span>
              <span>
                <JudgeName name={names[1]} />
                {'\u00a0'}→
              </span>
            </a>
            <div className="drawing">
              <SmallForest marks={marks} />
            </div>
            <p>{words}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
