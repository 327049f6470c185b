import { useEffect, useId, useState } from 'react';
import { saveFile } from '../../client/save-file.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import { formatProblem, problemsInOrder } from '../../schema/problem.ts';
import { ALL_PROTOCOLS } from '../../schema/words.ts';
import { ColumnHeads, ScrollBox } from '../../ui/layout.tsx';
import { numberWords } from '../../ui/number-words.ts';
import type { Attempt, Preview } from '../intake/preview.ts';
import {
  answerColumns,
  guessedDraft,
  type MappingDraft,
  MEANINGS,
  MEANT_ANSWERS,
  type MeaningId,
  mappingText,
  usualValues,
} from './draft.ts';

const PROTOCOL_LABELS: Readonly<Record<Protocol, string>> = {
  pairwise: 'It compares two responses',
  pointwise: 'It scores single responses',
  perturbation: 'It scores pairs of a case and a changed one',
  critique: 'It criticises responses',
};

interface DraftFieldsProps {
  readonly draft: MappingDraft;
  readonly preview: Preview;
  readonly benchmarks: readonly string[];
  readonly change: (draft: MappingDraft) => void;
}

function RunFields({ draft, benchmarks, change }: Omit<DraftFieldsProps, 'preview'>) {
  const list = useId();
  return (
    <div className="set">
      <label>
        Benchmark{' '}
        <input
          className="field"
          list={list}
          value={draft.benchmark}
          onChange={({ currentTarget }) => change({ ...draft, benchmark: currentTarget.value })}
        />
      </label>
      <datalist id={list}>
        {benchmarks.map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <label>
        Judge{' '}
        <input
          className="field"
          value={draft.judge}
          onChange={({ currentTarget }) => change({ ...draft, judge: currentTarget.value })}
        />
      </label>
      <label>
        What the judge does{' '}
        <select
          className="field"
          value={draft.protocol}
          onChange={({ currentTarget }) => {
            const protocol = ALL_PROTOCOLS.find((one) => one === currentTarget.value) ?? draft.protocol;
            change({ ...draft, protocol });
          }}
        >
          {ALL_PROTOCOLS.map((protocol) => (
            <option key={protocol} value={protocol}>
              {PROTOCOL_LABELS[protocol]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

const without = <T,>(record: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));

function ColumnFields({ draft, preview, change }: Omit<DraftFieldsProps, 'benchmarks'>) {
  const choose = (column: string, chosen: string): void => {
    const meaning = MEANINGS.find(({ id }) => id === chosen)?.id;
    const others = without(draft.columns, column);
    const columns: Record<string, MeaningId> = meaning === undefined ? others : { ...others, [column]: meaning };
    const next = { ...draft, columns };
    change({ ...next, values: { ...usualValues(next, preview), ...draft.values } });
  };
  return (
    <fieldset>
      <legend>Columns</legend>
      {preview.columns.map((column) => (
        <label key={column}>
          {column}{' '}
          <select
            className="field"
            value={draft.columns[column] ?? ''}
            onChange={({ currentTarget }) => choose(column, currentTarget.value)}
          >
            <option value="">Not used</option>
            {MEANINGS.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}

function ValueFields({ draft, preview, change }: Omit<DraftFieldsProps, 'benchmarks'>) {
  return answerColumns(draft, preview).map(([column, values]) =>
    values.length === 0 ? null : (
      <fieldset key={column}>
        <legend>Values of {column}</legend>
        {values.map((value) => (
          <label key={value}>
            {value}{' '}
            <select
              className="field"
              value={draft.values[column]?.[value] ?? ''}
              onChange={({ currentTarget }) => {
                const meant = without(draft.values[column] ?? {}, value);
                const next = currentTarget.value === '' ? meant : { ...meant, [value]: currentTarget.value };
                change({ ...draft, values: { ...draft.values, [column]: next } });
              }}
            >
              <option value="">As it is</option>
              {MEANT_ANSWERS[draft.protocol].map((answer) => (
                <option key={answer} value={answer}>
                  {answer}
                </option>
              ))}
            </select>
          </label>
        ))}
      </fieldset>
    ),
  );
}

export function DraftFields(props: DraftFieldsProps) {
  return (
    <div className="choices">
      <RunFields {...props} />
      <ColumnFields {...props} />
      <ValueFields {...props} />
    </div>
  );
}

interface MappingEditorProps {
  readonly preview: Preview;
  readonly benchmarks: readonly string[];
  /** Tries a mapping on the head of the files; null where it cannot be tried any more. */
  readonly attempt: (mapping: string) => Promise<Attempt | null>;
  readonly use: (mapping: string) => void;
}

/** Milliseconds without a key after which a mapping is tried. */
const PAUSE = 250;
const SHOWN = 8;

function PreviewTable({ preview: { file, columns, rows } }: Pick<MappingEditorProps, 'preview'>) {
  return (
    <ScrollBox label={`First rows of ${file}, scrolls sideways`}>
      <table>
        <caption>First rows of {file}</caption>
        <thead>
          <ColumnHeads columns={columns} />
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join('\n')}>
              {columns.map((column, i) => (
                <td key={column}>{row[i]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function TriedMapping({ tried }: { readonly tried: Attempt }) {
  const { problems, made, head } = tried;
  return (
    <div className="attempt" role="status">
      <p>
        {made.length === 0
          ? 'No record comes of it yet.'
          : `${head ? 'The first rows give' : 'This gives'} ${made.map(({ file, records }) => `${numberWords(records)} in ${file}`).join(', ')}.`}
      </p>
      {problems.length === 0 ? null : (
        <ul>
          {problemsInOrder(problems)
            .slice(0, SHOWN)
            .map((problem) => (
              <li key={formatProblem(problem)}>{formatProblem(problem)}</li>
            ))}
        </ul>
      )}
      {made.map(({ file, first }) => (
        <details key={file}>
          <summary>First records of {file}</summary>
          <pre>{first.join('\n')}</pre>
        </details>
      ))}
    </div>
  );
}

/** Tries the mapping when nobody has typed for a moment; the last one counts. */
function useAttempt(text: string, attempt: MappingEditorProps['attempt']): Attempt | null {
  const [tried, setTried] = useState<Attempt | null>(null);
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(async () => {
      const found = await attempt(text).catch(() => null);
      if (wanted && found !== null) setTried(found);
    }, PAUSE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, attempt]);
  return tried;
}

export function MappingEditor({ preview, benchmarks, attempt, use }: MappingEditorProps) {
  const [draft, setDraft] = useState(() => guessedDraft(preview, benchmarks[0] ?? ''));
  // The choices above fill it in until somebody edits it.
  const [written, setWritten] = useState<string | null>(null);
  const text = written ?? mappingText(draft, preview);
  const tried = useAttempt(text, attempt);
  const id = useId();
  return (
    <section className="mapping" aria-label={`What the columns of ${preview.file} mean`}>
      <h2>What do the columns of {preview.file} mean?</h2>
      <PreviewTable preview={preview} />
      {preview.more === 0 ? null : (
        <p>
          The first {preview.columns.length} columns; {numberWords(preview.more)} more can be named in the mapping file.
        </p>
      )}
      <DraftFields
        draft={draft}
        preview={preview}
        benchmarks={benchmarks}
        change={(next) => {
          setDraft(next);
          setWritten(null);
        }}
      />
      <details>
        <summary>The mapping file</summary>
        <label htmlFor={id}>As judgeboard import takes it; what you write here counts</label>
        <textarea
          id={id}
          rows={14}
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => setWritten(currentTarget.value)}
        />
        <button
          type="button"
          className="btn"
          onClick={() => saveFile('mapping.yaml', new Blob([text], { type: 'application/yaml' }))}
        >
          Save mapping.yaml
        </button>
      </details>
      {tried === null ? <p role="status">Trying it on the first rows…</p> : <TriedMapping tried={tried} />}
      <button
        type="button"
        className="btn on"
        disabled={tried === null || tried.made.length === 0}
        onClick={() => use(text)}
      >
        Use this mapping
      </button>
    </section>
  );
}
