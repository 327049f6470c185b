import { Fragment, type MouseEvent, memo } from 'react';
import { facetSortKey, queueOf } from '../cases/choices.ts';
import type { CaseLine } from '../cases/columns/list.ts';
import type { LabelsBy } from '../cases/labels.ts';
import { noteCome } from '../client/fetch.ts';
import { dataAddress } from '../client/manifest.ts';
import type { CaseText } from '../schema/release-paths.ts';
import { facetColumn } from '../schema/slice.ts';
import { isAgreed } from '../schema/words.ts';
import { href } from '../ui/href.ts';
import { numberWords } from '../ui/number-words.ts';
import { MarkedPieces } from '../ui/Text.tsx';
import { type ListLook, listColumns } from './CaseTable.tsx';
import { caseHref } from './case-address.ts';
import type { RowFound } from './found.ts';
import { facetValueWords, isScore, saidAnswer, valueSaid } from './words.ts';

/** The most px between two dots, and for all dots together, so that a list of many judges is no wider than one of a few. */
const STEP = 7;
const WIDTH = 176;
/** Places the signs of `CaseLine._marks`, one for each run in the order of the choices. */
const Y: Readonly<Record<string, number>> = { '+': 4, '-': 12, '.': 8 };

/** Draws a dot for each judge: above for right, below for wrong, a small one between for none; the asked judge's has a ring. */
function JudgeDots({ marks, asked }: { readonly marks: string; readonly asked: number }) {
  const { length } = marks;
  const step = Math.min(STEP, WIDTH / length);
  const at = (i: number): number => Math.round((i * step + 4) * 10) / 10;
  // One loop for all signs: a list has hundreds of them, drawn while somebody waits for it.
  const dots: Record<string, string> = {};
  for (let i = 0; i < length; i += 1) {
    const sign = marks.charAt(i);
    dots[sign] = `${dots[sign] ?? ''}M${at(i)} ${Y[sign]}h0`;
  }
  const size = Math.max(3, step - 2);
  return (
    <svg className="judge-dots block max-w-full" width={Math.ceil(length * step + 2)} height={16} aria-hidden="true">
      <path className="none" d={dots['.'] ?? ''} />
      <path className="right" d={dots['+'] ?? ''} strokeWidth={size} />
      <path className="wrong" d={dots['-'] ?? ''} strokeWidth={size} />
      {asked < 0 ? null : <circle cx={at(asked)} cy={Y[marks.charAt(asked) || '.']} r={3.6} />}
    </svg>
  );
}

const KEY = [
  ['right', '+', 'above: right'],
  ['wrong', '-', 'below: wrong'],
  ['none', '.', 'between: neither'],
] as const;

/** Explains the dots of a row, or its numbers where there is no room for dots; stands where the selection is shown otherwise. */
export function DotsKey() {
  return (
    <p className="dots-key small flex gap-3 items-center below-3">
      <span className="with-dots flex gap-3 items-center">
        A dot for each judge
        {KEY.map(([kind, sign, words]) => (
          <span key={kind}>
            <svg className="judge-dots align-middle block max-w-full" width={8} height={16} aria-hidden="true">
              <path className={kind} d={`M4 ${Y[sign]}h0`} strokeWidth={kind === 'none' ? 2 : 5} />
            </svg>
            {words}
          </span>
        ))}
      </span>
      <span className="without-dots">Judges right, of those right or wrong</span>
    </p>
  );
}

/** Letters of an id that fit on one line of a phone. */
const SHORT_ID = 22;

interface Described extends ListLook {
  readonly line: CaseLine;
  /** Where it has the words searched for; undefined while that is not known. */
  readonly found?: RowFound | undefined;
  readonly text: CaseText | undefined;
}

/** Writes the labels, of one criterion where one is asked for; several are counted: `B on 3, A on 1`. Scores are listed: `3.33, 10`. */
export function labelWords({ gold }: CaseText, criterion: string, labels: LabelsBy): string {
  const own = criterion === '' ? gold : gold.filter(([of]) => of === criterion || of === '');
  const said = [...Map.groupBy(own, ([, value]) => valueSaid(labels, value))];
  if (said.length > 1 && own.every(([, value]) => isScore(value)))
    return own.map(([, value]) => valueSaid(labels, value)).join(', ');
  const counted = said.toSorted(([, a], [, b]) => b.length - a.length);
  if (counted.length === 1) return counted.map(([words]) => words).join();
  return counted.map(([words, { length }]) => `${words.replace(/ better$/, '')}\u{a0}on\u{a0}${length}`).join(', ');
}

