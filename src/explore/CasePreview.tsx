import { useCallback } from 'react';
import type { Choices } from '../cases/choices.ts';
import { loadCase } from '../client/case.ts';
import type { FailureWords } from '../client/failure.ts';
import { dataAddress } from '../client/manifest.ts';
import type { Case } from '../schema/shard.ts';
import { Failed } from '../ui/Failed.tsx';
import { isHeld } from '../ui/held.ts';
import { keyed } from '../ui/keyed.ts';
import { Text } from '../ui/Text.tsx';
import { useQuestion } from '../ui/use-question.ts';
import { visibleText } from '../ui/visible.ts';
import { Waiting } from '../ui/Waiting.tsx';
import type { AskedFor } from './asked.ts';
import type { CaseLine } from './CaseTable.tsx';
import { labelsSaid, previewAnswers } from './preview-rows.ts';
import { facetValueWords } from './words.ts';

interface PreviewProps {
  readonly choices: Choices;
  readonly asked: AskedFor;
  readonly line: CaseLine;
  /** Address of the case, with its list. */
  readonly address: string;
  readonly onClose: () => void;
}

const NOT_SHOWN: FailureWords = { what: 'The case could not be shown here.', todo: 'Open it, or try again.' };

/** Says who was right and who was wrong, by name. */
function JudgeOutcomes({ choices, line }: Pick<PreviewProps, 'choices' | 'line'>) {
  const named = (sign: string): string =>
    choices.runs.flatMap(({ label }, i) => (line._marks[i] === sign ? [label] : [])).join(' · ');
  return [['wrong', named('-')] as const, ['right', named('+')] as const].map(([verdict, names]) =>
    names === '' ? null : (
      <p key={verdict}>
        <b className={`outcome ${verdict}`}>{verdict}</b> {names}
      </p>
    ),
  );
}

/** The asked judge's answers beside the labels, with its reason where it lost. */
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
            <dt>{criterion === '' ? 'Answer' : facetValueWords(choices, 'criterion', criterion)}</dt>
            <dd>
              {said}
              {label === '' ? null : <small> label: {label}</small>}
              {reason === '' ? null : (
                <p dir="auto">
                  <Text text={reason} />
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Whole({ data, ...of }: { readonly data: Case } & Pick<PreviewProps, 'choices' | 'asked' | 'line'>) {
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

/** Shows the case of the row at hand beside the list: its picture, its prompt, what the asked judge said of it, and who was right. */
export function CasePreview({ line, address, onClose, ...of }: PreviewProps) {
  const { benchmark } = of.choices;
  const { instance } = line;
  const question = useCallback(
    (signal: AbortSignal) => loadCase(benchmark, instance, { signal }),
    [benchmark, instance],
  );
  const shown = useQuestion(question, NOT_SHOWN);
  const data = shown.last?.instance === instance ? shown.last : null;
  return (
    <aside
      className="preview"
      aria-label="Preview of the case"
      aria-busy={shown.state === 'loading'}
      onKeyUp={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <div className="preview-head">
        <a href={address} dir="auto">
          {instance}
        </a>
        <button type="button" className="btn quiet" onClick={onClose}>
          Close<span className="hidden"> the preview</span>
        </button>
      </div>
      {shown.state === 'failed' ? (
        <Failed failure={shown.failure} retry={shown.retry} className="explore-state bad" />
      ) : null}
      {data === null && shown.state === 'loading' ? <Waiting>Fetching the case…</Waiting> : null}
      {data === null ? null : <Whole key={instance} data={data} line={line} {...of} />}
      <p className="small">↑ ↓ move through the list, ↵ opens the case, Esc closes.</p>
    </aside>
  );
}
