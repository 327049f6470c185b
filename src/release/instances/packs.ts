import { constants, crc32, deflateRawSync } from 'node:zlib';
import {
  encodeIndex,
  indexPath,
  type Member,
  PACK_DIGITS,
  type Pointer,
  packPath,
  placeOfKey,
} from '../../schema/packs.ts';
import type { PackSet } from '../../schema/stored-case.ts';
import { GZIP_LEVEL, type ReleaseFiles, sha256 } from '../writer.ts';

/** What begins every gzip file without a name and a time, written by nobody in particular. */
const GZIP = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Bytes of JSON in a pack, about: 0.3 to 1 MB, since a host without ranges gives whole packs. However large the data is, there are no more than so many. */
const PACK_BYTES = 4 * 2 ** 20;
const MOST_PACKS = 128;

const EMPTY = Buffer.alloc(0);
/** Bytes of a gzip file behind what is deflated: checksum and length. */
const END = 8;

/** Deflates the two parts of a line of JSON into one gzip file. The second can be inflated alone: nothing in it refers to what stands before. */
function gzipped(first: string, second: string): { readonly bytes: Buffer; readonly tail: Buffer } {
  const head = deflateRawSync(first, { level: GZIP_LEVEL, finishFlush: constants.Z_FULL_FLUSH });
  const tail = deflateRawSync(second, { level: GZIP_LEVEL });
  const plain = Buffer.from(first + second);
  const end = Buffer.alloc(END);
  end.writeUInt32LE(crc32(plain));
  end.writeUInt32LE(plain.length, 4);
  return { bytes: Buffer.concat([GZIP, head, tail, end]), tail };
}

const hashOf = (bytes: Uint8Array): string => sha256(bytes).slice(0, PACK_DIGITS);

/** Writes members into packs, in the order in which they are added, and then their index. */
export class PackWriter {
  private readonly files: ReleaseFiles;
  private readonly path: string;
  private readonly ofPack: number;
  private readonly members: Member[] = [];
  private pack: Buffer[] = [];
  private size = 0;
  private packs = '';

  /** `path` with `*` in place of number and hash; `count` members of so many bytes of JSON together, about. */
  constructor(files: ReleaseFiles, path: string, { count, bytes }: { readonly count: number; readonly bytes: number }) {
    this.files = files;
    this.path = path;
    // Each pack has as many members, so that a change of one leaves the other packs as they were.
    this.ofPack = Math.max(1, Math.ceil(count / Math.min(MOST_PACKS, Math.ceil(bytes / PACK_BYTES))));
  }

  /** Adds a member, a line of JSON of which the second part is also read alone; '' where nothing has this number. Gives where that part lies. */
  add(key: number, first: string, second = '\n'): Pointer {
    if (this.members.length > 0 && this.members.length % this.ofPack === 0) this.closePack();
    const { bytes, tail } = first === '' ? { bytes: EMPTY, tail: EMPTY } : gzipped(first, second);
    const pack = this.packs.length / PACK_DIGITS;
    this.members.push({ key, at: [pack, this.size, bytes.length, hashOf(bytes)] });
    this.pack.push(bytes);
    this.size += bytes.length;
    return [pack, this.size - END - tail.length, tail.length, hashOf(tail)];
  }

  private closePack(): void {
    const bytes = Buffer.concat(this.pack);
    this.packs += hashOf(bytes);
    this.files.write(packPath({ path: this.path, packs: this.packs }, this.packs.length / PACK_DIGITS - 1), bytes);
    [this.pack, this.size] = [[], 0];
  }

  /** Writes what is left, and the index: of members that are found by a hash in its order. */
  close(keys: 'hashed' | 'numbered'): PackSet {
    if (this.pack.length > 0) this.closePack();
    const members = keys === 'hashed' ? this.members.toSorted((a, b) => a.key - b.key) : this.members;
    const index = encodeIndex(members, sha256);
    const set = { path: this.path, index: hashOf(index), packs: this.packs, members: members.length };
    this.files.write(indexPath(set), index);
    if (keys === 'numbered') return set;
    const away = members.map(({ key }, i) => Math.abs(placeOfKey(key, { ...set, slack: 0 }) - i));
    return { ...set, slack: away.reduce((most, one) => Math.max(most, one), 0) };
  }
}
