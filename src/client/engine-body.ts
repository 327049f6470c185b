import { Decompress } from 'fzstd';
import { damaged, reasonOf, truncated } from './failure.ts';
import { type Bytes, type Inflated, inflatedBody } from './fetch.ts';

/** Says whether these are the first bytes of a zstd file. */
const isZstd = ([first, second]: Bytes): boolean => first === 0x28 && second === 0xb5;
const NOTHING: Bytes = new Uint8Array();

/** Inflates what begins as zstd, which browsers do not, and lets everything else through as it is. Its chunks fail as ClientFailure. */
function inflateZstd(url: string): TransformStream<Bytes, Bytes> {
  let decoder: Decompress | null | undefined;
  return new TransformStream<Bytes, Bytes>({
    transform: (chunk, controller) => {
      if (decoder === undefined)
        decoder = isZstd(chunk)
          ? new Decompress((part) => part.length > 0 && controller.enqueue(new Uint8Array(part)))
          : null;
      if (decoder === null) {
        controller.enqueue(chunk);
        return;
      }
      try {
        decoder.push(chunk);
      } catch (error) {
        throw damaged(url, `It cannot be inflated: ${reasonOf(error)}.`, error);
      }
    },
    flush: () => {
      try {
        decoder?.push(NOTHING, true);
      } catch (error) {
        throw truncated(url, `${reasonOf(error)}.`, error);
      }
    },
  });
}

/** Gives the engine's body as it comes, inflated. Throws ClientFailure. */
export async function engineBody(response: Response, url: string): Promise<Inflated> {
  const { stream, failureOf } = await inflatedBody(response, url);
  return { stream: stream.pipeThrough(inflateZstd(url)), failureOf };
}
