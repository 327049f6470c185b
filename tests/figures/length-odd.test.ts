import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { viewOf } from '../../src/figures/length-score/data.ts';
import { LENGTH_FIGURES } from '../../src/figures/length-score/LengthScore.tsx';
import type { TextSeries } from '../../src/metrics/texts.ts';
import type { LengthMeasure } from '../../src/schema/words.ts';
import { ALL } from './shapes.ts';

interface Odd {
  readonly of: LengthMeasure;
  /** Per judge its texts: characters and what is measured. */
  readonly judges: readonly (readonly (readonly [length: number, value: number])[])[];
}

/** Draws the figure of some texts, each about a case of its own, as the page is served. */
function drawn({ of, judges }: Odd): string {
  const runs = judges.map((_, i) => ({ run: `r${i}`, label: `Judge ${i}`, protocol: 'pointwise', judge: `j${i}` }));
  const cases = Array.from({ length: Math.max(...judges.map(({ length }) => length)) }, (_, i) => ({
    ...{ instance: `i${i}`, cluster: `c${i}`, task: '', band: '' },
  }));
  const series = judges.map(
    (texts, i): TextSeries => ({
      ...{ run: `r${i}`, part: '', at: [...texts.keys()] },
      length: texts.map(([length]) => length),
      value: texts.map(([, value]) => value),
    }),
  );
  const choices = { benchmark: 'odd', runs, facets: [], cases: cases.length };
  const data = { domain: [1, 1000], views: [viewOf({ of, part: '', label: '', choices } as never, { cases, series })] };
  const [figure] = LENGTH_FIGURES;
  if (figure === undefined) throw new Error('no figure of lengths');
  return renderToStaticMarkup(
    createElement(figure.view, { data, scope: ALL, choices, change: () => undefined } as never),
  );
}

const marksIn = (markup: string): number => markup.split('h0').length - 1;

/** Texts of one judge: `50:1 90:9`, characters and what is measured. */
const textsOf = (text: string): Odd['judges'] => [
  text.split(' ').map((one) => {
    const [length = 0, value = 0] = one.split(':').map(Number);
    return [length, value];
  }),
];

test.each<[string, LengthMeasure, string, string, string]>([
  ['one text', 'critique', '120:7', 'No slope within judges: length cannot be told', '1 critique of 1 case'],
  ['equal lengths', 'given', '50:1 50:9 50:4', 'none: all its texts are equally long', '3 answers of 3 cases'],
  ['equal scores', 'given', '50:5 90:5 400:5', 'No slope within judges: no variation between', '3 answers of 3 cases'],
  ['all wrong', 'right', '50:0 90:0 400:0', 'no slope: no variation between clusters', '0.0 %'],
])('%s: the drawing has its marks, and a sentence says why there is no slope', (_, of, given, sentence, count) => {
  const odd = { of, judges: textsOf(given) };
  const markup = drawn(odd);
  expect(markup).toContain(sentence);
  expect(markup).toContain(count);
  expect(markup).not.toMatch(/NaN|undefined|Infinity/);
  // Once for a desk; every other one for a phone.
  const texts = odd.judges.flat().length;
  expect(marksIn(markup)).toBe(texts + Math.ceil(texts / 2));
});

test('two hundred judges are all listed, and share the marks that are served', () => {
  const judges = Array.from({ length: 200 }, (_, j) =>
    Array.from({ length: 40 }, (__, i) => [20 + 7 * i + j, (i * 7 + j) % 11] as const),
  );
  const markup = drawn({ of: 'given', judges });
  expect(markup).not.toMatch(/NaN|undefined|Infinity/);
  expect(markup.match(/aria-pressed="true"/g)).toHaveLength(200);
  expect(markup.match(/class="trend"/g)).toHaveLength(400);
  expect(marksIn(markup)).toBeLessThan(2000);
  expect(markup.includes('8\u202f000 answers of 40 cases')).toBe(true);
});
