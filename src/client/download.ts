import { strToU8, zipSync } from 'fflate';

/** Where a download comes from, beside the data, so that it can be cited and fetched again. */
export interface Provenance {
  readonly title: string;
  readonly source: string;
  /** Release id of the data. */
  readonly release: string;
  /** Address that shows the same view. */
  readonly address: string;
  /** Filter, order and baseline in words. */
  readonly shown: string;
  readonly rows: number;
  readonly columns: number;
  readonly licence: string;
  /** Whose prompts and reasons belong to the data, their licence and source; left out where nobody else's do. */
  readonly texts?: string;
  /** ISO 8601. */
  readonly downloaded: string;
}

/** Makes one zip with the data and its provenance. */
export function zipWithProvenance(name: string, text: string, provenance: Provenance): Uint8Array<ArrayBuffer> {
  return zipSync({ [name]: strToU8(text), 'provenance.json': strToU8(`${JSON.stringify(provenance, null, 2)}\n`) });
}
