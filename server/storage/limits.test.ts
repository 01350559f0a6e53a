import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PDF,
  patient,
  pdf,
  refusal,
  send,
  service,
  startFileServer,
  type FileServer,
  type Person,
} from './testing/file-server.ts';

const MAX_BYTES = 25 * 1024 * 1024;
let server: FileServer;
beforeAll(async () => {
  server = await startFileServer();
});
afterAll(() => server.stop());

const documents = () => service(server).from('documents');
const nothingWasKept = async () => {
  const { rows } = await server.database.query(
    'select version from storage.objects union all select version from portal_server.orphaned_files',
  );
  expect(rows).toEqual([]);
  expect(await server.filesOnDisk()).toEqual([]);
};

describe('a file of more than 25 MB', () => {
  const large = Buffer.alloc(MAX_BYTES + 1, 'x');

  test.each<[string, (name: string) => PromiseLike<{ error: unknown }>]>([
    ['announced', (name) => documents().upload(name, large, { contentType: PDF })],
    ['in a form', (name) => documents().upload(name, new Blob([large], { type: PDF }))],
    ['not announced', (name) => documents().upload(name, new Blob([large]).stream(), { contentType: PDF })],
  ])('%s, is refused with 413 and leaves nothing', async (_how, upload) => {
    const { error } = await upload('large.pdf');
    expect(error).toMatchObject({
      status: 413,
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    });
    await nothingWasKept();
  });

  test('is one byte too long: 25 MB are accepted', async () => {
    const body = large.subarray(1);
    expect((await documents().upload('fits.pdf', body, { contentType: PDF })).error).toBeNull();
    expect((await documents().upload('form.pdf', new Blob([body], { type: PDF }))).error).toBeNull();
    expect((await documents().download('form.pdf')).data?.size).toBe(MAX_BYTES);
    await documents().remove(['fits.pdf', 'form.pdf']);
    await nothingWasKept();
  });

  test('is not a reason given to a patient, who may not write at all', async () => {
    const ann = await patient(server, 'ann@example.com');
    const refused = await ann.files.from('documents').upload(`${ann.id}/a.pdf`, large, { contentType: PDF });
    expect(refused.error).toMatchObject({ status: 403 });
    await nothingWasKept();
  });
});

describe.each([
  ['documents', 'text/html'],
  ['documents', 'image/svg+xml'],
  ['documents', 'application/pdf-not'],
  ['documents', 'text/plain;charset=UTF-8'],
  ['documents', ''],
  ['documents', 'pdf'],
  ['guides', 'image/png'],
])('%s do not accept %j', (bucket, type) => {
  test('whether raw or in a form', async () => {
    const raw = await send(server, server.keys.serviceRoleKey, `object/${bucket}/x.pdf`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: pdf('x'),
    });
    expect(await refusal(raw)).toMatchObject({ statusCode: '415', error: 'invalid_mime_type' });
    const form = await service(server)
      .from(bucket)
      .upload('x.pdf', new Blob([pdf('x')], { type }));
    expect(form.error).toMatchObject({ statusCode: '415' });
    await nothingWasKept();
  });
});

test('the type counts, in any case and with any parameters', async () => {
  const taken = await documents().upload('x.png', pdf('x'), { contentType: 'Image/PNG; name=x' });
  expect(taken.error).toBeNull();
  expect((await documents().download('x.png')).data?.type).toBe('image/png');
  await documents().remove(['x.png']);
});

test('a bucket of the clinic’s own may allow a family of types, or none', async () => {
  await server.database.query(
    `insert into storage.buckets (id, name, allowed_mime_types, file_size_limit)
     values ('pictures', 'pictures', array['image/*'], 10), ('anything', 'anything', null, null)`,
  );
  const pictures = service(server).from('pictures');
  expect((await pictures.upload('a', 'x', { contentType: 'image/webp' })).error).toBeNull();
  expect((await pictures.upload('b', 'x', { contentType: 'imagery/webp' })).error).toMatchObject({
    status: 415,
  });
  expect((await pictures.upload('c', 'x'.repeat(11), { contentType: 'image/webp' })).error).toMatchObject({
    status: 413,
  });
  const anything = service(server).from('anything');
  expect((await anything.upload('a', 'x', { contentType: 'text/html' })).error).toBeNull();
  await pictures.remove(['a']);
  await anything.remove(['a']);
});

