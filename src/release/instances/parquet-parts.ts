import { type FileMetaData, parquetMetadata } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';

/** A Parquet file begins and ends with these bytes. */
const MAGIC = Buffer.from('PAR1');
/** The last bytes are the length of the footer, and `PAR1`. */
const TAIL = 8;

type RowGroup = FileMetaData['row_groups'][number];

const moved = (at: bigint | undefined, by: bigint): bigint | undefined => (at === undefined ? undefined : at + by);

/** A row group that lies so many bytes further on in another file. Indexes of pages and filters stay behind. */
function movedGroup(group: RowGroup, by: bigint): RowGroup {
  const columns = group.columns.map(({ file_offset, meta_data: own }) => {
    if (own === undefined) return { file_offset: file_offset + by };
    const { bloom_filter_offset: _, bloom_filter_length: __, ...kept } = own;
    const dictionary = moved(own.dictionary_page_offset, by);
    return {
      file_offset: file_offset === 0n ? 0n : file_offset + by,
      meta_data: {
        ...kept,
        data_page_offset: own.data_page_offset + by,
        ...(dictionary === undefined ? {} : { dictionary_page_offset: dictionary }),
      },
    };
  });
  const { file_offset: at, ...rest } = group;
  const offset = moved(at, by);
  return { ...rest, columns, ...(offset === undefined ? {} : { file_offset: offset }) };
}

/** Joins Parquet files of the same columns into one, whose row groups are theirs, byte for byte. Only their footers are held. */
export class ParquetParts {
  private joined: FileMetaData | null = null;
  private at = MAGIC.byteLength;

  /** Gives the bytes that a file adds. */
  add(file: Uint8Array): readonly Uint8Array[] {
    const first = this.joined === null;
    const end = file.byteLength - TAIL;
    const length = Buffer.from(file.buffer, file.byteOffset, file.byteLength).readUInt32LE(end);
    const own = parquetMetadata(new Uint8Array(file.subarray(end - length)).buffer);
    const body = file.subarray(MAGIC.byteLength, end - length);
    const by = BigInt(this.at - MAGIC.byteLength);
    const groups = own.row_groups.map((group) => movedGroup(group, by));
    this.joined = {
      ...own,
      ...this.joined,
      num_rows: (this.joined?.num_rows ?? 0n) + own.num_rows,
      row_groups: [...(this.joined?.row_groups ?? []), ...groups],
    };
    this.at += body.byteLength;
    return first ? [MAGIC, body] : [body];
  }

  /** Gives the bytes that end the file. */
  end(): Uint8Array {
    if (this.joined === null) throw new Error('a Parquet file of no files');
    const writer = new ByteWriter();
    writeMetadata(writer, this.joined);
    return Buffer.concat([writer.getBytes(), MAGIC]);
  }
}
