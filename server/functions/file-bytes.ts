import { freeBytes } from '../http/free-bytes.ts';

/** Small enough that copying one delays no one. */
const PIECE_BYTES = 256 * 1024;

/**
 * A file as a stream: given whole, a `Request` copies and hashes all of it in one go, each 10 ms of the one
 * thread.
 */
export function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      const piece = bytes.subarray(at, (at += PIECE_BYTES));
      // Its reader may free it, and the caller keeps the file.
      controller.enqueue(piece.length === bytes.buffer.byteLength ? piece.slice() : piece);
      if (at >= bytes.length) controller.close();
    },
  });
}

/**
 * A file, read piece by piece into one buffer: `Response.arrayBuffer` collects the pieces, joins them, and
 * copies the result.
 */
export async function bytesOf(answer: Response): Promise<ArrayBuffer> {
  const length = Number(answer.headers.get('content-length') ?? NaN);
  if (!answer.body || !Number.isInteger(length)) return answer.arrayBuffer();
  const bytes = new Uint8Array(length);
  let at = 0;
  for await (const piece of answer.body) {
    bytes.set(piece, at);
    at += piece.length;
    freeBytes(piece);
  }
  if (at < length) throw new Error('a file is shorter than it was');
  return bytes.buffer;
}
