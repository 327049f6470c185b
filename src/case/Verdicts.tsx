import { href } from '../ui/href.ts';
import { JudgeName } from '../ui/JudgeName.tsx';
import { ControlGroup } from '../ui/layout.tsx';
import { Icon } from './AnswerMark.tsx';
import { type CaseFacts, caseRunLabel } from './facts.ts';
import { type MatrixCell, type MatrixRow, saidAlike, type VerdictGroup, verdictGroups } from './matrix.ts';

interface VerdictsProps {
  readonly rows: readonly MatrixRow[];
  readonly facts: CaseFacts;
  /** The run that the list asks for; '' for none. */
  readonly asked: string;
  readonly part: string;
  readonly open: readonly string[];
  readonly onOpen: (part: string, run: string) => void;
}

const TITLE = 'verdicts-title';

const GROUP_WORDS: Readonly<Record<VerdictGroup['kind'], string>> = {
  right: 'right',
  wrong: 'wrong',
  given: 'answers',
  none: 'no answer',
  'not-asked': 'not asked',
};

type ChipProps = Pick<VerdictsProps, 'asked' | 'part' | 'open' | 'onOpen' | 'facts'> & {
  readonly row: MatrixRow;
  readonly cell: MatrixCell;
};

function VerdictChip({ row, cell, asked, part, open, onOpen, facts }: ChipProps) {
  const { shown, run, notes } = cell;
  const isOpen = row.part.key === part && open.includes(run);
  const name = caseRunLabel(facts, run);
  return (
    <button
      type="button"
      aria-label={`${[name, ...(row.isNumber ? [shown.text] : []), ...notes].join(' ')}, ${row.label}`}
      className={`chip-of ${shown.outcome}${run === asked ? ' is-asked' : ''}`}
      aria-pressed={isOpen}
      onClick={() => onOpen(row.part.key, run)}
    >
      <span className="name">
        <JudgeName name={name} />
      </span>{' '}
      {row.isNumber ? <b className="num">{shown.text} </b> : null}
      {notes.map((note) => (
        <small key={note}>{note} </small>
      ))}
    </button>
  );
}

type GroupProps = Omit<ChipProps, 'cell'> & { readonly group: VerdictGroup };

function Group({ group: { kind, cells }, ...rest }: GroupProps) {
  const { row, facts } = rest;
  const words = `${kind === 'given' && row.isNumber ? 'scores' : GROUP_WORDS[kind]} ${cells.length}`;
  if (kind === 'not-asked') {
    return (
      <p className="small not-asked">
        {words}: {cells.map(({ run }) => caseRunLabel(facts, run)).join(', ')}
      </p>
    );
  }
  const isSaid = !row.isNumber && (kind !== 'right' || row.gold === null);
  return (
    <ControlGroup className={`group ${kind}`} label={`${row.label}: ${words}`}>
      <b className="group-name">
        {kind === 'right' || kind === 'wrong' ? <Icon shape={kind} /> : null} {words}
      </b>
      {saidAlike(cells, isSaid).map(({ text, alike }) => (
        <span key={text} className="alike">
          {isSaid ? <small className={alike[0]?.shown.outcome}>{text}</small> : null}
          {alike.map((cell) => (
            <VerdictChip key={cell.run} {...rest} cell={cell} />
          ))}
        </span>
      ))}
    </ControlGroup>
  );
}

function VerdictsOf({ row, isAlone, ...rest }: Omit<ChipProps, 'cell'> & { readonly isAlone: boolean }) {
  const { facts } = rest;
  const who = facts.synthetic ? 'The label says' : 'People said';
  return (
    <div className="question">
      <div className="question-head">
        {isAlone ? (
          <h2 id={TITLE}>Verdicts</h2>
        ) : (
          <h3>{row.metric === undefined ? row.label : <a href={href(`/methods/#${row.metric}`)}>{row.label}</a>}</h3>
        )}
        {row.gold === null ? null : (
          <span className="gold-said">
            {who} <b className="verdict-mark gold">{row.gold}</b>
            {/^[AB]$/.test(row.gold) ? ' is better' : ''}
          </span>
        )}
        {row.against.length === 0 ? null : (
          <span className="conflict">
            <Icon shape="conflict" />
            <span className="hidden">conflicts with </span> {row.against.join(', ')}
          </span>
        )}
      </div>
      <div className="groups">
        {verdictGroups(row).map((group) => (
          <Group key={group.kind} row={row} group={group} {...rest} />
        ))}
      </div>
    </div>
  );
}

function Legend({ rows }: { readonly rows: readonly MatrixRow[] }) {
  const notes = rows.flatMap((row) => row.cells.flatMap((cell) => cell.notes));
  const lines = [
    ...(notes.some((note) => note.startsWith('swapped'))
      ? ['Swapped: a different answer when B was shown first.']
      : []),
    ...(notes.some((note) => note.includes('·')) ? ['Repeats: their mean, then each score.'] : []),
    ...(notes.some((note) => note.endsWith('right')) ? ['Repeats: the answer of most, and how many were right.'] : []),
  ];
  const isAgainst = rows.some((row) => row.against.length > 0);
  return isAgainst || lines.length > 0 ? (
    <p className="small legend">
      {isAgainst ? (
        <>
          <Icon shape="conflict" /> Criteria whose label prefers the other response.{' '}
        </>
      ) : null}
      {lines.join(' ')}
    </p>
  ) : null;
}

export function CaseVerdicts({ rows, ...rest }: VerdictsProps) {
  const isAlone = rows.length === 1 && rows[0]?.part.criterion === undefined;
  return (
    <section className="card answers" aria-labelledby={TITLE}>
      {isAlone ? null : <h2 id={TITLE}>Verdicts</h2>}
      {rows.map((row) => (
        <VerdictsOf key={row.key} row={row} isAlone={isAlone} {...rest} />
      ))}
      <Legend rows={rows} />
    </section>
  );
}
