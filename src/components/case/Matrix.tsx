import type { Earned } from './earned.ts';
import { ratio, valueText } from './earned.ts';
import { type CaseFacts, runLabel } from './facts.ts';
import { Icon } from './Icons.tsx';
import { Mark } from './Mark.tsx';
import type { MatrixCell, MatrixRow } from './matrix.ts';

interface MatrixProps {
  readonly rows: readonly MatrixRow[];
  readonly runs: readonly string[];
  readonly facts: CaseFacts;
  /** Contributions by the metric of the perturbation looked at. */
  readonly earned: Earned | null;
  /** Which part and runs are being read below. */
  readonly part: string;
  readonly open: readonly string[];
  readonly onOpen: (part: string, run: string) => void;
}

function Against({ labels }: { readonly labels: readonly string[] }) {
  if (labels.length === 0) return null;
  return (
    <span className="conflict">
      <Icon shape="conflict" />
      <span className="hidden">conflicts with </span>
      {labels.join(', ')}
    </span>
  );
}

type CellProps = Pick<MatrixProps, 'part' | 'open' | 'onOpen' | 'facts'> & {
  readonly row: MatrixRow;
  readonly cell: MatrixCell;
};

function Cell({ row, cell, part, open, onOpen, facts }: CellProps) {
  const note = cell.note === '' ? null : <small>{cell.note}</small>;
  if (cell.shown.outcome === 'not-asked') {
    return (
      <td>
        <Mark shown={cell.shown} />
      </td>
    );
  }
  const pressed = row.part.key === part && open.includes(cell.run);
  return (
    <td className={pressed ? 'open' : undefined}>
      <button type="button" className="cell" aria-pressed={pressed} onClick={() => onOpen(row.part.key, cell.run)}>
        <span className="hidden">
          {runLabel(facts, cell.run)}, {row.label}:{' '}
        </span>
        <Mark shown={cell.shown} />
        {note}
      </button>
    </td>
  );
}

function EarnedRow({ earned, runs }: { readonly earned: Earned; readonly runs: readonly string[] }) {
  return (
    <tr className="earned-row">
      <th scope="row">
        {earned.metric.label} <small>of this case</small>
      </th>
      <td />
      {runs.map((run) => {
        const own = earned.runs.find((row) => row.run === run);
        return (
          <td key={run}>
            {own === undefined ? (
              <span className="mark not-asked" title={earned.metric.edge}>
                not counted
              </span>
            ) : (
              <Mark
                shown={{ text: valueText(ratio(own), earned.metric.unit), outcome: own.lost > 0 ? 'wrong' : 'right' }}
              />
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** Who said what to which question, beside the label that counts. A cell opens the judge's reasons. */
export function Matrix({ rows, runs, facts, earned, ...reading }: MatrixProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="pane scroll" tabIndex={0} aria-label="Answers of all judges, scrolls sideways">
      <table className="matrix">
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col">Label</th>
            {runs.map((run) => (
              <th key={run} scope="col">
                {runLabel(facts, run)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                {row.label}
                <Against labels={row.against} />
              </th>
              <td>{row.gold === null ? null : <span className="mark gold">{row.gold}</span>}</td>
              {row.cells.map((cell) => (
                <Cell key={cell.run} row={row} cell={cell} facts={facts} {...reading} />
              ))}
            </tr>
          ))}
          {earned === null ? null : <EarnedRow earned={earned} runs={runs} />}
        </tbody>
      </table>
    </section>
  );
}
