import { type ExploreState, exploreSearch } from '../explore/state.ts';
import { parseWords } from '../explore/words.ts';
import type { LedgerRows } from '../metrics/ledger.ts';
import type { DescribedRun } from '../schema/release.ts';
import { slicePair } from '../schema/slice.ts';
import { href } from '../ui/href.ts';
import { numberWords } from '../ui/number-words.ts';
import { importWords } from '../ui/sentences.ts';
import { visibleText } from '../ui/visible.ts';

type Fate = keyof DescribedRun['answers'];

/** What becomes of answers step by step, and the fates that end there. */
const STEPS = {
  Asked: [],
  Answered: ['missing', 'error'],
  Readable: ['failed', 'abstained', 'refused'],
  Counted: ['unlabelled', 'alone'],
} as const satisfies Readonly<Record<string, readonly Fate[]>>;

const UNCOUNTED: Readonly<Record<(typeof STEPS.Counted)[number], string>> = {
  unlabelled: 'without a label',
  alone: 'without its other side',
};
const isUncounted = (fate: string): fate is keyof typeof UNCOUNTED => Object.hasOwn(UNCOUNTED, fate);
const fateWords = (fate: Fate): string => (isUncounted(fate) ? UNCOUNTED[fate] : parseWords(fate));

interface LedgerLine {
  readonly step: keyof typeof STEPS;
  readonly n: number;
  readonly lost: readonly (readonly [fate: Fate, n: number])[];
}

/** Counts asked → answered → readable → counted; each step is the one before less what it lost. */
export function ledgerOf(answers: DescribedRun['answers']): readonly LedgerLine[] {
  const count = (fate: Fate): number => answers[fate] ?? 0;
  let left = Object.entries(answers).reduce((sum, [fate, n]) => (isUncounted(fate) ? sum : sum + n), 0);
  return (Object.keys(STEPS) as LedgerLine['step'][]).map((step) => {
    const lost = STEPS[step].map((fate): [Fate, number] => [fate, count(fate)]).filter(([, n]) => n > 0);
    left -= lost.reduce((sum, [, n]) => sum + n, 0);
    return { step, n: left, lost };
  });
}

/** Files of others may say anything: only what leads to a page becomes a link. */
const isLink = (source: string): boolean => /^https?:\/\//i.test(source) && URL.canParse(source);

const SHOWN_COMMIT = 12;
const COMMIT = /\b[0-9a-f]{40}\b/;

const slotsOf = (facts: DescribedRun): Readonly<Record<string, string>> => ({
  'Model snapshot': facts.snapshot ?? '',
  'Prompt and hash': [facts.prompt, facts.prompt_sha256].filter((said) => said !== undefined).join(' · '),
  Temperature: facts.temperature === undefined ? '' : String(facts.temperature),
  'Most tokens': facts.max_tokens === undefined ? '' : numberWords(facts.max_tokens),
  Repeats: String(facts.repeats),
  Date: facts.date ?? '',
  'Run by': facts.ran_by ?? '',
  'Source commit': (facts.commit ?? COMMIT.exec(facts.source ?? '')?.[0] ?? '').slice(0, SHOWN_COMMIT),
  Source: facts.source ?? '',
});

interface RunCardProps {
  readonly facts: DescribedRun;
  /** What pages call the benchmark and the run: one's own have names of their own. */
  readonly benchmark: string;
  readonly run: string;
}

const casesHref = (benchmark: string, asked: Partial<ExploreState>): string =>
  href(`/${benchmark}/explore/${exploreSearch(asked)}`);

/** Address of the answers that a line counts; null where no table of the release has them: for one's own run, which has another name here. */
const answersHref = ({ facts, benchmark, run }: RunCardProps, rows: LedgerRows): string | null =>
  run !== facts.run ? null : href(`/sql/?on=${benchmark}&run=${run}${rows === 'read' ? '' : `&rows=${rows}`}`);

