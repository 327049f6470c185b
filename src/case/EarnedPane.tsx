import type { Case } from '../schema/shard.ts';
import { href } from '../ui/href.ts';
import { AnswerMark } from './AnswerMark.tsx';
import { type CaseEarned, earnedOf, earnedText, ratio } from './earned.ts';
import { type CaseFacts, caseRunLabel } from './facts.ts';

interface LineProps {
  readonly earned: CaseEarned;
  readonly facts: CaseFacts;
  /** Whether the list that led here was about this metric. */
  readonly isAsked: boolean;
}

function Line({ earned, facts, isAsked }: LineProps) {
  const { metric, runs, losers, value } = earned;
  return (
    <details className="earned" open={isAsked}>
      <summary>
        <b>{metric.label}</b>
        <span>{losers === 0 ? 'lost by none' : `lost by ${losers} of ${runs.length}`}</span>
        <span className="num">{earnedText(value, metric.unit)}</span>
      </summary>
      <table className="plain">
        <caption>
          {metric.name}: <a href={href(`/methods/#${metric.id}`)}>how it is counted</a>
        </caption>
        <tbody>
          {runs.map((row) => (
            <tr key={row.run}>
              <th scope="row">{caseRunLabel(facts, row.run)}</th>
              <td className="n">
                <AnswerMark
                  shown={{ text: earnedText(ratio(row), metric.unit), outcome: row.lost > 0 ? 'wrong' : 'right' }}
                />
              </td>
              <td className="n src">{row.rows > 1 ? `${row.lost} of ${row.rows} lost` : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Shows what the case earned or cost under each metric, for how many judges and for whom: the contributions that the build scored. */
export function EarnedPane({
  data,
  facts,
  asked,
}: {
  readonly data: Case;
  readonly facts: CaseFacts;
  /** Id of the metric that was asked for; '' for none. */
  readonly asked: string;
}) {
  const lines = earnedOf(data, facts);
  return (
    <section className="pane earned-pane" aria-label="Metrics on this case">
      <h2 className="pane-head">Metrics on this case</h2>
      {lines.length === 0 ? (
        <p className="pane-text small">No metric uses this case.</p>
      ) : (
        <>
          <p className="small legend">
            Judges that lost points here (more than half of a score), and the value over all judges.
          </p>
          {lines.map((earned) => (
            <Line key={earned.metric.id} earned={earned} facts={facts} isAsked={earned.metric.id === asked} />
          ))}
        </>
      )}
    </section>
  );
}
