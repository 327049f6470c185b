import { statSync } from 'node:fs';
import path from 'node:path';
import type { SmallFiles } from './small-files.ts';

/** No small picture has more bytes. */
const MOST_THUMB_BYTES = 4096;

/** Sizes tried, the best first: pixels of the longer side, and quality. */
const TRIES = [
  { side: 96, quality: 60 },
  { side: 80, quality: 40 },
  { side: 48, quality: 30 },
] as const;

/** Gives the bytes of the small picture of a file; null where it cannot be read or would be too large. */
async function smallPicture(file: string): Promise<Uint8Array | null> {
  // Most builds make none.
  const { default: sharp } = await import('sharp');
  for (const { side, quality } of TRIES) {
    const bytes = await sharp(file)
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer()
      .catch(() => null);
    if (bytes === null) return null;
    if (bytes.byteLength <= MOST_THUMB_BYTES) return bytes;
  }
  return null;
}

/** Makes small pictures of the published ones, each once. */
export class Thumbnails {
  private readonly known = new Map<string, Promise<string>>();
  private readonly files: SmallFiles;

  constructor(files: SmallFiles) {
    this.files = files;
  }

  /** Gives the path of the small picture of a published one, below `public/data/`; '' where it cannot be read or would be too large. */
  of(src: string): Promise<string> {
    const found = this.known.get(src) ?? this.make(src);
    this.known.set(src, found);
    return found;
  }

  private async make(src: string): Promise<string> {
    const file = this.files.pathOf(src);
    if (statSync(file).size <= MOST_THUMB_BYTES) return src;
    // The name keeps the hash of the picture that it is made of.
    const name = `${path.posix.dirname(path.posix.dirname(src))}/thumbs/${path.posix.parse(src).name}.webp`;
    const bytes = await smallPicture(file);
    if (bytes === null) return '';
    this.files.write(name, bytes);
    return name;
  }
}
