import { fixed } from '../ui/number-words.ts';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import type { PairContext } from './format.ts';
import { sliceLabel } from './format.ts';
import type { AnswerPart } from './paired/agreement.ts';

const share = (x: number): string => `${(100 * x).toFixed(1)} %`;

/** Names a place; a criterion stands below the name of its split. */
function agreementPlace(
  { split, stage, criterion }: AnswerPart,
  labels: PairContext['labels'],
  stages: boolean,
): string {
  if (criterion !== '') return sliceLabel(labels, { criterion });
  const place = split === '' ? '' : sliceLabel(labels, { split });
  return [place, stages ? stage : ''].filter((part) => part !== '').join(', ') || 'all answers';
}

function Row({ part, words }: { readonly part: AnswerPart; readonly words: string }) {
  const { value, reason } = part.agreement;
  return (
    <tr className={part.criterion === '' ? undefined : 'of-metric'}>
      <th scope="row">{words}</th>
      {value === null ? (
        <td colSpan={3} className="none">
          {reason}
        </td>
      ) : (
        <>
          <td>
            {fixed(value.kappa, 2)}
            {value.lo === null || value.hi === null ? null : (
              <small>
                {fixed(value.lo, 2)} to {fixed(value.hi, 2)}
              </small>
            )}
          </td>
          <td>{share(value.equal)}</td>
          <td>{value.n}</td>
        </>
      )}
      <td>{part.unread}</td>
    </tr>
  );
}

interface AgreementViewProps {
  readonly parts: readonly AnswerPart[];
  readonly context: PairContext;
}

/** Shows how far two judges give the same answers, whether right or wrong. */
export function AgreementView({ parts, context }: AgreementViewProps) {
  if (parts.length === 0) return null;
  const stages = new Set(parts.map(({ stage }) => stage)).size > 1;
  const scores = parts.some((part) => part.scores);
  return (
    <section className="compared">
      <h4>Agreement of their answers</h4>
      <p className="small">
        How often both give the same answer to the same question, right or wrong: Cohen’s κ
        {scores ? ' (quadratic weights for scores)' : ''} with its 95 % interval over clusters. Unreadable answers are
        left out.
      </p>
      <ScrollBox label={`Agreement of ${context.judge.name} and ${context.base.name}, scrolls sideways`}>
        <table className="board compare agreement">
          <caption className="hidden">
            Agreement of {context.judge.name} and {context.base.name}
          </caption>
          <thead>
            <tr>
              <th scope="col" className="name">
                Answers
              </th>
              <th scope="col">κ</th>
              <th scope="col">Equal</th>
              <th scope="col">n</th>
              <th scope="col">Unread</th>
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <Row
                key={`${part.split} ${part.stage} ${part.criterion}`}
                part={part}
                words={agreementPlace(part, context.labels, stages)}
              />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}
