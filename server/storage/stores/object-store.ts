export type ByteRange = { start: number; end: number };
export type SizeAndHash = { size: number; sha256: string };

/**
 * Stores the bytes. A file's name there is its object's version, a UUID from the server, so no name from a
 * client reaches the disk or the bucket.
 */
export type ObjectStore = {
  /** Atomic: after a failure, what was stored before is unchanged. The pieces are the store's: it frees them. */
  put: (version: string, bytes: AsyncIterable<Uint8Array>) => Promise<SizeAndHash>;
  /** Null if there is no such file. */
  get: (version: string, range?: ByteRange) => Promise<ReadableStream<Uint8Array> | null>;
  /** Also succeeds if there is no such file. */
  remove: (version: string) => Promise<void>;
};
