import './blind-vote.css';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type BlindChoice, ballotsCsv, ballotWords, type CastBallot, VOTE_KEYS } from '../cases/ballots.ts';
import { type Queue, type QueueReason, queueOf } from '../cases/choices.ts';
import { preferredResponse } from '../cases/gold.ts';
import { answerWords, saidWords } from '../cases/labels.ts';
import { isLocalName } from '../client/local-release.ts';
import { askedFor } from '../explore/asked.ts';
import { loadColumns, loadDetails } from '../explore/case-columns.ts';
import { COLUMN_WORDS } from '../explore/words.ts';
import type { Case } from '../schema/stored-case.ts';
import { fileName, saveFile } from '../ui/file-name.ts';
import { href } from '../ui/href.ts';
import { Button } from '../ui/layout.tsx';
import { type AskedQuestion, useQuestion } from '../ui/loading.tsx';
import { countOf } from '../ui/number-words.ts';
import { DrawnTask } from './Drawn.tsx';
import { type CaseFacts, lacksTexts } from './facts.ts';
import { blinded, criterionLabel } from './parts.ts';
import type { CaseState, ChangeCase } from './state.ts';
import { isTaken } from './use-stepping.ts';

const keyOf = (benchmark: string): string => `judgeboard:votes:${benchmark}`;
const heard = new Set<() => void>();
const held = new Map<string, readonly CastBallot[]>();

/** Another version may have written it, or anybody. */
const isBallot = (one: Partial<CastBallot> | null): boolean =>
  [one?.instance, one?.criterion, one?.label].every((text) => typeof text === 'string') &&
  Object.values(VOTE_KEYS).some((vote) => vote === one?.vote);

function stored(benchmark: string): readonly CastBallot[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(benchmark)) ?? '[]');
    return Array.isArray(found) && found.every(isBallot) ? found : [];
  } catch {
    return []; // Storage is blocked, or holds no JSON.
  }
}

/** Gives the ballots of a benchmark, the latest last; the same list until one is added. */
export function ballotsOf(benchmark: string): readonly CastBallot[] {
  const found = held.get(benchmark) ?? (isLocalName(benchmark) ? [] : stored(benchmark));
  held.set(benchmark, found);
  return found;
}

/** Keeps ballots in this browser; of own cases as long as the page is open, since nothing of them is stored unasked. */
function keep(benchmark: string, ballots: readonly CastBallot[]): void {
  held.set(benchmark, ballots);
  try {
    if (ballots.length === 0) localStorage.removeItem(keyOf(benchmark));
    else if (!isLocalName(benchmark)) localStorage.setItem(keyOf(benchmark), JSON.stringify(ballots));
  } catch {
    // Storage is blocked or full: they last as long as the page.
  }
  for (const call of heard) call();
}

export const forgetBallots = (benchmark: string): void => keep(benchmark, []);

export function castBallot(benchmark: string, ballot: CastBallot): void {
  const isSame = ({ instance, criterion }: CastBallot): boolean =>
    instance === ballot.instance && criterion === ballot.criterion;
  keep(benchmark, [...ballotsOf(benchmark).filter((one) => !isSame(one)), ballot]);
}

export function onBallots(call: () => void): () => void {
  heard.add(call);
  return () => heard.delete(call);
}

/** The queue whose order a list has; undefined where it has another. */
const queueOfList = (list: string): Queue | undefined => queueOf(askedFor(list).order);

/** Asks the columns of cases why a case is in a queue; null where it is not. */
function useQueueReason(
  { benchmark }: Pick<CaseFacts, 'benchmark'>,
  { queue, instance }: { readonly queue: Queue; readonly instance: string },
): AskedQuestion<QueueReason | null> {
  const question = useCallback(async () => {
    const [{ instances }, { queued }] = await Promise.all([loadColumns(benchmark), loadDetails(benchmark)]);
    return queued(queue, instances.all().indexOf(instance));
  }, [benchmark, queue, instance]);
  return useQuestion(question, { what: 'Why this case is in the queue could not be read.', todo: 'Try again.' });
}

interface WhyQueuedProps {
  readonly data: Case;
  readonly facts: CaseFacts;
  readonly queue: Queue;
}

export function WhyQueued({ data, facts, queue }: WhyQueuedProps) {
  const asked = useQueueReason(facts, { queue, instance: data.instance });
  const name = COLUMN_WORDS[queue];
  if (asked.state === 'failed') return <p className="small">{asked.failure.what}</p>;
  if (asked.state !== 'ready') return <p className="small">{name}: …</p>;
  if (asked.data === null) return <p className="small">This case is no {name.toLowerCase()}.</p>;
  const { agree, readable, weight, criterion } = asked.data;
  const on = criterion === '' ? '' : ` on ${criterionLabel(facts, data.split, criterion)}`;
  const people = queue === 'blind' ? 'what all raters said' : 'the label';
  return (
    <p className="small">
      <b>{name}</b>: {agree} of {readable} families of judges that could be read and are not divided stand against{' '}
      {people}
      {on}, with {Math.round(weight / 2.55)} % of the weight: a family has more the oftener it is right.
    </p>
  );
}

const KEYS = Object.entries(VOTE_KEYS) as readonly (readonly [key: string, vote: BlindChoice])[];

