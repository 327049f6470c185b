import { useCallback, useEffect } from 'react';
import type { Choices } from '../cases/choices.ts';
import type { CaseLine } from '../cases/columns/list.ts';
import { markedPieces } from '../cases/found-words.ts';
import { labelsFor, preferredByQuality } from '../cases/gold.ts';
import type { LabelsBy } from '../cases/labels.ts';
import type { FailureWords } from '../client/failure.ts';
import { dataAddress } from '../client/manifest.ts';
import { loadCase } from '../client/packs.ts';
import type { Case } from '../schema/stored-case.ts';
import { isAgreed } from '../schema/words.ts';
import { isHeld } from '../ui/href.ts';
import { Button } from '../ui/layout.tsx';
import { keyed } from '../ui/lists.ts';
import { Failed, useQuestion, Waiting } from '../ui/loading.tsx';
import { MarkedPieces, Text } from '../ui/Text.tsx';
import { visibleText } from '../ui/visible.ts';
import type { AskedFor } from './asked.ts';
import { facetValueWords, saidAnswer, valueSaid } from './words.ts';

/** What the asked run said under a criterion ('' for none), beside the label; `lost` says that this is another one. */
interface AnswerRow {
  readonly criterion: string;
  readonly said: string;
  readonly label: string;
  readonly lost: boolean;
  readonly reason: string;
}

/** Labels by criterion, as the run is scored by. Of several what people prefer or call right counts; where critics were asked to choose, the better one by their ratings. */
function labelsByCriterion(data: Case, run: string): ReadonlyMap<string, string> {
  const own = labelsFor(data, run).filter(({ annotator, kind }) => annotator === undefined && kind !== 'reference');
  const byCriterion = Map.groupBy(own, ({ criterion = '' }) => criterion);
  const isChosen = data.judgments.some(({ stage }) => stage === 'preference');
  return new Map(
    [...byCriterion].flatMap(([criterion, labels]) => {
      const named = ['preference', 'correct'].flatMap((kind) => labels.find((label) => label.kind === kind) ?? [])[0];
      const rated = isChosen && criterion === '' ? preferredByQuality(labels) : (labels[0]?.value ?? null);
      const value = named?.value ?? rated;
      return value === null ? [] : [[criterion, value] as const];
    }),
  );
}

export const labelsSaid = (data: Case, labels: LabelsBy): readonly (readonly [criterion: string, label: string])[] =>
  [...labelsByCriterion(data, '')].map(([criterion, value]) => [criterion, valueSaid(labels, value)]);

/** The asked run's answers to the unperturbed case, of the first repeat with A first: the criterion asked for first, then those that it lost, whose reasons are told. */
export function previewAnswers(data: Case, asked: AskedFor, names: LabelsBy): readonly AnswerRow[] {
  const labels = labelsByCriterion(data, asked.run);
  const own = data.judgments.filter(
    ({ run, condition, critique_judge, stage, verdict }) =>
      run === asked.run &&
      condition === 'base' &&
      (critique_judge === undefined || verdict !== null) &&
      stage !== 'correction',
  );
  const firsts = [...Map.groupBy(own, ({ criterion = '' }) => criterion)].flatMap(([criterion, answers]) => {
    const [first] = answers;
    if (first === undefined) return [];
    const label = labels.get(criterion) ?? '';
    const value = first.verdict ?? (first.score === null ? `!${first.parse}` : String(first.score));
    const lost = label !== '' && !isAgreed(label, value) && (first.verdict !== null || value.startsWith('!'));
    const isTold = lost || criterion === asked.criterion;
    return [
      {
        criterion,
        said: saidAnswer(names, value),
        label: label === '' ? '' : valueSaid(names, label),
        lost,
        reason: isTold ? first.rationale : '',
      },
    ];
  });
  const place = ({ criterion, lost }: AnswerRow): number =>
    asked.criterion !== '' && criterion === asked.criterion ? 0 : lost ? 1 : 2;
  return firsts.toSorted((a, b) => place(a) - place(b));
}

interface PreviewProps {
  readonly choices: Choices;
  readonly asked: AskedFor;
  readonly line: CaseLine;
  readonly address: string;
  readonly onClose: () => void;
  /** Ids of the cases before and after, which are fetched beforehand: the next step shows its case at once. */
  readonly near: readonly string[];
}

