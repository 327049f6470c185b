import { openDatabase } from '../../../src/client/database.ts';
import { startEngine } from '../../../src/client/engine.ts';
import { ClientFailure, type FailureKind } from '../../../src/client/failure.ts';
import { loadManifest } from '../../../src/client/manifest.ts';
import { loadCase } from '../../../src/client/packs.ts';
import { engineState } from '../../../src/client/shared.ts';
import { searchRationales } from '../../../src/explore/selection.ts';

/** A failure as plain data, as a test wants to see it. */
interface Told {
  readonly name: string;
  readonly kind: FailureKind | null;
  readonly wayOn: string | null;
  readonly what: string;
  readonly why: string;
  readonly todo: string;
  readonly message: string;
}

/** What the work rejects with. */
async function failureOf(work: Promise<unknown>): Promise<Told> {
  const error: unknown = await work.then(
    () => new Error('nothing failed'),
    (reason: unknown) => reason,
  );
  if (error instanceof ClientFailure) {
    const { name, kind, wayOn, what, why, todo, message } = error;
    return { name, kind, wayOn, what, why, todo, message };
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { name, kind: null, wayOn: null, what: '', why: '', todo: '', message };
}

const client = { loadCase, openDatabase, engineState, startEngine, loadManifest, searchRationales, failureOf };

declare global {
  interface Window {
    client: typeof client;
  }
}

window.client = client;
