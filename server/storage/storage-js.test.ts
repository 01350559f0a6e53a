import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  PDF,
  pdf,
  send,
  service,
  startFileServer,
  type Files,
  type FileServer,
} from './testing/file-server.ts';

let server: FileServer;
let files: Files;
beforeAll(async () => {
  server = await startFileServer();
  files = service(server);
});
afterAll(() => server.stop());

const documents = () => files.from('documents');
const asPdf = { contentType: PDF };
const textOf = async (name: string) => (await documents().download(name)).data?.text();

test('a file comes back as it was sent, from a buffer, a blob, a form or a stream', async () => {
  const form = new FormData();
  form.append('file', new Blob([pdf('form')], { type: PDF }), 'whatever.pdf');
  const bodies = {
    buffer: pdf('buffer'),
    blob: new Blob([pdf('blob')], { type: PDF }),
    form,
    stream: new Blob([pdf('stream')]).stream(),
  };
  for (const [name, body] of Object.entries(bodies)) {
    const sent = await documents().upload(`kinds/${name}.pdf`, body, asPdf);
    expect(sent).toMatchObject({
      error: null,
      data: { path: `kinds/${name}.pdf`, fullPath: `documents/kinds/${name}.pdf` },
    });
    const { data } = await documents().download(`kinds/${name}.pdf`);
    expect(data?.type).toBe(PDF);
    expect(await data?.text()).toBe(pdf(name).toString());
  }
});

