import { globSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { chartCases, critiqueTables } from './charts-data.ts';
import { writeTables } from './made-tables.ts';
import { copyProject, replaceDatabase, runIn } from './project.ts';

/** Address of the page with the figure of lengths and scores, from the site's root; '' if there is none. */
function figurePage(site: string): string {
  const pages = globSync('shapes/figures/**/index.html', { cwd: site }).sort();
  const page = pages.find((file) => readFileSync(path.join(site, file), 'utf8').includes('id="length-score"'));
  return page === undefined ? '' : `${path.dirname(page).replaceAll('\\', '/')}/`;
}

/** Builds the site with `points` critiques per scorer in the place of Shapes: built below `folder`, or as an earlier run left it there. */
export async function chartsSite(
  folder: string,
  points: number,
): Promise<{ readonly site: string; readonly page: string }> {
  const site = path.join(folder, 'site');
  const known = figurePage(site);
  if (known !== '') return { site, page: known };
  const project = path.join(folder, 'project');
  const database = path.join(folder, 'critiques.duckdb');
  await mkdir(folder, { recursive: true });
  await copyProject(project);
  await writeTables(database, critiqueTables(points), folder);
  await runIn(project, 'judgeboard', ['build']);
  await replaceDatabase(path.join(project, 'public', 'data'), database, {
    instances: chartCases(points),
    judgments: 2 * points,
  });
  await runIn(project, 'astro', ['build', '--outDir', site]);
  await rm(project, { recursive: true });
  const page = figurePage(site);
  if (page === '') throw new Error('the site has no figure of lengths and scores');
  return { site, page };
}
