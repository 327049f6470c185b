const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum & 1) === 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** Computes the CRC-32 of bytes, the checksum of gzip (RFC 1952, section 8) and zip; `before`: that of the bytes before these. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (let i = 0; i < bytes.length; i += 1) sum = (sum >>> 8) ^ (TABLE[(sum ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
  return ~sum >>> 0;
}
