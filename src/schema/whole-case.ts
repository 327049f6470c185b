import type { Case, StoredCase } from './shard.ts';

type StoredAnswer = NonNullable<StoredCase['judgments']>[number];

const wholeAnswer = (answer: StoredAnswer): Case['judgments'][number] => ({
  ...answer,
  stage: answer.stage ?? 'judge',
  condition: answer.condition ?? 'base',
  repeat: answer.repeat ?? 0,
  order: answer.order ?? 'ab',
  verdict: answer.verdict ?? null,
  score: answer.score ?? null,
  rationale: answer.rationale ?? '',
});

/** Fills in what the file of a shard leaves out of a case, as `Case` does: the build has checked it, and a page that reads it loads no Zod. */
export const wholeCase = (stored: StoredCase): Case => ({
  ...stored,
  split: stored.split ?? '',
  attributes: stored.attributes ?? {},
  media: stored.media ?? [],
  responses: (stored.responses ?? []).map((response) => ({ ...response, model: response.model ?? '' })),
  gold: stored.gold ?? [],
  own_gold: stored.own_gold ?? [],
  judgments: (stored.judgments ?? []).map(wholeAnswer),
  contributions: stored.contributions ?? [],
});