test('a name is used once, unless the client upserts; the id stays', async () => {
  const first = await documents().upload('once/a.pdf', pdf('one'), asPdf);
  const second = await documents().upload('once/a.pdf', pdf('two'), asPdf);
  expect(second.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
  expect(await textOf('once/a.pdf')).toContain('one');
  const third = await documents().upload('once/a.pdf', pdf('three'), { ...asPdf, upsert: true });
  expect(third.data?.id).toBe(first.data?.id);
  expect(await textOf('once/a.pdf')).toContain('three');
});

test('update replaces only an existing file', async () => {
  await documents().upload('update/a.pdf', pdf('before'), asPdf);
  expect((await documents().update('update/a.pdf', pdf('after'), asPdf)).error).toBeNull();
  expect(await textOf('update/a.pdf')).toContain('after');
  const missing = await documents().update('update/none.pdf', pdf('x'), asPdf);
  expect(missing.error).toMatchObject({ statusCode: '404' });
});

test('a file keeps its metadata, and exists reports whether it is there', async () => {
  const metadata = { lab: 'north', pages: 2 };
  await documents().upload('info/a.pdf', pdf('info'), { ...asPdf, cacheControl: '60', metadata });
  await documents().upload('info/b.pdf', new Blob([pdf('info')], { type: PDF }), { metadata });
  const { rows } = await server.database.query(
    `select bucket_id, name, metadata, user_metadata from storage.objects where name like 'info/%' order by name`,
  );
  expect(rows).toMatchObject([
    {
      bucket_id: 'documents',
      name: 'info/a.pdf',
      metadata: {
        size: pdf('info').length,
        mimetype: PDF,
        cacheControl: 'max-age=60',
        eTag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      },
      user_metadata: metadata,
    },
    { name: 'info/b.pdf', metadata: { cacheControl: 'max-age=3600' }, user_metadata: metadata },
  ]);
  expect((await documents().list('info')).data?.[0]).toMatchObject({
    name: 'a.pdf',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect((await documents().exists('info/a.pdf')).data).toBe(true);
  expect((await documents().exists('info/none.pdf')).data).toBe(false);
});

test('a list has files and folders by name, 100 at a time by default', async () => {
  for (const name of ['b.pdf', 'a.pdf', 'm/deep/x.pdf', 'm/y.pdf', 'zz/a.pdf'])
    await documents().upload(`list/${name}`, pdf(name), asPdf);
  await documents().upload('list-not/a.pdf', pdf('x'), asPdf);
  const names = async (...args: Parameters<ReturnType<Files['from']>['list']>) =>
    (await documents().list(...args)).data?.map((entry) => entry.name);
  expect(await names('list')).toEqual(['a.pdf', 'b.pdf', 'm', 'zz']);
  expect(await names('list/m')).toEqual(['deep', 'y.pdf']);
  expect(await names('list/')).toEqual(['a.pdf', 'b.pdf', 'm', 'zz']);
  expect(await names('list', { sortBy: { column: 'name', order: 'desc' } })).toEqual([
    'zz',
    'm',
    'b.pdf',
    'a.pdf',
  ]);
  expect(await names('list', { sortBy: { column: 'created_at' } })).toEqual(['b.pdf', 'a.pdf', 'm', 'zz']);
  expect(await names('list', { limit: 2, offset: 1 })).toEqual(['b.pdf', 'm']);
  expect(await names('list', { search: 'B' })).toEqual(['b.pdf']);
  expect(await names('list', { search: '%' })).toEqual([]);
  expect(await names('nothing')).toEqual([]);
  expect(await names()).toContain('list');
  const [file, , folder] = (await documents().list('list')).data!;
  expect(file).toMatchObject({
    id: expect.any(String),
    metadata: { mimetype: PDF, size: pdf('a.pdf').length },
  });
  expect(folder).toMatchObject({ name: 'm', id: null, metadata: null, updated_at: null });

  await server.database.query(
    `insert into storage.objects (bucket_id, name, version)
     select 'documents', 'many/' || to_char(i, 'FM000'), gen_random_uuid()::text from generate_series(1, 120) i`,
  );
  const many = await names('many');
  expect(many).toHaveLength(100);
  expect(many?.[99]).toBe('100');
});

test('removed files are gone, row and bytes, and the response names them', async () => {
  await documents().upload('remove/a.pdf', pdf('a'), asPdf);
  await documents().upload('remove/b.pdf', pdf('b'), asPdf);
  const before = (await server.filesOnDisk()).length;
  const { data } = await documents().remove(['remove/a.pdf', 'remove/none.pdf']);
  expect(data?.map((entry) => entry.name)).toEqual(['remove/a.pdf']);
  expect(await server.filesOnDisk()).toHaveLength(before - 1);
  expect((await documents().download('remove/a.pdf')).error).toMatchObject({ statusCode: '404' });
  expect(await textOf('remove/b.pdf')).toContain('b');
});

test('a guide has a public address that needs no credential', async () => {
  await files.from('guides').upload('first steps.pdf', pdf('steps'), asPdf);
  const { publicUrl } = files.from('guides').getPublicUrl('first steps.pdf').data;
  const response = await fetch(publicUrl);
  expect(await response.text()).toBe(pdf('steps').toString());
  const head = await fetch(publicUrl, { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe(String(pdf('steps').length));
  expect(head.headers.get('content-type')).toBe(PDF);
});

test.each<[string, () => PromiseLike<{ error: unknown }>]>([
  ['A signed upload', () => documents().createSignedUploadUrl('x.pdf')],
  ['A signed upload', () => documents().uploadToSignedUrl('x.pdf', 'token', pdf('x'), asPdf)],
  ['A transformed image', () => documents().download('x.png', { transform: { width: 100 } })],
  ['A transformed image', () => documents().createSignedUrl('x.png', 60, { transform: { width: 100 } })],
  ['An earlier version', () => documents().download('x.pdf', { versionId: 'x' })],
  ['An encoded body', () => documents().upload('x.pdf', pdf('x'), { ...asPdf, contentEncoding: 'gzip' })],
  [
    'An encoded body',
    () => documents().upload('x.pdf', new Blob(['x'], { type: PDF }), { contentEncoding: 'gzip' }),
  ],
  ['Listing by version 2', () => documents().listV2()],
  ['Moving a file', () => documents().move('x.pdf', 'y.pdf')],
  ['Copying a file', () => documents().copy('x.pdf', 'y.pdf')],
  ['Reading a file’s details', () => documents().info('x.pdf')],
  ['Reading buckets', () => files.listBuckets()],
  ['Reading buckets', () => files.getBucket('documents')],
  ['Changing buckets', () => files.createBucket('mine')],
  ['Changing buckets', () => files.emptyBucket('documents')],
  ['Changing buckets', () => files.deleteBucket('documents')],
])('%s is refused with a clear message', async (what, call) => {
  const { error } = await call();
  expect(error).toMatchObject({ statusCode: '400', message: expect.stringContaining(what) });
});

test.each(['object/info/authenticated/documents/x.pdf', 'object/info/public/guides/x.pdf'])(
  '%s is refused as an unsupported call',
  async (path) => {
    const response = await send(server, server.keys.serviceRoleKey, path);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: 'NotSupported',
      message: 'Reading a file’s details is not supported here.',
    });
  },
);

test('a resumable upload is refused in Storage’s format', async () => {
  const response = await send(server, server.keys.serviceRoleKey, 'upload/resumable', {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    statusCode: '400',
    error: 'NotSupported',
    code: 'NotSupported',
    message: 'A resumable upload is not supported here.',
  });
});