const NOT_SHOWN: FailureWords = { what: 'The case could not be shown here.', todo: 'Open it, or try again.' };

function JudgeOutcomes({ choices, line }: Pick<PreviewProps, 'choices' | 'line'>) {
  const named = (sign: string): string =>
    choices.runs.flatMap(({ label }, i) => (line._marks[i] === sign ? [label] : [])).join(' · ');
  return [['wrong', named('-')] as const, ['right', named('+')] as const].map(([verdict, names]) =>
    names === '' ? null : (
      <p key={verdict}>
        <b className={`outcome semibold ${verdict}`}>{verdict}</b> {names}
      </p>
    ),
  );
}

function AskedAnswers({ data, choices, asked }: { readonly data: Case } & Pick<PreviewProps, 'choices' | 'asked'>) {
  const rows = previewAnswers(data, asked, choices.labels);
  const name = choices.runs.find(({ run }) => run === asked.run)?.label;
  if (name === undefined || rows.length === 0) return null;
  return (
    <>
      <h3>{name}</h3>
      <dl>
        {keyed(rows, ({ criterion }) => criterion).map(({ key, item: { criterion, said, label, lost, reason } }) => (
          <div key={key} className={lost ? 'lost' : undefined}>
            <dt className="ink-2">{criterion === '' ? 'Answer' : facetValueWords(choices, 'criterion', criterion)}</dt>
            <dd className="m-0">
              {said}
              {label === '' ? null : <small> label: {label}</small>}
              {reason === '' ? null : (
                <p dir="auto">
                  <MarkedPieces pieces={markedPieces(reason, asked.words)} />
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function CaseInShort({
  data,
  ...of
}: { readonly data: Case } & Pick<PreviewProps, 'choices' | 'asked' | 'line'>) {
  // A perturbed case shows its pictures before the change.
  const pictures = data.media.flatMap(({ src, alt, condition = 'base' }) =>
    condition === 'base' && isHeld(src) ? [{ src, alt }] : [],
  );
  return (
    <>
      {keyed(pictures, ({ src }) => src).map(({ key, item: { src, alt } }) => (
        <img key={key} src={dataAddress(src)} alt={visibleText(alt)} />
      ))}
      {data.prompt === '' ? null : (
        <p className="prompt" dir="auto">
          <Text text={data.prompt} />
        </p>
      )}
      <AskedAnswers data={data} {...of} />
      {previewAnswers(data, of.asked, of.choices.labels).length > 0 ? null : (
        <ul>
          {labelsSaid(data, of.choices.labels).map(([criterion, label]) => (
            <li key={criterion}>
              {criterion === '' ? 'Label' : facetValueWords(of.choices, 'criterion', criterion)}: {label}
            </li>
          ))}
        </ul>
      )}
      <JudgeOutcomes {...of} />
    </>
  );
}

export function CasePreview({ line, address, near, onClose, ...of }: PreviewProps) {
  const { benchmark } = of.choices;
  const { instance } = line;
  const question = useCallback(
    (signal: AbortSignal) => loadCase(benchmark, instance, { signal }),
    [benchmark, instance],
  );
  const shown = useQuestion(question, NOT_SHOWN);
  const data = shown.last?.instance === instance ? shown.last : null;
  const isShown = data !== null;
  const beside = near.join('\n');
  useEffect(() => {
    // What does not come is told of when somebody steps there.
    if (isShown) for (const id of beside.split('\n')) if (id !== '') loadCase(benchmark, id).catch(() => undefined);
  }, [isShown, benchmark, beside]);
  return (
    <aside
      className="preview"
      aria-label="Preview of the case"
      aria-busy={shown.state === 'loading'}
      onKeyUp={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <div className="preview-head flex gap-2 items-center semibold">
        <a className="breaks min-w-0" href={address} dir="auto">
          {instance}
        </a>
        <Button look="quiet" onClick={onClose}>
          Close<span className="hidden"> the preview</span>
        </Button>
      </div>
      {shown.state === 'failed' ? (
        <Failed failure={shown.failure} retry={shown.retry} className="explore-state bad" />
      ) : null}
      {data === null && shown.state === 'loading' ? <Waiting>Fetching the case…</Waiting> : null}
      {data === null ? null : <CaseInShort key={instance} data={data} line={line} {...of} />}
      <p className="small above-2 breaks">↑ ↓ move through the list, ↵ opens the case, Esc closes.</p>
    </aside>
  );
}
