import type { Root } from 'hast';
import { formattedTree, NotFormatted } from './format.ts';

/** Messages of the worker: that it listens, and then for each text a tree, or why there is none. */
export type FormatNews = { readonly listening: true } | { readonly tree: Root } | { readonly why: string };

function tell(news: FormatNews): void {
  postMessage(news);
}

addEventListener('message', ({ data }: MessageEvent<string>) => {
  try {
    tell({ tree: formattedTree(data) });
  } catch (error) {
    // If a text breaks something here, most often the stack, it can only be shown as it is.
    tell({ why: error instanceof NotFormatted ? error.message : 'It cannot be formatted' });
  }
});
tell({ listening: true });