/** Which answers a line counts; null where one statement does not give them: one label may be of several rows of a critique. */
function rowsOf({ protocol, answers }: DescribedRun, { step, n }: Pick<LedgerLine, 'step' | 'n'>): LedgerRows | null {
  if (step === 'Asked') return 'asked';
  const isCritique = protocol === 'critique';
  if (n === ledgerOf(answers)[2]?.n) return isCritique ? 'critiques' : 'read';
  return isCritique ? null : 'counted';
}

/** Addresses of what a line counts, beside what it lost: cases that the explorer lists, and answers where no list is all of these. */
function ownLists(props: RunCardProps, { step, n }: Pick<LedgerLine, 'step' | 'n'>): Readonly<Record<string, string>> {
  const { facts, benchmark, run } = props;
  const to = (asked: Partial<ExploreState>): string => casesHref(benchmark, asked);
  const [asked, , readable] = ledgerOf(facts.answers);
  const isVerdicts = step === 'Counted' && facts.protocol !== 'pointwise';
  // An unreadable answer on a pair counts as a wrong one there.
  const wrong = facts.protocol === 'pairwise' && readable?.n !== asked?.n ? 'wrong or unread' : 'wrong';
  const verdicts = isVerdicts ? { right: to({ right: [run] }), [wrong]: to({ wrong: [run] }) } : {};
  if (!isVerdicts && (step === 'Answered' || n === (asked?.n ?? 0) - (facts.answers.missing ?? 0)))
    return { cases: to({ run }) };
  const rows = n === 0 ? null : rowsOf(facts, { step, n });
  const answers = rows === null ? null : answersHref(props, rows);
  return { ...(answers === null ? {} : { answers }), ...verdicts };
}

function AnswerLedger(props: RunCardProps) {
  const { facts, benchmark, run } = props;
  const loosely = (['fallback', 'verifier'] as const).filter((fate) => (facts.answers[fate] ?? 0) > 0);
  return (
    <ol>
      {ledgerOf(facts.answers).map(({ step, n, lost }) => (
        <li className="flex wrap gap-x-3 border-b" key={step}>
          <span>{step}</span>
          <b>{numberWords(n)}</b>
          {Object.entries(ownLists(props, { step, n })).map(([words, address]) => (
            <a key={words} href={address}>
              {words}
            </a>
          ))}
          {lost.map(([fate, lostHere]) => {
            const words = `${numberWords(lostHere)} ${fateWords(fate)}`;
            const asked = { metric: 'coverage', run, slice: slicePair('parse', fate) };
            const address = isUncounted(fate) ? answersHref(props, fate) : casesHref(benchmark, asked);
            return address === null ? (
              <i key={fate}>{words}</i>
            ) : (
              <a key={fate} href={address}>
                {words}
              </a>
            );
          })}
          {step === 'Readable'
            ? loosely.map((fate) => <i key={fate}>{`${numberWords(facts.answers[fate] ?? 0)} ${fateWords(fate)}`}</i>)
            : null}
        </li>
      ))}
    </ol>
  );
}

function Said({ text }: { readonly text: string }) {
  if (!isLink(text)) return visibleText(text);
  return (
    <a href={text} rel="noopener nofollow ugc">
      files
    </a>
  );
}

/** What a `run.yaml` says, slot by slot, and the ledger of answers, each line of which opens its cases. */
export function RunCard({ facts, benchmark, run }: RunCardProps) {
  const { notes, imported, variant } = facts;
  return (
    <section className="run-card text-dense breaks" aria-label={`Run ${facts.run}`}>
      <p>
        Run <code>{facts.run}</code>
        {variant === '' ? null : <> {visibleText(variant)}</>}
      </p>
      <AnswerLedger {...{ facts, benchmark, run }} />
      <dl className="grid">
        {Object.entries(slotsOf(facts)).map(([name, said]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{said === '' ? <i>not said</i> : <Said text={said} />}</dd>
          </div>
        ))}
      </dl>
      {notes === undefined ? null : <p>{visibleText(notes)}</p>}
      {imported === null ? null : <p>{`Import: ${importWords(imported)}`}</p>}
    </section>
  );
}
