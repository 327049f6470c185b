import { flagId } from './ids.ts';
import type { Look } from './look.ts';
import { TICK } from './words.ts';

function CellText({ text }: { readonly text: string }) {
  if (text !== TICK) return text;
  return (
    <svg className="tick" viewBox="0 0 12 10" role="img" aria-label="yes">
      <path d="M1 5.5 4.5 9 11 1" />
    </svg>
  );
}

/** One value of the table. A flagged value opens its reason, which stands in the page as a native popover. */
export function Cell({
  look,
  flag,
  pinned,
}: {
  readonly look: Look;
  readonly flag: string | null;
  readonly pinned: string | undefined;
}) {
  const className = [look.className, pinned].filter((name) => name !== undefined).join(' ');
  const aside = look.aside === '' ? null : <span className="hidden"> {look.aside}</span>;
  return (
    <td
      className={className === '' ? undefined : className}
      style={look.style}
      title={look.title === '' ? undefined : look.title}
    >
      {flag === null ? (
        <CellText text={look.text} />
      ) : (
        <button type="button" popoverTarget={flagId(flag)}>
          <s>{look.text}</s>
        </button>
      )}
      {aside}
    </td>
  );
}
