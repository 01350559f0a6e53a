import { request } from 'node:http';
import { text } from 'node:stream/consumers';
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

let server: FileServer;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  server = await startFileServer();
  ann = await patient(server, 'ann@example.com');
  ben = await patient(server, 'ben@example.com');
  await service(server).from('documents').upload(`${ben.id}/secret.pdf`, pdf('of Ben'), { contentType: PDF });
});
afterAll(() => server.stop());

const INVALID_NAMES = [
  '..%2fguides%2fx.pdf',
  '%2e%2e%2fx.pdf',
  'a%2f..%2f..%2fx.pdf',
  'a%2f%2e%2e%2fx.pdf',
  'a%2f.%2fx.pdf',
  '..%5cx.pdf',
  'a%5c..%5cx.pdf',
  '%2fetc%2fpasswd',
  'a//x.pdf',
  'a%2f%2fx.pdf',
  'a%2f',
  '%252e%252e%252fx.pdf',
  '..%252fx.pdf',
  'a%00.pdf',
  'a%0d%0ax.pdf',
  'a%7f.pdf',
  'a%E2%80%AEfdp.exe',
  '%ff%fe',
  '%c0%ae%c0%ae%c0%afx.pdf',
  'a%22.pdf',
  'a%3Cb%3E.pdf',
  'a%3Fb.pdf',
  'a%23b.pdf',
  'x'.repeat(901),
  `${'a%2f'.repeat(450)}xx`,
];

const key = () => server.keys.serviceRoleKey;

describe.each(INVALID_NAMES)('the name %s', (name) => {
  test('is refused in every call, even by the service', async () => {
    const before = await server.filesOnDisk();
    const calls = [
      send(server, key(), `object/documents/${name}`),
      send(server, key(), `object/documents/${name}`, { method: 'HEAD' }),
      send(server, key(), `object/authenticated/documents/${name}`),
      send(server, null, `object/public/guides/${name}`),
      send(server, null, `object/sign/documents/${name}?token=x`),
      send(server, key(), `object/sign/documents/${name}`, { method: 'POST', body: '{"expiresIn":60}' }),
      ...['POST', 'PUT'].map((method) =>
        send(server, key(), `object/documents/${name}`, {
          method,
          headers: { 'content-type': PDF },
          body: pdf('x'),
        }),
      ),
    ];
    for (const response of await Promise.all(calls)) expect(response.status).toBe(400);
    const body = await refusal(await send(server, key(), `object/documents/${name}`));
    expect(body.error).toBe('InvalidKey');
    expect(await server.filesOnDisk()).toEqual(before);
  });
});

test.each([
  '../x.pdf',
  'a/../../x.pdf',
  '/etc/passwd',
  'a//b.pdf',
  '',
  '.',
  'a\\b.pdf',
  'a\0b.pdf',
  'x'.repeat(901),
])('in a body, %j is refused too', async (name) => {
  const files = service(server).from('documents');
  expect((await files.remove([name])).error).toMatchObject({ statusCode: '400' });
  expect((await files.createSignedUrls([name], 60)).data?.[0]?.signedUrl).toBeNull();
});

test.each(['../', 'a/../..', 'a//b', '\0', 'a\\b'])('the folder %j is refused', async (folder) => {
  expect((await service(server).from('documents').list(folder)).error).toMatchObject({ statusCode: '400' });
});

test.each(['no%00thing', '..%2fguides', 'a%20b', 'x'.repeat(100)])(
  'the bucket %s does not exist',
  async (bucket) => {
    expect((await send(server, key(), `object/${bucket}/x.pdf`)).status).toBe(404);
    const list = await send(server, key(), `object/list/${bucket}`, { method: 'POST', body: '{}' });
    expect(list.status).toBe(404);
  },
);

test.each([
  '/storage/v1/object/documents/ANN/../BEN/secret.pdf',
  '/storage/v1/object/documents/ANN/%2e%2e/BEN/secret.pdf',
  '/storage/v1/object/public/guides/../documents/BEN/secret.pdf',
  '/storage/v1/object/public/guides/../../documents/BEN/secret.pdf',
  '/storage/v1/object/authenticated/documents/ANN\\..\\BEN\\secret.pdf',
  '/storage/v1/object/public/../../../../../../etc/passwd',
])('dots in the URL, %s, lead Ann to nothing of Ben’s', async (path) => {
  const { port } = new URL(server.url);
  const reply = await new Promise<string>((resolve, reject) => {
    const raw = path.replaceAll('ANN', ann.id).replaceAll('BEN', ben.id);
    const headers = { authorization: `Bearer ${ann.token}` };
    request({ port, host: '127.0.0.1', path: raw, headers }, (response) => {
      text(response).then((body) => resolve(`${response.statusCode} ${body}`), reject);
    })
      .on('error', reject)
      .end();
  });
  expect(reply).not.toContain('of Ben');
  expect(reply).not.toContain('root:');
});

test('names with spaces, dots and the allowed characters are valid', async () => {
  const files = service(server).from('documents');
  for (const name of [
    "Ann's results (2).v1.pdf",
    'a b/..c.pdf',
    '...pdf',
    'a&b=c+d@e,f;g:h!$*.pdf',
    'x'.repeat(900),
  ]) {
    expect((await files.upload(name, pdf(name), { contentType: PDF })).error).toBeNull();
    expect(await (await files.download(name)).data?.text()).toBe(pdf(name).toString());
    const { data } = await files.createSignedUrl(name, 60);
    expect(await (await fetch(data!.signedUrl)).text()).toBe(pdf(name).toString());
  }
});
