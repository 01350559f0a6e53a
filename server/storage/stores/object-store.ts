export type ByteRange = { start: number; end: number };
export type Measured = { size: number; sha256: string };

/**
 * Where the bytes are. A file is known by its object's version, a UUID that the server makes: no name from outside ever
 * reaches a disk or another store.
 */
export type ObjectStore = {
  /** All of it or nothing: what was there before a failure is there after it. */
  put: (version: string, bytes: AsyncIterable<Uint8Array>) => Promise<Measured>;
  /** Null where there are no such bytes. */
  get: (version: string, range?: ByteRange) => Promise<ReadableStream<Uint8Array> | null>;
  /** Also right where there is nothing to remove. */
  remove: (version: string) => Promise<void>;
};
