import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { joined } from './bytes.ts';
import { cleanPicture } from './clean-picture.ts';
import { MAX_PICTURE_BYTES } from './limits.ts';
import { bytesOf, chunk, exif, frame, header, jpeg, png, scan, segment } from './testing.ts';

const SECRET = 'GPS 51.5074 N 0.1278 W';
const textOf = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const cleaned = (bytes: Uint8Array): Uint8Array => {
  const picture = cleanPicture(bytes);
  if ('refused' in picture) throw new Error(picture.refused);
  return picture.bytes;
};
const DRAWN = [header(8, 8), chunk('IDAT', 'data'), chunk('IEND')];
const between = (...more: Uint8Array[]) => png([DRAWN[0]!, ...more, ...DRAWN.slice(1)]);
/** Repeated as often as fits into a picture. */
const packed = (part: Uint8Array) => {
  const all = new Uint8Array(MAX_PICTURE_BYTES - 1_000);
  const count = Math.floor(all.length / part.length);
  for (let at = 0; at < count; at += 1) all.set(part, at * part.length);
  return all.subarray(0, count * part.length);
};
const FILL = Uint8Array.from([0xff, 0xff]);
const ADOBE = 'Adobe\0\x64\0\0\0\0\x01';
const JFIF = `JFIF\0\x01\x02\x01\0\x48\0\x48`;

