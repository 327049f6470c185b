import { flagId } from './ids.ts';
import type { Look } from './look.ts';

/** One value of the table. A flagged value opens its reason, which stands in the page as a native popover. */
export function Cell({ look, flag, pinned }: { readonly look: Look; readonly flag: string | null; readonly pinned: string | undefined }) {
  const className = [look.className, pinned].filter((name) => name !== undefined).join(' ');
  const aside = look.aside === '' ? null : <span className="sr"> {look.aside}</span>;
  return (
    <td className={className === '' ? undefined : className} style={look.style} title={look.title === '' ? undefined : look.title}>
      {flag === null ? (
        look.text
      ) : (
        <button type="button" popoverTarget={flagId(flag)}>
          <s>{look.text}</s>
        </button>
      )}
      {aside}
    </td>
  );
}
