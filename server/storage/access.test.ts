import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PDF,
  anonymous,
  patient,
  pdf,
  refusal,
  send,
  service,
  startFileServer,
  type Files,
  type FileServer,
  type Person,
} from './testing/file-server.ts';

let server: FileServer;
let owner: Person;
let stranger: Person;
let newcomer: Person;
let people: Record<'owner' | 'stranger' | 'newcomer' | 'anonymous' | 'service', Files>;
const asPdf = { contentType: PDF };
const mine = () => `${owner.id}/results/blood.pdf`;

beforeAll(async () => {
  server = await startFileServer();
  owner = await patient(server, 'owner@example.com');
  stranger = await patient(server, 'stranger@example.com');
  newcomer = await patient(server, 'newcomer@example.com', { consented: false });
  people = {
    owner: owner.files,
    stranger: stranger.files,
    newcomer: newcomer.files,
    anonymous: anonymous(server),
    service: service(server),
  };
  await people.service.from('documents').upload(mine(), pdf('of the owner'), asPdf);
  await people.service.from('documents').upload(`${newcomer.id}/letter.pdf`, pdf('of the newcomer'), asPdf);
  await people.service.from('documents').upload('unowned.pdf', pdf('of nobody'), asPdf);
  await people.service.from('guides').upload('guide.pdf', pdf('for everybody'), asPdf);
});
afterAll(() => server.stop());

describe('a document', () => {
  test.each([
    ['owner', true],
    ['stranger', false],
    ['newcomer', false],
    ['anonymous', false],
    ['service', true],
  ] as const)('of the owner opens for the %s: %s', async (who, opens) => {
    const documents = people[who].from('documents');
    const read = await documents.download(mine());
    expect(await read.data?.text()).toBe(opens ? pdf('of the owner').toString() : undefined);
    if (!opens) expect(read.error).toMatchObject({ statusCode: '404', message: 'Object not found' });
    expect((await documents.exists(mine())).data).toBe(opens);
    const signs = who === 'service';
    expect((await documents.createSignedUrl(mine(), 60)).error === null).toBe(signs);
    const [signed] = (await documents.createSignedUrls([mine()], 60)).data!;
    expect(signed!.error === null).toBe(signs);
    const names = (await documents.list(`${owner.id}/results`)).data?.map((entry) => entry.name);
    expect(names).toEqual(opens ? ['blood.pdf'] : []);
  });

  test('of a newcomer stays closed until they consent, and can be downloaded after a withdrawal', async () => {
    const letter = `${newcomer.id}/letter.pdf`;
    const consent = 'update public.customers set data_usage_consent = $2 where user_id = $1';
    expect((await newcomer.files.from('documents').download(letter)).error).toMatchObject({
      statusCode: '404',
    });
    expect((await newcomer.files.from('documents').list(newcomer.id)).data).toEqual([]);
    await server.database.query(
      'update public.customers set privacy_policy_accepted = true where user_id = $1',
      [newcomer.id],
    );
    await server.database.query(consent, [newcomer.id, true]);
    expect((await newcomer.files.from('documents').download(letter)).error).toBeNull();
    await server.database.query(consent, [newcomer.id, false]);
    expect((await newcomer.files.from('documents').download(letter)).error).toBeNull();
  });

  test('outside every folder is only for the service', async () => {
    for (const who of ['owner', 'stranger', 'anonymous'] as const)
      expect((await people[who].from('documents').exists('unowned.pdf')).data).toBe(false);
    expect((await people.owner.from('documents').list()).data?.map((entry) => entry.name)).toEqual([
      owner.id,
    ]);
  });

  test('of 0 bytes that the dashboard left as a placeholder is in no patient’s list', async () => {
    await server.database.query(
      `insert into storage.objects (bucket_id, name, version) values ('documents', $1, 'none')`,
      [`${owner.id}/empty/.emptyFolderPlaceholder`],
    );
    const entries = async (folder: string) => (await people.owner.from('documents').list(folder)).data;
    expect((await entries(owner.id))!.map((entry) => entry.name)).toEqual(['results']);
    expect(await entries(`${owner.id}/empty`)).toEqual([]);
  });

  test('has no public address', async () => {
    const { publicUrl } = people.owner.from('documents').getPublicUrl(mine()).data;
    expect(await refusal(await fetch(publicUrl))).toMatchObject({ error: 'not_found' });
    expect((await fetch(publicUrl, { method: 'HEAD' })).status).toBe(404);
  });
});

