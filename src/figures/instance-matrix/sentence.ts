import { percent } from '../kit/estimated.ts';
import type { MatrixData } from './data.ts';

/** Names the judge that is wrong least often and the one that is wrong most often; rows stand in that order. */
export const matrixSentence = ({ rows }: MatrixData): string => {
  const known = rows.flatMap(({ label, wrongShare }) =>
    wrongShare === null ? [] : [{ label, share: wrongShare.value }],
  );
  const [first, last] = [known[0], known.at(-1)];
  return first === undefined || last === undefined || known.length < 2
    ? ''
    : `${first.label} is wrong least often (${percent(first.share, 1)} % of its answers), ${last.label} most often (${percent(last.share, 1)} %).`;
};
