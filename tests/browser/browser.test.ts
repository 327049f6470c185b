import { expect, inject, test } from 'vitest';
import { repeatSort } from '../../scripts/bench/paints.ts';
import { nightly } from '../drawn.ts';
import { browser, openPage } from './page.ts';

test('the browser draws text', async () => {
  const page = await (await browser()).newPage();
  await page.setContent('<p style="margin:0">&nbsp;</p>');
  const blank = await page.screenshot();
  await page.setContent('<p style="margin:0">Judges</p>');
  expect((await page.screenshot()).equals(blank)).toBe(false);
});

test("the browser keeps to the web's rules: another origin cannot be read", async () => {
  const { origin } = inject('site');
  const page = await (await browser()).newPage();
  await page.goto('data:text/html,<p>elsewhere</p>');
  const answer = await page.evaluate(
    (url) =>
      fetch(url).then(
        () => 'read',
        () => 'refused',
      ),
    `${origin}/`,
  );
  expect(answer).toBe('refused');
});

test('a page that misbehaves is not clean', async () => {
  const { page, faults, expectClean } = await openPage('/');
  await page.evaluate(() => {
    const image = new Image();
    image.src = 'https://elsewhere.invalid/x.png';
    console.error('said so');
  });
  await expect.poll(() => faults.join('\n')).toMatch(/said so[\s\S]*CSP violation|CSP violation[\s\S]*said so/);
  expect(faults).toContain('foreign request: https://elsewhere.invalid/x.png');
  expect(() => expectClean()).toThrow('faults of /');
  expectClean(/said so|elsewhere\.invalid|violat/);
});

test('a page that is used again has nothing of the test before it', async () => {
  const first = await openPage('/methods/', {
    prepare: (page) => page.route('**/favicon.svg', (route) => route.abort()),
  });
  const { page } = first;
  await page.emulateMedia({ media: 'print', colorScheme: 'dark', contrast: 'more', forcedColors: 'active' });
  await page.setViewportSize({ width: 390, height: 400 });
  const heard: string[] = [];
  page.on('framenavigated', (frame) => heard.push(frame.url()));
  await page.evaluate(() => {
    localStorage.setItem('left', 'behind');
    sessionStorage.setItem('left', 'behind');
    window.name = 'left behind';
    history.pushState(null, '', '?left=behind');
    scrollTo(0, 500);
  });
  await page.mouse.move(200, 200);
  expect(await page.evaluate(() => document.querySelector('main:hover') !== null)).toBe(true);
  await first.close();
  heard.length = 0;

  const next = await openPage('/methods/');
  expect(next.page).toBe(page);
  expect(heard).toEqual([]);
  const left = await page.evaluate(() => ({
    stored: localStorage.length + sessionStorage.length,
    name: window.name,
    address: location.search,
    scrolled: scrollY,
    size: [innerWidth, innerHeight],
    hovered: document.querySelectorAll('main:hover').length,
    isScreen: matchMedia('screen').matches,
    media: ['prefers-color-scheme: dark', 'prefers-contrast: more', 'forced-colors: active'].filter(
      (feature) => matchMedia(`(${feature})`).matches,
    ),
    back: history.length,
  }));
  expect(left).toEqual({
    stored: 0,
    name: '',
    address: '',
    scrolled: 0,
    size: [1440, 900],
    hovered: 0,
    isScreen: true,
    media: [],
    back: 2,
  });
  next.expectClean();
  await next.close();
});

/** A table in this order when nobody sorts it; a column sorts up, down and not at all, as those of leaderboards do. */
const table = (
  rows: readonly (readonly [string, number])[],
): string => `<astro-island><table><thead><tr><th><button>Judge</button></th><th><button>Share</button></th></tr></thead><tbody></tbody></table></astro-island>
<script type="module">
  const rows = ${JSON.stringify(rows)};
  let [column, way] = [-1, 0];
  const draw = () => {
    const sorted = rows.toSorted((a, b) => way * (a[column] > b[column] ? 1 : -1));
    document.querySelector('tbody').innerHTML = (way === 0 ? rows : sorted).map(([name, n]) => '<tr><th>' + name + '</th><td>' + n + '</td></tr>').join('');
  };
  document.querySelectorAll('button').forEach((button, place) => {
    button.onclick = () => {
      way = column === place ? { 1: -1, '-1': 0, 0: 1 }[way] : 1;
      column = place;
      draw();
    };
  });
  draw();
</script>`;

nightly(test)('the bench can measure sorting where a column’s order is the one that the table has anyway', async () => {
  const page = await (await browser()).newPage();
  const byName = [
    ['Ada', 1],
    ['Bob', 3],
    ['Cyd', 2],
  ] as const;
  for (const rows of [byName, byName.toSorted(([, a], [, b]) => a - b)]) {
    await page.setContent(table(rows));
    expect(await repeatSort(page)).toBeGreaterThan(0);
  }
});
