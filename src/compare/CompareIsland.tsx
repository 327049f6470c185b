import { useCallback, useMemo } from 'react';
import { Shape } from '../charts/mark-kinds.tsx';
import { writeSearch } from '../ui/field.ts';
import { href } from '../ui/href.ts';
import { IgnoredNotice } from '../ui/IgnoredNotice.tsx';
import { pageIsland } from '../ui/island.tsx';
import { JudgeName } from '../ui/JudgeName.tsx';
import { keyed } from '../ui/lists.ts';
import { type AskedQuestion, Failed, useQuestion } from '../ui/loading.tsx';
import { useUrl } from '../ui/use-url.ts';
import { JudgeChooser } from './Chooser.tsx';
import { COMPARING_TABLES, Compared, type ComparedProps } from './Compared.tsx';
import {
  askBoards,
  BOARDS_UNREAD,
  type ComparableData,
  chosenOf,
  compareFields,
  type JudgeChoice,
  nextWords,
  useCompareFields,
} from './choice.ts';
import type { ReadyPair } from './gather-compared.ts';
import { DifferenceLegend, SURE, UNSURE } from './Headlines.tsx';
import { Comparing } from './Tables.tsx';

/** Half of the drawing's width, which is 100 % of the distance from worst to best judge. */
const HALF = 110;
const LINE = 14;

const at = (percent: number): number => Math.min(HALF - 6, Math.max(6 - HALF, percent));

/** Draws the forest in small: names stand above its sides, its benchmarks beside their lines, and its sentence below. */
function SmallForest({ marks, benchmarks }: Pick<ReadyPair, 'marks' | 'benchmarks'>) {
  const height = marks.length * LINE;
  return (
    <div className="drawing small-forest grid gap-2">
      <div className="names flex ink-3 text-mark">
        {benchmarks.map(([name, tables]) => (
          <span className="grid items-center" key={name} style={{ flexGrow: tables }}>
            {name}
          </span>
        ))}
      </div>
      <svg viewBox={`${-HALF} 0 ${2 * HALF} ${height}`} aria-hidden="true">
        <path className="zero-line" d={`M0 0V${height}`} />
        {keyed(marks, String).map(({ key, item: [value, lo, hi, sure] }, i) => {
          const y = (i + 0.5) * LINE;
          return (
            <g key={key}>
              {lo === null || hi === null ? null : <path className="interval" d={`M${at(lo)} ${y}H${at(hi)}`} />}
              <Shape mark={sure === 1 ? SURE : UNSURE} x={at(value)} y={y} />
            </g>
          );
        })}
      </svg>
    </div>
  );
}

function ReadyPairs({ pairs }: { readonly pairs: readonly ReadyPair[] }) {
  return (
    <div className="ready-pairs js around-2">
      <ul>
        {pairs.map(({ judges, names, words, marks, benchmarks }) => (
          <li className="card" key={judges.join()}>
            <a href={`${href('/compare/')}${writeSearch(compareFields({ judges, sets: null }), { judges })}`}>
              <span>
                <JudgeName name={names[0]} />
              </span>
              <span className="hidden"> and </span>
              <span>
                <JudgeName name={names[1]} />
              </span>
            </a>
            <SmallForest marks={marks} benchmarks={benchmarks} />
            <p className="above-2 ink-2">{words}</p>
          </li>
        ))}
      </ul>
      <DifferenceLegend sure={pairs.flatMap(({ marks }) => marks.map((mark) => mark[3] === 1))} />
      <h2 className="above-5">What a comparison shows</h2>
      <ul className="go-on grid gap-4 no-list">
        <li className="card">
          <b>Every table that holds both</b>
          <small>Each difference with its 95 % interval, and whether it may be chance.</small>
        </li>
        <li className="card">
          <b>The same cases, one by one</b>
          <small>
            Where both judges’ answers are known: who wins which kind of case, and the cases on which they are furthest
            apart.
          </small>
        </li>
        <li className="card">
          <a href={href('/your-results/')}>Your own judge</a>
          <small>Drop its files; it stands beside any of these. Nothing leaves the browser.</small>
        </li>
        <li className="card">
          <a href={href('/plot/')}>All judges at once</a>
          <small>Two columns, or a column and a price, against each other.</small>
        </li>
      </ul>
    </div>
  );
}

interface CompareProps {
  readonly choices: readonly JudgeChoice[];
  readonly pairs: readonly ReadyPair[];
  readonly address: string;
}

interface CompareIslandProps {
  readonly choices: string;
  readonly pairs: string;
  readonly address: string;
}

interface ResultsProps extends Omit<ComparedProps, 'comparable' | 'isWhole' | 'isHere'> {
  readonly pairs: readonly ReadyPair[];
  readonly loading: AskedQuestion<ComparableData>;
}

function Results({ loading, ...rest }: ResultsProps) {
  const { chosen } = rest;
  const [one, ...others] = chosen;
  if (one === undefined) return <ReadyPairs pairs={rest.pairs} />;
  if (others.length === 0) return <p className="state">{nextWords(one, rest.choices)}</p>;
  if (loading.state === 'failed') {
    return <Failed lead="The published tables could not be loaded." failure={loading.failure} retry={loading.retry} />;
  }
  // Known tables stay while another judge's are loading.
  if (loading.last === null) return <Comparing>{COMPARING_TABLES}</Comparing>;
  return <Compared comparable={loading.last} isWhole={loading.state === 'ready'} isHere={false} {...rest} />;
}

function Compare({ choices, pairs, address }: CompareProps) {
  const early = useCompareFields(choices, null);
  const [{ judges }] = useUrl(early);
  const chosen = useMemo(() => judges.flatMap((text) => chosenOf(choices, text) ?? []), [judges, choices]);
  const ids = [...new Set(chosen.map(({ judge }) => judge))].sort().join(' ');
  const ask = useCallback(() => askBoards(address, ids.split(' ')), [address, ids]);
  const loading = useQuestion(chosen.length > 1 ? ask : null, BOARDS_UNREAD);
  const fields = useCompareFields(choices, loading.last);
  const [state, change] = useUrl(fields);
  return (
    <>
      <JudgeChooser choices={choices} chosen={chosen} change={(texts) => change({ judges: texts })} />
      <div className="results">
        <Results choices={choices} pairs={pairs} chosen={chosen} loading={loading} state={state} change={change} />
      </div>
      <IgnoredNotice fields={fields} />
    </>
  );
}

function ParsedComparison({ choices, pairs, address }: CompareIslandProps) {
  const judges = useMemo(() => JSON.parse(choices) as readonly JudgeChoice[], [choices]);
  const ready = useMemo(() => JSON.parse(pairs) as readonly ReadyPair[], [pairs]);
  return <Compare choices={judges} pairs={ready} address={address} />;
}

export const CompareIsland = pageIsland(ParsedComparison);
