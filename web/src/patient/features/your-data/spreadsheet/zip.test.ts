import { expect, test } from 'vitest';
import { crc32, zipOf } from './zip.ts';

const SIGNATURE = { local: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 };

/** Reads it like an unzip program: the directory from the end, then each file. */
function unzip(zip: Uint8Array<ArrayBuffer>): [name: string, content: string][] {
  const view = new DataView(zip.buffer);
  const end = zip.length - 22;
  expect(view.getUint32(end, true)).toBe(SIGNATURE.end);
  const files: [string, string][] = [];
  let at = view.getUint32(end + 16, true);
  expect(at + view.getUint32(end + 12, true)).toBe(end);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    expect(view.getUint32(at, true)).toBe(SIGNATURE.directory);
    const [crc, size] = [view.getUint32(at + 16, true), view.getUint32(at + 24, true)];
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    expect(view.getUint32(local, true)).toBe(SIGNATURE.local);
    expect(zip.slice(local + 4, local + 30)).toEqual(zip.slice(at + 6, at + 32));
    const name = zip.slice(at + 46, at + 46 + nameLength);
    expect(zip.slice(local + 30, local + 30 + nameLength)).toEqual(name);
    const content = zip.slice(local + 30 + nameLength, local + 30 + nameLength + size);
    expect(crc32(content)).toBe(crc);
    files.push([text(name), text(content)]);
    at += 46 + nameLength;
  }
  return files;
}

const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

test('every file comes out of the zip unchanged, whatever its characters', () => {
  const files: [string, string][] = [
    ['Test results.csv', '\ufeffDate,Result\r\n2026-11-18,Peak\r\n'],
    ['Zoë 💜.csv', 'Жукова'],
    ['Empty.csv', ''],
  ];
  expect(unzip(zipOf(files.map(([name, content]) => ({ name, content }))))).toEqual(files);
  expect(unzip(zipOf([]))).toEqual([]);
});

test('the checksum is the one that zip programs compute', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});
