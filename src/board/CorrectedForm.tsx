import '../prove/run.css';
import { correctedWords, EXAMPLE, enlivenCorrected, type RatedRun } from './corrected.ts';

/** Digits of numbers in the page, more than any sentence shows. */
const DIGITS = 6;

/** Holds all numbers that it needs: `data-runs` is for a page without React, whose script calls `enlivenCorrected`. */
export function CorrectedForm({ runs }: { readonly runs: readonly RatedRun[] }) {
  const [first] = runs;
  if (first === undefined) return null;
  return (
    <form
      className="corrected"
      data-runs={JSON.stringify(runs, (_, value) =>
        typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value,
      )}
      ref={(form) => (form === null ? undefined : enlivenCorrected(form, runs))}
    >
      <p className="small">
        If it prefers A in so many of the pairs that it decides, how many would people? Its errors on labelled pairs
        tell, if your pairs are like these and A is always shown first.
      </p>
      <div className="flex wrap gap-2 gap-x-4 items-baseline">
        <label>
          Labelled pairs{' '}
          <select className="field" name="run">
            {runs.map(({ label }, i) => (
              <option key={label} value={i}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          It prefers A in{' '}
          <input
            className="field"
            name="share"
            type="number"
            min="0"
            max="100"
            step="any"
            required
            defaultValue={EXAMPLE.share * 100}
          />{' '}
          %
        </label>
        <label>
          of <input className="field" name="n" type="number" min="1" step="1" required defaultValue={EXAMPLE.n} /> pairs
        </label>
      </div>
      <output className="block">
        {correctedWords(first.rates, EXAMPLE).map((words) => (
          <p key={words}>{words}</p>
        ))}
      </output>
    </form>
  );
}
