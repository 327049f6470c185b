/** Shows an empty row that keeps the height of rows which are not drawn because they are out of view. */
export function RowGap({ height }: { readonly height: number }) {
  return height <= 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a table is not focusable, though the rule takes it for one
    <tr className="gap" aria-hidden="true">
      <td style={{ height }} />
    </tr>
  );
}
