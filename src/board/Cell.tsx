import { flagId } from './ids.ts';
import { keptStyle } from './kept.ts';
import type { CellLook } from './look.ts';
import { TICK_MARK } from './words.ts';

function CellText({ text }: { readonly text: string }) {
  if (text !== TICK_MARK) return text;
  return (
    <svg className="tick" viewBox="0 0 12 10" role="img" aria-label="yes">
      <path d="M1 5.5 4.5 9 11 1" />
    </svg>
  );
}

/** Shows one value of the table. A flagged value opens its reason, which stands in the page as a native popover. */
export function ValueCell({
  look,
  flag,
  kept,
  cases,
  tell,
}: {
  readonly look: CellLook;
  readonly flag: string | null;
  /** The cell's place among the columns kept at the left; null for the others. */
  readonly kept: number | null;
  /** Address of the cases that cost these points; null where there are none to open. */
  readonly cases: string | null;
  /** Opens the card of the cell. */
  readonly tell?: ((place: HTMLElement, byTouch: boolean) => void) | undefined;
}) {
  const className = [look.className, kept === null ? undefined : 'kept'].filter((name) => name !== undefined).join(' ');
  const style = kept === null ? look.style : { ...look.style, ...keptStyle(kept) };
  const aside = look.aside === '' ? null : <span className="hidden"> {look.aside}</span>;
  return (
    <td
      className={className === '' ? undefined : className}
      style={style}
      onPointerEnter={({ currentTarget, pointerType }) => tell?.(currentTarget, pointerType === 'touch')}
      onFocus={({ currentTarget }) => tell?.(currentTarget, false)}
    >
      {flag === null && cases !== null ? (
        <a className="cases" href={cases}>
          {look.text}
        </a>
      ) : flag === null ? (
        <CellText text={look.text} />
      ) : (
        <button type="button" popoverTarget={flagId(flag)}>
          <s>{look.text}</s>
        </button>
      )}
      {look.apart === undefined ? null : <small className="apart">{look.apart}</small>}
      {aside}
    </td>
  );
}
