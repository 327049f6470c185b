import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { layoutDifferences } from '../../scripts/browsers/layout.ts';

/** The command on a machine without browsers. */
function asked(...names: readonly string[]) {
  const env = { ...process.env, PATH: '/nowhere', DISPLAY: '', WAYLAND_DISPLAY: '', FIREFOX_PATH: '/nowhere/firefox' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test-browsers.ts', ...names], {
    env,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

test('a browser that is missing is named with the way to get it, nothing counts as passed, and the exit code is 1', () => {
  const { status, said } = asked();
  expect(said).toContain('Firefox was not tried, since this machine lacks:');
  expect(said).toContain('apt-get install firefox-esr');
  expect(said).toContain('apt-get install webkit2gtk-driver');
  expect(said).toContain('apt-get install xvfb');
  expect(said).toMatch(/Browsers: 0 passed, 0 failed; not tried: Firefox, WebKit\n$/);
  expect(status).toBe(1);
});

test('one browser alone can be asked for; an unknown one is wrong usage', () => {
  expect(asked('webkit').said).not.toContain('Firefox');
  expect(asked('opera')).toEqual({ status: 2, said: 'Unknown: opera. Known: firefox, webkit.\n' });
});

test('layouts are equal within a few px: a part that is elsewhere, wider or missing is told, rounding is not', () => {
  const ours = { h1: [10, 50, 300, 26], table: [10, 200, 1270, 900] } as const;
  expect(layoutDifferences(ours, { h1: [12, 55, 297, 30], table: [10, 204, 1258, 915] })).toEqual([]);
  expect(layoutDifferences(ours, { h1: [10, 50, 340, 26] })).toEqual([
    'h1: width 340, in Chromium 300',
    'table: only one of them has it',
  ]);
  expect(layoutDifferences(ours, { ...ours, table: [40, 260, 1270, 1200] })).toEqual([
    'table: x 40, in Chromium 10',
    'table: y 260, in Chromium 200',
    'table: height 1200, in Chromium 900',
  ]);
});
