interface SaveButtonProps {
  /** The title of the figure around it, which has an address (`id`), a heading and a `.source`. */
  readonly of: string;
}

/** Opens the window in which a figure is saved (`save/SavePanel.astro`). */
export const SaveButton = ({ of }: SaveButtonProps) => (
  <button className="btn js" type="button" data-save>
    Save<span className="hidden"> {of}</span>
  </button>
);
