import { afterEach, expect, test, vi } from 'vitest';
import { bundledBrowser } from '../../scripts/browser/bundled.ts';
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

test('the bundled browser comes before an installed one, which serves where there is none bundled', async () => {
  vi.stubEnv('CHROME_PATH', '');
  vi.stubEnv('CHROMIUM_PATH', '');
  const own = { executablePath: '/bundled', env: { FONTCONFIG_PATH: '/fonts' } };
  const paths = ['/no/such/browser', process.execPath];
  await expect(findBrowser({ bundled: async () => own, paths })).resolves.toEqual(own);
  await expect(findBrowser({ bundled: async () => null, paths })).resolves.toEqual({
    executablePath: process.execPath,
    env: {},
  });
  await expect(findBrowser({ bundled: async () => null, paths: [] })).rejects.toThrow('No browser found.');
  expect(await findBrowser({ paths })).toEqual(
    (await bundledBrowser()) ?? { executablePath: process.execPath, env: {} },
  );
});
