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
        length += readSync(handle, this.room, length, this.room.length - length, null);
        // A file gives less than it is asked for at its end alone.
        if (length < this.room.length) return this.room.subarray(0, length);
        this.room = Buffer.concat([this.room], 2 * length);
      }
    } finally {
      closeSync(handle);
    }
  }
}
