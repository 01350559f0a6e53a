/**
 * Bytes that fill their buffer move between threads without a copy, which would take the server's thread 15
 * ms per picture.
 */
export const ownBuffers = (bytes: unknown): ArrayBuffer[] =>
  bytes instanceof Uint8Array &&
  bytes.buffer instanceof ArrayBuffer &&
  bytes.byteLength === bytes.buffer.byteLength
    ? [bytes.buffer]
    : [];
