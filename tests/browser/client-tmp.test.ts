import { afterAll, beforeAll, test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { build } from 'vite';
import { buildSite, host, visit } from './client/host.ts';
let site: Awaited<ReturnType<typeof buildSite>>;
beforeAll(async () => { site = await buildSite();
 writeFileSync('/work/main/.cache/spike/bare.ts', `import * as duckdb from '@duckdb/duckdb-wasm';
 (window as any).bare = async () => { const t0 = performance.now();
  const engine = fetch('/sub/engine/duckdb-eh.4c221bfa59c1.wasm.gz').then(r => new Response(r.body!.pipeThrough(new DecompressionStream('gzip')), {headers: {'content-type': 'application/wasm'}}).blob());
  const w = new Worker(URL.createObjectURL(new Blob(['importScripts("' + location.origin + '/sub/engine/duckdb-browser-eh.worker.f8ab72b6b90b.js")'])));
  const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), w);
  const b = await engine; const t1 = performance.now();
  await db.instantiate(URL.createObjectURL(new Blob([b], {type: 'application/wasm'}))); await db.open({}); const t2 = performance.now();
  const c = await db.connect(); await c.query('SELECT 1'); return [performance.now() - t0, t1 - t0, t2 - t1]; }; (window as any).client = 1;`);
 await build({ configFile: false, logLevel: 'warn', base: '/sub/', publicDir: false, build: { outDir: site.folder, emptyOutDir: false, rollupOptions: { input: '/work/main/.cache/spike/bare.ts', output: { entryFileNames: 'bare.js' } } } });
 writeFileSync(site.folder + '/bare.html', '<!doctype html><script type=module src=bare.js></script>');
});
afterAll(() => { site.remove(); });
test('measure', async () => {
  const own = await host(site.folder);
  const rows: any = { bare: [], cold: [], second: [], long: [] };
  for (let i = 0; i < 9; i++) {
    { const { page, close } = await visit(own, { path: 'bare.html' }); rows.bare.push(await page.evaluate('bare()')); await close(); }
    { const { page, close } = await visit(own, { before: `window.long = []; new PerformanceObserver(l => { for (const e of l.getEntries()) window.long.push(Math.round(e.duration)); }).observe({ type: 'longtask', buffered: true });` });
      rows.cold.push(await page.evaluate(`(async () => { const t = performance.now(); const d = await client.openDatabase('small'); await d.query('SELECT run, sum(num) AS s FROM contributions GROUP BY run'); return performance.now() - t; })()`));
      await page.waitForTimeout(700); rows.long.push(await page.evaluate('window.long'));
      const p2 = await page.context().newPage(); await p2.goto(page.url()); await p2.waitForFunction('window.client');
      rows.second.push(await p2.evaluate(`(async () => { const t = performance.now(); const d = await client.openDatabase('small'); await d.query('SELECT run, sum(num) AS s FROM contributions GROUP BY run'); return performance.now() - t; })()`));
      await close(); }
  }
  const med = (a: number[]) => a.toSorted((x, y) => x - y)[a.length >> 1];
  console.log('RESULT', JSON.stringify({ bare: med(rows.bare.map((r: number[]) => r[0])), fetch: med(rows.bare.map((r: number[]) => r[1])), inst: med(rows.bare.map((r: number[]) => r[2])), cold: med(rows.cold), second: med(rows.second), long: rows.long }));
  own.close();
}, 200000);
