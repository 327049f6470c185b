import './no-eval.ts';
import { z } from 'zod';
import { NonEmpty } from './non-empty.ts';
import { SecureAddress } from './web-address.ts';

/** Lower-case words joined by hyphens: safe as a URL segment, a file name and an SQL value. */
export const Id = z
  .string()
  .max(128, 'at most 128 characters')
  .regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/, 'lower-case letters and digits joined by hyphens');

/** Names of criteria, attributes and annotators, as people wrote them: they are kept letter by letter. */
export const Name = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'text without control characters');

const Link = z.strictObject({ label: NonEmpty, url: SecureAddress });

/** Who may run the model: `proprietary` API, `open` weights, or a judge `fine-tuned` from another model. */
export const Access = z.enum(['proprietary', 'open', 'fine-tuned', 'program', 'human']);

export const Judge = z.strictObject({
  id: Id,
  name: NonEmpty,
  organisation: NonEmpty,
  family: NonEmpty,
  access: Access,
  /** Public total parameter count in 10⁹; absent when not public. */
  parameters_b: z.number().positive().optional(),
  /** Parameters used per token of a mixture of experts, in 10⁹. */
  active_b: z.number().positive().optional(),
  /** The model a fine-tuned judge was trained from. */
  base: z.string().optional(),
  /** Whether the model, as evaluated, reasons before it answers. */
  thinking: z.enum(['always', 'optional', 'never']),
  /** Every printed variant of the name, exactly as printed. */
  aliases: z.array(NonEmpty).default([]),
  /** True for what is scored like a judge and is none, such as random votes: a reference line on boards. */
  reference: z.boolean().optional(),
  links: z.array(Link).default([]),
  notes: z.string().optional(),
});
export type Judge = z.infer<typeof Judge>;

export const JudgesFile = z.strictObject({ judges: z.array(Judge).min(1) });
