import { closeSync, openSync, readSync } from 'node:fs';

/** Bytes for which there is room at first. */
const ROOM = 2 ** 18;

/** Reads thousands of small files, one after the other, into the same memory: each is gone when the next is read. */
export class FileReader {
  private room: Buffer<ArrayBuffer> = Buffer.allocUnsafe(ROOM);

  /** Gives the bytes of a file, which stay until the next one is read. */
  read(file: string): Buffer<ArrayBuffer> {
    const handle = openSync(file, 'r');
    try {
      let length = 0;
      for (;;) {
        const read = readSync(handle, this.room, length, this.room.length - length, null);
        length += read;
        if (read === 0) return this.room.subarray(0, length);
        if (length === this.room.length) this.room = Buffer.concat([this.room], 2 * length);
      }
    } finally {
      closeSync(handle);
    }
  }
}
