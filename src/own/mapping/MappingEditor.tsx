import { useId, useState } from 'react';
import type { Protocol } from '../../schema/benchmark.ts';
import { ALL_PROTOCOLS, answerName } from '../../schema/words.ts';
import { SelectField } from '../../ui/boxes.tsx';
import { saveFile } from '../../ui/file-name.ts';
import { Button, ScrollBox } from '../../ui/layout.tsx';
import { numberWords } from '../../ui/number-words.ts';
import type { Preview } from '../intake/preview.ts';
import {
  answerColumns,
  columnsMeaning,
  guessedDraft,
  knownFacts,
  type MappingDraft,
  openQuestions,
  withMeanings,
  withProtocol,
} from './draft.ts';
import { MEANT_ANSWERS, meantLabels, ROLES, type RoleId } from './roles.ts';
import { fittingMapping, mappingText, NAMED_MAPPINGS } from './statement.ts';
import { type AttemptMapping, TrialView, useTrial } from './Trial.tsx';

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

function RunFields({ draft, preview, benchmarks, change }: DraftFieldsProps) {
  const list = useId();
  const judges = columnsMeaning(draft, 'judge').length > 0 || columnsMeaning(draft, 'verdict').length > 1;
  return (
    <div className="set">
      <SelectField
        label="What the judge does"
        value={draft.protocol}
        options={ALL_PROTOCOLS.map((protocol) => [protocol, PROTOCOL_LABELS[protocol]])}
        choose={(value) =>
          change(withProtocol(draft, ALL_PROTOCOLS.find((one) => one === value) ?? draft.protocol, preview))
        }
      />
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
      {judges ? null : (
        <label>
          Judge{' '}
          <input
            className="field"
            value={draft.judge}
            onChange={({ currentTarget }) => change({ ...draft, judge: currentTarget.value })}
          />
        </label>
      )}
    </div>
  );
}

const without = <T,>(record: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));

