import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { z } from 'zod';
import type { FormShape } from '../src/client/form.ts';
import { ComparedTables, ComparisonFile } from '../src/schema/comparison.ts';
import { HandedRecord, KeptOpinionsRecord, KeptRecord } from '../src/schema/kept.ts';
import {
  BoardFile,
  CaseLines,
  FileList,
  SwitchedValues,
  Travelling,
  UncheckedShard,
} from '../src/schema/page-files.ts';
import { Manifest } from '../src/schema/release.ts';
import { Case, IndexPage } from '../src/schema/shard.ts';

/** What pages read, by the schema's name and the file that defines it. */
export const FORMS = {
  Manifest: [Manifest, 'release'],
  IndexPage: [IndexPage, 'shard'],
  UncheckedShard: [UncheckedShard, 'page-files'],
  Case: [Case, 'shard'],
  Travelling: [Travelling, 'page-files'],
  ComparisonFile: [ComparisonFile, 'comparison'],
  ComparedTables: [ComparedTables, 'comparison'],
  BoardFile: [BoardFile, 'page-files'],
  SwitchedValues: [SwitchedValues, 'page-files'],
  FileList: [FileList, 'page-files'],
  CaseLines: [CaseLines, 'page-files'],
  KeptRecord: [KeptRecord, 'kept'],
  KeptOpinionsRecord: [KeptOpinionsRecord, 'kept'],
  HandedRecord: [HandedRecord, 'kept'],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

export const FORMS_FILE = fileURLToPath(new URL('../src/client/forms.ts', import.meta.url));

/** What `src/client/form.ts` checks. */
const KNOWN = new Set(
  ['type', 'enum', 'const', 'anyOf', 'properties', 'required', 'additionalProperties', 'items', 'prefixItems'].concat([
    'pattern',
    'minLength',
    'maxLength',
    'minimum',
    'exclusiveMinimum',
    'maximum',
    'default',
  ]),
);

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

/** Leaves out keywords that Zod writes although they follow from others, and adds those that it leaves out. */
const plain: Override = ({ zodSchema: { _zod }, jsonSchema }) => {
  const { def } = _zod;
  // A default is left out where the schema transforms its value.
  if (def.type === 'default') Object.assign(jsonSchema, { default: def.defaultValue });
  if (def.type === 'record' && JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}')
    delete jsonSchema.propertyNames;
  if (def.type === 'tuple') {
    delete jsonSchema.minItems;
    delete jsonSchema.maxItems;
    delete jsonSchema.items;
  }
  delete jsonSchema.$schema;
  const others = Object.keys(jsonSchema).filter((key) => !KNOWN.has(key));
  if (others.length > 0) throw new Error(`src/client/form.ts does not check “${others.join('”, “')}”.`);
};

/** Writes a schema as the shape that pages check; throws for one that they would not check whole. */
function shapeOf(schema: z.ZodType): FormShape {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: plain });
  return shape as FormShape;
}

/** Writes the text of `src/client/forms.ts`. */
export function formsSource(): string {
  const imports = Map.groupBy(Object.entries(FORMS), ([, [, file]]) => file);
  return [
    '// Made from src/schema by scripts/forms.ts whenever the site is built. Pages check data by it and load no Zod.',
    ...[...imports].map(
      ([file, of]) => `import type { ${of.map(([name]) => name).join(', ')} } from '../schema/${file}.ts';`,
    ),
    "import type { Form } from './form.ts';",
    '',
    ...Object.entries(FORMS).map(
      ([name, [schema]]) => `export const ${name}Form: Form<${name}> = ${JSON.stringify(shapeOf(schema))};`,
    ),
    '',
  ].join('\n');
}

/** Brings `src/client/forms.ts` up to date before pages are built. */
export function forms(): AstroIntegration {
  return {
    name: 'forms',
    hooks: {
      'astro:config:setup': () => {
        const source = formsSource();
        if (readFileSync(FORMS_FILE, 'utf8') !== source) writeFileSync(FORMS_FILE, source);
      },
    },
  };
}
