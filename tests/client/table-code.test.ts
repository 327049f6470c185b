import fs from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { CODE_LANGUAGES, type CodedTable, tableCode } from '../../src/client/table-code.ts';
import { scratchFolder } from '../scratch.ts';

const HOSTILE = `it's "quoted" \\ and; DROP`;
const folder = scratchFolder();
beforeAll(async () => {
  await fs.writeFile(path.join(folder, 'answers.csv'), 'instance,run,n\na,x,1\nb,x,2\nb,y,3\nc,y,4\n');
  await fs.writeFile(
    path.join(folder, 'cases.csv'),
    `instance,"it's ""odd"""\na,"${HOSTILE.replaceAll('"', '""')}"\nb,other\nc,other\n`,
  );
});

const view = (more: Partial<CodedTable> = {}): CodedTable => ({
  name: 'answers',
  address: path.join(folder, 'answers.csv'),
  keep: [],
  among: [],
  notes: ['one\nline'],
  ...more,
});

async function inDuckDB(code: string): Promise<string[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const rows = (await connection.runAndReadAll(code)).getRowObjectsJS();
  return rows.map((row) => `${row['instance']}${row['run']}`);
}

describe('SQL of a view gives its rows', () => {
  test('all, by values, by ends, and by what another table says of the instance', async () => {
    expect(await inDuckDB(tableCode(view(), 'DuckDB'))).toEqual(['ax', 'bx', 'by', 'cy']);
    const kept = view({
      keep: [
        { column: 'run', oneOf: ['y', HOSTILE] },
        { column: 'n', from: 4, to: null },
      ],
    });
    expect(await inDuckDB(tableCode(kept, 'DuckDB'))).toEqual(['cy']);
    const among = (value: string) =>
      view({
        among: [
          { name: 'cases', address: path.join(folder, 'cases.csv'), keep: [{ column: 'it\'s "odd"', oneOf: [value] }] },
        ],
      });
    expect(await inDuckDB(tableCode(among(HOSTILE), 'DuckDB'))).toEqual(['ax']);
    expect(await inDuckDB(tableCode(among('other'), 'DuckDB'))).toEqual(['bx', 'by', 'cy']);
  });
});

test('every language names address, values and the other table; texts stay in their quotes', () => {
  const full = view({
    address: 'https://site.example/data/answers.parquet',
    keep: [
      { column: 'run', oneOf: [HOSTILE] },
      { column: 'n', from: 1, to: 3 },
    ],
    among: [
      {
        name: 'cases',
        address: 'https://site.example/data/cases.parquet',
        keep: [{ column: 'task', oneOf: ['other'] }],
      },
    ],
  });
  for (const language of CODE_LANGUAGES) {
    const code = tableCode(full, language);
    expect(code).toContain('https://site.example/data/answers.parquet');
    expect(code).toContain('https://site.example/data/cases.parquet');
    expect(code).toContain(language === 'DuckDB' ? HOSTILE.replaceAll("'", "''") : JSON.stringify(HOSTILE));
    expect(code).toMatch(/n"?\]* ?\)? ?>= ?1|"n"\) >= 1/);
    expect(code.split('\n')[0]).toMatch(/^(#|--) one line$/);
  }
  expect(tableCode(full, 'pandas')).toContain('answers = answers[answers["instance"].isin(cases["instance"])]');
  expect(tableCode(full, 'polars')).toContain('answers = answers.join(cases, on="instance", how="semi")');
  expect(tableCode(full, 'R')).toContain('answers <- answers[answers[["instance"]] %in% cases[["instance"]], ]');
});

test('pandas and R read empty fields of a CSV as missing numbers, and the name of a setting such as NA as what it is', () => {
  expect(tableCode(view(), 'pandas')).toContain('keep_default_na=False, na_values=[""]');
  expect(tableCode(view(), 'R')).toContain('na.strings = ""');
});

test('R reads Parquet by its address, since arrow refuses a connection to it, and drops rows without the number asked for', () => {
  const code = tableCode(
    view({ address: 'https://site.example/a.parquet', keep: [{ column: 'n', from: 1, to: null }] }),
    'R',
  );
  expect(code).toContain('answers <- arrow::read_parquet("https://site.example/a.parquet")');
  expect(code).toContain('answers <- answers[which(answers[["n"]] >= 1), ]');
});
