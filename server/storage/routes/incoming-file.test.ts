import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { incomingFile } from './incoming-file.ts';

const BUCKET = { id: 'pictures', isPublic: false, maxBytes: 1_000, types: null };

/** Sends the text and then nothing more. */
function stalled(contentType: string, text: string): Request {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(text)),
  });
  return new Request('http://localhost', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
    duplex: 'half',
  } as RequestInit);
}

const FORM = 'multipart/form-data; boundary=xx';
const FILE = '--xx\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nbytes';

test.each([
  ['a raw file', 'image/png', 'bytes'],
  ['a form', FORM, FILE],
  ['a form that stalls before its file', FORM, FILE.slice(0, 10)],
])('%s that never ends is refused after its time, and the rest can be drained', async (_what, type, text) => {
  const request = stalled(type, text);
  const options = { inPace: async () => {}, timeoutMs: 20 };
  const upload = async () => buffer((await incomingFile(request, BUCKET, options)).bytes);
  await expect(upload()).rejects.toMatchObject({ status: 408 });
  expect(request.body!.locked).toBe(false);
});

test.each([
  ['a raw file', 'image/png', 'bytes'],
  ['a form', FORM, `${FILE}\r\n--xx--`],
])('every byte of %s is read at the limited rate', async (_what, contentType, body) => {
  let asked = 0;
  const inPace = async (bytes: number) => {
    asked += bytes;
  };
  const headers = { 'content-type': contentType };
  const request = new Request('http://localhost', { method: 'POST', headers, body });
  const { bytes } = await incomingFile(request, BUCKET, { inPace });
  expect((await buffer(bytes)).toString()).toBe('bytes');
  expect(asked).toBe(body.length);
});
