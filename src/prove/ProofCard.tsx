import { useEffect, useMemo, useState } from 'react';
import { openDatabase } from '../client/database.ts';
import { loadDatedReleases } from '../client/dated-values.ts';
import { ClientFailure } from '../client/failure.ts';
import { fetchHashedJson, fetchReleaseJson, pageRelease, releaseData } from '../client/manifest.ts';
import { fileAddress } from '../client/release-files.ts';
import { type BoardCell, type BoardColumn, type BoardRow, type StoredBoard, tableName } from '../schema/board.ts';
import type { DescribedRun } from '../schema/release.ts';
import {
  goneWords,
  linkedColumn,
  otherRelease,
  protocolOfTable,
  type ValueLink,
  valueOfSearch,
  valueSearch,
} from '../schema/value-link.ts';
import { number } from '../sql/query.ts';
import { href } from '../ui/href.ts';
import { guarded } from '../ui/island.tsx';
import { Panel } from '../ui/layout.tsx';
import { type AskedQuestion, Failed, useQuestion, Waiting } from '../ui/loading.tsx';
import { countOf, endsWords, numberWords, rounded } from '../ui/number-words.ts';
import { openOver } from '../ui/open-over.tsx';
import SHEET from './proof.css?url&no-inline';
import { RunCard } from './RunCard.tsx';

/** A value of a board that a link names. */
interface LinkedCell {
  /** What the link says otherwise than the release; '' where it is the same. */
  readonly other: string;
  readonly board: StoredBoard;
  readonly row: BoardRow;
  readonly column: BoardColumn;
  readonly cell: BoardCell;
}

/** What the statement gave in the page. */
interface Proof {
  readonly sql: string;
  readonly value: number | null;
  readonly numerator: number;
  readonly denominator: number;
  readonly cases: number;
  readonly clusters: number;
  readonly isSame: boolean;
}

function gone(why: string): ClientFailure {
  const todo = 'The present tables are linked above; older releases are in the history of the project.';
  return new ClientFailure('unknown-id', { what: 'The value that this link names is not here.', why, todo });
}

async function boardOf({ benchmark, table }: ValueLink): Promise<StoredBoard | undefined> {
  const address = await fileAddress(`boards/${benchmark}/${table}.json`).catch((error: unknown) => {
    if (error instanceof RangeError) return null;
    throw error;
  });
  return address === null ? undefined : ((await fetchHashedJson(address)) as StoredBoard);
}

async function otherWords(link: ValueLink, { printed }: Pick<BoardCell, 'printed'>): Promise<string> {
  const hash = pageRelease() ?? '';
  const dated = ['', hash].includes(link.release) ? null : (await loadDatedReleases()).today.id;
  const other = otherRelease(link, hash, dated);
  const shown = ['', printed].includes(link.shown) ? '' : `The link says ${link.shown}, the release shows ${printed}.`;
  return [other === '' ? '' : `${other}.`, shown].join(' ').trim();
}

/** Finds the value that a link names in the release. Throws ClientFailure, also where there is no such value. */
async function findCell(link: ValueLink): Promise<LinkedCell> {
  const board = await boardOf(link);
  const words = goneWords(link, board);
  const column = board === undefined ? undefined : linkedColumn(board, link.columns[0] ?? '');
  const row = board?.rows.find(
    ({ id, judge }) => link.rows.includes(id) || (judge !== null && link.rows.includes(judge)),
  );
  if (words !== '' || board === undefined || column === undefined || row === undefined) throw gone(`${words}.`);
  const cell = row.cells[column.key];
  if (cell === undefined || cell.value === null) throw gone(`${row.name} has no value there.`);
  return { board, row, column, cell, other: await otherWords(link, cell) };
}

/** Writes the statement of a value, runs it over the release's judgments and labels, and compares; says why where there is none. */
async function proveCell({ board, row, column, cell }: LinkedCell, signal: AbortSignal): Promise<Proof | string> {
  // The metrics, of which statements are made, come where somebody asks.
  const [{ instanceColumns }, { isSameValue, proofOf, provedColumn }] = await Promise.all([
    import('../metrics/items.ts'),
    import('../metrics/proof.ts'),
  ]);
  const { proved, unproved } = provedColumn(column);
  if (proved === null) return unproved;
  const { query } = await openDatabase(board.benchmark, { signal });
  const columns = await instanceColumns(query);
  const sql = proofOf(proved, { protocol: protocolOfTable(board.table), columns, run: row.id });
  const [found] = await query(sql, [], { signal });
  const of = (name: string): number => (found === undefined ? 0 : number(found, name));
  const value = found === undefined ? null : of('value');
  return {
    ...{ sql, value, numerator: of('numerator'), denominator: of('denominator') },
    ...{ cases: of('cases'), clusters: of('clusters') },
    isSame: value !== null && cell.value !== null && isSameValue(value, cell.value),
  };
}

async function describedRun(benchmark: string, run: string): Promise<DescribedRun | null> {
  const { described_runs: path } = await releaseData(benchmark);
  const runs = (await fetchReleaseJson(path)) as readonly DescribedRun[];
  return runs.find((one) => one.run === run) ?? null;
}

interface VerdictProps {
  readonly found: LinkedCell;
  readonly proof: AskedQuestion<Proof | string>;
  readonly ask: () => void;
}

