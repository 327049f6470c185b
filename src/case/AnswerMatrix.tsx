import { href } from '../ui/href.ts';
import { JudgeName } from '../ui/JudgeName.tsx';
import { ScrollBox } from '../ui/layout.tsx';
import { AnswerMark, Icon } from './AnswerMark.tsx';
import { type CaseFacts, caseRunLabel } from './facts.ts';
import { type CaseEarned, earnedText, type MatrixCell, type MatrixRow, ratio } from './matrix.ts';

interface AnswerMatrixProps {
  readonly rows: readonly MatrixRow[];
  readonly runs: readonly string[];
  /** The run that the list asks for, whose column comes first; '' for none. */
  readonly asked: string;
  readonly facts: CaseFacts;
  /** Contributions by the metric of the perturbation looked at. */
  readonly earned: CaseEarned | null;
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
      <span className="hidden">conflicts with </span> {labels.join(', ')}
    </span>
  );
}

type CellProps = Pick<AnswerMatrixProps, 'asked' | 'part' | 'open' | 'onOpen' | 'facts'> & {
  readonly row: MatrixRow;
  readonly cell: MatrixCell;
};

/** Gives the classes of a column's cells: it is framed where it was asked for. */
const namesOf = (...names: readonly (string | false)[]): string | undefined =>
  names.filter((name) => name !== false).join(' ') || undefined;

function Cell({ row, cell, asked, part, open, onOpen, facts }: CellProps) {
  if (cell.shown.outcome === 'not-asked') {
    return (
      <td className={namesOf(cell.run === asked && 'asked')}>
        <AnswerMark shown={cell.shown} />
      </td>
    );
  }
  const pressed = row.part.key === part && open.includes(cell.run);
  return (
    <td className={namesOf(pressed && 'open', cell.run === asked && 'asked')}>
      <button type="button" className="cell" aria-pressed={pressed} onClick={() => onOpen(row.part.key, cell.run)}>
        <span className="hidden">
          {caseRunLabel(facts, cell.run)}, {row.label}:{' '}
        </span>
        <AnswerMark shown={cell.shown} />
        {cell.notes.map((note) => (
          <small key={note}>{note}</small>
        ))}
      </button>
    </td>
  );
}

interface EarnedRowProps {
  readonly earned: CaseEarned;
  readonly runs: readonly string[];
  readonly labelled: boolean;
}

function EarnedRow({ earned, runs, labelled }: EarnedRowProps) {
  return (
    <tr className="earned-row">
      <th scope="row">
        <a href={href(`/methods/#${earned.metric.id}`)}>{earned.metric.label}</a> <small>of this case</small>
      </th>
      {labelled ? <td /> : null}
      {runs.map((run) => {
        const own = earned.runs.find((row) => row.run === run);
        return (
          <td key={run}>
            {own === undefined ? (
              <span className="verdict-mark not-asked">not counted</span>
            ) : (
              <AnswerMark
                shown={{ text: earnedText(ratio(own), earned.metric.unit), outcome: own.lost > 0 ? 'wrong' : 'right' }}
              />
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** Says what the small print in the cells means, where there is any. */
function Legend({ rows }: { readonly rows: readonly MatrixRow[] }) {
  const notes = rows.flatMap((row) => row.cells.flatMap((cell) => cell.notes));
  const lines = [
    ...(notes.some((note) => note.startsWith('swapped'))
      ? ['Swapped: a different answer when B was shown first.']
      : []),
    ...(notes.some((note) => note.includes('·')) ? ['Repeats: their mean, then each score.'] : []),
    ...(notes.some((note) => note.endsWith('right')) ? ['Repeats: the first answer, and how many were right.'] : []),
  ];
  const hasConflicts = rows.some((row) => row.against.length > 0);
  if (!hasConflicts && lines.length === 0) return null;
  return (
    <p className="small legend">
      {hasConflicts ? (
        <>
          <Icon shape="conflict" /> Criteria whose label prefers the other response.{' '}
        </>
      ) : null}
      {lines.join(' ')}
    </p>
  );
}

/** Shows who said what to which question, beside the label that counts. A cell opens the judge's reasons. */
export function AnswerMatrix({ rows, runs, asked, facts, earned, ...reading }: AnswerMatrixProps) {
  const labelled = rows.some((row) => row.gold !== null);
  return (
    <div>
      <ScrollBox className="pane scroll" label="Answers of all judges, scrolls sideways">
        <table className="matrix answers">
          <thead>
            <tr>
              <th scope="col">
                {rows.some(({ part: { criterion } }) => criterion !== undefined) ? 'Criterion' : 'Answer'}
              </th>
              {labelled ? <th scope="col">Label</th> : null}
              {runs.map((run) => (
                <th key={run} scope="col" className={namesOf(run === asked && 'asked')}>
                  <JudgeName name={caseRunLabel(facts, run)} />
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
                {labelled ? (
                  <td>{row.gold === null ? null : <span className="verdict-mark gold">{row.gold}</span>}</td>
                ) : null}
                {row.cells.map((cell) => (
                  <Cell key={cell.run} row={row} cell={cell} asked={asked} facts={facts} {...reading} />
                ))}
              </tr>
            ))}
            {earned === null ? null : <EarnedRow earned={earned} runs={runs} labelled={labelled} />}
          </tbody>
        </table>
      </ScrollBox>
      <Legend rows={rows} />
    </div>
  );
}
