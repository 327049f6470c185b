import { expect, test } from 'vitest';
import { repeatSort } from '../../scripts/bench/paints.ts';
import { browser } from './page.ts';

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

test('the bench can measure sorting where a column’s order is the one that the table has anyway', async () => {
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