test.each([
  ['EXIF', jpeg([exif(1)])],
  ['EXIF of an Intel camera', jpeg([exif(1, true)])],
  ['XMP', jpeg([segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`)])],
  ['IPTC', jpeg([segment(0xed, `Photoshop 3.0\0${SECRET}`)])],
  ['a comment', jpeg([segment(0xfe, SECRET)])],
  ['a thumbnail', jpeg([segment(0xe0, `${JFIF}\x02\x02${SECRET}`)])],
  ['words in Adobe’s place', jpeg([segment(0xee, SECRET)])],
  ['words behind Adobe’s', jpeg([segment(0xee, `${ADOBE}${SECRET}`)])],
  ['a second picture behind the end', joined([jpeg(), jpeg([exif(1)])])],
  ['a page behind the end', joined([jpeg(), bytesOf(`<script>${SECRET}</script>`)])],
  ['a comment between two scans', jpeg([], [frame(8, 8, 0xc2), scan(), segment(0xfe, SECRET), scan()])],
  ['a text of a PNG', between(chunk('tEXt', `Location\0${SECRET}`))],
  ['an international text', between(chunk('iTXt', SECRET))],
  ['EXIF of a PNG', between(chunk('eXIf', SECRET))],
  ['a profile that unpacks', between(chunk('iCCP', SECRET))],
  ['a picture that moves', between(chunk('acTL', SECRET), chunk('fdAT', SECRET))],
  ['words in place of a gamma', between(chunk('gAMA', SECRET))],
  ['words behind colors', between(chunk('cHRM', '0'.repeat(32) + SECRET))],
  ['words in place of an intent', between(chunk('sRGB', SECRET))],
  ['words in place of a background', between(chunk('bKGD', SECRET))],
  ['words in place of bits', between(chunk('sBIT', SECRET))],
  ['words in place of a density', between(chunk('pHYs', SECRET))],
  ['words behind transparencies', between(chunk('tRNS', '0'.repeat(256) + SECRET))],
  ['a time', between(chunk('tIME', SECRET))],
  ['a page behind the end of a PNG', joined([png(), bytesOf(SECRET)])],
])('%s is removed, and the picture stays', (_what, bytes) => {
  expect(textOf(bytes)).toContain(SECRET);
  const clean = cleaned(bytes);
  expect(textOf(clean)).not.toContain(SECRET);
  expect(textOf(clean)).not.toContain('script');
  expect(cleaned(clean)).toEqual(clean);
});

test.each([1, 2, 3, 6, 8])('a picture taken at orientation %i is shown upright', (orientation) => {
  for (const little of [false, true]) {
    const clean = cleaned(jpeg([exif(orientation, little)]));
    expect(clean.length - cleaned(jpeg()).length).toBe(orientation === 1 ? 0 : 36);
    expect(cleaned(clean)).toEqual(clean);
  }
});

test.each([
  ['a page', bytesOf('<html><script>alert(1)</script>'), 'not_a_picture'],
  ['a drawing with script', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not_a_picture'],
  ['a document', bytesOf('%PDF-1.7'), 'not_a_picture'],
  ['a program', bytesOf('MZ\x90\0'), 'not_a_picture'],
  ['an archive', bytesOf('PK\x03\x04'), 'not_a_picture'],
  ['a GIF', bytesOf('GIF89a'), 'not_a_picture'],
  ['a WebP', bytesOf('RIFF\0\0\0\0WEBP'), 'not_a_picture'],
  ['nothing', new Uint8Array(), 'not_a_picture'],
  ['only the start of a JPEG', Uint8Array.from([0xff, 0xd8, 0xff]), 'broken'],
  [
    'a page that begins as a JPEG',
    joined([Uint8Array.from([0xff, 0xd8, 0xff]), bytesOf('<script>')]),
    'broken',
  ],
  ['a JPEG without an end', jpeg().subarray(0, -2), 'broken'],
  ['a JPEG without a picture', jpeg([], []), 'broken'],
  ['a JPEG whose scan comes first', jpeg([], [scan(), frame(8, 8)]), 'broken'],
  ['a JPEG of two frames', jpeg([], [frame(8, 8), frame(9, 9), scan()]), 'broken'],
  ['a JPEG without a height', jpeg([], [frame(8, 0), scan()]), 'broken'],
  ['a segment longer than the file', jpeg().subarray(0, 20), 'broken'],
  ['a JPEG of four billion pixels', jpeg([], [frame(65535, 65535), scan()]), 'too_many_pixels'],
  ['a PNG of four billion pixels', png([header(65535, 65535), ...DRAWN.slice(1)]), 'too_many_pixels'],
  ['a PNG of one long line', png([header(2 ** 31 - 1, 1), ...DRAWN.slice(1)]), 'too_many_pixels'],
  ['a PNG without a width', png([header(0, 8), ...DRAWN.slice(1)]), 'broken'],
  ['a PNG without an end', png(DRAWN.slice(0, 2)), 'broken'],
  ['a PNG without a header', png(DRAWN.slice(1)), 'broken'],
  ['a PNG without a picture', png([DRAWN[0]!, DRAWN[2]!]), 'broken'],
  ['a PNG with two headers', between(header(9, 9)), 'broken'],
  ['a PNG that needs what nobody knows', between(chunk('EVIL', 'x')), 'broken'],
  ['a PNG with words in its end', png([...DRAWN.slice(0, 2), chunk('IEND', SECRET)]), 'broken'],
  ['a PNG with too many colors', between(chunk('PLTE', '0'.repeat(771))), 'broken'],
  ['a PNG with a part of a color', between(chunk('PLTE', '0'.repeat(4))), 'broken'],
  ['a JPEG of 2.6 million empty tables', jpeg([packed(segment(0xdb, ''))]), 'broken'],
  ['a JPEG of 2.6 million empty comments', jpeg([packed(segment(0xfe, ''))]), 'broken'],
  ['a PNG of 800,000 empty parts', between(packed(chunk('IDAT'))), 'broken'],
  ['a PNG of 800,000 empty texts', between(packed(chunk('tEXt'))), 'broken'],
  ['a PNG without colors', between(chunk('PLTE')), 'broken'],
  ['a PNG with a wrong sum', png().with(45, 7), 'broken'],
  ['a file of more than 10 MB', joined([jpeg(), new Uint8Array(MAX_PICTURE_BYTES)]), 'too_large'],
])('%s is refused', (_what, bytes, refused) => {
  expect(cleanPicture(bytes)).toEqual({ refused });
});

test('what a picture needs for its colors stays', () => {
  const adobe = jpeg([segment(0xee, ADOBE)]);
  expect(cleaned(adobe)).toEqual(adobe);
  const colors = between(
    chunk('gAMA', '0'.repeat(4)),
    chunk('cHRM', '0'.repeat(32)),
    chunk('sRGB', '0'),
    chunk('sBIT', '0'.repeat(3)),
    chunk('PLTE', '0'.repeat(768)),
    chunk('tRNS', '0'.repeat(6)),
    chunk('bKGD', '0'.repeat(6)),
    chunk('pHYs', '0'.repeat(9)),
  );
  expect(cleaned(colors)).toEqual(colors);
});

test.each([
  ['the end', [frame(8, 8), scan(), FILL], cleaned(jpeg())],
  ['a segment', [FILL, frame(8, 8), FILL, scan()], cleaned(jpeg())],
  [
    'another scan',
    [frame(8, 8, 0xc2), scan(), FILL, segment(0xfe, SECRET), FILL, scan()],
    cleaned(jpeg([], [frame(8, 8, 0xc2), scan(), scan()])),
  ],
])('padding bytes before %s are removed', (_where, drawn, clean) => {
  expect(cleaned(jpeg([], drawn))).toEqual(clean);
});

test('padding bytes before a restart marker belong to the scan', () => {
  const filled = jpeg([], [frame(8, 8), scan([1, 0xff, 0xff, 0xff, 0xd0, 2, 0xff, 0, 3])]);
  expect(cleaned(filled)).toEqual(filled);
});

test('whatever is cut, changed or added, a file is refused or cleaned, and a cleaned file is clean', () => {
  const files = fc.constantFrom(jpeg([exif(6)]), between(chunk('tEXt', SECRET)));
  const changes = fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 5 });
  fc.assert(
    fc.property(files, changes, fc.nat(250), (file, changed, length) => {
      const bytes = file.slice(0, length);
      for (const [at, byte] of changed) if (at < bytes.length) bytes[at] = byte;
      const picture = cleanPicture(bytes);
      if ('refused' in picture) return;
      expect(cleanPicture(picture.bytes)).toEqual(picture);
    }),
    { numRuns: 2_000 },
  );
});

test('empty files are refused', () => {
  const empty = [segment(0xdb, ''), segment(0xc4, ''), segment(0xe0, 'JFIF'), segment(0xee, '')];
  expect(cleaned(jpeg(empty))).toEqual(cleaned(jpeg()));
  expect(cleaned(between(chunk('IDAT'), chunk('tRNS')))).toEqual(cleaned(png()));
});

test('a large picture in the smallest chunks that programs write is accepted', () => {
  const part = chunk('IDAT', new Uint8Array(4_096));
  const parts = Array.from({ length: Math.floor((MAX_PICTURE_BYTES - 1_000) / part.length) }, () => part);
  expect(cleaned(between(...parts)).length).toBeGreaterThan(MAX_PICTURE_BYTES - 10_000);
  const profile = segment(0xe2, new Uint8Array(60_000));
  expect(cleaned(jpeg(Array.from({ length: 170 }, () => profile)))).toEqual(cleaned(jpeg()));
});
