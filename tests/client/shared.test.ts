import { expect, test } from 'vitest';
import { abortable, shared, sharedByKey, sharedOpening, turnstile } from '../../src/client/shared.ts';

test('all callers share one promise; a failure is not remembered', async () => {
  let calls = 0;
  const { get, forget } = shared(async () => {
    calls += 1;
    if (calls === 1) throw new Error('first');
    return calls;
  });
  const [first, second] = [get(), get()];
  expect(first).toBe(second);
  await expect(first).rejects.toThrow('first');
  expect(await Promise.all([get(), get()])).toEqual([2, 2]);
  forget();
  expect(await get()).toBe(3);
});

test('a late failure does not take the place of what came after it', async () => {
  const fails: ((reason: Error) => void)[] = [];
  const { get, forget } = shared(() => new Promise<string>((_, reject) => fails.push(reject)));
  const old = get();
  forget();
  const current = get();
  fails[0]?.(new Error('old'));
  await expect(old).rejects.toThrow('old');
  expect(get()).toBe(current);
});

test('what was opened is closed at the end, once, also where it is still being opened; what was never asked for is not opened', async () => {
  const told: string[] = [];
  const opening = Promise.withResolvers<void>();
  const one = sharedOpening(async () => {
    told.push('opening');
    await opening.promise;
    return { close: async () => void told.push('closed') };
  });
  one.end();
  expect(told).toEqual([]);
  const [first, second] = [one.get(), one.get()];
  one.end();
  opening.resolve();
  await Promise.all([first, second]);
  await Promise.resolve();
  one.end();
  await Promise.resolve();
  expect(told).toEqual(['opening', 'closed']);
  // Another call opens another.
  await one.get();
  expect(told).toEqual(['opening', 'closed', 'opening']);
});

test('by key, what was asked for least recently is forgotten first', async () => {
  const loads: string[] = [];
  const byKey = sharedByKey<string>(2);
  const ask = (key: string) =>
    byKey(key, async () => {
      loads.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await ask(key)).toBe(key);
  expect(loads.join('')).toBe('abcb');
});

test('waiting can be given up while the work goes on', async () => {
  const work = new Promise<number>((resolve) => setTimeout(resolve, 20, 7));
  const controller = new AbortController();
  const waiting = abortable(work, controller.signal);
  controller.abort();
  await expect(waiting).rejects.toThrow(DOMException);
  await expect(abortable(work, controller.signal)).rejects.toThrow(DOMException);
  expect(await work).toBe(7);
});

test('one at a time, in order', async () => {
  const enter = turnstile();
  const seen: string[] = [];
  const visit = async (name: string) => {
    const leave = await enter();
    seen.push(`${name} in`);
    await new Promise((resolve) => setTimeout(resolve, 1));
    seen.push(`${name} out`);
    leave();
  };
  await Promise.all(['a', 'b', 'c'].map(visit));
  expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
});
