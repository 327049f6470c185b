import { afterEach, expect, test, vi } from 'vitest';
import { findBrowser } from '../../scripts/browser.ts';

afterEach(() => vi.unstubAllEnvs());

test('the browser that the environment names comes first', async () => {
  vi.stubEnv('CHROME_PATH', process.execPath);
  await expect(findBrowser()).resolves.toEqual({ executablePath: process.execPath, env: {} });
});

test('a named browser that does not exist is an error, not a reason to take another', async () => {
  vi.stubEnv('CHROME_PATH', '');
  vi.stubEnv('CHROMIUM_PATH', '/no/such/browser');
  await expect(findBrowser()).rejects.toThrow('CHROMIUM_PATH names a browser that does not exist: /no/such/browser');
});
