import { type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { LiveBoard } from '../board/BoardIsland.tsx';
import { BoardReading } from '../board/BoardReading.tsx';
import { CorrectedForm } from '../board/CorrectedForm.tsx';
import { ratedRuns } from '../board/corrected.ts';
import { RunCard } from '../prove/RunCard.tsx';
import type { StoredBoard } from '../schema/board.ts';
import { formatProblem } from '../schema/problem.ts';
import { SelectField } from '../ui/boxes.tsx';
import { saveFile } from '../ui/file-name.ts';
import { href } from '../ui/href.ts';
import { Button } from '../ui/layout.tsx';
import { keyed } from '../ui/lists.ts';
import { OWN_PREFIX } from './intake/standing.ts';
import { type OwnResult, ownRuns, resultValues } from './judge-files.ts';
import { Problems } from './Problems.tsx';
import type { OwnSession } from './session.ts';
import {
  amongPrintedWords,
  comparedWords,
  intervalAndPlace,
  isOwn,
  judgedWords,
  lostSearch,
  lostWords,
  type OwnStanding,
  overlapWords,
  ownStandings,
  slimOwnBoard,
  withOwnNames,
} from './standing-words.ts';
import { goToPlace, type OwnPlace } from './use-own.ts';
import { opinionCount, opinionsCsv, useResultsWork } from './work-on-results.ts';

interface ResultFilesProps {
  readonly session: OwnSession;
  readonly result: OwnResult;
  readonly id: string;
  /** What the report shows beside figures. */
  readonly body: RefObject<HTMLElement | null>;
}

async function saveEvalEver({ session, result }: ResultFilesProps): Promise<string> {
  const values = await resultValues(session, result);
  const { zip, problems } = await (await import('./downloads.ts')).evalEverOf(result, values);
  saveFile('every-eval-ever.zip', zip);
  return problems.map(formatProblem).join('; ');
}

/** The report shows the page as it was when the report was requested, whatever is opened or dropped while its figures are drawn. */
async function saveReport({ session, result, id, body: { current } }: ResultFilesProps): Promise<string> {
  if (current === null) return '';
  const shown = current.cloneNode(true) as Element;
  const { reportOf } = await import('./pages/draw-report.tsx');
  saveFile('report.html', await reportOf(shown, { session, result, id }));
  return '';
}

async function saveScores({ session, result }: ResultFilesProps, format: 'csv' | 'json'): Promise<string> {
  const { scoresCsv, scoresJson } = await import('./downloads.ts');
  const values = await resultValues(session, result);
  saveFile(`scores.${format}`, format === 'csv' ? scoresCsv(values) : scoresJson(values, result.scored.facts));
  return '';
}

async function saveRuns({ result }: ResultFilesProps): Promise<string> {
  saveFile('runs.zip', await (await import('./downloads.ts')).runsZip(result.runs, result.job.judges));
  return '';
}

const FILES: readonly (readonly [string, (props: ResultFilesProps) => Promise<string>])[] = [
  ['All values, CSV', (props) => saveScores(props, 'csv')],
  ['All values, JSON', (props) => saveScores(props, 'json')],
  ['Run folders, ready to submit', saveRuns],
  ['Every Eval Ever records', saveEvalEver],
  ['Report, one HTML file', saveReport],
];

function ResultFiles(props: ResultFilesProps) {
  const { opinions, save } = useResultsWork();
  const own = ownRuns(props.result);
  const count = opinionCount(opinions, own);
  return (
    <section className="page-only" aria-label="Files to take along">
      <h4>Downloads</h4>
      <p>A link cannot carry files: a colleague gets the report, or the run folders, which this page reads again.</p>
      <div className="set">
        {FILES.map(([name, make]) => (
          <Button key={name} onClick={() => save(name, () => make(props))}>
            {name}
          </Button>
        ))}
        {count === 0 ? null : (
          <Button onClick={() => saveFile('case-opinions.csv', opinionsCsv(opinions, own))}>
            What you said of {count} {count === 1 ? 'case' : 'cases'}, CSV
          </Button>
        )}
      </div>
    </section>
  );
}

/** With more runs than this, each is folded under a line with what matters most. */
const FEW = 2;

function StandingWords({
  standing,
  paired,
  isFolded,
}: {
  readonly standing: OwnStanding;
  readonly paired: boolean;
  readonly isFolded: boolean;
}) {
  const { name, column, value } = standing;
  const lead = (
    <>
      <b>{name}</b>: {column} <b>{value}</b>
      {intervalAndPlace(standing)}
    </>
  );
  const rest = <p>{comparedWords(standing, 'yours', paired)}</p>;
  return isFolded ? (
    <details className="own-standing">
      <summary>{lead}</summary>
      {rest}
    </details>
  ) : (
    <div className="own-standing">
      <p className="below-2 max-w-line">{lead}</p>
      {rest}
    </div>
  );
}

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
    <SelectField
      className="page-only"
      label="Table"
      value={String(chosen)}
      options={boards.map((board, i) => [
        String(i),
        `${KINDS[board.source !== 'computed' ? 'printed' : alone ? 'alone' : 'paired']}: ${board.title}`,
      ])}
      choose={(place) => choose(Number(place))}
    />
  );
}

