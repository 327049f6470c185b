import { useId } from 'react';
import type { Protocol } from '../../schema/benchmark.ts';
import { ALL_PROTOCOLS } from '../../schema/words.ts';
import type { Preview } from '../intake/preview.ts';
import { answerColumns, type MappingDraft, MEANINGS, MEANT_ANSWERS, type MeaningId, usualValues } from './draft.ts';

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

/** Shows of which judge and which benchmark the rows are. */
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

/** Shows what each value of a verdict or a label means. */
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

/** Shows the choices of the mapping editor: run, columns, values. */
export function DraftFields(props: DraftFieldsProps) {
  return (
    <div className="choices">
      <RunFields {...props} />
      <ColumnFields {...props} />
      <ValueFields {...props} />
    </div>
  );
}