function ColumnTable({ draft, preview, change }: Omit<DraftFieldsProps, 'benchmarks'>) {
  const { file, columns, rows } = preview;
  const choose = (column: string, chosen: string): void => {
    const role = ROLES.find(({ id }) => id === chosen)?.id;
    const others = without(draft.columns, column);
    const roles: Record<string, RoleId> = role === undefined ? others : { ...others, [column]: role };
    change(withMeanings({ ...draft, columns: roles }, preview));
  };
  return (
    <ScrollBox label={`First rows of ${file}, scrolls sideways`}>
      <table>
        <caption>First rows of {file}, and what each column means</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                <label className="grid gap-1">
                  <span>{column}</span>
                  <select
                    className={draft.columns[column] === undefined ? 'field' : 'field on'}
                    value={draft.columns[column] ?? ''}
                    onChange={({ currentTarget }) => choose(column, currentTarget.value)}
                  >
                    <option value="">Not used</option>
                    {ROLES.map(({ id, label }) => (
                      <option key={id} value={id}>
                        {label}
                      </option>
                    ))}
                  </select>
                </label>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file never change, and two may be the same.
            <tr key={i}>
              {columns.map((column, place) => (
                <td className="nowrap overflow-hidden ellipsis" key={column}>
                  {row[place]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

const OFFICIAL = 'by the rules of the official codes';
const OWN_PATTERN = 'by a pattern of your own';

function PatternFields({ draft, preview, change }: Omit<DraftFieldsProps, 'benchmarks'>) {
  const set = (column: string, pattern: string | null): void => {
    const patterns = without(draft.patterns, column);
    const next = pattern === null ? patterns : { ...patterns, [column]: pattern };
    change(withMeanings({ ...draft, patterns: next }, preview));
  };
  return columnsMeaning(draft, 'output').map((column) => {
    const { readings } = knownFacts(preview, column);
    const pattern = draft.patterns[column];
    const isKnown = pattern === undefined || readings.some((one) => one.pattern === pattern);
    return (
      <div className="set" key={column}>
        <SelectField
          label={`Where the verdict stands in ${column}`}
          value={isKnown ? (pattern ?? '') : 'own'}
          options={[
            ['', OFFICIAL],
            ...readings.map((one) => [one.pattern, `where it says ${one.values.slice(0, 4).join(', ')}`] as const),
            ['own', OWN_PATTERN],
          ]}
          choose={(value) => set(column, value === '' ? null : value === 'own' ? '()' : value)}
        />
        {isKnown ? null : (
          <label>
            Regular expression, with the verdict in brackets{' '}
            <input
              className="field"
              spellCheck={false}
              value={pattern}
              onChange={({ currentTarget }) => set(column, currentTarget.value)}
            />
          </label>
        )}
      </div>
    );
  });
}

function ValueFields({ draft, preview, change }: Omit<DraftFieldsProps, 'benchmarks'>) {
  const answers = (column: string): readonly string[] =>
    draft.columns[column] === 'gold' ? meantLabels(draft.protocol) : MEANT_ANSWERS[draft.protocol];
  return answerColumns(draft, preview).map(([column, values]) =>
    values.length === 0 ? null : (
      <fieldset className="flex wrap gap-2 gap-x-4 around-2 border rounded" key={column}>
        <legend>Values of {column}</legend>
        {values.map((value) => (
          <SelectField
            key={value}
            label={value}
            value={draft.values[column]?.[value] ?? ''}
            options={[['', 'Not said'], ...answers(column).map((answer) => [answer, answerName(answer, [])] as const)]}
            choose={(meaning) =>
              change({
                ...draft,
                values: { ...draft.values, [column]: { ...draft.values[column], [value]: meaning } },
              })
            }
          />
        ))}
      </fieldset>
    ),
  );
}

function PlaceField({ preview: { file, places, path }, goTo }: Pick<MappingEditorProps, 'preview' | 'goTo'>) {
  if (places.length < 2) return null;
  return (
    <p>
      <SelectField
        label={`Rows of ${file}`}
        value={path}
        options={places.map(({ name, rows }) => [name, `${name === '' ? 'the document' : name}, ${numberWords(rows)}`])}
        choose={goTo}
      />
    </p>
  );
}

interface MappingEditorProps {
  readonly preview: Preview;
  readonly goTo: (path: string) => void;
  readonly benchmarks: readonly string[];
  readonly attempt: AttemptMapping;
  readonly use: (mapping: string) => void;
}

/** The mapping to begin with: of the choices below, or one that is there for another tool's files. */
function BeginWith({
  begun,
  fitting,
  begin,
}: {
  readonly begun: string;
  readonly fitting: ReturnType<typeof fittingMapping>;
  readonly begin: (id: string) => void;
}) {
  return (
    <>
      <p>
        <SelectField
          label="Begin with"
          value={begun}
          options={[
            ['', 'what is said of the columns here'],
            ...NAMED_MAPPINGS.map(({ id, about }) => [id, `${id}: ${about}`] as const),
          ]}
          choose={begin}
        />
      </p>
      {fitting === null ? null : (
        <p>
          It looks like {fitting.mapping.id}, because {fitting.reason}.
        </p>
      )}
    </>
  );
}

function MappingFile({ text, write }: { readonly text: string; readonly write: (text: string) => void }) {
  const id = useId();
  return (
    <details className="mapping-sql">
      <summary>The mapping as SQL</summary>
      <label htmlFor={id}>As judgeboard import takes it; what you write here counts</label>
      <textarea
        id={id}
        rows={18}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <Button onClick={() => saveFile('mapping.sql', new Blob([text], { type: 'application/sql' }))}>
        Save mapping.sql
      </Button>
    </details>
  );
}

interface Said {
  readonly draft: MappingDraft;
  /** The mapping that is there with which it began; '': none, the choices count. */
  readonly begun: string;
  /** The SQL that counts in place of the choices. */
  readonly written: string | null;
}

/** What was said of tables whose mapping is used: whoever comes back to change it finds it as it was. */
const saidOf = new WeakMap<Preview, Said>();

const begunWith = (id: string): Pick<Said, 'begun' | 'written'> => ({
  begun: id,
  written: NAMED_MAPPINGS.find((one) => one.id === id)?.sql ?? null,
});

export function MappingEditor({ preview, benchmarks, goTo, attempt, use }: MappingEditorProps) {
  const [fitting] = useState(() => fittingMapping(preview));
  const [said, say] = useState(
    (): Said =>
      saidOf.get(preview) ?? { draft: guessedDraft(preview, benchmarks), ...begunWith(fitting?.mapping.id ?? '') },
  );
  const { draft, begun, written } = said;
  // The choices fill it in until somebody edits it.
  const text = written ?? mappingText(draft, preview, benchmarks);
  const questions = written === null ? openQuestions(draft) : [];
  const trial = useTrial(text, attempt);
  const change = (next: MappingDraft): void => say({ draft: next, begun: '', written: null });
  const fields = { draft, preview, benchmarks, change };
  return (
    <section className="mapping" aria-label={`What the columns of ${preview.file} mean`}>
      <h2>What do the columns of {preview.file} mean?</h2>
      <BeginWith {...{ begun, fitting }} begin={(id) => say({ draft, ...begunWith(id) })} />
      {begun === '' ? (
        <>
          <RunFields {...fields} />
          <PlaceField preview={preview} goTo={goTo} />
          <ColumnTable {...fields} />
          {preview.more === 0 ? null : (
            <p>
              The first {preview.columns.length} columns; {numberWords(preview.more)} more can be named in the mapping.
            </p>
          )}
          <PatternFields {...fields} />
          <ValueFields {...fields} />
        </>
      ) : null}
      {questions.length === 0 ? null : <p className="told-first bold breaks">{questions.join(' ')}</p>}
      <TrialView {...trial} />
      <Button
        look="on"
        disabled={trial.phase !== 'tried' || trial.tried?.made.length === 0}
        onClick={() => {
          saidOf.set(preview, said);
          use(text);
        }}
      >
        Use this mapping
      </Button>
      <MappingFile text={text} write={(sql) => say({ ...said, written: sql })} />
    </section>
  );
}