function ProofVerdict({ found, proof, ask }: VerdictProps) {
  if (proof.state === 'idle')
    return (
      <button type="button" className="btn primary" onClick={ask}>
        Verify
      </button>
    );
  if (proof.state === 'failed') return <>Not verified.</>;
  if (proof.state !== 'ready') return <Waiting>Running the statement…</Waiting>;
  if (typeof proof.data === 'string') return <>Not verified: no single statement makes this value; {proof.data}.</>;
  const { value, isSame } = proof.data;
  if (isSame)
    return <>Verified: the statement gives {value} from the judgments and labels, the value of the release.</>;
  return (
    <b className="proof-wrong">
      Differs: the release says {found.cell.value}, the statement gives {value ?? 'no value'}.
    </b>
  );
}

/** Says what the interval is and by which rule. */
function wholeInterval({ cell, column: { decimals, range } }: LinkedCell): string {
  const { interval } = cell;
  if (interval === null) return cell.noInterval === '' ? 'none' : `none: ${cell.noInterval}`;
  const rule = range === null ? 'value ± t · standard error' : 'Wilson’s, with the effective n';
  return `${endsWords(interval.lo, interval.hi, decimals)} (95 %; ${rule}; ${interval.basis})`;
}

const amount = (n: number): string => (Number.isInteger(n) ? numberWords(n) : String(rounded(n, 4)));

/** `proof`: null until the statement has run. */
function factsOf(found: LinkedCell, proof: Proof | null): Readonly<Record<string, string>> {
  const { cell, column } = found;
  const parts = proof === null ? '' : `${amount(proof.numerator)} / ${amount(proof.denominator)}`;
  const counts = proof === null ? [] : [countOf(proof.cases, 'case'), countOf(proof.clusters, 'cluster')];
  const facts = {
    Formula: column.formula,
    'Above / below the line': parts,
    'Rests on': [...(cell.n === null ? [] : [`n = ${numberWords(cell.n)}`]), ...counts].join(', '),
    Interval: wholeInterval(found),
    Note: cell.note,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, words]) => words !== ''));
}

interface ValuePartProps {
  readonly link: ValueLink;
  /** Takes the statement of the value once it is written; left out where the card stands over a page: it then shows the statement, and runs it when asked. */
  readonly onSql?: ((sql: string) => void) | undefined;
  /** Hears that the card, or why there is none, stands there. */
  readonly onTold?: () => void;
}

/** The card of a value: what it is made of, whether the statement gives it in this page, and the run behind it. */
function ProofCard({ link, found, onSql }: Omit<ValuePartProps, 'onTold'> & { readonly found: LinkedCell }) {
  const { board, row, column, cell, other } = found;
  const [isAsked, setAsked] = useState(onSql !== undefined);
  const question = useMemo(
    () => (isAsked ? (signal: AbortSignal) => proveCell(found, signal) : null),
    [found, isAsked],
  );
  const proof = useQuestion(question);
  const run = useQuestion(useMemo(() => () => describedRun(board.benchmark, row.id), [board.benchmark, row.id]));
  const made = typeof proof.last === 'string' ? null : proof.last;
  const sql = made?.sql;
  useEffect(() => {
    if (sql !== undefined) onSql?.(sql);
  }, [sql, onSql]);
  return (
    <section className="proof card" aria-label="Card of the value">
      <link rel="stylesheet" href={SHEET} precedence="default" />
      <h2>
        {row.name} · {column.group === '' ? column.label : `${column.group}, ${column.label}`}: <b>{cell.printed}</b>
      </h2>
      <p>
        <a href={href(`/${board.benchmark}/${board.table}/`)}>
          {board.benchmarkName}, {tableName(board)}
        </a>
      </p>
      <p role="status">
        <ProofVerdict found={found} proof={proof} ask={() => setAsked(true)} /> {other}
      </p>
      {proof.state === 'failed' ? <Failed failure={proof.failure} retry={proof.retry} /> : null}
      <dl>
        {Object.entries(factsOf(found, made)).map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>Run card</summary>
        {run.state === 'failed' ? <Failed failure={run.failure} retry={run.retry} /> : null}
        {run.state === 'ready' && run.data !== null ? (
          <RunCard facts={run.data} benchmark={board.benchmark} run={row.id} />
        ) : null}
      </details>
      {onSql === undefined ? (
        <p>
          <a href={href(`/sql/${valueSearch({ ...link, columns: [column.key] })}`)}>
            The statement, to read and change
          </a>
        </p>
      ) : null}
    </section>
  );
}

/** Finds the value that a link names and shows its card. */
export function ValuePart({ link, onSql, onTold }: ValuePartProps) {
  const found = useQuestion(useMemo(() => () => findCell(link), [link]));
  const isTold = found.state === 'ready' || found.state === 'failed';
  useEffect(() => {
    if (isTold) onTold?.();
  }, [isTold, onTold]);
  if (found.state === 'failed') return <Failed failure={found.failure} retry={found.retry} />;
  if (found.state === 'ready') return <ProofCard link={link} found={found.data} onSql={onSql} />;
  return (
    <p className="state" role="status">
      Looking for the value…
    </p>
  );
}

const CardPart = guarded(ValuePart);

/** Opens the card of the value that an address of /sql/ names over the page. It goes with Escape, and the focus returns. */
export function openCard(anchor: HTMLAnchorElement): void {
  const link = valueOfSearch(new URL(anchor.href).searchParams);
  if (link === null) throw new RangeError('no value');
  openOver((close) => (
    <Panel label="Value" anchor={anchor} onClose={close}>
      <CardPart link={link} />
    </Panel>
  ));
}
