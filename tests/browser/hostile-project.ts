import { lines, type Row } from '../release/instances/project.ts';

export const BENCHMARK = 'foreign';

/** Longer than a phone is wide, without a place to break. */
const UNBROKEN = 'w'.repeat(90);

const SCRIPT = '<script>window.harmed = 1</script>';
const PICTURE = '<img src=x onerror="window.harmed = 1">';

/** What may stand in an id, a name of an attribute, a criterion or a split: everything that is no control character. */
const NAMES: readonly string[] = [
  SCRIPT,
  PICTURE,
  '"><svg onload=window.harmed=1>',
  '</script><script>window.harmed = 1</script>',
  '<!-- <iframe srcdoc="x">',
  'javascript:window.harmed=1',
  'https://evil.example/?a=1&b=2#c',
  '[x](javascript:window.harmed=1)',
  '![x](https://evil.example/p.png)',
  '$\\href{javascript:window.harmed=1}{x}$',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'undefined',
  'null',
  '%2F%2e%2e%00',
  '../../etc/passwd',
  'C:\\temp\\x',
  'a;b=c;d',
  'split=x;run=y',
  'a,b,,c',
  '~',
  '?id=1&list=%3F&judges=constructor',
  "' OR 1=1; DROP TABLE instances; --",
  '"; SELECT * FROM judgments; --',
  '=HYPERLINK("https://evil.example")',
  '\u202eturned\u202c \u2066round\u2069',
  '\u200bunseen\ufeff',
  '\u0627\u0644\u0639\u0631\u0628\u064a\u0629 \u5b89\u5168 \u{1f469}\u200d\u{1f52c}',
  `\u202e\u202e\u202e${'>'.repeat(60)}`,
  'w'.repeat(120),
];

/** Attributes that columns, parameters and slices are called like; every instance has all. */
export const ORDINARY: readonly string[] = [
  ...['value', 'metric', 'response', 'condition', 'criterion', 'variant', 'score', 'slice', 'id', 'judgments'],
  ...['longest_rationale', 'rowid', 'instance', 'run', '__proto__', 'constructor'],
];

const BOMB = [
  ...['\\def\\a#1{#1#1#1#1#1#1#1#1#1#1}', '\\def\\b#1{\\a{\\a{\\a{#1}}}}', '\\def\\c#1{\\b{\\b{\\b{#1}}}}'],
  '\\c{\\c{x}}',
].join('');

/** What may stand in a text besides: control characters, halves of surrogate pairs, texts that nest, grow or do not end. */
const TEXTS: readonly string[] = [
  ...NAMES,
  '\u001b[31mred\u001b[0m \u001b]8;;https://evil.example\u0007link\u0000',
  'half \ud800 of a pair \udc00',
  `${SCRIPT} word after word `.repeat(110_000),
  'x'.repeat(100_000),
  `a${'\u0301'.repeat(20_000)}`,
  `${'>'.repeat(6000)} deep`,
  `${'['.repeat(20_000)}x${'](y)'.repeat(20_000)}`,
  `${'- '.repeat(3000)}list`,
  `${'*_'.repeat(20_000)}`,
  `$${BOMB}$`,
  `$$${'\\frac{1}{'.repeat(2000)}x${'}'.repeat(2000)}$$`,
  `$$${'{'.repeat(20_000)}$$`,
];

const at = (list: readonly string[], i: number): string => list[i % list.length] ?? '';
export const INSTANCES: readonly string[] = NAMES;
const CRITERIA = ['__proto__', 'constructor', PICTURE, 'a;b=c', "' OR 1=1 --"];
export const SPLITS: readonly string[] = ['toString', '<b>../x</b>', 'a,b;c=d'];
const splitOf = (i: number): string => at(SPLITS, i);

const instances = NAMES.map((instance, i) => ({
  instance,
  split: splitOf(i),
  prompt: at(TEXTS, i + 4),
  attributes: Object.fromEntries([
    [at(NAMES, i), at(NAMES, i + 7)],
    ...NAMES.slice(10, 14).map((name) => [name, at(NAMES, i % 3)]),
    ...ORDINARY.map((name, k) => [name, at(NAMES, (i + k) % 2)]),
    ['task', at(NAMES, i % 5)],
    ['task_type', at(['constructor', '__proto__'], i)],
    ['band', at(['constructor', '__proto__', SCRIPT], i)],
    ['bias_type', at(['constructor', 'null'], i)],
    ['dimension', at(['constructor', 'robustness'], i)],
  ]),
}));

