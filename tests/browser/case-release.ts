import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Route } from 'playwright-core';
import { inject } from 'vitest';
import { encodeIndex, PACK_DIGITS } from '../../src/schema/packs.ts';
import { hash32 } from '../../src/schema/release-paths.ts';
import type { StoredCase } from '../../src/schema/stored-case.ts';

/** The generated benchmark of the built site. */
export const BENCHMARK = 'shapes';

export const caseAddress = (id: string, more = ''): string => `/${BENCHMARK}/case/?id=${encodeURIComponent(id)}${more}`;

const hashOf = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

type Manifest = { benchmarks: { id: string; instances: Record<string, unknown> | null }[] };

/**
 * The manifest of the site, read from its folder. A route that asked the server for it would still be waiting when a page is reloaded or
 * closed, and then fail outside of any test.
 */
export function siteManifest(): Manifest {
  return JSON.parse(readFileSync(join(inject('site').folder, 'data', 'manifest.json'), 'utf8')) as Manifest;
}

/** What goes wrong with the members of cases on their way. */
export type CaseFault = 'none' | '404' | 'truncated' | 'other-form';

/** The packs of these cases: one pack, and an index of one page. */
function packOf(cases: readonly object[], ids: readonly string[]) {
  const all = cases.map((one) => gzipSync(`${JSON.stringify(one)}\n`));
  const startOf = (i: number): number => all.slice(0, i).reduce((sum, { length }) => sum + length, 0);
  const members = all.map((bytes, i) => ({
    key: hash32(ids[i] ?? ''),
    at: [0, startOf(i), bytes.length, hashOf(bytes).slice(0, PACK_DIGITS)] as const,
  }));
  const index = Buffer.from(encodeIndex(members, hashOf));
  const [path, digits] = [`${BENCHMARK}/cases/*.jsonl.gz`, hashOf(index).slice(0, PACK_DIGITS)];
  return {
    pack: Buffer.concat(all),
    index,
    set: { path, index: digits, packs: digits, members: cases.length, slack: cases.length },
  };
}

/** Serves a release of these cases alone in place of the site's own. `become` changes the fault. */
export async function serveCases(
  page: Page,
  cases: readonly StoredCase[],
  fault: CaseFault = 'none',
): Promise<{ readonly become: (fault: CaseFault) => void }> {
  let now = fault;
  const ids = cases.map(({ instance }) => instance);
  const { pack, index, set } = packOf(fault === 'other-form' ? ids.map(() => ({ instance: 7 })) : cases, ids);
  const manifest = siteManifest();
  const benchmark = manifest.benchmarks.find(({ id }) => id === BENCHMARK);
  if (benchmark) benchmark.instances = { ...benchmark.instances, instances: cases.length, cases: set };
  const part = async (route: Route, of: (from: number, to: number) => Buffer): Promise<void> => {
    const [from = 0, last = 0] = (route.request().headers()['range']?.match(/\d+/g) ?? []).map(Number);
    const headers = { 'content-range': `bytes ${from}-${last}/*` };
    await route.fulfill({ status: 206, contentType: 'application/gzip', headers, body: of(from, last + 1) });
  };
  await page.route('**/data/manifest.json', (route) => route.fulfill({ json: manifest }));
  // The page looks for a case by itself, too, in the index that it was made from: whatever it asks for, this is the page of the index.
  await page.route(`**/data/*/cases/index.*.bin`, (route) => part(route, () => index));
  await page.route('**/data/*/cases/*.jsonl.gz', (route) =>
    now === '404'
      ? route.fulfill({ status: 404, body: 'gone' })
      : part(route, (from, to) => pack.subarray(from, now === 'truncated' ? (from + to) / 2 : to)),
  );
  return {
    become: (next) => {
      now = next;
    },
  };
}

const RUNS = ['full-checker-pairwise', 'noisy-checker-pairwise'] as const;

/** A case with two responses, one criterion and two judges, who say the given texts. */
export function pairCase(said: readonly string[], more: Partial<StoredCase> = {}): StoredCase {
  return {
    instance: 'made-0001',
    split: 'open_ended',
    prompt: 'What stands left of the bar?',
    attributes: { task: 'count' },
    responses: [
      { response: 'a', model: 'one-writer', text: 'A red circle stands there.' },
      { response: 'b', model: 'other-writer', text: 'A green square stands there.' },
    ],
    gold: [{ criterion: 'grounding', kind: 'preference', value: 'a' }],
    judgments: said.map((rationale, i) => ({
      run: RUNS[i] ?? `run-${i}`,
      criterion: 'grounding',
      verdict: i === 0 ? 'a' : 'b',
      parse: 'ok',
      rationale,
    })),
    ...more,
  };
}
