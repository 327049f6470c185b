import { diffArrays } from 'diff';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { dataAddress } from '../client/manifest.ts';
import type { Case } from '../schema/stored-case.ts';
import { href } from '../ui/href.ts';
import { JudgeName } from '../ui/JudgeName.tsx';
import { ControlGroup } from '../ui/layout.tsx';
import { Icon } from './AnswerMark.tsx';
import { type CaseFacts, caseRunLabel } from './facts.ts';
import { type MatrixCell, type MatrixRow, saidAlike, type VerdictGroup, verdictGroups } from './matrix.ts';
import { htmlOf, longText, type Marker, plainWords, pressed, type TextChunk, unmarked } from './plain.ts';
import type { CaseState, ChangeCase } from './state.ts';
import { drawTask, shownPairs } from './task.ts';

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
      className={`chip-of text-dense inline-flex items-baseline text-left pointer ${shown.outcome}${run === asked ? ' is-asked' : ''}`}
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
      <div className="question-head gap-1 gap-x-3 items-baseline">
        {isAlone ? (
          <h2 id={TITLE}>Verdicts</h2>
        ) : (
          <h3>{row.metric === undefined ? row.label : <a href={href(`/methods/#${row.metric}`)}>{row.label}</a>}</h3>
        )}
        {row.gold === null ? null : (
          <span className="gold-said ink-2">
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
      <div className="groups grid gap-3 gap-x-5">
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
    <p className="small above-3">
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

interface ComparedWords {
  readonly first: readonly TextChunk[];
  readonly second: readonly TextChunk[];
}

/** Longer texts are not compared, nor those in which more words differ (about 20 ms of work), because the page must stay quick. */
const MOST_CHARACTERS = 40_000;
const MOST_DIFFERENT = 500;

/** Finds a word, a character of Chinese or Japanese writing, or a sign, with the white space behind it. */
const TOKEN =
  /(?:[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{M}\p{N}_])+|[^\s\p{L}\p{M}\p{N}_])\s*|^\s+/gu;

const tokensOf = (text: string): string[] => text.match(TOKEN) ?? [];

/** Joins one side of the difference: tokens that follow each other and are of one kind; space at the end of a mark is left out. */
function side(
  tokens: readonly string[],
  parts: readonly { readonly count: number; readonly marked: boolean }[],
): TextChunk[] {
  let at = 0;
  return parts.flatMap(({ count, marked }): TextChunk[] => {
    const text = tokens.slice(at, at + count).join('');
    at += count;
    const word = text.trimEnd();
    if (!marked || word === text) return text === '' ? [] : [{ text, marked }];
    return [
      { text: word, marked },
      { text: text.slice(word.length), marked: false },
    ];
  });
}

/** Finds the words that only one of two texts has, whatever the white space; null if that would be too much work. */
export function compareWords(first: string, second: string): ComparedWords | null {
  if (first.length + second.length > MOST_CHARACTERS) return null;
  const [a, b] = [tokensOf(first), tokensOf(second)];
  const trimmed = (tokens: readonly string[]): string[] => tokens.map((token) => token.trimEnd());
  const parts = diffArrays(trimmed(a), trimmed(b), { maxEditLength: MOST_DIFFERENT });
  if (parts === undefined) return null;
  return {
    first: side(
      a,
      parts.filter(({ added }) => !added).map(({ count, removed }) => ({ count, marked: removed })),
    ),
    second: side(
      b,
      parts.filter(({ removed }) => !removed).map(({ count, added }) => ({ count, marked: added })),
    ),
  };
}

const LEVELS = [1, 2, 4, 8] as const;

/** Opens a picture at the size of the window, or larger. Esc closes it, and the focus goes back to where it was. */
function zoomWindow({ src, alt }: HTMLImageElement, what: string): void {
  let level = 0;
  const picture = htmlOf('img', '');
  Object.assign(picture, { src, alt, referrerPolicy: 'no-referrer' });
  const said = htmlOf('output', 'small');
  const step = (by: number): void => {
    level = Math.min(LEVELS.length - 1, Math.max(0, level + by));
    const times = LEVELS[level] ?? 1;
    picture.style.setProperty('--times', String(times));
    said.textContent = times === 1 ? 'whole' : `${times} times`;
    smaller.disabled = level === 0;
    larger.disabled = level === LEVELS.length - 1;
  };
  const [smaller, larger] = [pressed('Smaller', 'btn', () => step(-1)), pressed('Larger', 'btn', () => step(1))];
  const close = pressed('Close', 'btn', () => dialog.close());
  const head = htmlOf(
    'div',
    'flex wrap gap-2 items-center pad-2-3 border-b',
    htmlOf('h2', 'm-0 text-body', what),
    said,
    htmlOf('span', 'spacer'),
    smaller,
    larger,
    close,
  );
  const view = htmlOf('section', 'zoom-view sunken', picture);
  view.tabIndex = 0;
  view.ariaLabel = 'Picture, scrolls when enlarged';
  const dialog = htmlOf('dialog', 'zoom p-0 ink border-strong rounded surface overflow-hidden', head, view);
  dialog.ariaLabel = what;
  dialog.onkeydown = ({ key }) => {
    if (key === '+' || key === '=') step(1);
    if (key === '-') step(-1);
  };
  dialog.onclose = () => dialog.remove();
  step(0);
  document.body.append(dialog);
  dialog.showModal();
}

export function LongText({
  text,
  nothing,
  marker = unmarked,
}: {
  readonly text: string;
  readonly nothing: string;
  readonly marker?: Marker;
}) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(...longText(text, nothing, marker)), [text, nothing, marker]);
  return <div ref={box} />;
}

