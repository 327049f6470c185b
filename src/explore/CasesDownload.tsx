import { useEffect, useRef, useState } from 'react';
import type { Choices } from '../cases/choices.ts';
import { NOBODY, type Scope } from '../cases/wanted.ts';
import { type FailureWords, failureOf, failureText } from '../client/failure.ts';
import { localRelease } from '../client/local-release.ts';
import { fileAddress } from '../client/release-files.ts';
import { type CodedTable, type TableCondition, type TableSource, tableCodes } from '../client/table-code.ts';
import { facetColumn, parseSlice } from '../schema/slice.ts';
import { CopyCode } from '../ui/CopyCode.tsx';
import { fileName } from '../ui/file-name.ts';
import { Button, Panel } from '../ui/layout.tsx';
import { countOf } from '../ui/number-words.ts';
import { judgesAsked } from './asked.ts';
import type { Prerendered } from './gather-list.ts';
import type { CaseDownload, CaseFileFormat, SavedCases } from './save-cases.ts';
import type { CaseSelection } from './selection.ts';

import { type AskedCases, facetParameter } from './state.ts';
import { creditWords } from './TextCredit.tsx';
import { chipsOf, selectionWords } from './words.ts';

interface DownloadPanelProps {
  readonly total: number;
  readonly download: () => Omit<CaseDownload, 'format' | 'zipped' | 'form' | 'texts' | 'signal' | 'onProgress'>;
  /** Null where no file of the release holds these cases. */
  readonly code: (() => Promise<CodedTable>) | null;
  readonly hasTexts: boolean;
}

type SavingProgress =
  | { readonly state: 'ready' | 'cancelled' }
  | { readonly state: 'working'; readonly rows: number }
  | ({ readonly state: 'done' } & SavedCases)
  | { readonly state: 'failed'; readonly why: string };

interface Wanted {
  readonly format: CaseFileFormat;
  readonly zipped: boolean;
  readonly label: string;
}

const PLAIN: Wanted = { format: 'csv', zipped: false, label: 'CSV' };
const ZIPPED: readonly Wanted[] = [
  { format: 'csv', zipped: true, label: 'Zipped CSV' },
  { format: 'jsonl', zipped: true, label: 'JSON Lines' },
  { format: 'parquet', zipped: true, label: 'Parquet' },
  { format: 'arrow', zipped: true, label: 'Arrow' },
];

function words(progress: SavingProgress): string {
  if (progress.state === 'working') return `${countOf(progress.rows, 'row')} written…`;
  if (progress.state === 'done')
    return `Saved ${countOf(progress.rows, 'row')}${progress.isBare ? ', without labels and verdicts: you are offline' : ''}.`;
  if (progress.state === 'cancelled') return 'Cancelled; nothing was saved.';
  return progress.state === 'failed' ? `The file could not be made. ${progress.why}` : '';
}

/** An error that is no failure of the client layer is most often a script that did not come. */
const NOT_MADE: FailureWords = {
  what: 'A part of this page could not be loaded.',
  todo: 'Reload the page, and ask again.',
};

function useSaving(download: DownloadPanelProps['download']) {
  const [progress, setProgress] = useState<SavingProgress>({ state: 'ready' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (options: Pick<CaseDownload, 'format' | 'zipped' | 'form' | 'texts'>): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ state: 'working', rows: 0 });
    try {
      const { saveCases } = await import('./save-cases.ts');
      const onProgress = (rows: number): void => setProgress({ state: 'working', rows });
      const saved = await saveCases({ ...download(), ...options, signal: controller.signal, onProgress });
      setProgress({ state: 'done', ...saved });
    } catch (error) {
      if (controller.signal.aborted) setProgress({ state: 'cancelled' });
      else setProgress({ state: 'failed', why: failureText(failureOf(error, NOT_MADE)) });
    } finally {
      running.current = null;
    }
  };
  return { progress, save, cancel: () => running.current?.abort() };
}

