import fs from 'node:fs';
import path from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { writePublishedScores } from '../../src/release/write-release.ts';
import { ReleaseFiles } from '../../src/release/writer.ts';
import type { PublishedCell } from '../../src/schema/published.ts';
import { scratch } from '../scratch.ts';

const cell = (row: string, printed: string, value: number | null): PublishedCell => ({
  benchmark: 'b',
  table: 'table-1',
  row,
  rowIndex: 0,
  group: '',
  rowKind: 'statistic',
  judge: '',
  variant: '',
  column: 'number',
  printed,
  emphasis: { bold: false, underline: false },
  file: 'table-1.csv',
  line: 2,
  value,
  status: value === null ? 'not-scored' : 'ok',
  n: null,
  note: '',
});

test('printed cells are safe for spreadsheets as CSV, and character for character as Parquet', async () => {
  const folder = await scratch();
  const rows = ['+ Joint multi-criterion', '- Prompts', '=HYPERLINK("http://example.org")', "'quoted", 'GPT-4o'];
  const cells = [...rows.map((row) => cell(row, '-0.5', -0.5)), cell('last', '-', null)];
  writePublishedScores(new ReleaseFiles(folder), cells);
  const csv = fs.readFileSync(path.join(folder, 'published_scores.csv'), 'utf8');
  expect(csv.split('\r\n').slice(1, -1)).toEqual([
    "b,table-1,'+ Joint multi-criterion,statistic,,,number,-0.5,-0.5,ok,,",
    "b,table-1,'- Prompts,statistic,,,number,-0.5,-0.5,ok,,",
    'b,table-1,"\'=HYPERLINK(""http://example.org"")",statistic,,,number,-0.5,-0.5,ok,,',
    "b,table-1,'quoted,statistic,,,number,-0.5,-0.5,ok,,",
    'b,table-1,GPT-4o,statistic,,,number,-0.5,-0.5,ok,,',
    'b,table-1,last,statistic,,,number,-,,not-scored,,',
  ]);
  const bytes = fs.readFileSync(path.join(folder, 'published_scores.parquet'));
  const read = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
  expect(read.map(({ row, printed, value, judge }) => [row, printed, value, judge])).toEqual([
    ...rows.map((row) => [row, '-0.5', -0.5, null]),
    ['last', '-', null, null],
  ]);
});