const responses = NAMES.flatMap((instance, i) =>
  ['a', 'b'].map((response, k) => ({ instance, response, model: at(NAMES, i + k), text: at(TEXTS, i + 9 + 17 * k) })),
);

const gold = NAMES.flatMap((instance, i) => [
  ...CRITERIA.map((criterion, k) => ({
    instance,
    criterion,
    kind: 'preference',
    value: (i * (k + 1)) % 3 === 0 ? 'b' : 'a',
  })),
  { instance, response: 'a', kind: 'correct', value: i % 2 === 0 ? 'error' : 'correct' },
  { instance, response: 'a', kind: 'reference', value: at(TEXTS, i) },
  { instance, criterion: CRITERIA[0], kind: 'preference', value: 'b', annotator: at(NAMES, i) },
]);

const pairwise = (shift: number): Row[] =>
  NAMES.flatMap((instance, i) =>
    CRITERIA.flatMap((criterion, k) =>
      ['ab', 'ba'].map((order) => ({
        instance,
        criterion,
        order,
        verdict: (i + k + shift) % 4 === 0 ? 'b' : 'a',
        parse: 'ok',
        // One text of megabytes in each run is enough.
        rationale: k === 0 || at(TEXTS, i + shift).length < 1000 ? at(TEXTS, i + shift) : 'Short.',
      })),
    ),
  );

const perturbation: Row[] = NAMES.flatMap((instance, i) =>
  ['base', at(['constructor', 'null'], i)].map((condition, k) => ({
    instance,
    response: 'a',
    condition,
    score: 9 - ((i + 3 * k) % 7),
    parse: 'ok',
    rationale: at(TEXTS, i + k),
  })),
);

const critique: Row[] = NAMES.map((instance, i) => ({
  instance,
  response: 'a',
  stage: 'critique',
  critique_judge: 'null',
  verdict: i % 3 === 0 ? 'correct' : 'error',
  score: i % 10,
  parse: 'ok',
  rationale: at(TEXTS, i + 2),
}));

const judge = (id: string, name: string) => ({
  ...{ id, name, organisation: PICTURE, family: '__proto__', access: 'open', thinking: 'never' },
  ...{ aliases: [id, `<i>${id}`], notes: `${SCRIPT} ${UNBROKEN}` },
});
const JUDGES = [
  judge('constructor', SCRIPT),
  judge('null', `=1+1 ${PICTURE} ${UNBROKEN}`),
  judge('undefined', UNBROKEN),
];

const LABELS = [PICTURE, UNBROKEN, SCRIPT];
const label = (i: number): string => at(LABELS, i);
const ABOUT = {
  ...{ id: BENCHMARK, order: 1, name: `Foreign ${PICTURE}`, tagline: `${SCRIPT} ${UNBROKEN}`, protocol: 'pairwise' },
  ...{ summary: [`${SCRIPT} [x](javascript:window.harmed=1) ${UNBROKEN}`], synthetic: true, data_licence: PICTURE },
  splits: SPLITS.map((id, i) => ({ id, label: i === 0 ? UNBROKEN : id, about: label(i) })),
  criteria: SPLITS.flatMap((split) =>
    CRITERIA.map((id, i) => ({ id, split, label: i === 0 ? UNBROKEN : id, about: SCRIPT })),
  ),
  dimensions: [
    { id: 'robustness', label: PICTURE },
    { id: 'constructor', label: UNBROKEN },
  ],
  bias_types: [
    ...[{ id: 'constructor', dimension: 'constructor', metric: 'bd', label: PICTURE, short: SCRIPT, about: UNBROKEN }],
    ...[{ id: 'null', dimension: 'robustness', metric: 'bc', label: UNBROKEN, short: UNBROKEN, about: 'x' }],
  ],
  metrics: [
    ...[{ id: 'pacc', unit: 'percent', source: UNBROKEN, note: SCRIPT }],
    ...[{ id: 'criterion_accuracy', unit: 'percent', source: PICTURE }],
    ...[{ id: 'bd', unit: 'ratio', source: 'ours' }],
    ...[{ id: 'bc', unit: 'ratio', source: 'ours' }],
    ...[{ id: 'critique_score', unit: 'score', source: 'ours' }],
  ],
  facts: LABELS.map((text) => ({ label: text, value: text, source: text })),
  funnel: LABELS.map((text, i) => ({ label: text, n: 9 - i, source: text })),
  limitations: LABELS.map((text) => ({ text, source: text })),
  snapshots: [{ judge: 'null', printed: UNBROKEN, source: SCRIPT }],
  roles: [
    { model: UNBROKEN, role: 'annotated', detail: PICTURE, source: SCRIPT },
    { judge: 'null', role: 'wrote-responses', detail: UNBROKEN, source: UNBROKEN },
  ],
  gaps: [{ figure: PICTURE, shows: UNBROKEN, missing: SCRIPT, fill: UNBROKEN }],
};

