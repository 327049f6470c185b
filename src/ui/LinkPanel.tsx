/** Shows the address to copy by hand, where the browser does not let a page write to the clipboard. */
export function LinkPanel() {
  return (
    <input
      className="field"
      readOnly
      aria-label="Address of this view"
      defaultValue={window.location.href}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}