/** Says why nobody can judge this pair here; '' where its answers can be seen. */
function missingWords({ prompt, media, responses }: Case, facts: CaseFacts): string {
  if (prompt === '' && lacksTexts(facts)) return `Its prompt is not in this build. ${facts.unseen}`;
  if (responses.some(({ text }) => text !== '') || media.some(({ src }) => src !== null)) return '';
  return facts.unseen === '' ? 'This case holds neither texts nor pictures of its answers.' : facts.unseen;
}

/** Calls with the vote that a key stands for, unless the key is meant for something else. */
function useVoteKeys(vote: ((choice: BlindChoice) => void) | null): void {
  const latest = useRef(vote);
  latest.current = vote;
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const choice = KEYS.find(([key]) => key === event.key.toLowerCase())?.[1];
      if (choice !== undefined && !event.repeat && !isTaken(event)) latest.current?.(choice);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

/** Says what the votes come to, on request alone: shown after each vote it would tell the label. */
function VoteOutcome({ benchmark, ballots }: { readonly benchmark: string; readonly ballots: readonly CastBallot[] }) {
  const [isShown, setIsShown] = useState(false);
  if (ballots.length === 0) return <p role="status">No vote yet.</p>;
  return (
    <>
      <p role="status">
        {isShown ? ballotWords(ballots) : `${countOf(ballots.length, 'vote')}, kept in this browser alone.`}
      </p>
      <div className="set">
        <Button aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
          How many labels you would change
        </Button>
        <Button onClick={() => saveFile(`${fileName('blind-votes', [benchmark])}.csv`, ballotsCsv(benchmark, ballots))}>
          Your votes with the labels, CSV
        </Button>
        <Button look="quiet" onClick={() => forgetBallots(benchmark)}>
          Forget them
        </Button>
      </div>
    </>
  );
}

interface BlindVoteProps {
  readonly data: Case;
  readonly facts: CaseFacts;
  readonly state: CaseState;
  readonly change: ChangeCase;
  readonly step: (by: -1 | 1) => void;
}

/** The question of the queue about a case, and the label that the vote is held against; null where it is no pair of the queue. */
function useBallot({ data, facts, state: { list } }: BlindVoteProps) {
  const asked = useQueueReason(facts, { queue: queueOfList(list) ?? 'suspect', instance: data.instance });
  const reason = asked.state === 'ready' ? asked.data : null;
  const criterion = reason?.criterion ?? '';
  const label = reason?.isPair ? preferredResponse(data.gold, criterion === '' ? undefined : criterion) : null;
  return { asked, criterion, label };
}

/** What is drawn is made of a case without labels and judges. A vote leads to the next case. */
export function BlindVote(props: BlindVoteProps) {
  const { data, facts, state, change, step } = props;
  const { benchmark, labels } = facts;
  const { asked, criterion, label } = useBallot(props);
  const hidden = useMemo(() => blinded(data), [data]);
  const ballots = useSyncExternalStore(onBallots, () => ballotsOf(benchmark));
  const missing = missingWords(data, facts);
  const own = ballots.find((one) => one.instance === data.instance && one.criterion === criterion);
  const cast = useCallback(
    (vote: BlindChoice): void => {
      if (label === null) return;
      castBallot(benchmark, { instance: data.instance, criterion, vote, label });
      step(1);
    },
    [benchmark, data, criterion, label, step],
  );
  const isOpen = label !== null && missing === '';
  useVoteKeys(isOpen ? cast : null);
  const on = criterion === '' ? '' : ` on ${criterionLabel(facts, data.split, criterion)}`;
  return (
    <div className="case blind-vote">
      <DrawnTask data={hidden} {...{ facts, state, change }} condition={null} />
      <section className="card vote pad-3-4" aria-label="Your vote">
        {isOpen ? (
          <>
            <h2>Which is better{on}?</h2>
            <div className="set">
              {KEYS.map(([key, vote]) => (
                <button
                  key={key}
                  type="button"
                  className={own?.vote === vote ? 'btn on' : 'btn'}
                  aria-pressed={own?.vote === vote}
                  aria-keyshortcuts={key}
                  onClick={() => cast(vote)}
                >
                  {vote.length === 1 ? answerWords(labels, vote) : saidWords(labels, vote)}{' '}
                  <kbd className="ink-3">{key}</kbd>
                </button>
              ))}
              <Button look="quiet" onClick={() => step(1)}>
                Skip
              </Button>
            </div>
          </>
        ) : (
          <p>
            {asked.state === 'loading' ? 'Finding its question…' : null}
            {asked.state === 'failed' ? asked.failure.what : null}
            {asked.state === 'ready' && label === null ? 'This is no pair of the queue.' : null}
            {label === null ? null : `There is nothing to judge by. ${missing}`}{' '}
            <Button onClick={() => step(1)}>Next case</Button>
          </p>
        )}
      </section>
      <section className="votes" aria-label="What you said">
        <VoteOutcome {...{ benchmark, ballots }} />
        <a className="btn quiet" href={href(`/${benchmark}/explore/${state.list.length > 1 ? state.list : ''}`)}>
          Back to the list
        </a>
      </section>
    </div>
  );
}