interface DrawnTaskProps {
  readonly data: Case;
  readonly facts: CaseFacts;
  readonly state: CaseState;
  readonly change: ChangeCase;
  /** The perturbation looked at; null where there is none. */
  readonly condition: string | null;
}

/** Takes what the page's own script drew of this case; null where it drew none, or another. */
function takeDrawn({ instance }: Case): readonly Node[] | null {
  const early = document.querySelector<HTMLElement>('.first-look');
  const isThis = early?.dataset['case'] === instance;
  const nodes = [...(early?.querySelector('.drawn')?.childNodes ?? [])];
  early?.replaceChildren();
  if (early !== null) delete early.dataset['case'];
  return isThis ? nodes : null;
}

/** Opens the picture beside a button in a window; of two under a wipe the second is `Picture after`. */
function openZoom(button: Element, what: string): void {
  const pictures = button.closest('.picture')?.querySelectorAll('img');
  const picture = pictures?.[what === 'Picture after' ? pictures.length - 1 : 0];
  if (picture !== undefined) zoomWindow(picture, what);
}

function answer(button: HTMLElement, { state, change }: Pick<DrawnTaskProps, 'state' | 'change'>): void {
  const [, name, value = ''] = /^(\w+)=?(.*)$/s.exec(button.dataset['choice'] ?? '') ?? [];
  if (name === 'zoom') openZoom(button, value);
  if (name === 'condition') change({ condition: value });
  if (name === 'side') change({ side: value === 'before' || value === 'after' ? value : 'both' });
  if (name === 'diff') change({ diff: state.diff === 'on' ? 'off' : 'on' });
}

function useAnswers(
  box: { readonly current: HTMLElement | null },
  props: Pick<DrawnTaskProps, 'state' | 'change'>,
): void {
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const host = box.current;
    if (host === null) return;
    const clicked = ({ target }: Event): void => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-choice]') : null;
      if (button !== null) answer(button, latest.current);
    };
    for (const button of host.querySelectorAll<HTMLElement>('[data-pressed]')) answer(button, latest.current);
    host.addEventListener('click', clicked);
    return () => host.removeEventListener('click', clicked);
  }, [box]);
}

function useDifferences(
  box: { readonly current: HTMLElement | null },
  { data, facts, state: { side, diff }, condition }: DrawnTaskProps,
): void {
  useLayoutEffect(() => {
    const button = box.current?.querySelector('.mark-words');
    button?.setAttribute('aria-pressed', String(diff === 'on'));
    button?.classList.toggle('on', diff === 'on');
    const pairs = shownPairs(data, { side, condition }, facts);
    for (const [i, two] of [...(box.current?.querySelectorAll('.two') ?? [])].entries()) {
      const [first, second, more] = pairs[i] ?? [];
      if (first === undefined || second === undefined || more !== undefined) continue;
      const compared = diff === 'on' ? compareWords(first.text, second.text) : null;
      const panes = two.querySelectorAll('.pane-text');
      for (const [at, chunks] of [compared?.first, compared?.second].entries()) {
        const { text } = at === 0 ? first : second;
        if (chunks !== undefined && text.trim() !== '') panes[at]?.replaceChildren(plainWords(chunks));
        else if (panes[at]?.querySelector('mark')) panes[at]?.replaceChildren(...longText(text, ''));
      }
    }
  }, [box, data, facts, side, condition, diff]);
}

/** Holds the task in plain elements: those that the page's own script drew, or new ones for the next case or side. React draws nothing in it. */
export function DrawnTask(props: DrawnTaskProps) {
  const { data, facts, state, condition } = props;
  const { side } = state;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const host = box.current;
    const focused = document.activeElement;
    const chosen = host?.contains(focused) ? focused?.getAttribute('data-choice') : undefined;
    host?.replaceChildren(...(takeDrawn(data) ?? drawTask(data, facts, { side, condition, data: dataAddress('') })));
    // Elements that are moved or drawn anew lose the focus.
    const same = [...(host?.querySelectorAll<HTMLElement>('button, input, a') ?? [])].find(
      (one) => one === focused || one.dataset['choice'] === (chosen ?? ''),
    );
    same?.focus({ preventScroll: true });
  }, [data, facts, side, condition]);
  useDifferences(box, props);
  useAnswers(box, props);
  return <div ref={box} className="drawn breaks" />;
}
