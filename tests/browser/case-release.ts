import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Route } from 'playwright-core';
import { inject } from 'vitest';
import { PAGE_DIGITS, PAGE_SIZE } from '../../src/schema/release-paths.ts';
import type { StoredCase } from '../../src/schema/shard.ts';

/** The generated benchmark of the built site. */
export const BENCHMARK = 'shapes';

export const caseAddress = (id: string, more = ''): string => `/${BENCHMARK}/case/?id=${encodeURIComponent(id)}${more}`;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

type Manifest = { benchmarks: { id: string; instances: Record<string, unknown> | null }[] };

/**
 * The manifest of the site, read from its folder. A route that asked the server for it would still be waiting when a page is reloaded or
 * closed, and then fail outside of any test.
 */
export function siteManifest(): Manifest {
  return JSON.parse(readFileSync(join(inject('site').folder, 'data', 'manifest.json'), 'utf8')) as Manifest;
}

/** What goes wrong with the text shard on its way. */
export type ShardFault = 'none' | '404' | 'truncated' | 'other-form';

function shardAnswer(json: string, fault: ShardFault): Parameters<Route['fulfill']>[0] {
  const type = { contentType: 'application/gzip' };
  const whole = gzipSync(json);
  switch (fault) {
    case '404':
      return { status: 404, body: 'gone' };
    case 'truncated':
      return { ...type, body: whole.subarray(0, Math.floor(whole.length / 2)) };
    default:
      return { ...type, body: whole };
  }
}

/** Serves a release of these cases alone, all in each shard, in place of the site's own. `repair` ends the fault. */
export async function serveCases(
  page: Page,
  cases: readonly StoredCase[],
  fault: ShardFault = 'none',
): Promise<{ readonly repair: () => void }> {
  let now = fault;
  const json = JSON.stringify(fault === 'other-form' ? [{ instance: 7 }] : cases);
  // The page looks for it by itself, too, in one of the many shards of the release that it was made from.
  const index = JSON.stringify(Array.from({ length: PAGE_SIZE }, () => hashOf(json)));
  const manifest = siteManifest();
  const benchmark = manifest.benchmarks.find(({ id }) => id === BENCHMARK);
  if (benchmark) {
    const pages = { path: `${BENCHMARK}/shards/index-*.json`, hashes: hashOf(index).slice(0, PAGE_DIGITS) };
    benchmark.instances = { ...benchmark.instances, instances: cases.length, shards: 1, index: pages };
  }
  await page.route('**/data/manifest.json', (route) => route.fulfill({ json: manifest }));
  await page.route('**/data/*/shards/index-*.json', (route) =>
    route.fulfill({ contentType: 'application/json', body: index }),
  );
  await page.route('**/data/*/shards/*.json.gz', (route) => route.fulfill(shardAnswer(json, now)));
  return {
    repair: () => {
      now = 'none';
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
