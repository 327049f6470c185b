/** Opens the window in which the figure around it is saved (`save/SavePanel.astro`): one with an address (`id`), a heading and a `.source`. */
export const SaveButton = () => (
  <button className="btn js" type="button" data-save>
    Save<span className="hidden"> this figure</span>
  </button>
);
