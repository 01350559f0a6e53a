import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startFakeS3, type FakeS3 } from '../testing/fake-s3.ts';
import {
  PDF,
  patient,
  pdf,
  send,
  service,
  startFileServer,
  type FileServer,
} from '../testing/file-server.ts';

let s3: FakeS3;
let server: FileServer;
beforeAll(async () => {
  s3 = await startFakeS3();
  server = await startFileServer(s3.settings);
});
afterEach(() => s3.break(null));
afterAll(async () => {
  await server.stop();
  await s3.stop();
});

const documents = () => service(server).from('documents');
const rowsNamed = async (name: string) =>
  (await server.database.query('select id from storage.objects where name = $1', [name])).rows;

test('files go to the store under their version, come back, and are removed', async () => {
  const ann = await patient(server, 'ann@example.com');
  const name = `${ann.id}/a.pdf`;
  expect((await documents().upload(name, pdf('kept far away'), { contentType: PDF })).error).toBeNull();
  expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^\/clinic-files\/[0-9a-f-]{36}$/)]);
  expect(await server.filesOnDisk()).toEqual([]);
  expect(await (await ann.files.from('documents').download(name)).data?.text()).toContain('kept far away');
  const part = await send(server, ann.token, `object/documents/${name}`, { headers: { range: 'bytes=1-3' } });
  expect([part.status, await part.text()]).toEqual([206, 'PDF']);
  await documents().remove([name]);
  expect(s3.objects.size).toBe(0);
  expect(s3.answered).toEqual(['PUT 200', 'GET 200', 'GET 206', 'DELETE 204']);
});

test('forms and streams of unknown length are uploaded whole', async () => {
  await documents().upload('form.pdf', new Blob([pdf('form')], { type: PDF }));
  await documents().upload('stream.pdf', new Blob([pdf('stream')]).stream(), { contentType: PDF });
  for (const name of ['form', 'stream'])
    expect(await (await documents().download(`${name}.pdf`)).data?.text()).toContain(name);
});

test.each(['refuses', 'hangs up'] as const)('a store that %s is a clear 503, and no row', async (how) => {
  s3.break(how);
  const name = `${how}.pdf`;
  const before = s3.objects.size;
  const large = Buffer.alloc(3_000_000, 'x');
  const failed = await documents().upload(name, large, { contentType: PDF });
  expect(failed.error).toMatchObject({
    status: 503,
    message: expect.stringContaining('file store is not available'),
  });
  expect(await rowsNamed(name)).toEqual([]);
  expect(await server.filesOnDisk()).toEqual([]);
  s3.break(null);
  expect(s3.objects.size).toBe(before);
  expect((await documents().upload(name, large, { contentType: PDF })).error).toBeNull();
});

test.each(['refuses', 'hangs up'] as const)('a store that %s serves nothing, and says so', async (how) => {
  const name = `read ${how}.pdf`;
  await documents().upload(name, pdf('x'), { contentType: PDF });
  s3.break(how);
  expect((await documents().download(name)).error).toMatchObject({ status: 503 });
});

test('a failed replacement leaves the file as it was', async () => {
  await documents().upload('same.pdf', pdf('before'), { contentType: PDF });
  s3.break('hangs up');
  const after = Buffer.alloc(3_000_000, 'x');
  expect((await documents().update('same.pdf', after, { contentType: PDF })).error).toMatchObject({
    status: 503,
  });
  s3.break(null);
  expect(await (await documents().download('same.pdf')).data?.text()).toBe(pdf('before').toString());
});

test('a wrong secret is a 503, and no row', async () => {
  const other = await startFileServer({ ...s3.settings, STORAGE_S3_SECRET_KEY: 'another' });
  const failed = await service(other).from('documents').upload('a.pdf', pdf('x'), { contentType: PDF });
  expect(failed.error).toMatchObject({ status: 503 });
  expect((await other.database.query('select from storage.objects')).rowCount).toBe(0);
  await other.stop();
});
