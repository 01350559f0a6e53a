import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  PDF,
  anonymous,
  patient,
  pdf,
  refusal,
  send,
  service,
  startFileServer,
  type FileServer,
  type Person,
} from '../testing/file-server.ts';

let server: FileServer;
let ann: Person;
let clock = 0;
beforeAll(async () => {
  server = await startFileServer({}, { now: () => new Date(Date.now() + clock) });
  ann = await patient(server, 'ann@example.com');
  const documents = service(server).from('documents');
  await documents.upload(`${ann.id}/a b.pdf`, pdf('first'), { contentType: PDF });
  await documents.upload(`${ann.id}/other.pdf`, pdf('second'), { contentType: PDF });
});
afterAll(() => server.stop());

/** Created by the service for one of the person's files. */
const linkOf = async (person: Person, name = 'a b.pdf', options = {}) => {
  const { data, error } = await service(server)
    .from('documents')
    .createSignedUrl(`${person.id}/${name}`, 60, options);
  if (error) throw error;
  return data.signedUrl;
};

test('only the service signs a link, whatever others may read', async () => {
  await service(server).from('guides').upload('g.pdf', pdf('g'), { contentType: PDF });
  const own = `${ann.id}/other.pdf`;
  for (const [files, bucket, name] of [
    [ann.files, 'documents', own],
    [ann.files, 'guides', 'g.pdf'],
    [anonymous(server), 'guides', 'g.pdf'],
  ] as const) {
    const here = files.from(bucket);
    expect((await here.exists(name)).data).toBe(true);
    expect((await here.createSignedUrl(name, 60)).error).toMatchObject({ message: 'Object not found' });
    expect((await here.createSignedUrls([name], 60)).data).toMatchObject([
      {
        error: 'Either the object does not exist or you do not have access to it',
        path: name,
        signedUrl: null,
      },
    ]);
  }
});

test('a link that a patient created before opens nothing', async () => {
  const url = `documents/${ann.id}/other.pdf`;
  const claims = JSON.parse(Buffer.from(ann.token.split('.')[1]!, 'base64url').toString());
  const maker = { role: 'authenticated', sub: ann.id, session: claims.session_id };
  const now = Math.floor(Date.now() / 1000);
  const token = await server.keys.sign({ url, maker, iat: now, exp: now + 60 });
  const response = await send(server, null, `object/sign/${url}?token=${token}`);
  expect(await refusal(response)).toMatchObject({ statusCode: '400', error: 'InvalidJWT' });
});

test('a signed link opens its file without a credential, until it expires', async () => {
  const link = await linkOf(ann);
  const response = await fetch(link);
  expect(await response.text()).toBe(pdf('first').toString());
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
  clock = 61_000;
  expect(await refusal(await fetch(link))).toMatchObject({ statusCode: '400', error: 'InvalidJWT' });
  clock = 0;
});

test('a link saves the file under the name its creator chose', async () => {
  const link = await linkOf(ann, 'a b.pdf', { download: 'My results.pdf' });
  expect((await fetch(link)).headers.get('content-disposition')).toMatch(
    /^attachment; filename="My results.pdf"/,
  );
});

test('a link opens no other file', async () => {
  const link = await linkOf(ann);
  const other = link.replace('a%20b.pdf', 'other.pdf');
  expect(await refusal(await fetch(other))).toMatchObject({ statusCode: '400', error: 'InvalidSignature' });
  const elsewhere = link.replace('/documents/', '/guides/');
  expect((await fetch(elsewhere)).status).toBe(400);
});

test('a changed token, and any other type of token, opens nothing', async () => {
  const link = await linkOf(ann);
  const token = new URL(link).searchParams.get('token')!;
  const [head, body, signature] = token.split('.') as [string, string, string];
  const changed = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), exp: 9_999_999_999 };
  const forged = Buffer.from(JSON.stringify(changed)).toString('base64url');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const wrong = [
    '',
    'x',
    `${head}.${forged}.${signature}`,
    `${none}.${forged}.`,
    ann.token,
    server.keys.serviceRoleKey,
  ];
  for (const one of wrong) {
    const response = await fetch(link.replace(token, one));
    expect((await refusal(response)).statusCode).toBe('400');
  }
  expect((await fetch(link.split('?')[0]!)).status).toBe(400);
});

test('a link’s token is not a credential, and reveals no email address', async () => {
  const token = new URL(await linkOf(ann)).searchParams.get('token')!;
  expect((await send(server, token, `object/documents/${ann.id}/other.pdf`)).status).toBe(401);
  const rest = await fetch(`${server.url}/rest/v1/customers`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(rest.status).toBe(401);
  expect(Buffer.from(token.split('.')[1]!, 'base64url').toString()).not.toContain('@');
});

test('many links are signed together, each file separately', async () => {
  const { data } = await service(server)
    .from('documents')
    .createSignedUrls([`${ann.id}/a b.pdf`, `${ann.id}/none.pdf`, '../x', `${ann.id}/other.pdf`], 60);
  expect(data?.map((one) => one.error === null)).toEqual([true, false, false, true]);
  expect(await (await fetch(data![3]!.signedUrl!)).text()).toBe(pdf('second').toString());
  expect(data![1]!.error).toBe('Either the object does not exist or you do not have access to it');
});

test.each([0, -1, 1.5, '60', null, 1e12])('%j is not a valid lifetime for a link', async (expiresIn) => {
  const response = await send(server, ann.token, `object/sign/documents/${ann.id}/other.pdf`, {
    method: 'POST',
    body: JSON.stringify({ expiresIn }),
  });
  expect(await refusal(response)).toMatchObject({
    statusCode: '400',
    message: expect.stringContaining('expiresIn'),
  });
});
