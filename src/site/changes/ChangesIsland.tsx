import { useCallback, useEffect, useMemo, useState } from 'react';
import { Drawing } from '../../charts/Drawing.tsx';
import { Chart } from '../../charts/Live.tsx';
import { compareReleases, type ReleaseComparison } from '../../schema/dated-release.ts';
import { showAsked } from '../../ui/asked.ts';
import { ListBox } from '../../ui/boxes.tsx';
import { choiceField } from '../../ui/field.ts';
import { href } from '../../ui/href.ts';
import { IgnoredNotice } from '../../ui/IgnoredNotice.tsx';
import { pageIsland, useHydrated } from '../../ui/island.tsx';
import { Button, ColumnHeads } from '../../ui/layout.tsx';
import { Failed, useQuestion, Waiting } from '../../ui/loading.tsx';
import { numberWords } from '../../ui/number-words.ts';
import { useUrl } from '../../ui/use-url.ts';
import {
  betweenWords,
  CHANGE_SECTIONS,
  type ChangeLine,
  type ChangesData,
  changeLines,
  changesSentence,
  datedPath,
  movesChart,
  openingPair,
  TODAY,
} from './changes.ts';

const HEADS = ['Table', 'Judge', 'Value', 'Then', 'Now', 'Reason'] as const;
/** Lines of a kind that are shown at once. */
const FIRST_LINES = 40;

function ChangesTable({ heading, lines }: { readonly heading: string; readonly lines: readonly ChangeLine[] }) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? lines : lines.slice(0, FIRST_LINES);
  const heads = HEADS.filter((head) => head !== 'Reason' || lines.some(({ reason }) => reason !== ''));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1 asks that a box that scrolls can be scrolled by keyboard */}
      <section className="wide card" tabIndex={0} aria-label={heading}>
        <table className="plain listed">
          <thead>
            <ColumnHeads columns={heads} />
          </thead>
          <tbody>
            {shown.map(({ board, judge, what, was, is, reason, href: address }) => (
              <tr key={[board, judge, what].join('\n')}>
                <th scope="row">{address === null ? board : <a href={address}>{board}</a>}</th>
                <td data-head="Judge">{judge}</td>
                <td data-head="Value">{what}</td>
                <td data-head="Then">{was === '' ? '–' : was}</td>
                <td data-head="Now">{is === '' ? '–' : is}</td>
                {heads.includes('Reason') ? (
                  <td data-head="Reason">{reason === '' ? 'none was given' : reason}</td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length === lines.length ? null : (
        <p className="small">
          The first {FIRST_LINES} of {numberWords(lines.length)} lines.{' '}
          <Button look="js" onClick={() => setWhole(true)}>
            Show all
          </Button>
        </p>
      )}
    </>
  );
}

interface ChangesProps {
  readonly data: ChangesData;
  readonly from: string;
  readonly to: string;
  readonly comparison: ReleaseComparison;
}

/** Shows what changed between two releases: the sentence, the picture, and a table for each kind of change. */
function Changes({ data, from, to, comparison }: ChangesProps) {
  const chart = useMemo(() => movesChart(comparison, { data, from }), [comparison, data, from]);
  return (
    <>
      <p className="small">Between {betweenWords(from, to)}:</p>
      <p className="lede" role="status">
        {from === to ? 'Both are the same: choose another release.' : changesSentence(comparison)}
      </p>
      {chart === null ? null : (
        <Drawing of={chart.title}>
          <Chart chart={chart} />
        </Drawing>
      )}
      {CHANGE_SECTIONS.map(({ kind, heading, about }) => {
        const lines = changeLines(kind, comparison, { data, from });
        return lines.length === 0 ? null : (
          <section key={kind} className="chapter" id={kind}>
            <h2>{heading}</h2>
            <p className="lede">{about}</p>
            <ChangesTable heading={heading} lines={lines} />
          </section>
        );
      })}
    </>
  );
}

/** Fetches the values of both releases and compares them. */
async function compareChosen(data: ChangesData, from: string, to: string): Promise<ReleaseComparison> {
  const { loadDatedValues } = await import('../../client/dated-values.ts');
  const [was, is] = await Promise.all([from, to].map((id) => loadDatedValues(datedPath(id, data.dated))));
  return compareReleases(was ?? [], is ?? [], data.dated);
}

function useComparison(data: ChangesData, { from, to }: { readonly from: string; readonly to: string }) {
  const opening = openingPair(data.dated);
  const isOpening = data.opening !== null && from === opening.from && to === opening.to;
  const ask = useCallback(() => compareChosen(data, from, to), [data, from, to]);
  const asked = useQuestion(isOpening ? null : ask);
  const { state } = asked;
  const isTold = useHydrated() && (isOpening || state === 'ready' || state === 'failed');
  useEffect(() => {
    if (isTold) showAsked();
  }, [isTold]);
  return { asked, comparison: isOpening ? data.opening : asked.state === 'ready' ? asked.data : null };
}

function ChangesPage({ data: text }: { readonly data: string | (() => string) }) {
  const data = useMemo(() => JSON.parse(typeof text === 'string' ? text : text()) as ChangesData, [text]);
  const { dated } = data;
  const fields = useMemo(() => {
    const ids = [...dated.releases.map(({ id }) => id), TODAY];
    const opening = openingPair(dated);
    return { from: choiceField(ids, opening.from), to: choiceField(ids, opening.to) };
  }, [dated]);
  const [state, change] = useUrl(fields);
  const { asked, comparison } = useComparison(data, state);
  const from = useCallback((id: string) => change({ from: id }), [change]);
  const to = useCallback((id: string) => change({ to: id }), [change]);
  const options = [TODAY, ...dated.releases.toReversed().map(({ id }) => id)].map((id) => ({ value: id, label: id }));
  // Until it is alive a list shows its first.
  const opening = openingPair(dated).from;
  const fromOptions = options.toSorted((a, b) => Number(b.value === opening) - Number(a.value === opening));
  return (
    <>
      <div className="bar releases-pick js">
        <label className="btn pick">
          <span>From</span>
          <ListBox value={state.from} options={fromOptions} choose={from} />
        </label>
        <label className="btn pick">
          <span>To</span>
          <ListBox value={state.to} options={options} choose={to} />
        </label>
      </div>
      {asked.state === 'failed' && comparison === null ? (
        <Failed lead="The two releases could not be compared." failure={asked.failure} retry={asked.retry}>
          The files of all releases are on the <a href={href('/data/')}>page of files</a>.
        </Failed>
      ) : null}
      {asked.state === 'loading' ? (
        <p className="state" role="status">
          <Waiting>Loading the values of both…</Waiting>
        </p>
      ) : null}
      {comparison === null ? null : <Changes data={data} from={state.from} to={state.to} comparison={comparison} />}
      <IgnoredNotice fields={fields} />
    </>
  );
}

/** Compares two releases, value by value. */
export const ChangesIsland = pageIsland(ChangesPage);