interface AskedAnswer {
  readonly place: number;
  /** '' for any. */
  readonly criterion: string;
  readonly labels: LabelsBy;
}

/** Picks the asked run's answer to show: that of the asked criterion, else the one that is not as the label, else its first. */
export function askedAnswer({ gold, said }: CaseText, { place, criterion, labels }: AskedAnswer) {
  const own = said.filter(([run, of]) => run === place && (criterion === '' || of === criterion || of === ''));
  const label = new Map(gold);
  const [of = '', answer = '', reason = ''] =
    ((own.find(([, key, value]) => label.has(key) && !isAgreed(label.get(key) ?? '', value)) ?? own[0])?.slice(1) as
      | string[]
      | undefined) ?? [];
  return own.length === 0 ? null : { criterion: of, words: saidAnswer(labels, answer), reason };
}

function Picture({ path }: { readonly path: string }) {
  // One that stood in the page may have come before the page was hydrated.
  const note = (img: HTMLImageElement | null): void => {
    if (img?.complete && img.naturalWidth > 0) noteCome(dataAddress(path));
  };
  const onLoad = (): void => noteCome(dataAddress(path));
  return <img ref={note} onLoad={onLoad} src={href(`/data/${path}`)} alt="" loading="lazy" decoding="async" />;
}

/** Says what a case belongs to, beside what has a column of its own: `Open-ended · Clarity`. */
function kindWords({ choices, facets, asked, line }: Described): string {
  const values = new Map(
    facets
      .filter(({ name }) => !asked.order.includes(facetSortKey(name)))
      .map(({ name }) => [name, facetValueWords(choices, name, String(line[facetColumn(name)] ?? ''))] as const)
      .filter(([name]) => (line[facetColumn(name)] ?? '') !== ''),
  );
  const words = [...values].flatMap(([name, value]) => {
    // What the two answers were made by is said together: `generator_a`, `generator_b`.
    const other = values.get(name.replace(/_[ab]$/, (side) => (side === '_a' ? '_b' : '_a')));
    if (other === undefined || !/_[ab]$/.test(name)) return [value];
    return name.endsWith('_a') ? [`A by ${value}, B by ${other}`] : [];
  });
  return [...new Set(words)].join(' · ');
}