describe('a guide', () => {
  test.each(['owner', 'stranger', 'newcomer', 'anonymous', 'service'] as const)(
    'opens for the %s, and only the service lists them',
    async (who) => {
      const guides = people[who].from('guides');
      expect(await (await guides.download('guide.pdf')).data?.text()).toContain('for everybody');
      expect((await guides.list()).data?.some((entry) => entry.name === 'guide.pdf')).toBe(who === 'service');
      expect((await guides.createSignedUrl('guide.pdf', 60)).error === null).toBe(who === 'service');
    },
  );
});

describe.each(['owner', 'stranger', 'newcomer', 'anonymous'] as const)('from the browser the %s', (who) => {
  test('writes nothing anywhere', async () => {
    const before = await state();
    for (const bucket of ['documents', 'guides'] as const) {
      const files = people[who].from(bucket);
      const folder = bucket === 'documents' ? owner.id : 'all';
      const known = bucket === 'documents' ? mine() : 'guide.pdf';
      const denied = { statusCode: '403', message: 'new row violates row-level security policy' };
      expect((await files.upload(`${folder}/new.pdf`, pdf('new'), asPdf)).error).toMatchObject(denied);
      const upsert = { ...asPdf, upsert: true };
      expect((await files.upload(known, pdf('new'), upsert)).error).toMatchObject(denied);
      expect((await files.upload(known, pdf('new'), asPdf)).error).toMatchObject(denied);
      expect((await files.update(known, pdf('new'), asPdf)).error).toMatchObject({ statusCode: '404' });
      const unsupported = { statusCode: '400', message: expect.stringContaining('is not supported here') };
      expect((await files.move(known, `${folder}/moved.pdf`)).error).toMatchObject(unsupported);
      expect((await files.copy(known, `${folder}/copy.pdf`)).error).toMatchObject(unsupported);
      expect((await files.remove([known])).data).toEqual([]);
    }
    expect(await state()).toEqual(before);
  });

  test('sees no bucket', async () => {
    const unsupported = { statusCode: '400', message: 'Reading buckets is not supported here.' };
    expect((await people[who].listBuckets()).error).toMatchObject(unsupported);
    expect((await people[who].getBucket('documents')).error).toMatchObject(unsupported);
  });
});

const state = async () => ({
  rows: (await server.database.query('select id, name, version from storage.objects order by id')).rows,
  orphaned: (await server.database.query('select * from portal_server.orphaned_files')).rows,
  files: (await server.filesOnDisk()).sort(),
});

test.each([
  ['no credential', null],
  ['nonsense', 'nonsense'],
  ['a token of another key', 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIiwiZXhwIjo5OTk5OTk5OTk5fQ.x'],
])('%s is a 401 in Storage’s format', async (_what, token) => {
  const calls = [
    send(server, token, `object/documents/${mine()}`),
    send(server, token, 'object/guides/guide.pdf'),
    send(server, token, 'object/documents/x.pdf', { method: 'POST', body: 'x' }),
    send(server, token, 'object/list/guides', { method: 'POST', body: '{}' }),
    send(server, token, 'object/sign/guides/guide.pdf', { method: 'POST', body: '{"expiresIn":60}' }),
    send(server, token, 'object/guides', { method: 'DELETE', body: '{"prefixes":["guide.pdf"]}' }),
    send(server, token, 'object/sign/guides', {
      method: 'POST',
      body: '{"expiresIn":60,"paths":["guide.pdf"]}',
    }),
  ];
  for (const response of await Promise.all(calls)) {
    expect(response.status).toBe(401);
    expect(await refusal(response)).toMatchObject({ error: 'Unauthorized' });
  }
});

test('signing out and ending an invitation close the documents right away', async () => {
  const [leaving, uninvited] = [
    await patient(server, 'leaving@example.com'),
    await patient(server, 'uninvited@example.com'),
  ];
  const read = ({ id, token }: Person) => send(server, token, `object/documents/${id}/a.pdf`);
  for (const person of [leaving, uninvited]) {
    await people.service.from('documents').upload(`${person.id}/a.pdf`, pdf('a'), asPdf);
    expect((await read(person)).status).toBe(200);
  }
  await leaving.client.auth.signOut();
  expect((await read(leaving)).status).toBe(401);
  await server.database.query(
    `update public.invitations set revoked_at = now() where email = 'uninvited@example.com'`,
  );
  expect((await read(uninvited)).status).toBe(401);
});
