import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { registerPlace } from '../../scripts/commands/place.ts';
import { registerSubmit } from '../../scripts/commands/submit.ts';
import { registerValidate } from '../../scripts/commands/validate.ts';
import { codeText } from '../../src/own/submission-comment.ts';
import { drawMultiCrit } from '../drawn-runs/multi-crit.ts';
import { expectedOf, runFolder } from '../drawn-runs/run.ts';
import { run } from '../importers/command.ts';
import {
  gold,
  instances,
  judge,
  judgments,
  lines,
  project,
  type Row,
  runYaml,
  writeFiles,
} from '../release/instances/project.ts';
import { scratchFolder } from '../scratch.ts';

/** A project under version control; `base` is the commit that pull requests are made against. */
let root: string;
let base: string;
const RUN = 'data/mini/runs/three';
const JUDGES = (): string => fs.readFileSync(path.join(root, 'data/judges.yaml'), 'utf8');

const git = (...args: string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'core.hooksPath=/dev/null', ...args],
    {
      cwd: root,
      encoding: 'utf8',
    },
  ).trim();

beforeAll(async () => {
  root = await project();
  fs.writeFileSync(path.join(root, '.gitignore'), '.cache\ntold\n');
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'base');
  base = git('rev-parse', 'HEAD');
});

/** Right on `logic` but for cases 1 and 2, which the other judges have right; as they are on `style`. */
const sound = (): Row[] =>
  judgments(40, 'Third').map((row) =>
    (row.instance === 'i1' || row.instance === 'i2') && row.criterion === 'logic' ? { ...row, verdict: 'b' } : row,
  );

