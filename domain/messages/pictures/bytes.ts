import { Refused } from './refusal.ts';

/** Reads never pass the end of the file. Reading past it means that the file was cut off. */
export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export function part(bytes: Uint8Array, from: number, length: number): Uint8Array {
  if (from + length > bytes.length) throw new Refused('broken');
  return bytes.subarray(from, from + length);
}

export const startsWith = (bytes: Uint8Array, start: readonly number[], from = 0): boolean =>
  start.every((byte, place) => bytes[from + place] === byte);

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, each) => length + each.length, 0));
  let at = 0;
  for (const each of parts) {
    whole.set(each, at);
    at += each.length;
  }
  return whole;
}
