import { expect, test } from 'vitest';
import { bytesOf, streamOf } from './file-bytes.ts';

const file = (length: number) => Uint8Array.from({ length }, (_, at) => at % 251);
const answerOf = (bytes: Uint8Array<ArrayBuffer>, length = bytes.length) =>
  new Response(streamOf(bytes), { headers: { 'content-length': String(length) } });

test.each([1, 256 * 1024, 256 * 1024 + 1, 3_000_000])(
  'a file of %i bytes passes in pieces, and arrives as it was',
  async (length) => {
    const bytes = file(length);
    const pieces = [];
    for await (const piece of streamOf(bytes)) pieces.push(piece.length);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(256 * 1024);
    expect(Buffer.compare(Buffer.from(await bytesOf(answerOf(bytes))), bytes)).toBe(0);
  },
);

test('a file that is shorter or longer than announced is refused', async () => {
  await expect(bytesOf(answerOf(file(10), 11))).rejects.toThrow('shorter');
  await expect(bytesOf(answerOf(file(11), 10))).rejects.toThrow(RangeError);
});

test('a refusal in words is read as it is', async () => {
  expect(new TextDecoder().decode(await bytesOf(Response.json({ a: 1 })))).toBe('{"a":1}');
});
