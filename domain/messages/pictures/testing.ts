import { joined } from './bytes.ts';
import { crcOf } from './png.ts';

export const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const short = (value: number) => [value >>> 8, value & 0xff];
const long = (value: number) => [...short(value >>> 16), ...short(value & 0xffff)];

export const segment = (marker: number, content: Uint8Array | string): Uint8Array => {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  return joined([Uint8Array.from([0xff, marker, ...short(bytes.length + 2)]), bytes]);
};
export const frame = (width: number, height: number, marker = 0xc0) =>
  segment(marker, Uint8Array.from([8, ...short(height), ...short(width), 1, 1, 0x11, 0]));
export const scan = (data = [1, 2, 0xff, 0, 3, 0xff, 0xd0, 4]) =>
  joined([segment(0xda, Uint8Array.from([1, 1, 0, 0, 63, 0])), Uint8Array.from(data)]);
/** Tables and a small frame, preceded by `more`. */
export const jpeg = (more: Uint8Array[] = [], drawn: Uint8Array[] = [frame(8, 8), scan()]) =>
  joined([
    Uint8Array.from([0xff, 0xd8]),
    ...more,
    segment(0xdb, '0'.repeat(65)),
    ...drawn,
    Uint8Array.from([0xff, 0xd9]),
  ]);
/** A picture as a phone writes it, with orientation and location. */
export const exif = (orientation: number, little = false) => {
  const order = little ? (bytes: number[]) => bytes.toReversed() : (bytes: number[]) => bytes;
  return segment(
    0xe1,
    joined([
      bytesOf('Exif\0\0'),
      bytesOf(little ? 'II' : 'MM'),
      Uint8Array.from([...order(short(42)), ...order(long(8)), ...order(short(1))]),
      Uint8Array.from([
        ...order(short(0x0112)),
        ...order(short(3)),
        ...order(long(1)),
        ...order(short(orientation)),
        0,
        0,
      ]),
      bytesOf('GPS 51.5074 N 0.1278 W'),
    ]),
  );
};

export const chunk = (name: string, content: Uint8Array | string = new Uint8Array()): Uint8Array => {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  const named = joined([bytesOf(name), bytes]);
  return joined([Uint8Array.from(long(bytes.length)), named, Uint8Array.from(long(crcOf(named)))]);
};
export const header = (width: number, height: number) =>
  chunk('IHDR', Uint8Array.from([...long(width), ...long(height), 8, 2, 0, 0, 0]));
export const png = (chunks: Uint8Array[] = [header(8, 8), chunk('IDAT', 'data'), chunk('IEND')]) =>
  joined([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks]);
