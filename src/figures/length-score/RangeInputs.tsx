import { useEffect, useRef } from 'react';
import type { LengthRange } from '../../cases/wanted.ts';

interface EndProps {
  readonly label: string;
  readonly value: number | null;
  readonly step: number;
  readonly most: number;
  readonly change: (value: number | null) => void;
  readonly onFocus: () => void;
}

function End({ label, value, step, most, change, onFocus }: EndProps) {
  const box = useRef<HTMLInputElement>(null);
  // Typed text is never overwritten; a dragged rectangle writes its numbers.
  useEffect(() => {
    const { current } = box;
    if (current !== null && document.activeElement !== current) current.value = value === null ? '' : String(value);
  }, [value]);
  return (
    <label>
      {label}
      <input
        ref={box}
        type="number"
        className="field"
        min={0}
        max={most}
        step={step}
        defaultValue={value ?? ''}
        onFocus={onFocus}
        onInput={({ currentTarget: { value: typed, valueAsNumber } }) => {
          const found =
            typed === '' || !Number.isFinite(valueAsNumber) ? null : Math.min(most, Math.max(0, valueAsNumber));
          change(found === null ? null : Math.round(found / step) * step);
        }}
      />
    </label>
  );
}

interface RangeProps {
  readonly label: string;
  readonly range: LengthRange;
  readonly step: number;
  readonly most: number;
  readonly change: (range: LengthRange) => void;
  readonly onFocus: () => void;
}

/** Shows two ends of a range as numbers: what a rectangle is to those who do not drag. */
export function RangeInputs({ label, range, change, ...shared }: RangeProps) {
  return (
    <fieldset className="range">
      <legend>{label}</legend>
      <End {...shared} label="from" value={range.from} change={(from) => change({ ...range, from })} />
      <End {...shared} label="to" value={range.to} change={(to) => change({ ...range, to })} />
    </fieldset>
  );
}
