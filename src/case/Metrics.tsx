import type { Case } from '../schema/shard.ts';
import { href } from '../ui/href.ts';
import { type CaseFacts, caseRunLabel } from './facts.ts';
import { type CaseEarned, earnedOf, earnedText } from './matrix.ts';

const losersOf = ({ runs }: CaseEarned): readonly string[] => runs.flatMap(({ run, lost }) => (lost > 0 ? run : []));

/** Says whether some metrics were lost by other judges than others: else the verdicts say all of it. */
function areDifferent(lines: readonly CaseEarned[]): boolean {
  const losers = lines.map((line) => losersOf(line).join(' '));
  return new Set(losers.filter((names) => names !== '')).size > 1;
}

interface MetricsProps {
  readonly data: Case;
  readonly facts: CaseFacts;
  /** Id of the metric that was asked for; '' for none. */
  readonly asked: string;
}

/** Shows, folded, which judges lost the case under each metric: the contributions that the build scored. */
export function CaseMetrics({ data, facts, asked }: MetricsProps) {
  const lines = earnedOf(data, facts);
  if (!areDifferent(lines)) return null;
  return (
    <details className="card earned-pane" open={lines.some(({ metric }) => metric.id === asked)}>
      <summary className="pane-head">
        <b>What each metric makes of it</b>
      </summary>
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">Judges that lost this case (of a score, more than half)</th>
            <th scope="col">Mean</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const { metric, value, runs } = line;
            const losers = losersOf(line);
            const names = losers.map((run) => caseRunLabel(facts, run)).join(', ');
            return (
              <tr key={metric.id}>
                <th scope="row">
                  <a href={href(`/methods/#${metric.id}`)} title={metric.name}>
                    {metric.label}
                  </a>
                </th>
                <td>{names === '' ? 'none' : `${losers.length} of ${runs.length}: ${names}`}</td>
                <td className="n">{earnedText(value, metric.unit)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