interface BoardsProps extends Pick<ResultViewProps, 'result' | 'id' | 'place'> {
  /** What can be taken along: before the board, whose cells are many tab stops. */
  readonly files: ReactNode;
}

function Boards({ result, id, place, files }: BoardsProps) {
  const { paired, printed, overlap } = result.scored;
  // The table in which own runs stand among others comes first.
  const boards = useMemo(
    () => (overlap === null ? [...printed, ...paired] : [...paired, ...printed]).map(withOwnNames),
    [paired, printed, overlap],
  );
  const chosen = Math.max(
    0,
    boards.findIndex(({ table }) => place.page === pageOf(table)),
  );
  const board = boards[chosen];
  const drawn = useMemo(
    () => (board === undefined ? null : slimOwnBoard(board, result.release, id)),
    [board, result.release, id],
  );
  if (board === undefined || drawn === null) {
    return (
      <>
        <p>There is no table of this site to compare these values with.</p>
        {files}
      </>
    );
  }
  const alone = board.source === 'computed' && overlap === null;
  const standings = ownStandings(board);
  const choose = (to: number): void => goToPlace({ ...place, page: pageOf(boards[to]?.table ?? '') }, 'push');
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
      {board.source === 'computed' ? null : <p>{amongPrintedWords('yours')}</p>}
      {keyed(standings, ({ name }) => name).map(({ key, item }) => (
        <StandingWords key={key} standing={item} paired={board.pairs !== undefined} isFolded={standings.length > FEW} />
      ))}
      {files}
      <BoardChoice alone={overlap === null} boards={boards} chosen={chosen} choose={choose} />
      <div key={`${board.source} ${board.table}`}>
        <BoardReading board={drawn} picture={null} />
        <LiveBoard board={drawn} cite={null} licence="your own files" />
      </div>
    </section>
  );
}

function CorrectedShare({ result: { scored } }: Pick<ResultViewProps, 'result'>) {
  const runs = useMemo(() => ratedRuns(scored.paired.map(withOwnNames), isOwn), [scored]);
  if (runs.length === 0) return null;
  return (
    <section className="page-only">
      <h3>What a share means</h3>
      <CorrectedForm runs={runs} />
    </section>
  );
}

function RunCards({ result, id }: Pick<ResultViewProps, 'result' | 'id'>) {
  const { facts } = result.scored;
  return (
    <details className="own-runs" open={facts.length === 1}>
      <summary>
        What is known of {facts.length === 1 ? 'the run' : `the ${facts.length} runs`}, and what became of the answers
      </summary>
      {facts.map((one) => (
        <RunCard key={one.run} facts={one} benchmark={id} run={`${OWN_PREFIX}${one.run}`} />
      ))}
    </details>
  );
}

const pageOf = (table: string): string => `/${table}/`;

function LostCasesLinks({ result, id }: Pick<ResultViewProps, 'result' | 'id'>) {
  return result.scored.lost.map((one) => {
    const words = lostWords(one, result.benchmark);
    return (
      <h3 key={`${one.run} ${one.split}`}>
        {one.lost === 0 ? words : <a href={href(`/${id}/explore/${lostSearch(one)}`)}>{words}</a>}
      </h3>
    );
  });
}

interface ResultViewProps {
  readonly session: OwnSession;
  readonly result: OwnResult;
  readonly id: string;
  readonly place: OwnPlace;
}

export function ResultView({ session, result, id, place }: ResultViewProps) {
  const { title, scored } = result;
  const { ingest, valued } = scored;
  const body = useRef<HTMLElement>(null);
  return (
    <article className="own-result" ref={body} aria-label={title}>
      <h2>{title}</h2>
      <p>{judgedWords(ingest.runs)}</p>
      <Problems problems={ingest.problems} errors={ingest.errors} warnings={ingest.warnings} />
      {valued ? (
        <>
          <Boards result={result} id={id} place={place} files={<ResultFiles {...{ session, result, id, body }} />} />
          <LostCasesLinks result={result} id={id} />
          <CorrectedShare result={result} />
          <RunCards result={result} id={id} />
        </>
      ) : (
        <p>No sound judgment of a known case: there is nothing to score. The list above says why.</p>
      )}
    </article>
  );
}
