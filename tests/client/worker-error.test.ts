import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClientFailure } from '../../src/client/failure.ts';

const document = new EventTarget();
beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('document', document);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What is told of a worker whose error says this; `blocked`: what the browser has stopped, which it says after the error. */
async function told(message: string | undefined, blocked?: string): Promise<ClientFailure | undefined> {
  const { onWorkerError } = await import('../../src/client/engine-failure.ts');
  const worker = new EventTarget() as Worker;
  let failure: ClientFailure | undefined;
  onWorkerError(worker, (found) => {
    failure = found;
  });
  worker.dispatchEvent(Object.assign(new Event('error'), { message }));
  if (blocked !== undefined)
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { blockedURI: blocked }));
  await vi.runAllTimersAsync();
  return failure;
}

test('a worker that a policy stopped, one that broke without a word, and one whose script failed are told apart', async () => {
  expect((await told(undefined, 'blob'))?.why).toContain('worker-src lacks blob:');
  vi.resetModules();
  const silent = await told(undefined, 'https://elsewhere.example/picture.png');
  expect(silent?.why).toMatch(/came empty or in part/);
  expect(silent?.why).not.toMatch(/policy/i);
  expect(silent?.wayOn).toBe('retry');
  expect(await told('Uncaught TypeError: x is null')).toMatchObject({
    kind: 'engine-crashed',
    why: 'Uncaught TypeError: x is null.',
  });
});
