import { Activity, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { ControlGroup } from './layout.tsx';
import { numberWords } from './number-words.ts';

interface FilterGroupProps {
  readonly label: string;
  readonly used: number;
  readonly open?: boolean;
  /** Called when the group is opened, so that its content can be loaded only then. */
  readonly onOpen?: () => void;
  /** Its content, which is not worked out again while it is folded away. */
  readonly children: () => ReactNode;
}

interface FoldedProps {
  readonly isSeen: boolean;
  /** It was folded away when the page came. */
  readonly isLate: boolean;
  readonly children: () => ReactNode;
}

/**
 * Skips redrawing hidden content: half of an explorer's filters are folded away. While a page is hydrated they do so last, when nothing
 * else is to be done, or when they are opened.
 */
const Folded = memo(
  ({ isLate, children }: FoldedProps) => (isLate ? <Activity>{children()}</Activity> : children()),
  (_, { isSeen }) => !isSeen,
);

/** Shows a group of filters that folds away. A group with an active filter says so, and folds only by hand. */
export function FilterGroup({ label, used, open = false, onOpen, children }: FilterGroupProps) {
  const [opened, setOpened] = useState(open || used > 0);
  const [isLate] = useState(!opened);
  const [isSeen, setIsSeen] = useState(opened);
  const details = useRef<HTMLDetailsElement>(null);
  // Removing its last value must not fold it: the button would vanish under the pointer, and the focus with it.
  if (used > 0 && !opened) {
    setOpened(true);
    setIsSeen(true);
  }
  // It may have been opened before this script came.
  useEffect(() => setIsSeen(details.current?.open === true), []);
  return (
    <details
      className="facet border rounded surface"
      open={opened}
      ref={details}
      onToggle={({ currentTarget }) => {
        setIsSeen(currentTarget.open);
        if (currentTarget.open) onOpen?.();
      }}
    >
      {/* A click comes before the group opens: what it then shows is drawn by now. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is pressed by pointer and keys */}
      <summary className="text-dense semibold pointer" onClick={() => setIsSeen(true)}>
        {label}
        {used > 0 ? <span className="used">{used}</span> : null}
      </summary>
      <Folded {...{ isSeen, isLate }}>{children}</Folded>
    </details>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
  readonly n: number;
}

interface FilterOptionsProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  readonly onChoose: (value: string) => void;
}

/** Shows values with their live counts, each over a bar as long as its share of the largest; several can be asked for at once. */
function FilterOptions({ label, options, chosen, onChoose }: FilterOptionsProps) {
  const most = Math.max(1, ...options.map(({ n }) => n));
  return (
    <ControlGroup className="options" label={label}>
      {options.map(({ value, label: name, n }) => (
        <button
          key={value}
          type="button"
          className={n === 0 ? 'option nothing' : 'option'}
          aria-pressed={chosen.includes(value)}
          onClick={() => onChoose(value)}
          style={{ '--share': `${Math.round((100 * n) / most)}%` } as Record<`--${string}`, string>}
        >
          <span>{name}</span>
          <span className="n">{numberWords(n)}</span>
        </button>
      ))}
    </ControlGroup>
  );
}

interface FilterValuesProps
  extends Pick<FilterGroupProps, 'label' | 'used' | 'open'>,
    Omit<FilterOptionsProps, 'options'> {
  readonly options: () => readonly Option[];
}

/** Shows a group of values; they are only counted while it is open. */
export function FilterValues({ label, used, open = false, options, ...rest }: FilterValuesProps) {
  return (
    <FilterGroup {...{ label, used, open }}>
      {() => <FilterOptions {...rest} label={label} options={options()} />}
    </FilterGroup>
  );
}
