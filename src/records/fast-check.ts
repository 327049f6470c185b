import { z } from 'zod';

/** What a check answers when Zod must decide: never a value of JSON. */
const ASK = Symbol('ask Zod');
type Check = (value: unknown) => unknown;

function stringCheck(schema: z.core.$ZodString): Check | null {
  let min = 0;
  let max = Number.POSITIVE_INFINITY;
  const patterns: RegExp[] = [];
  for (const check of schema._zod.def.checks ?? []) {
    const def = check._zod.def as { check: string; minimum?: number; maximum?: number; pattern?: RegExp };
    if (def.check === 'min_length' && def.minimum !== undefined) min = def.minimum;
    else if (def.check === 'max_length' && def.maximum !== undefined) max = def.maximum;
    else if (def.check === 'string_format' && def.pattern !== undefined) patterns.push(def.pattern);
    else return null;
  }
  return (value) => {
    if (typeof value !== 'string' || value.length < min || value.length > max) return ASK;
    for (const pattern of patterns) {
      pattern.lastIndex = 0;
      if (!pattern.test(value)) return ASK;
    }
    return value;
  };
}

function numberCheck(schema: z.core.$ZodNumber): Check | null {
  let whole = false;
  let least = Number.NEGATIVE_INFINITY;
  for (const check of schema._zod.def.checks ?? []) {
    const def = check._zod.def as { check: string; format?: string; value?: number; inclusive?: boolean };
    if (def.check === 'number_format' && def.format === 'safeint') whole = true;
    else if (def.check === 'greater_than' && def.inclusive === true && def.value !== undefined) least = def.value;
    else return null;
  }
  return (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value) || value < least) return ASK;
    return whole && !Number.isSafeInteger(value) ? ASK : value;
  };
}

function unionCheck(schema: z.core.$ZodUnion): Check {
  const options = schema._zod.def.options.map(compileField);
  return (value) => {
    for (const option of options) {
      const result = option(value);
      if (result !== ASK) return result;
    }
    return ASK;
  };
}

/** The schema itself, for constructs that have no short cut. */
function zodCheck(schema: z.core.$ZodType): Check {
  return (value) => {
    const result = z.safeParse(schema, value);
    return result.success ? result.data : ASK;
  };
}

function compileField(schema: z.core.$ZodType): Check {
  if (schema instanceof z.core.$ZodString) return stringCheck(schema) ?? zodCheck(schema);
  if (schema instanceof z.core.$ZodNumber) return numberCheck(schema) ?? zodCheck(schema);
  if (schema instanceof z.core.$ZodEnum) {
    const values = new Set<unknown>(Object.values(schema._zod.def.entries));
    return (value) => (values.has(value) ? value : ASK);
  }
  if (schema instanceof z.core.$ZodUnion) return unionCheck(schema);
  if (schema instanceof z.core.$ZodNullable) {
    const inner = compileField(schema._zod.def.innerType);
    return (value) => (value === null ? null : inner(value));
  }
  if (schema instanceof z.core.$ZodOptional) {
    const inner = compileField(schema._zod.def.innerType);
    return (value) => (value === undefined ? undefined : inner(value));
  }
  if (schema instanceof z.core.$ZodDefault) {
    const inner = compileField(schema._zod.def.innerType);
    const { def } = schema._zod;
    return (value) => (value === undefined ? def.defaultValue : inner(value));
  }
  return zodCheck(schema);
}

/**
 * A short cut for a strict object schema, made from the schema itself: the parsed record, or null where the schema must be
 * asked (it then gives the messages). Accepts nothing that the schema refuses; absent optional fields come as undefined,
 * so that all records have one shape. Needs no code generation, which the pages' content policy forbids.
 */
export function fastCheck<S extends z.ZodObject>(schema: S): (row: unknown) => z.output<S> | null {
  const keys = Object.keys(schema.shape);
  const checks = keys.map((key) => compileField(schema.shape[key] as z.core.$ZodType));
  return (row) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return null;
    const out: Record<string, unknown> = {};
    let present = 0;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as string;
      const value: unknown = (row as Record<string, unknown>)[key];
      if (value !== undefined) present++;
      const result = (checks[i] as Check)(value);
      if (result === ASK) return null;
      out[key] = result;
    }
    for (const _ in row) present--;
    return present === 0 ? (out as z.output<S>) : null;
  };
}
