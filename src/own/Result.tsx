import { useMemo, useRef, useState } from 'react';
import { LiveBoard } from '../board/Board.tsx';
import { reasonOf } from '../client/failure.ts';
import { saveFile } from '../client/save-file.ts';
import type { StoredBoard } from '../schema/board.ts';
import { formatProblem } from '../schema/problem.ts';
import { Alive } from '../ui/Alive.tsx';
import { boardOf } from './board-of.ts';
import { type CaseOpinions, opinionCount, opinionsCsv, type SayOpinion } from './case-opinions.ts';
import { labelOf, type OwnResult, ownRuns } from './judge-files.ts';
import { Lost } from './Lost.tsx';
import { Problems } from './Problems.tsx';
import { type OwnStanding, overlapWords, ownStandings } from './standing-words.ts';

const list = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));

/** One's own run in the headline column of a board, in sentences. */
function StandingWords({ standing, paired }: { readonly standing: OwnStanding; readonly paired: boolean }) {
  const { name, column, value, interval, why, rank, judges, better, worse, open, more } = standing;
  return (
    <div className="standing">
      <p>
        <b>{name}</b>: {column} <b>{value}</b>
        {interval === '' ? `, without an interval${why === '' ? '' : ` (${why})`}` : `, 95 % interval ${interval}`}
        {rank === '' ? '.' : `; rank ${rank} of ${judges}.`}
      </p>
      {judges < 2 ? (
        <p>Nobody else is in this table. {more}</p>
      ) : (
        <p>
          {paired
            ? 'Tested case by case on the judgments that both have'
            : 'Tested from the values and their errors alone'}
          : better than yours: {list(better)}; worse: {list(worse)}; too close to call: {open}. {more}
        </p>
      )}
    </div>
  );
}

/** What a board's rows are compared by. */
const KINDS = { paired: 'Case by case', alone: 'Yours alone', printed: 'As printed' } as const;

function BoardChoice({
  boards,
  chosen,
  alone,
  choose,
}: {
  /** Whether computed boards hold own runs only. */
  readonly alone: boolean;
  readonly boards: readonly StoredBoard[];
  readonly chosen: number;
  readonly choose: (place: number) => void;
}) {
  if (boards.length < 2) return null;
  return (
    <label className="page-only">
      Table{' '}
      <select className="field" value={chosen} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
        {boards.map((board, i) => (
          <option key={`${board.source} ${board.table}`} value={i}>
            {`${KINDS[board.source !== 'computed' ? 'printed' : alone ? 'alone' : 'paired']}: ${board.heading}`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Where one's own runs stand: the chosen board and what it says of them. */
function Boards({ result }: { readonly result: OwnResult }) {
  const { paired, printed, overlap } = result.scored;
  // The table in which own runs stand among others comes first.
  const boards = useMemo(
    () => (overlap === null ? [...printed, ...paired] : [...paired, ...printed]),
    [paired, printed, overlap],
  );
  const [chosen, setChosen] = useState(0);
  const board = boards[chosen];
  const drawn = useMemo(() => (board === undefined ? null : boardOf(board, result.release)), [board, result.release]);
  if (board === undefined || drawn === null) return <p>There is no table of this site to compare these values with.</p>;
  const alone = board.source === 'computed' && overlap === null;
  return (
    <section className="standings">
      <h3>Where you stand</h3>
      {alone ? (
        <p>
          This site has no cases of {result.benchmark?.name ?? 'this benchmark'}, so your runs stand alone here.
          {printed.length > 0 ? ' Other tables place them among the printed values.' : ''}
        </p>
      ) : null}
      {overlap === null || board.source !== 'computed'
        ? null
        : overlapWords(overlap).map((words) => <p key={words}>{words}</p>)}
      {board.source === 'computed' ? null : (
        <p>
          Printed values have no cases behind them here: yours may rest on other cases, other counts or another version
          of the labels.
        </p>
      )}
      {ownStandings(board).map((standing) => (
        <StandingWords key={standing.name + standing.value} standing={standing} paired={board.pairs !== undefined} />
      ))}
      <BoardChoice alone={overlap === null} boards={boards} chosen={chosen} choose={setChosen} />
      <Alive key={`${board.source} ${board.table}`}>
        <LiveBoard board={drawn} cite={null} licence="your own files" />
      </Alive>
    </section>
  );
}

/** Saves Every Eval Ever records, and says what could not be put into them. */
function EvalEverButton({ result }: { readonly result: OwnResult }) {
  const [told, setTold] = useState('');
  const save = async () => {
    try {
      const { zip, problems } = await (await import('./eval-ever.ts')).evalEverOf(result);
      saveFile('every-eval-ever.zip', zip);
      setTold(problems.map(formatProblem).join('; '));
    } catch (error) {
      setTold(`They could not be made: ${reasonOf(error)}`);
    }
  };
  return (
    <>
      <button type="button" className="btn" onClick={save}>
        Every Eval Ever records
      </button>
      {told === '' ? null : <p role="status">{told}</p>}
    </>
  );
}

interface ResultProps {
  readonly result: OwnResult;
  readonly opinions: CaseOpinions;
  readonly say: SayOpinion;
}

/** Where one's own runs of one benchmark stand, and what they lost. */
export function Result({ result, opinions, say }: ResultProps) {
  const { title, scored, runs } = result;
  const { ingest, scores, lost } = scored;
  const body = useRef<HTMLElement>(null);
  const own = ownRuns(result);
  const said = opinionCount(opinions, own);
  const save = async (name: string, make: 'csv' | 'json' | 'zip') => {
    const { runsZip, scoresCsv, scoresJson } = await import('./downloads.ts');
    saveFile(name, make === 'zip' ? await runsZip(runs) : make === 'csv' ? scoresCsv(scores) : scoresJson(scores));
  };
  const report = async () => {
    if (body.current !== null) saveFile('report.html', (await import('./report.ts')).reportOf(body.current, title));
  };
  return (
    <article className="own-result" ref={body} aria-label={title}>
      <h2>{title}</h2>
      <p>
        {ingest.runs.map(({ run, folder, coverage, used }) => (
          <span key={folder}>
            {run ?? folder}: {used ? `${coverage?.judged ?? 0} of ${coverage?.expected ?? 0} cases judged` : 'left out'}
            .{' '}
          </span>
        ))}
      </p>
      <Problems problems={ingest.problems} errors={ingest.errors} warnings={ingest.warnings} />
      {scores.length === 0 ? (
        <p>No sound judgment of a known case: there is nothing to score. The list above says why.</p>
      ) : (
        <>
          <Boards result={result} />
          {lost.map((one) => (
            <Lost key={one.run} lost={one} label={labelOf(own, one.run)} opinions={opinions} say={say} />
          ))}
          <div className="set page-only">
            <button type="button" className="btn" onClick={() => save('scores.csv', 'csv')}>
              All values, CSV
            </button>
            <button type="button" className="btn" onClick={() => save('scores.json', 'json')}>
              All values, JSON
            </button>
            <button type="button" className="btn" onClick={() => save('runs.zip', 'zip')}>
              Run folders, ready to submit
            </button>
            <EvalEverButton result={result} />
            <button type="button" className="btn" onClick={report}>
              Report, one HTML file
            </button>
            {said === 0 ? null : (
              <button
                type="button"
                className="btn"
                onClick={() => saveFile('case-opinions.csv', opinionsCsv(opinions, own))}
              >
                What you said of {said} {said === 1 ? 'case' : 'cases'}, CSV
              </button>
            )}
          </div>
        </>
      )}
    </article>
  );
}
