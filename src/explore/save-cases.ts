import type { Choices } from '../cases/choices.ts';
import { downloadColumns } from '../cases/list-columns.ts';
import { ANSWER_COLUMNS } from '../cases/long.ts';
import type { EngineRow } from '../client/rows.ts';
import { saveFile } from '../client/save-file.ts';
import { type CaseFile, plainCases, zipOfCases } from './case-file.ts';
import type { CaseSelection } from './case-selection.ts';
import { LONG_TEXT_COLUMNS, textColumns, withLongTexts, withTexts } from './text-columns.ts';

/** Lets the page draw between two batches. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export interface CaseDownload extends Omit<CaseFile, 'columns'> {
  readonly choices: Choices;
  readonly selection: CaseSelection;
  /** A row for each case, or for each answer to it. */
  readonly form: 'wide' | 'long';
  /** Whether the file is put into a zip with its provenance, or saved as it is. */
  readonly zipped: boolean;
  /** Whether the prompts and what the judges wrote are wanted, too. */
  readonly texts: boolean;
  readonly signal: AbortSignal;
  /** Called with the number of rows written. */
  readonly onProgress: (rows: number) => void;
}

/** Columns of a file, and what makes its rows whole. */
function formOf({ choices, form, texts }: Pick<CaseDownload, 'choices' | 'form' | 'texts'>) {
  if (form === 'wide') {
    return { columns: [...downloadColumns(choices), ...(texts ? textColumns(choices) : [])], complete: withTexts };
  }
  return { columns: [...ANSWER_COLUMNS, ...(texts ? LONG_TEXT_COLUMNS : [])], complete: withLongTexts };
}

/**
 * Saves every row of the selection, in its order, plain or with its provenance as one zip. Returns the number of rows. Throws
 * ClientFailure, or the signal's reason; then nothing is saved.
 */
export async function saveCases(download: CaseDownload): Promise<number> {
  const { choices, selection, form, zipped, texts, signal, onProgress, ...file } = download;
  const { columns, complete } = formOf({ choices, form, texts });
  let rows = 0;
  async function* told(): AsyncGenerator<readonly EngineRow[]> {
    const batches = form === 'wide' ? selection.download(signal) : selection.answers(signal);
    for await (const batch of batches) {
      yield texts ? await complete(batch, choices, signal) : batch;
      rows += batch.length;
      onProgress(rows);
      await breathe();
      signal.throwIfAborted();
    }
  }
  const named = { ...file, name: form === 'long' ? `${file.name}-long` : file.name, columns };
  const made = zipped ? await zipOfCases(told(), named) : await plainCases(told(), named);
  signal.throwIfAborted();
  saveFile(zipped ? `${named.name}-${file.format}.zip` : `${named.name}.${file.format}`, made);
  return rows;
}
