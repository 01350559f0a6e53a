import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { MAX_FIELD_BYTES, readForm } from './read-form.ts';

const TYPE = 'multipart/form-data; boundary=xx';
const FILE_BYTES = 'a picture\r\n--x, nearly a boundary\r\n';

const field = (name: string, value: string) =>
  `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (bytes = FILE_BYTES) =>
  `--xx\r\nContent-Disposition: form-data; name=""; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${bytes}\r\n`;
const END = '--xx--\r\n';

/** Sends the text in chunks, and counts how many were read. */
function sending(text: string, chunkSize = 1024) {
  const sent = { bytes: 0 };
  async function* chunks() {
    for (; sent.bytes < text.length; sent.bytes += chunkSize)
      yield Buffer.from(text.slice(sent.bytes, sent.bytes + chunkSize));
  }
  return { sent, chunks: chunks() };
}

async function read(body: AsyncIterable<Uint8Array>, type = TYPE) {
  const form = await readForm(type, body);
  const bytes = (await buffer(form.bytes)).toString();
  return { type: form.type, bytes, fields: Object.fromEntries(form.fields) };
}

test.each([1, 2, 3, 7, 1024, 100_000])('a form is read in chunks of %i bytes', async (chunkSize) => {
  const text = field('cacheControl', '60') + field('metadata', '{"a":1}') + file() + END;
  expect(await read(sending(text, chunkSize).chunks)).toEqual({
    type: 'image/png',
    bytes: FILE_BYTES,
    fields: { cacheControl: '60', metadata: '{"a":1}' },
  });
});

test('fields may come after the file, as storage-js adds them to a caller’s form', async () => {
  const { bytes, fields } = await read(sending(file() + field('cacheControl', '60') + END).chunks);
  expect([bytes, fields]).toEqual([FILE_BYTES, { cacheControl: '60' }]);
});

test('the platform’s own forms are read, whatever the file contains', async () => {
  const bytes = '\r\n--\r\n\r\n-'.repeat(5000);
  const form = new FormData();
  form.append('cacheControl', '3600');
  form.append('', new Blob([bytes], { type: 'image/jpeg' }), 'with "quotes"; name=x.jpg');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  expect(await read(request.body!, request.headers.get('content-type')!)).toEqual({
    type: 'image/jpeg',
    bytes,
    fields: { cacheControl: '3600' },
  });
});

test('a file passes through as it arrives, and no form is held in memory', async () => {
  const { sent, chunks } = sending(file('x'.repeat(1_000_000)) + END);
  const form = await readForm(TYPE, chunks);
  expect(sent.bytes).toBeLessThan(2 * 1024);
  await form.bytes[Symbol.asyncIterator]().next();
  expect(sent.bytes).toBeLessThan(4 * 1024);
});

const LONG = 'x'.repeat(1_000_000);
test.each([
  ['a field that is too long', field('metadata', LONG) + file(), 'too long'],
  ['headers that are too long', field(LONG, '') + file(), 'too long'],
  ['a field that is too long after the file', file() + field('metadata', LONG), 'too long'],
  ['190,000 empty parts', field('a', '').repeat(190_000) + file(), 'not expected'],
  ['a field twice', field('cacheControl', '60').repeat(20_000), 'not expected'],
  ['190,000 parts after the file', file() + field('a', '').repeat(190_000), 'not expected'],
  ['a second file', file() + file().repeat(20_000), 'more than one file'],
  ['a text before the first part', LONG + file(), 'too long'],
  ['a short text before the first part', `x\r\n${file()}${LONG}`, 'could not be read'],
  ['a text after the last part', file() + END + LONG, 'could not be read'],
  ['a part without a name', `--xx\r\nContent-Type: text/plain\r\n\r\n${LONG}`, 'could not be read'],
  ['an encoded file', field('contentEncoding', 'gzip') + file() + LONG, 'not supported'],
])('%s: refused there, and the rest is not read', async (_what, text, message) => {
  const { sent, chunks } = sending(text);
  await expect(read(chunks)).rejects.toThrow(message);
  expect(sent.bytes).toBeLessThanOrEqual(2 * MAX_FIELD_BYTES);
});

test.each([
  ['cut off in the file', file().slice(0, -3)],
  ['cut off after the file', file()],
  ['without an end', file() + '--xx'],
  ['empty', ''],
])('a form that is %s could not be read', async (_what, text) => {
  await expect(read(sending(text).chunks)).rejects.toThrow('could not be read');
});

test.each(['multipart/form-data', 'multipart/form-data; boundary=', `multipart/form-data; boundary=${LONG}`])(
  'a form needs a boundary',
  async (type) => {
    await expect(read(sending(file() + END).chunks, type)).rejects.toThrow('could not be read');
  },
);
