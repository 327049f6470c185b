import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeParts } from '../../../src/release/instance-parts.ts';
import type { PartInput } from '../../../src/release/instances/part.ts';
import { SILENT } from '../../../src/release/progress.ts';

const threads = vi.hoisted(() => ({ room: true, asked: [] as string[] }));

vi.mock('node:os', async (original) => {
  const os = await original<typeof import('node:os')>();
  return { ...os, default: { ...os, availableParallelism: () => 2 } };
});

/** A thread that fails at once on `bad` and makes everything else in a tenth of a second. */
vi.mock('node:worker_threads', () => ({
  Worker: class extends EventEmitter {
    constructor() {
      super();
      if (!threads.room) throw new Error('the system has no room for a thread');
    }
    postMessage({ benchmark: { id } }: PartInput): void {
      threads.asked.push(id);
      if (id === 'bad') setTimeout(() => this.emit('error', new Error('bad records')), 1);
      else setTimeout(() => this.emit('message', { kind: 'result', result: id }), 100);
    }
    terminate(): void {
      this.emit('exit');
    }
  },
  parentPort: null,
}));

const inputs = (...ids: string[]) => ids.map((id) => ({ benchmark: { id } }) as PartInput);

beforeEach(() => {
  threads.room = true;
  threads.asked = [];
});

test('parts come in the order that was asked for, however many threads there are', async () => {
  expect(await makeParts(inputs('one', 'two', 'three'), SILENT)).toEqual(['one', 'two', 'three']);
});

test('a build for which no thread can begin fails, and does not end with no benchmark at all', async () => {
  threads.room = false;
  await expect(makeParts(inputs('one', 'two'), SILENT)).rejects.toThrow('no room for a thread');
});

test('after a failure no other benchmark is begun', async () => {
  await expect(makeParts(inputs('bad', 'slow', 'last'), SILENT)).rejects.toThrow('bad records');
  expect(threads.asked).toEqual(['bad', 'slow']);
});