/** Makes a pull request of a run's files, and runs the workflow's step on it: what it prints, its comment and its exit code. */
async function pullRequest(files: Readonly<Record<string, string>>) {
  git('checkout', '-q', '--detach', base);
  git('clean', '-qfd', 'data');
  const more = { 'data/judges.yaml': `${JUDGES()}${judge('gamma')}`, [`${RUN}/run.yaml`]: runYaml('three', 'gamma') };
  await writeFiles(root, new Map(Object.entries({ ...more, ...files })));
  git('add', '-A');
  git('commit', '-qm', 'a run');
  const ran = spawnSync('bash', [path.resolve('.github/submission.sh'), base, 'told'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env.PATH ?? ''}` },
  });
  const annotations = ran.stdout.split('\n').filter((line) => line.startsWith('::'));
  return { code: ran.status, annotations, comment: fs.readFileSync(path.join(root, 'told/comment.md'), 'utf8'), ran };
}

describe('a pull request with a run', () => {
  test('that is sound is placed, with the cases that it lost to the best', async () => {
    const { code, annotations, comment } = await pullRequest({ [`${RUN}/judgments.jsonl`]: lines(sound()) });
    expect(annotations).toEqual([]);
    expect(code).toBe(0);
    // Every answer is a, as all labels are on two cases of three; of these it loses 1 and 2.
    const whole = Array.from({ length: 40 }, (_, i) => i).filter((i) => i % 3 !== 0 && i !== 1 && i !== 2).length;
    expect(comment).toContain(`**${((100 * whole) / 40).toFixed(1)} %**`);
    expect(comment).toMatch(/would stand \*\*[\d to]+ of 3\*\* by `PAcc/);
    expect(comment).toMatch(/Cases that `(?:Alpha|Beta)`, the best of the others, won .*: `i1`, `i2`\n/);
    expect(comment).toContain('Audit: 40 of 40 cases judged; nothing to remark');
  });

  test('with a case that is not the benchmark’s is told by file and line, and refused', async () => {
    const rows = sound().with(7, { ...sound()[7], instance: 'my-own' });
    const { code, annotations, comment } = await pullRequest({ [`${RUN}/judgments.jsonl`]: lines(rows) });
    expect(code).toBe(1);
    expect(annotations[0]).toMatch(new RegExp(`^::error file=${RUN}/judgments\\.jsonl,line=8::instance: .*my-own`));
    expect(comment).toContain('**Not placed**');
    expect(comment).toContain('my-own');
    expect(comment).not.toContain('would stand');
  });

  test('that brings other labels of the benchmark with its run is refused, however well it does by them', async () => {
    const labels = lines(gold(40).with(1, { ...gold(40)[1], value: 'a' }));
    const { code, annotations, comment } = await pullRequest({
      [`${RUN}/judgments.jsonl`]: lines(sound()),
      'data/mini/gold.jsonl': labels,
    });
    expect(code).toBe(1);
    expect(annotations).toEqual([expect.stringMatching(/^::error::A run is handed in alone: 1 other files of data\//)]);
    expect(comment).toContain('**Refused**');
  });
});

test('where a benchmark has printed tables alone, a run is placed among the printed values', async () => {
  const one = drawMultiCrit(0, { once: true });
  const folder = scratchFolder();
  fs.cpSync('data/multi-crit', path.join(folder, 'data/multi-crit'), { recursive: true });
  fs.cpSync('data/judges.yaml', path.join(folder, 'data/judges.yaml'));
  const [, place] = [fs.mkdirSync(path.join(folder, 'data/multi-crit/runs')), `data/multi-crit/runs/${one.run}`];
  const files = [...runFolder(one)].map(
    ([name, text]) => [`${place}/${name}`, text.replace(/^judge: .*$/m, 'judge: o3')] as const,
  );
  await writeFiles(folder, new Map(files));
  const { code, out } = await run(registerPlace, ['place', path.join(folder, place), '--root', folder]);
  expect(code).toBe(0);
  // Of the split of reasoning, by the formulas.
  const pacc = expectedOf(one)({ split: 'reasoning' }).get('pacc') ?? Number.NaN;
  expect(out).toMatch(
    new RegExp(
      `\\*\\*\`.*\`\\*\\*: would stand \\*\\*[\\d to]+ of 26\\*\\* by \`PAcc.*\` \\*\\*${(100 * pacc).toFixed(2)} %`,
    ),
  );
  expect(out).toContain('Tests from values and standard errors: better than this run: ');
});

describe('judgeboard validate --submission', () => {
  const checked = async (files: Readonly<Record<string, string>>) => {
    const folder = await project({ [`${RUN}/run.yaml`]: runYaml('three', 'alpha'), ...files });
    const where = [path.join(folder, RUN), '--root', folder];
    const validated = await run(registerValidate, ['validate', ...where, '--submission', '--format', 'github']);
    return { ...validated, place: () => run(registerPlace, ['place', ...where]) };
  };
  const plain = { [`${RUN}/judgments.jsonl`]: lines(sound()) };

  test('refuses half a run, and says how much of it is there', async () => {
    const { code, out, place } = await checked({ [`${RUN}/judgments.jsonl`]: lines(sound().slice(0, 40)) });
    expect(code).toBe(1);
    expect(out.split('\n').filter((line) => line.startsWith('::error'))).toEqual([
      expect.stringMatching(
        /::half a run: cases of the splits that it touches are not judged; found "20 of 40 cases"; expected all of them; judge the rest; where there is no answer, say so: "parse": "missing"$/,
      ),
    ]);
    expect((await place()).out).toContain('**Not placed** (20 of 40 cases judged)');
  });

  test('finds cases and labels of the run’s own that the benchmark has not', async () => {
    const own = lines([...instances(40), { instance: 'mine', split: 'easy', prompt: '' }]);
    const labels = lines(gold(40).with(3, { ...gold(40)[3], value: 'b' }));
    const extra = lines([
      ...sound(),
      ...['logic', 'style'].map((criterion) => ({ ...sound()[0], instance: 'mine', criterion })),
    ]);
    const ran = await checked({
      ...{ [`${RUN}/instances.jsonl`]: own, [`${RUN}/gold.jsonl`]: labels, [`${RUN}/judgments.jsonl`]: extra },
    });
    expect(ran.code).toBe(1);
    expect(ran.out).toMatch(/instances\.jsonl,line=41::instance: a case that is not the benchmark’s; found "mine"/);
    expect(ran.out).toMatch(/gold\.jsonl,line=4::value: another version of the gold.*found "b"; expected a/);
  });

  test('no text of a run is a command of the workflow', async () => {
    const evil = '\n::set-env name=A::b\r%0A::error::x';
    const rows = sound().with(0, { ...sound()[0], instance: evil });
    const { out } = await checked({ [`${RUN}/judgments.jsonl`]: lines(rows) });
    expect(
      out.split(/[\r\n]/).filter((line) => line !== '' && !/^::(?:error|warning) file=[^:]+::/.test(line)),
    ).toEqual([]);
    expect(out).toContain('%250A');
    expect((await checked(plain)).code).toBe(0);
  });
});

test('foreign text in a comment is code, whatever it holds', () => {
  expect(codeText('a`b')).toBe('`` a`b ``');
  expect(codeText('```\n# x @all <img>')).toBe('```` ```\\u{000a}# x @all <img> ````');
  expect(codeText(' ')).toBe('`   `');
});

test('judgeboard submit makes one folder with hashes and the judge’s entry, and writes over nothing', async () => {
  const folder = await project({
    [`${RUN}/run.yaml`]: runYaml('three', 'new-judge'),
    [`${RUN}/judgments.jsonl`]: lines(sound()),
    [`${RUN}/gold.jsonl`]: lines(gold(40)),
  });
  const out = path.join(folder, 'ready');
  const args = ['submit', path.join(folder, RUN), '--root', folder, '--out', out];
  expect(await run(registerSubmit, args)).toMatchObject({
    code: 0,
    out: expect.stringContaining('data/mini/runs/three'),
  });
  // The labels are the benchmark's own, so they stay with it.
  expect(fs.readdirSync(out).sort()).toEqual(['judge.yaml', 'judgments.jsonl', 'run.yaml', 'submission.yaml']);
  const { files } = parse(fs.readFileSync(path.join(out, 'submission.yaml'), 'utf8')) as {
    files: { file: string; sha256: string }[];
  };
  for (const { file, sha256 } of files)
    expect(
      createHash('sha256')
        .update(fs.readFileSync(path.join(out, file)))
        .digest('hex'),
    ).toBe(sha256);
  expect(parse(fs.readFileSync(path.join(out, 'judge.yaml'), 'utf8'))).toMatchObject([{ id: 'new-judge' }]);
  expect(await run(registerSubmit, args)).toMatchObject({ code: 2, err: expect.stringContaining('exists') });

  // Half of it is not handed in.
  fs.writeFileSync(path.join(folder, RUN, 'judgments.jsonl'), lines(sound().slice(0, 40)));
  const half = await run(registerSubmit, [...args.slice(0, -1), path.join(folder, 'half')]);
  expect(half).toMatchObject({ code: 1, err: expect.stringContaining('20 of 40 cases') });
  expect(fs.existsSync(path.join(folder, 'half'))).toBe(false);
});
