import { expect, test } from 'vitest';
import { joined } from '../pictures/bytes.ts';
import { MAX_PICTURE_BYTES } from '../pictures/limits.ts';
import { bytesOf, exif, jpeg } from '../pictures/testing.ts';
import { cleanFile } from './clean-file.ts';
import { HOSTILE_FILES, pdf } from './testing.ts';

const REFUSED_AS: Record<string, string> = {
  'is not a JPEG, PNG or PDF': 'not_a_picture',
  'cannot be read': 'broken',
  'contains a script or another file': 'active',
  'has too many pixels': 'too_many_pixels',
};

test.each(HOSTILE_FILES)('%s is refused', (_what, bytes, why) => {
  expect(cleanFile(bytes)).toEqual({ refused: REFUSED_AS[why] });
});

test.each([
  ['a PDF', pdf()],
  ['a PDF that begins at a page and a size', pdf('3 0 obj\n<< /OpenAction [2 0 R /FitH 800] >>\nendobj\n')],
  ['a PDF that speaks of launching', pdf('3 0 obj\n<< /Title (Launch) /Launcher 1 /JS#20 2 >>\nendobj\n')],
  ['a PDF with a few bytes behind its end', joined([pdf(), bytesOf('\r\n\0\0')])],
])('%s is kept as it is, byte by byte', (_what, bytes) => {
  expect(cleanFile(bytes)).toEqual({ type: 'application/pdf', bytes });
});

test('a picture loses what a patient’s would', () => {
  const kept = cleanFile(jpeg([exif(1)]));
  expect(kept).toMatchObject({ type: 'image/jpeg' });
  expect(String.fromCharCode(...('bytes' in kept ? kept.bytes : []))).not.toContain('GPS');
});

test('a PDF has a largest size', () => {
  const filled = (size: number) => pdf(' '.repeat(size - pdf().length));
  expect(cleanFile(filled(MAX_PICTURE_BYTES))).toMatchObject({ type: 'application/pdf' });
  expect(cleanFile(filled(MAX_PICTURE_BYTES + 1))).toEqual({ refused: 'too_large' });
});