function DownloadPanel({ total, download, code, hasTexts }: DownloadPanelProps) {
  const { progress, save, cancel } = useSaving(download);
  const [texts, setTexts] = useState(false);
  const [long, setLong] = useState(false);
  const isWorking = progress.state === 'working';
  const button = ({ format, zipped, label }: Wanted) => (
    <Button
      key={label}
      disabled={isWorking}
      onClick={() => save({ format, zipped, form: long ? 'long' : 'wide', texts })}
    >
      {label}
    </Button>
  );
  return (
    <div className="downloads">
      <p>Exactly the {countOf(total, 'case')} shown, in their order.</p>
      <label className="block around-2">
        <input type="checkbox" checked={long} onChange={({ currentTarget }) => setLong(currentTarget.checked)} /> one
        row per answer: verdict, label, score and points per case, judge and criterion
      </label>
      {hasTexts ? (
        <label className="block around-2">
          <input type="checkbox" checked={texts} onChange={({ currentTarget }) => setTexts(currentTarget.checked)} />{' '}
          with prompts and reasons
        </label>
      ) : null}
      <div className="set">{button(PLAIN)}</div>
      <p>In a zip with a note of release, filter, date and licence:</p>
      <div className="set">
        {ZIPPED.map(button)}
        {isWorking ? <Button onClick={cancel}>Cancel</Button> : null}
      </div>
      {isWorking ? <progress value={progress.rows} max={Math.max(1, total)} aria-label="Rows written" /> : null}
      <output className="block above-2">{words(progress)}</output>
      {code === null ? null : (
        <CopyCode says="Copy code that reads these rows from this site" codes={tableCodes(code)} />
      )}
    </div>
  );
}

const MOST_IDS = 1000;

const oneOf = (column: string, values: readonly string[]): TableCondition[] =>
  values.length === 0 ? [] : [{ column, oneOf: values }];

interface CaseCondition {
  readonly table: 'instances' | 'contributions';
  readonly keep: readonly TableCondition[];
}

interface TableAsked {
  readonly cases: readonly CaseCondition[];
  readonly judgments: readonly TableCondition[];
  /** Parts of the selection, in words, that no filter of the tables can express. Where there are any, the code lists ids instead. */
  readonly rest: readonly string[];
}

/** Where points were lost is a condition on contributions. A slice is one on cases where the metric's slices part them as filters do. */
function lostAsked({ losses }: Choices, { metric, run, slice, against }: Scope): readonly CaseCondition[] | null {
  const loss = losses.find(({ id }) => id === metric);
  const pairs = [...parseSlice(slice)];
  const isSliced = pairs.every(([key]) => loss?.wrong?.sliced.includes(key));
  if (loss?.rows === undefined || run === '' || against.run !== '' || !isSliced) return null;
  const below = { column: 'num', below: 'den' };
  return [
    { table: 'contributions', keep: [...oneOf('run', [run]), ...oneOf('metric', loss.rows), below] },
    ...pairs.map(([key, value]) => ({ table: 'instances' as const, keep: oneOf(facetColumn(key), [value]) })),
  ];
}

/** The cases that a run is wrong on, where a metric's lost points stand on these and on no others. */
function wrongAsked(choices: Choices, run: string): readonly CaseCondition[] | null {
  const metric = choices.losses.find(({ wrong, rows }) => wrong?.inAll === true && rows !== undefined)?.id ?? '';
  return lostAsked(choices, { metric, run, slice: '', criterion: '', against: NOBODY });
}

const present = <T,>(list: readonly (T | null)[]): list is readonly T[] => list.every((one) => one !== null);