/** Shows an id that breaks where its parts end, before it breaks anywhere else. */
function Broken({ id }: { readonly id: string }) {
  return [...id.matchAll(/[^/]+\/*|\/+/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}

/** What is known of reasons that are not here. */
const reasonLength = ({ _longest: longest }: CaseLine): string =>
  longest === 0 ? '' : `longest reason ${numberWords(longest)} characters`;

function CaseName({ list, pictured, ...described }: Described & Pick<CaseRowProps, 'list' | 'pictured'>) {
  const { choices, line, text } = described;
  // A prompt that has not come keeps its line, so that nothing below moves.
  const isToCome = text === undefined && choices.lines?.includes('prompt') === true;
  const prompt = text?.prompt ?? (isToCome ? '\u00a0' : '');
  const kinds = kindWords(described);
  // Where a release holds no prompts, what a case is about stands first.
  const isTold = kinds !== '' && choices.lines !== undefined && !choices.lines.includes('prompt');
  return (
    <th scope="row" className="case-name">
      {choices.lines?.includes('thumb') ? (
        <span className="thumb">{pictured && text?.thumb ? <Picture key={text.thumb} path={text.thumb} /> : null}</span>
      ) : null}
      <span className="names inline-block max-w-full align-middle">
        {prompt === '' ? null : <span className={isToCome ? 'prompt to-come' : 'prompt'}>{prompt}</span>}
        {isTold ? <span className="told block overflow-hidden ellipsis">{kinds}</span> : null}
        <span
          className={(prompt === '' || isToCome) && line.instance.length > SHORT_ID ? 'what long block' : 'what block'}
        >
          <a href={caseHref(choices.benchmark, { id: line.instance, list: list === '' ? '?' : list })} dir="auto">
            <Broken id={line.instance} />
          </a>
          {isTold ? <span className="kinds ink-2 text-mark block">{reasonLength(line)}</span> : null}
          {isTold || kinds === '' ? null : <span className="kinds ink-2 text-mark block">{kinds}</span>}
        </span>
      </span>
    </th>
  );
}

function JudgeMarks({ choices, line, asked }: Described) {
  const n = line._right + line._wrong;
  return (
    <td className="judges-right">
      {n === 0 ? (
        <>
          <span aria-hidden="true">–</span>
          <span className="hidden">none right or wrong</span>
        </>
      ) : (
        <>
          <JudgeDots marks={line._marks} asked={choices.runs.findIndex(({ run }) => run === asked.run)} />
          <span className="share">
            {line._right} <span className="of">of {n}</span>
          </span>
        </>
      )}
    </td>
  );
}

function FoundCell({ choices, line, found }: Described) {
  if (found === undefined) return <td className="answer found-in" />;
  if (found === 'unread') return <td className="answer found-in">Its reasons could not be loaded.</td>;
  if (found === null) return <td className="answer found-in">Only a trivial judge says this.</td>;
  const place = choices.runs.findIndex(({ run }) => run === found.run);
  return (
    <td className="answer found-in">
      <OutcomeMark sign={line._marks[place]} /> <b>{choices.runs[place]?.label ?? found.run}</b>
      {found.criterion === '' ? null : (
        <>
          {' · '}
          <span className="of-criterion">{facetValueWords(choices, 'criterion', found.criterion)}</span>
        </>
      )}
      <small dir="auto">
        <MarkedPieces pieces={found.pieces} />
      </small>
    </td>
  );
}

const OUTCOMES: Readonly<Record<string, string>> = { '+': 'right', '-': 'wrong' };

function OutcomeMark({ sign }: { readonly sign: string | undefined }) {
  const outcome = OUTCOMES[sign ?? ''];
  return outcome === undefined ? null : (
    <b className={`outcome semibold ${outcome}`}>
      <span>{outcome}</span>
    </b>
  );
}

function Cell({ of, ...described }: Described & { readonly of: string }) {
  const { choices, facets, asked, line, text } = described;
  if (of === 'right') return <JudgeMarks {...described} />;
  if (queueOf([of]) !== undefined) return <td className="number">{of === asked.order[0] ? line._queue : ''}</td>;
  if (of === 'points' && line._right + line._wrong === 0) return <td className="number" />;
  if (of === 'longest' || of === 'judgments' || of === 'points')
    return <td className="number">{numberWords(line[`_${of}`] ?? 0)}</td>;
  const place = choices.runs.findIndex(({ run }) => run === asked.run);
  const answer =
    text === undefined ? null : askedAnswer(text, { place, criterion: asked.criterion, labels: choices.labels });
  if (of === 'gold') {
    const criterion = answer?.criterion ?? asked.criterion;
    const isNamed = criterion !== '' && asked.criterion === '';
    return (
      <td className="case-label">
        <span>{text === undefined ? '' : labelWords(text, criterion, choices.labels)}</span>
        {isNamed ? <small>{facetValueWords(choices, 'criterion', criterion)}</small> : null}
      </td>
    );
  }
  if (of === 'found') return <FoundCell {...described} />;
  if (of === 'answer') {
    return (
      <td className="answer">
        <OutcomeMark sign={line._marks[place]} /> {answer?.words}
        {answer === null || answer.reason === '' ? null : <small>{answer.reason}</small>}
      </td>
    );
  }
  const facet = facets.find(({ name }) => facetSortKey(name) === of);
  const value = facet === undefined ? '' : (line[facetColumn(facet.name)] ?? '');
  return (
    <td className="by-facet">
      {facet === undefined || value === '' ? '' : facetValueWords(choices, facet.name, String(value))}
    </td>
  );
}

interface CaseRowProps extends ListLook {
  readonly list: string;
  /** The row's place, counted from 0. */
  readonly index: number;
  /** Undefined while it is on its way. */
  readonly line: CaseLine | undefined;
  readonly text?: CaseText | undefined;
  readonly found?: RowFound | undefined;
  readonly pictured: boolean;
}

/** A click anywhere in a row opens its case; what is marked or pressed there keeps its own way. */
function openRow({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): void {
  if (target instanceof Element && target.closest('a') !== null) return;
  if (getSelection()?.isCollapsed === false) return;
  currentTarget.querySelector<HTMLAnchorElement>('th a')?.click();
}

/** Shows a row of the list. It is drawn again only where something of it changes. */
export const CaseRow = memo(function CaseRow(props: CaseRowProps) {
  const { choices, facets, asked, list, index, line, text, found, pictured } = props;
  const look = { choices, facets, asked };
  const columns = listColumns(look);
  if (line === undefined) {
    return (
      <tr aria-rowindex={index + 2} className="coming">
        <td colSpan={columns.length}>…</td>
      </tr>
    );
  }
  const described = { ...look, line, text, found };
  return (
    <tr aria-rowindex={index + 2} onClick={openRow}>
      <CaseName {...described} {...{ list, pictured }} />
      {columns.slice(1).map(({ key }) => (
        <Cell key={key} of={key} {...described} />
      ))}
    </tr>
  );
});
