import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { loadData } from '../../src/release/load.ts';
import { formatProblem } from '../../src/schema/problem.ts';
import type { ProjectData } from '../../src/schema/published.ts';
import { scratch } from '../scratch.ts';

const JUDGES_TEXT = `judges:
  - { id: alpha-7b, name: Alpha-7B, organisation: A, family: Alpha, access: open, thinking: never, aliases: [Alpha-7B] }
  - { id: beta-pro, name: Beta Pro, organisation: B, family: Beta, access: proprietary, thinking: never, aliases: [Beta Pro, Beta-pro] }
`;

const BENCHMARK_TEXT = `id: mini
order: 1
name: Mini
tagline: A small benchmark.
summary: [One sentence.]
protocol: pairwise
data_licence: none
splits:
  - { id: easy, label: Easy }
criteria:
  - { id: logic, split: easy, label: Logic, about: About logic. }
metrics:
  - { id: pacc, unit: percent, source: section 1 }
  - { id: criterion_accuracy, unit: percent, source: section 1 }
`;

const TABLES_TEXT = `tables:
  table-3:
    table: 3
    title: Results
    heading: Results
    about: Two columns.
    section: "4"
    kind: leaderboard
    row_label: Judge
    split: easy
    columns:
      pacc: { printed: PAcc, label: PAcc, metric: pacc, n: 299 }
      logic: { printed: Logic, label: Logic, metric: criterion_accuracy, slice: { criterion: logic } }
    sort: { column: pacc, direction: descending }
`;

const CSV_TEXT = `row,group,row_kind,judge,variant,pacc,logic
Alpha-7B,Open,judge,alpha-7b,,9.41,56.12
Beta Pro,Closed,judge,beta-pro,,**31.44**,__68.14__
`;

const FINDINGS_TEXT = `findings:
  - id: beta-leads
    claim: Beta leads.
    section: "4"
    holds: [{ cells: table_id = 'table-3' AND column_id = 'pacc', holds: "max(value) = cell('table-3', 'Beta Pro', 'pacc')" }]
`;

export const CSV = 'data/mini/published/table-3.csv';
export const TABLES = 'data/mini/published/tables.yaml';
export const BENCHMARK = 'data/mini/benchmark.yaml';
export const FINDINGS = 'data/mini/findings.yaml';
export const JUDGES = 'data/judges.yaml';

/** Files of a sound small project, by path; a test replaces or removes some. */
const SOUND: Readonly<Record<string, string>> = {
  [JUDGES]: JUDGES_TEXT,
  [BENCHMARK]: BENCHMARK_TEXT,
  [TABLES]: TABLES_TEXT,
  [CSV]: CSV_TEXT,
  [FINDINGS]: FINDINGS_TEXT,
};

/** How a sound file is changed: its new text, or null to leave it out. */
export type Change = (sound: string) => string | null;

/** Writes the project with some files changed into a new temporary folder and loads it; problems as lines of text. */
export async function loadProject(
  changes: Readonly<Record<string, Change>> = {},
): Promise<{ data: ProjectData; problems: string[] }> {
  const root = await scratch();
  for (const file of new Set([...Object.keys(SOUND), ...Object.keys(changes)])) {
    const sound = SOUND[file] ?? '';
    const change = changes[file];
    const text = change === undefined ? sound : change(sound);
    if (text === null) continue;
    await fs.mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await fs.writeFile(path.join(root, file), text);
  }
  const { value, problems } = await loadData(root);
  return { data: value, problems: problems.map(formatProblem) };
}

/** A change that replaces one piece of the sound text, which must be there. */
export function replace(from: string, to: string): Change {
  return (sound) => {
    if (!sound.includes(from)) throw new Error(`the sound file has no ${JSON.stringify(from)}`);
    return sound.replace(from, () => to);
  };
}

/** What is wrong, which file is changed and how, and the one line that says so. */
export type Case = readonly [name: string, file: string, change: Change, problem: string];

interface Written {
  readonly file: string;
  readonly find?: string;
  readonly put?: string;
  readonly append?: string;
  readonly says: string;
}

/** Cases of `tests/fixtures/load/problems.yaml`. */
export function writtenCases(kind: 'yaml' | 'references' | 'csv'): readonly Case[] {
  const file = path.join(import.meta.dirname, '../fixtures/load/problems.yaml');
  const cases = parse(readFileSync(file, 'utf8')) as Record<typeof kind, Record<string, Written>>;
  return Object.entries(cases[kind]).map(([name, { file: changed, find, put = '', append = '', says }]) => {
    const change: Change = find === undefined ? (sound) => sound + append : replace(find, put);
    return [name, changed, change, changed + says];
  });
}