test.each([
  ['an empty body', { 'content-type': PDF }, ''],
  ['a form that is none', { 'content-type': 'multipart/form-data; boundary=x' }, 'nonsense'],
  ['a form without a boundary', { 'content-type': 'multipart/form-data' }, 'nonsense'],
  ['metadata that is none', { 'content-type': PDF, 'x-metadata': 'nonsense' }, 'x'],
  [
    'metadata that the database cannot hold',
    { 'content-type': PDF, 'x-metadata': btoa('{"a":"\\u0000"}') },
    'x',
  ],
  [
    'metadata that nests too deeply',
    { 'content-type': PDF, 'x-metadata': btoa(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`) },
    'x',
  ],
  ['metadata that is a list', { 'content-type': PDF, 'x-metadata': btoa('[1]') }, 'x'],
])('%s is a 400', async (_what, headers: Record<string, string>, body) => {
  const response = await send(server, server.keys.serviceRoleKey, 'object/documents/x.pdf', {
    method: 'POST',
    headers,
    body,
  });
  expect((await refusal(response)).statusCode).toBe('400');
  await nothingWasKept();
});

test('a form without a file is a 400', async () => {
  const form = new FormData();
  form.append('cacheControl', '60');
  expect((await documents().upload('x.pdf', form)).error).toMatchObject({
    status: 400,
    message: 'No file provided',
  });
});

const part = (name: string, value: string) =>
  `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const PICTURE = part('"; filename="a.png', 'x').replace('\r\n\r\n', '\r\nContent-Type: image/png\r\n\r\n');

describe('a patient’s form', () => {
  let ann: Person;
  beforeAll(async () => {
    ann = await patient(server, 'ann@example.com');
  });
  const upload = (form: string) =>
    send(server, ann.token, `object/message-uploads/${ann.id}/${crypto.randomUUID()}`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=xx' },
      body: `${form}--xx--\r\n`,
    });

  test('contains a picture and what storage-js adds to it', async () => {
    const taken = await upload(part('cacheControl', '60') + part('metadata', '{"a":1}') + PICTURE);
    expect(taken.status).toBe(200);
    const { rows } = await server.database.query('select user_metadata from storage.objects');
    expect(rows).toEqual([{ user_metadata: { a: 1 } }]);
    await service(server)
      .from('message-uploads')
      .remove([((await taken.json()) as { Key: string }).Key.replace('message-uploads/', '')]);
  });

  test.each([
    ['10 MB of metadata', part('metadata', `{"a":[${'{},'.repeat(3_300_000)}{}]}`) + PICTURE],
    ['metadata after the picture', PICTURE + part('metadata', `{"a":[${'{},'.repeat(3_300_000)}{}]}`)],
    ['190,000 empty parts', part('a', '').repeat(190_000) + PICTURE],
    ['190,000 empty parts and no picture', part('a', '').repeat(190_000)],
    ['several pictures', PICTURE.repeat(2)],
  ])('with %s is refused and leaves nothing', async (_what, form) => {
    expect((await refusal(await upload(form))).statusCode).toBe('400');
    await nothingWasKept();
  });
});

test('metadata in a header has the same limit as in a form', async () => {
  const metadata = btoa(JSON.stringify({ a: 'x'.repeat(5_000) }));
  const response = await send(server, server.keys.serviceRoleKey, 'object/documents/x.pdf', {
    method: 'POST',
    headers: { 'content-type': PDF, 'x-metadata': metadata },
    body: 'x',
  });
  expect(await refusal(response)).toMatchObject({ statusCode: '400', message: 'The metadata is too long' });
  await nothingWasKept();
});

test('everything except a file is limited to 256 KB', async () => {
  const body = JSON.stringify({ prefix: 'x'.repeat(300_000) });
  const response = await send(server, server.keys.serviceRoleKey, 'object/list/documents', {
    method: 'POST',
    body,
  });
  expect(await refusal(response)).toMatchObject({ statusCode: '413', error: 'Payload too large' });
});

test.each([
  ['object/list/documents', { limit: 0 }, 'limit'],
  ['object/list/documents', { limit: 'x' }, 'limit'],
  ['object/list/documents', { offset: -1 }, 'offset'],
  ['object/list/documents', { search: '\0' }, 'search'],
  ['object/list/documents', { sortBy: { column: 'name; drop table storage.objects' } }, 'sortBy/column'],
  ['object/list/documents', { sortBy: { order: 'asc, 1' } }, 'sortBy/order'],
  ['object/sign/documents', { paths: ['a'] }, 'expiresIn'],
  ['object/sign/documents', { expiresIn: 60, paths: [] }, 'paths'],
])('a bad field in %s is named: %j', async (path, body, field) => {
  const response = await send(server, server.keys.serviceRoleKey, path, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(await refusal(response)).toMatchObject({
    statusCode: '400',
    message: expect.stringContaining(field),
  });
});

test.each([
  ['DELETE', 'object/documents', '{"prefixes":[]}', 400],
  ['DELETE', 'object/documents', '{"prefixes":', 400],
  ['PATCH', 'object/documents/x.pdf', '{}', 404],
  ['POST', 'object/nothing/x.pdf', 'x', 404],
  ['POST', 'object', '{}', 404],
  ['GET', 'nothing', undefined, 404],
])('%s %s with %j is a %i', async (method, path, body, status) => {
  const response = await send(server, server.keys.serviceRoleKey, path, { method, ...(body && { body }) });
  expect((await refusal(response)).statusCode).toBe(String(status));
});
