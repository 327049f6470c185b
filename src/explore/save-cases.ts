import type { Choices } from '../cases/choices.ts';
import { downloadColumns } from '../cases/rows.ts';
import type { EngineRow } from '../client/rows.ts';
import { saveFile } from '../client/save-file.ts';
import { type CaseFile, zipOfCases } from './case-file.ts';
import type { CaseSelection } from './case-selection.ts';
import { textColumns, withTexts } from './text-columns.ts';

/** Lets the page draw between two batches. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export interface CaseDownload extends Omit<CaseFile, 'columns'> {
  readonly choices: Choices;
  readonly selection: CaseSelection;
  /** Whether the prompts and what the judges wrote are wanted, too. */
  readonly texts: boolean;
  readonly signal: AbortSignal;
  /** Hears how many rows have been written. */
  readonly onProgress: (rows: number) => void;
}

/**
 * Saves every row of the selection, in its order, with its provenance as one zip. Returns the number of rows. Throws
 * ClientFailure, or the signal's reason; then nothing is saved.
 */
export async function saveCases(download: CaseDownload): Promise<number> {
  const { choices, selection, texts, signal, onProgress, ...file } = download;
  let rows = 0;
  async function* told(): AsyncGenerator<readonly EngineRow[]> {
    for await (const batch of selection.download(signal)) {
      yield texts ? await withTexts(batch, choices, signal) : batch;
      rows += batch.length;
      onProgress(rows);
      await breathe();
      signal.throwIfAborted();
    }
  }
  const zip = await zipOfCases(told(), {
    ...file,
    columns: [...downloadColumns(choices), ...(texts ? textColumns(choices) : [])],
  });
  signal.throwIfAborted();
  saveFile(`${file.name}-${file.format}.zip`, zip);
  return rows;
}
