import './no-eval.ts';
import { z } from 'zod';

/** A Map as it is checked: its entries in order. */
const mapOf = <T extends z.ZodType>(value: T) => z.strictObject({ map: z.array(z.tuple([z.string(), value])) });

const Opinions = mapOf(mapOf(z.strictObject({ says: z.enum(['', 'agree', 'disagree']), note: z.string() })));

/** What a browser keeps of one's own runs, with the word `file` for each file. An older version of the page left some of it out. */
export const KeptRecord = z.strictObject({
  name: z.string().min(1),
  title: z.string().optional(),
  runs: z.array(z.strictObject({ label: z.string(), files: z.record(z.string(), z.literal('file')) })),
  opinions: Opinions.optional(),
  bytes: z.number().nonnegative(),
  kept: z.string().min(1),
  release: z.string().optional(),
});
export type KeptRecord = z.infer<typeof KeptRecord>;

/** What a browser keeps of somebody's opinions of cases. */
export const KeptOpinionsRecord = z.strictObject({ name: z.string().min(1), opinions: Opinions });
export type KeptOpinionsRecord = z.infer<typeof KeptOpinionsRecord>;

/** Files on their way from one page to the next; null for one that could not be read. */
export const HandedRecord = z.array(z.object({ name: z.string(), blob: z.union([z.literal('file'), z.null()]) }));
export type HandedRecord = z.infer<typeof HandedRecord>;
