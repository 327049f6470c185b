import { signed } from '../../ui/number-words.ts';
import { labelIn } from '../kit/labelled.ts';
import { Matrix, MatrixKey, type MatrixProps } from '../kit/Matrix.tsx';
import { Numbers } from '../kit/Numbers.tsx';
import { Reading } from '../kit/Reading.tsx';
import { itemWithMost, SENTENCE_DIGITS } from '../kit/sentences.ts';
import type { SelfEnhancementData } from './data.ts';

/** Names the critique judge that favours one writer most. */
export const selfEnhancementSentence = ({ generators, rows }: SelfEnhancementData): string => {
  const cells = rows.flatMap(({ label, cells: own }) => own.map((cell) => ({ ...cell, label })));
  const first = itemWithMost(cells, ({ favour }) => favour);
  return first === null
    ? ''
    : `${first.label} favours ${labelIn(generators)(first.generator)} most, by ${signed(first.favour, SENTENCE_DIGITS)} points.`;
};

const DECIMALS = 2;

function matrixOf({ generators, rows }: SelfEnhancementData): MatrixProps {
  return {
    title: 'Which writers each judge favours, in points of score',
    columns: generators.map(({ label }) => label),
    rows: rows.map(({ run, label, cells }) => ({ label, judge: null, run, values: cells.map(({ favour }) => favour) })),
    decimals: DECIMALS,
    negative: 'lower than expected',
    positive: 'higher than expected',
  };
}

/** Draws judge × writer, doubly centred. */
export function SelfEnhancement({ data }: { readonly data: SelfEnhancementData }) {
  const { generators, rows, incomplete } = data;
  const own = rows.flatMap(({ label, cells }) =>
    cells.filter((cell) => cell.own).map(({ favour }) => `${label} ${signed(favour, DECIMALS)}`),
  );
  return (
    <>
      <Reading says={selfEnhancementSentence(data)}>
        <p className="about">
          Points by which a judge scores a writer above what its own severity and the writer’s quality predict; all rows
          and columns add up to 0. Self-enhancement is a value above 0 for responses of its own model:{' '}
          {own.length === 0 ? 'no judge here wrote any of them' : own.join(', ')}. No interval is worked out.
          {incomplete.length === 0 ? '' : ` Left out, not having scored every writer: ${incomplete.join(', ')}.`}
        </p>
      </Reading>
      <MatrixKey {...matrixOf(data)} />
      <Matrix {...matrixOf(data)} />
      <Numbers
        of="Which writers each judge favours"
        columns={['Judge', 'Writer', 'Favour', 'Mean score', 'Scores']}
        rows={rows.flatMap(({ run, label, cells }) =>
          cells.map(({ generator, favour, score, n }) => ({
            key: `${run} ${generator}`,
            cells: [label, labelIn(generators)(generator), signed(favour, DECIMALS), score.toFixed(DECIMALS), n],
          })),
        )}
      />
    </>
  );
}
