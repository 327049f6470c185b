import './no-eval.ts';
import { z } from 'zod';
import { Id } from './judge.ts';
import { NonEmpty } from './non-empty.ts';
import { SecureAddress, WebAddress } from './web-address.ts';

/** A path below a folder, with `/`, that stays there. */
const SafePath = NonEmpty.regex(
  /^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\\\p{Cc}]+$/u,
  'a relative path with / and without ..',
);

const SourceFile = z.strictObject({
  path: SafePath,
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, '64 hex digits'),
});
export type SourceFile = z.infer<typeof SourceFile>;

/** `data/<benchmark>/source.yaml`: files of others that hold the texts behind the figures, pinned byte by byte. */
export const TextSource = z.strictObject({
  repository: SecureAddress,
  commit: z.string().regex(/^[0-9a-f]{40}$/, '40 hex digits'),
  licence: NonEmpty,
  /** Whose the texts are, as it is shown beside them. */
  attribution: NonEmpty,
  /** Address that the paths are below. */
  base: WebAddress.refine((url) => url.endsWith('/'), 'an address that ends in /'),
  format: Id,
  /** Runs and how the files call their judges, with another importer where one is named. Instances, responses and gold are those of the first run of each importer. */
  runs: z.record(Id, z.strictObject({ judge: NonEmpty, shot: NonEmpty.optional(), format: Id.optional() })),
  files: z.array(SourceFile).min(1),
  /** What a build brings by itself where all would be too much: beginnings of paths, and in words whose texts these are. */
  by_default: z.strictObject({ about: NonEmpty, files: z.array(SafePath).min(1) }).optional(),
});
export type TextSource = z.infer<typeof TextSource>;
