import fs from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { serve } from '../../scripts/serve.ts';
import { scratch } from '../scratch.ts';
import { openFaulty, openPage } from './page.ts';

const TOKEN = 'ab'.repeat(16);

test('the page that `view` opens takes its files with the token of its address, and none with another', async () => {
  const file = path.join(fs.realpathSync(await scratch()), 'votes.csv');
  fs.writeFileSync(file, 'pair,winner\n1,left\n2,right\n');
  const { folder } = inject('site');
  const own = new Map([['votes.csv', file]]);
  const site = await serve({ folder, port: 0, base: process.env['SITE_BASE'] ?? '/', own, token: TOKEN });
  const { origin } = site;
  try {
    const opened = await openPage(`/your-results/?view=${TOKEN}`, { origin });
    await opened.page.getByText('votes.csv').first().waitFor();
    await opened.page.getByRole('cell', { name: 'right', exact: true }).first().waitFor();
    opened.expectClean();
    const guessed = await openFaulty('/your-results/?view', { origin });
    await guessed.page.getByRole('alert').waitFor();
    expect(await guessed.page.getByText('votes.csv').count()).toBe(0);
    await guessed.close();
  } finally {
    await site.close();
  }
});
