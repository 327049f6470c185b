import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { importCanonical } from '../../src/importers/canonical.ts';
import type { ImportOptions, MappingEngine } from '../../src/importers/importer.ts';
import { FORMATS } from '../../src/importers/index.ts';
import { sourcesUnder } from '../../src/release/input-run.ts';
import { withMappingEngine } from '../../src/release/mapping-engine.ts';
import { formatProblem } from '../../src/schema/problem.ts';

const ROOT = path.join(import.meta.dirname, '../fixtures/importers');

/** The format of a case: the longest format id that its folder's name begins with; hostile texts come through a table. */
function formatOf(name: string) {
  const fitting = FORMATS.filter((f) => name.startsWith(f.id)).sort((a, b) => b.id.length - a.id.length);
  const format = fitting[0] ?? FORMATS.find((f) => f.id === 'table');
  if (format === undefined) throw new Error(`no format for ${name}`);
  return format;
}

/** Everything that an import gives, as one readable text: records by kind, problems, counts. */
async function imported(name: string): Promise<string> {
  const folder = path.join(ROOT, name);
  const options = JSON.parse(fs.readFileSync(path.join(folder, 'options.json'), 'utf8')) as ImportOptions;
  const sections = new Map<string, string[]>();
  const put = (section: string, line: string): void =>
    void sections.set(section, [...(sections.get(section) ?? []), line]);
  const format = formatOf(name);
  const sources = await sourcesUnder(path.join(folder, 'input'));
  const read = async (engine?: MappingEngine): Promise<void> => {
    for await (const items of importCanonical(format, sources, { ...options, engine })) {
      for (const item of items) {
        if (item.kind === 'problem') put(item.problem.severity ?? 'problem', formatProblem(item.problem));
        else if (item.kind === 'count')
          put(
            'rows',
            `${item.count.file}: ${item.count.read} read, ${item.count.accepted} used, ${item.count.rejected} reported`,
          );
        else if ('record' in item) put(item.kind, JSON.stringify(item.record));
      }
    }
  };
  await (format.mapped === true ? withMappingEngine(read) : read());
  const order = ['run', 'instances', 'responses', 'gold', 'judgments', 'published', 'problem', 'warning', 'rows'];
  return order.flatMap((s) => (sections.has(s) ? [`# ${s}`, ...(sections.get(s) ?? []), ''] : [])).join('\n');
}

describe('golden imports', () => {
  test.each(fs.readdirSync(ROOT).sort())('%s', async (name) => {
    await expect(await imported(name)).toMatchFileSnapshot(path.join(ROOT, name, 'expected.txt'));
  });
});
