import { config, z } from 'zod';

// Zod tries `new Function` when an object schema is made. A page's policy forbids and reports that; in Node it makes reading fast.
// Schemas import it before Zod, so that it runs before any of them is made.
if ('document' in globalThis) config({ jitless: true });

export const NonEmpty = z.string().min(1);

const expecting = (protocol: RegExp, expected: string) => z.url({ protocol, error: expected });

/** An address of the web: the only kind that may become a link, since others run something (`javascript:`) or lead into the reader's machine. */
export const WebAddress = expecting(/^https?$/, 'an address that begins with https:// or http://');

/** An address whose answer nobody on the way can change. */
export const SecureAddress = expecting(/^https$/, 'an address that begins with https://');

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

/** A day that exists, or a month where the source names no day (or other sources name others). */
const DayOrMonth = z
  .string()
  .refine((text) => z.iso.date().safeParse(/^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text).success, {
    error: 'a date, YYYY-MM-DD, or a month, YYYY-MM',
  });

/** When the model was announced or its weights were published. */
const Released = z.strictObject({ date: DayOrMonth, source: SecureAddress });

/**
 * What the weights may be used for, by SPDX id where there is one. `open`: whether the licence is one that the Open Source Initiative approved (Apache-2.0, MIT)
 * or grants no less: use, change and redistribution by anybody for any purpose. Those of Llama, Gemma and Qwen, and CC-BY-NC, are not.
 */
const Licence = z.strictObject({ name: NonEmpty, open: z.boolean(), source: SecureAddress });

const AMOUNT = 'an amount of money per million tokens, 0 or more';
const Amount = z.number({ error: AMOUNT }).nonnegative(AMOUNT);

/** List price of the maker's own API per million tokens, for short prompts, as `source` has it for `as_of`. */
const Price = z.strictObject({
  input: Amount,
  output: Amount,
  currency: z.string().regex(/^[A-Z]{3}$/, 'a currency by its three letters, such as USD'),
  as_of: DayOrMonth,
  source: SecureAddress,
});

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
  /** These three only with a source that was read; absent where none was found. */
  released: Released.optional(),
  licence: Licence.optional(),
  price: Price.optional(),
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
