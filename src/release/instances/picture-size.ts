/** Width and height in pixels. */
type PictureSize = [width: number, height: number];

/** Markers of a JPEG before whose data a frame is described, beside C4, C8 and CC, which are tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff; ) {
    if (isFrame(view.getUint8(at + 1))) return [view.getUint16(at + 7), view.getUint16(at + 5)];
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpSize(view: DataView): PictureSize | null {
  if (view.byteLength < 30) return null;
  const kind = view.getUint8(15);
  // 'VP8 ', 'VP8L' and 'VP8X', which say their size in 14 bits each, in 14 bits less one, and in 24 bits less one.
  if (kind === 0x20) return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  if (kind === 0x4c) return [1 + (view.getUint16(21, true) & 0x3fff), 1 + ((view.getUint32(21, true) >>> 14) & 0x3fff)];
  return [1 + (view.getUint32(24, true) & 0xffffff), 1 + (view.getUint32(26, true) >>> 8)];
}

/** Reads the size of a PNG, JPEG or WebP from its first bytes, so that a page can keep its room; null where they do not tell. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const png = (): PictureSize | null => (view.byteLength < 24 ? null : [view.getUint32(16), view.getUint32(20)]);
  const size = bytes[0] === 137 ? png() : bytes[0] === 255 ? jpegSize(view) : bytes[0] === 82 ? webpSize(view) : null;
  return size?.every((side) => side > 0) ? size : null;
}
