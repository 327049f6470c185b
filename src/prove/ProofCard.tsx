import { useEffect, useMemo } from 'react';
import { RunCard } from '../board/RunCard.tsx';
import { fetchReleaseJson, releaseData } from '../client/manifest.ts';
import { tableName } from '../schema/board.ts';
import type { DescribedRun } from '../schema/release.ts';
import type { ValueLink } from '../schema/value-link.ts';
import { href } from '../ui/href.ts';
import { type AskedQuestion, Failed, useQuestion, Waiting } from '../ui/loading.tsx';
import { countOf, fixed, numberWords, rounded } from '../ui/number-words.ts';
import { findProved, otherWords, type Proof, type ProvedCell, proveCell } from './prove.ts';

async function describedRun(benchmark: string, run: string): Promise<DescribedRun | null> {
  const { described_runs: path } = await releaseData(benchmark);
  const runs = (await fetchReleaseJson(path)) as readonly DescribedRun[];
  return runs.find((one) => one.run === run) ?? null;
}

function ProofVerdict({ found, proof }: { readonly found: ProvedCell; readonly proof: AskedQuestion<Proof | null> }) {
  const shown = found.cell.value;
  if (found.proved === null) return <>Not verified: no single statement makes this value; {found.unproved}.</>;
  if (proof.state === 'failed') return <>Not verified.</>;
  if (proof.state !== 'ready' || proof.data === null) return <Waiting>Running the statement…</Waiting>;
  const { value, isSame } = proof.data;
  if (isSame)
    return <>Verified: the statement below gives {value} from the judgments and labels, the value of the release.</>;
  return (
    <>
      Differs: the release says {shown}, the statement below gives {value ?? 'no value'}.
    </>
  );
}

/** Says what the interval is and by which rule. */
function wholeInterval({ cell, column: { decimals, range } }: ProvedCell): string {
  const { interval } = cell;
  if (interval === null) return cell.noInterval === '' ? 'none' : `none: ${cell.noInterval}`;
  const rule = range === null ? 'value ± t · standard error' : 'Wilson’s, with the effective n';
  return `${fixed(interval.lo, decimals)} to ${fixed(interval.hi, decimals)} (95 %; ${rule}; ${interval.basis})`;
}

const amount = (n: number): string => (Number.isInteger(n) ? numberWords(n) : String(rounded(n, 4)));

/** `proof`: null until the statement has run. */
function factsOf(found: ProvedCell, proof: Proof | null): Readonly<Record<string, string>> {
  const { cell, column, proved } = found;
  const made = {
    'Above / below the line': proof === null ? '…' : `${amount(proof.numerator)} / ${amount(proof.denominator)}`,
    'Rests on':
      proof === null
        ? '…'
        : `n = ${numberWords(cell.n ?? 0)}, ${countOf(proof.cases, 'case')}, ${countOf(proof.clusters, 'cluster')}`,
  };
  return {
    Formula: column.formula,
    ...(proved === null ? {} : made),
    Interval: wholeInterval(found),
    ...(cell.note === '' ? {} : { Note: cell.note }),
  };
}

interface ValuePartProps {
  readonly link: ValueLink;
  /** Takes the statement of the value once it is written. */
  readonly onSql: (sql: string) => void;
  /** Hears that the card, or why there is none, stands there. */
  readonly onTold: () => void;
}

/** The card of a value: what it is made of, whether the statement gives it in this page, and the run behind it. */
function ProofCard({ link, found, onSql }: Omit<ValuePartProps, 'onTold'> & { readonly found: ProvedCell }) {
  const { board, row, column, cell } = found;
  const proof = useQuestion(useMemo(() => (signal: AbortSignal) => proveCell(found, signal), [found]));
  const run = useQuestion(useMemo(() => () => describedRun(board.benchmark, row.id), [board.benchmark, row.id]));
  const other = otherWords(link, found);
  const sql = proof.state === 'ready' ? proof.data?.sql : undefined;
  useEffect(() => {
    if (sql !== undefined) onSql(sql);
  }, [sql, onSql]);
  const isWrong = proof.state === 'ready' && proof.data !== null && !proof.data.isSame;
  return (
    <section className="proof card" aria-label="Card of the value">
      <h2>
        {row.name} · {column.group === '' ? column.label : `${column.group}, ${column.label}`}: <b>{cell.printed}</b>
      </h2>
      <p>
        <a href={href(`/${board.benchmark}/${board.table}/`)}>
          {board.benchmarkName}, {tableName(board)}
        </a>
      </p>
      <p role="status" className={isWrong ? 'proof-wrong' : undefined}>
        <ProofVerdict found={found} proof={proof} /> {other}
      </p>
      {proof.state === 'failed' ? <Failed failure={proof.failure} retry={proof.retry} /> : null}
      <dl className="facts-list">
        {Object.entries(factsOf(found, proof.last)).map(([name, words]) => (
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
    </section>
  );
}

/** Finds the value that a link names and shows its card. */
export function ValuePart({ link, onSql, onTold }: ValuePartProps) {
  const found = useQuestion(useMemo(() => () => findProved(link), [link]));
  const isTold = found.state === 'ready' || found.state === 'failed';
  useEffect(() => {
    if (isTold) onTold();
  }, [isTold, onTold]);
  if (found.state === 'failed') return <Failed failure={found.failure} retry={found.retry} />;
  if (found.state === 'ready') return <ProofCard link={link} found={found.data} onSql={onSql} />;
  return (
    <p className="state" role="status">
      <Waiting>Looking for the value…</Waiting>
    </p>
  );
}