export function tableAsked({ choices, state, facets }: AskedCases): TableAsked {
  const wanted = choices.facets.flatMap(({ name }) => oneOf(facetColumn(name), facets[facetParameter(name)] ?? []));
  const lost = state.metric === '' ? [] : lostAsked(choices, state);
  const wrong = state.criterion === '' ? state.wrong.map((run) => wrongAsked(choices, run)) : [null];
  const said = {
    ...state,
    criterion: '',
    ...(lost === null ? {} : { metric: '', slice: '', run: '' }),
    ...(present(wrong) ? { wrong: [] } : {}),
  };
  return {
    cases: [
      ...(wanted.length === 0 ? [] : [{ table: 'instances' as const, keep: wanted }]),
      ...(lost ?? []),
      ...(present(wrong) ? wrong.flat() : []),
    ],
    judgments: [
      ...oneOf('run', judgesAsked(state)),
      ...oneOf('criterion', state.criterion === '' ? [] : [state.criterion]),
    ],
    rest: [...new Set(chipsOf({ choices, state: said, facets: {} }).map(({ words }) => words))],
  };
}

type Coded = Pick<CasesDownloadProps, keyof AskedCases | 'cases' | 'total'>;

const idsOf = ({ places, line }: CaseSelection['cases']): readonly string[] =>
  Array.from(places, (_, row) => line(row)?.instance ?? '');

const sourcesOf = (benchmark: string, cases: readonly CaseCondition[]): Promise<TableSource[]> =>
  Promise.all(
    cases.map(async ({ table, keep }, at) => ({
      name: at === 0 ? table : `${table}_${at + 1}`,
      address: await fileAddress(`${benchmark}/${table}.parquet`),
      keep,
    })),
  );

/** Says what code must read to have the answers to the cases shown. Throws what `fileAddress` throws. */
async function casesCode(asked: Coded): Promise<CodedTable> {
  const { choices, state, facets, cases, total } = asked;
  const { cases: conditions, judgments, rest } = tableAsked(asked);
  const listed = rest.length > 0 && total <= MOST_IDS;
  const notes = [
    `${choices.name}, answers to ${total} cases: ${selectionWords(choices, state, facets)}`,
    `Release ${choices.release}, from ${window.location.href}`,
    ...(rest.length > 0 && !listed
      ? [`Not in this code: ${rest.join('; ')}. The page's CSV holds exactly these cases.`]
      : []),
  ];
  return {
    name: 'judgments',
    address: await fileAddress(`${choices.benchmark}/judgments.parquet`),
    keep: [...judgments, ...(listed ? [{ column: 'instance', oneOf: idsOf(cases) }] : [])],
    among: listed ? [] : await sourcesOf(choices.benchmark, conditions),
    notes,
  };
}

interface CasesDownloadProps extends AskedCases {
  readonly cases: CaseSelection['cases'];
  readonly total: number;
  readonly texts: Prerendered['texts'];
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

function fileOf({ choices, state, facets, texts }: CasesDownloadProps) {
  const isOwn = localRelease(choices.benchmark) !== undefined;
  const filters = chipsOf({ choices, state, facets }).map(({ words }) => words);
  return {
    name: fileName(`${isOwn ? 'your' : choices.benchmark}-cases`, filters),
    provenance: {
      title: `Cases of ${choices.name}${choices.synthetic ? ' (synthetic demonstration data)' : ''}`,
      source: isOwn ? 'your own files' : `${choices.name}, instance-level results of this site's release`,
      release: choices.release,
      address: window.location.href,
      shown: selectionWords(choices, state, facets),
      licence: choices.licence,
      ...(texts === null ? {} : { texts: creditWords(texts) }),
    },
  };
}

export function CasesDownload(props: CasesDownloadProps) {
  const { choices, state, cases, total, texts, anchor, onClose } = props;
  return (
    <Panel label="Download" anchor={anchor} onClose={onClose}>
      <DownloadPanel
        total={total}
        hasTexts={texts?.present !== false}
        download={() => ({ choices, state, cases, ...fileOf(props) })}
        code={localRelease(choices.benchmark) === undefined ? () => casesCode(props) : null}
      />
    </Panel>
  );
}