/** A printed table, one of its cells out of range, and one of which no cell can be right. */
const TABLES = {
  tables: {
    'table-3': {
      ...{ table: 3, title: 'w'.repeat(28), heading: `${PICTURE} ${UNBROKEN}`, about: SCRIPT, section: '4' },
      ...{ kind: 'leaderboard', row_label: SCRIPT, split: SPLITS[0] },
      columns: {
        pacc: { printed: UNBROKEN, label: UNBROKEN, metric: 'pacc', n: 299 },
        other: { printed: 'x', label: SCRIPT, metric: 'criterion_accuracy', slice: { criterion: CRITERIA[1] } },
      },
      sort: { column: 'pacc', direction: 'descending' },
    },
    'table-4': {
      ...{ table: 4, title: 'None right', heading: 'None right', about: SCRIPT, section: '4' },
      ...{ kind: 'leaderboard', row_label: 'Judge', split: SPLITS[0] },
      columns: {
        pacc: { printed: 'x', label: 'Pluralistic', metric: 'pacc', n: 299 },
        other: {
          printed: 'y',
          label: 'One criterion',
          metric: 'criterion_accuracy',
          slice: { criterion: CRITERIA[1] },
        },
      },
      sort: { column: 'pacc', direction: 'descending' },
    },
  },
};
/** Each of these is out of its range. */
const ALL_WRONG = `row,group,row_kind,judge,variant,pacc,other
<i>null,,judge,null,,250,300
constructor,,judge,constructor,,251,-7
`;
const CELLS = `row,group,row_kind,judge,variant,pacc,other
<i>null,"${UNBROKEN}",judge,null,,31.44,156.12
constructor,Open,judge,constructor,,**9.41**,__68.14__
`;
const FINDINGS = {
  findings: [
    {
      ...{ id: 'leads', claim: `${SCRIPT} ${UNBROKEN}`, section: UNBROKEN },
      holds: [
        {
          cells: "table_id = 'table-3' AND column_id = 'pacc'",
          holds: "max(value) = cell('table-3', '<i>null', 'pacc')",
        },
      ],
    },
  ],
};

const yaml = (value: unknown): string => JSON.stringify(value);
const run = (id: string, of: string, protocol: string, variant = ''): string =>
  yaml({ run: id, benchmark: BENCHMARK, judge: of, protocol, variant, notes: `${PICTURE} ${UNBROKEN}` });

const IMPORT = {
  ...{ format: 'table', options: {}, sources: [], rows: { read: 999, used: 992, left_out: 7 } },
  ...{ left_out: [{ reason: `${PICTURE} ${UNBROKEN}`, rule: false, rows: 7 }], unread_judgments: 7 },
};

/** A project of one benchmark in which everything that others write is hostile. */
export function hostileFiles(): ReadonlyMap<string, string> {
  const folder = `data/${BENCHMARK}`;
  const runs: readonly (readonly [string, string, string, readonly Row[]])[] = [
    ['constructor', 'constructor', 'pairwise', pairwise(0)],
    ['undefined', 'null', 'pairwise', pairwise(1)],
    ['scores', 'constructor', 'perturbation', perturbation],
    ['critics', 'constructor', 'critique', critique],
  ];
  return new Map([
    ['data/judges.yaml', yaml({ judges: JUDGES })],
    [`${folder}/benchmark.yaml`, yaml(ABOUT)],
    [`${folder}/published/tables.yaml`, yaml(TABLES)],
    [`${folder}/published/table-3.csv`, CELLS],
    [`${folder}/published/table-4.csv`, ALL_WRONG],
    [`${folder}/findings.yaml`, yaml(FINDINGS)],
    [`${folder}/instances.jsonl`, lines(instances)],
    [`${folder}/responses.jsonl`, lines(responses)],
    [`${folder}/gold.jsonl`, lines(gold)],
    ...runs.flatMap(([id, of, protocol, rows]): [string, string][] => [
      [`${folder}/runs/${id}/run.yaml`, run(id, of, protocol, protocol === 'pairwise' ? SCRIPT : '')],
      [`${folder}/runs/${id}/judgments.jsonl`, lines(rows)],
      [`${folder}/runs/${id}/import.json`, yaml(IMPORT)],
    ]),
  ]);
}
