import { joined, part, startsWith, viewOf } from './bytes.ts';
import { Refused, requireDrawable } from './refusal.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const HEADER_LENGTH = 13;
const isOneOf =
  (...lengths: number[]) =>
  (length: number) =>
    lengths.includes(length);
/**
 * The picture and its color information, each only with its exact length. Text, time, location, compressed
 * profiles and animation are dropped.
 */
const KEPT = new Map<string, (length: number) => boolean>([
  ['IHDR', isOneOf(HEADER_LENGTH)],
  ['PLTE', (length) => length > 0 && length <= 256 * 3 && length % 3 === 0],
  ['IDAT', () => true],
  ['IEND', isOneOf(0)],
  ['tRNS', (length) => length > 0 && length <= 256],
  ['gAMA', isOneOf(4)],
  ['cHRM', isOneOf(32)],
  ['sRGB', isOneOf(1)],
  ['sBIT', isOneOf(1, 2, 3, 4)],
  ['bKGD', isOneOf(1, 2, 6)],
  ['pHYs', isOneOf(9)],
]);

/** A picture of maximum size has 10,000 if a program writes a kilobyte at a time; eight is usual. */
const MAX_CHUNKS = 10_000;

export const isPng = (bytes: Uint8Array): boolean => startsWith(bytes, SIGNATURE);

export function cleanPng(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes);
  const kept: Uint8Array[] = [Uint8Array.from(SIGNATURE)];
  let hasData = false;
  let at = SIGNATURE.length;
  for (let chunks = 1; ; chunks += 1) {
    const isFirst = chunks === 1;
    if (chunks > MAX_CHUNKS) throw new Refused('broken');
    if (at + 8 > bytes.length) throw new Refused('broken');
    const length = view.getUint32(at);
    const chunk = part(bytes, at, length + 12);
    const name = String.fromCharCode(...chunk.subarray(4, 8));
    if (viewOf(chunk).getUint32(length + 8) !== crcOf(chunk.subarray(4, length + 8)))
      throw new Refused('broken');
    if (isFirst !== (name === 'IHDR')) throw new Refused('broken');
    if (isFirst) readHeader(chunk, length);
    at += chunk.length;
    if (name === 'IDAT' && length === 0) continue;
    hasData ||= name === 'IDAT';
    if (KEPT.get(name)?.(length)) kept.push(chunk);
    // A capital letter marks chunks that are required for drawing: we know all of those.
    else if (/^[A-Z]/.test(name)) throw new Refused('broken');
    if (name === 'IEND') break;
  }
  if (!hasData) throw new Refused('broken');
  return joined(kept);
}

function readHeader(chunk: Uint8Array, length: number): void {
  if (length !== HEADER_LENGTH) throw new Refused('broken');
  requireDrawable(viewOf(chunk).getUint32(8), viewOf(chunk).getUint32(12));
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

export function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  // By index: an iterator takes ten times as long, and the thread is shared.
  for (let at = 0; at < bytes.length; at += 1) crc = CRC_TABLE[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
