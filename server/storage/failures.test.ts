import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskStore } from './stores/disk-store.ts';
import { MAX_OF_PERSON } from './routes/open-uploads.ts';
import { removeOrphanedFiles } from './orphaned-files.ts';
import { createS3Store } from './stores/s3-store.ts';
import { startFakeS3 } from './testing/fake-s3.ts';
import {
  PDF,
  patient,
  pdf,
  send,
  type Person,
  service,
  startFileServer,
  type FileServer,
} from './testing/file-server.ts';

let server: FileServer;
beforeEach(async () => {
  server = await startFileServer();
});
afterEach(() => server.stop());

const documents = () => service(server).from('documents');
const asPdf = { contentType: PDF };
const folder = () => join(server.dataFolder, 'storage');
const rows = async () => (await server.database.query('select name, version from storage.objects')).rows;
const orphaned = async () =>
  (await server.database.query('select version from portal_server.orphaned_files')).rows;
const advanceTime = (time: string) =>
  server.database.query(
    'update portal_server.orphaned_files set remove_after = remove_after - $1::interval',
    [time],
  );
const housekeeping = () => removeOrphanedFiles(server);

test('a disk that cannot be written is a clear 503, no row, and works again afterward', async () => {
  await writeFile(folder(), 'a file where the folder should be');
  const failed = await documents().upload('a.pdf', pdf('a'), asPdf);
  expect(failed.error).toMatchObject({
    status: 503,
    message: expect.stringContaining('file store is not available'),
  });
  expect(await rows()).toEqual([]);
  await rm(folder());
  expect((await documents().upload('a.pdf', pdf('a'), asPdf)).error).toBeNull();
  expect(await orphaned()).toHaveLength(1); // that disk couldn't be cleaned either
  await advanceTime('1 day');
  await housekeeping();
  expect(await orphaned()).toEqual([]);
  expect((await documents().download('a.pdf')).error).toBeNull();
});

test('a replacement that turns out too large leaves the file as it was', async () => {
  await documents().upload('a.pdf', pdf('before'), asPdf);
  const large = new Blob([Buffer.alloc(26_214_401, 'x')]).stream();
  expect((await documents().update('a.pdf', large, asPdf)).error).toMatchObject({ status: 413 });
  expect(await (await documents().download('a.pdf')).data?.text()).toBe(pdf('before').toString());
  expect(await server.filesOnDisk()).toHaveLength(1);
});

test('a client that disconnects midway leaves nothing', async () => {
  const { port } = new URL(server.url);
  const upload = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/storage/v1/object/documents/cut.pdf',
    headers: {
      authorization: `Bearer ${server.keys.serviceRoleKey}`,
      'content-type': PDF,
      'content-length': 1_000_000,
    },
  });
  upload.on('error', () => {});
  upload.write(Buffer.alloc(400_000, 'x'));
  for (let tries = 0; (await server.filesOnDisk()).length === 0 && tries < 200; tries++) await pause(20);
  expect(await server.filesOnDisk()).toHaveLength(1);
  upload.destroy();
  for (let tries = 0; (await orphaned()).length > 0 && tries < 200; tries++) await pause(20);
  expect(await orphaned()).toEqual([]);
  expect(await server.filesOnDisk()).toEqual([]);
  expect(await rows()).toEqual([]);
});

test('a patient’s endless uploads are limited, others upload in the meantime, and their end makes room', async () => {
  const [eve, ann] = [await patient(server, 'eve@example.com'), await patient(server, 'ann@example.com')];
  const place = ({ id }: Person) => `object/message-uploads/${id}/${crypto.randomUUID()}`;
  const endless = Array.from({ length: MAX_OF_PERSON }, () => {
    const upload = request(`${server.url}/storage/v1/${place(eve)}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${eve.token}`,
        'content-type': 'image/png',
        'content-length': 1_000_000,
      },
    });
    upload.on('error', () => {});
    upload.write(Buffer.alloc(1_000, 'x'));
    return upload;
  });
  await expect.poll(server.filesOnDisk, { timeout: 10_000 }).toHaveLength(MAX_OF_PERSON);
  const statusFor = async (person: Person) => {
    const headers = { 'content-type': 'image/png' };
    return (await send(server, person.token, place(person), { method: 'POST', headers, body: 'x' })).status;
  };
  expect(await statusFor(eve)).toBe(429);
  expect(await statusFor(ann)).toBe(200);
  for (const upload of endless) upload.destroy();
  await expect.poll(() => statusFor(eve), { timeout: 10_000 }).toBe(200);
});

test('of many concurrent uploads of one name exactly one wins', async () => {
  const uploads = Array.from({ length: 20 }, (_, number) =>
    documents().upload('race.pdf', pdf(`number ${number}`), asPdf),
  );
  const outcomes = await Promise.all(uploads);
  const lost = outcomes.filter((outcome) => outcome.error !== null);
  expect(lost).toHaveLength(19);
  for (const { error } of lost)
    expect(error).toMatchObject({ status: 409, message: 'The resource already exists' });
  const winner = outcomes.findIndex((outcome) => outcome.error === null);
  expect(await (await documents().download('race.pdf')).data?.text()).toBe(
    pdf(`number ${winner}`).toString(),
  );
  expect(await server.filesOnDisk()).toHaveLength(1);
  expect(await orphaned()).toEqual([]);
});

test('many concurrent replacements end with one whole file, and housekeeping removes the others', async () => {
  const uploads = Array.from({ length: 20 }, (_, number) =>
    documents().upload('race.pdf', pdf(`number ${number}`), { ...asPdf, upsert: true }),
  );
  for (const { error } of await Promise.all(uploads)) expect(error).toBeNull();
  expect(await (await documents().download('race.pdf')).data?.text()).toMatch(/number \d+/);
  expect(await housekeeping()).toBe(0);
  await advanceTime('11 minutes');
  expect(await housekeeping()).toBe(19);
  expect(await server.filesOnDisk()).toEqual([(await rows())[0]!['version']]);
  expect((await documents().download('race.pdf')).error).toBeNull();
});

test('a server killed between bytes and row leaves a file that housekeeping removes after a day', async () => {
  await documents().upload('kept.pdf', pdf('kept'), asPdf);
  const store = createDiskStore(folder());
  const orphan = '0b5c9e0e-3a53-4b6c-9a0f-6d3d5f0c7a11';
  await server.database.query(
    `insert into portal_server.orphaned_files values ($1, now() + interval '1 day')`,
    [orphan],
  );
  await store.put(orphan, new Blob(['orphan']).stream());
  await housekeeping();
  expect(await server.filesOnDisk()).toHaveLength(2);
  await advanceTime('1 day');
  await housekeeping();
  expect(await server.filesOnDisk()).toEqual([(await rows())[0]!['version']]);
  expect(await orphaned()).toEqual([]);
});

test('bytes that could not be removed with their row are removed later', async () => {
  const s3 = await startFakeS3();
  const far = await startFileServer(s3.settings);
  const files = service(far).from('documents');
  await files.upload('a.pdf', pdf('a'), asPdf);
  s3.break('refuses');
  expect((await files.remove(['a.pdf'])).data).toHaveLength(1);
  expect((await files.exists('a.pdf')).data).toBe(false);
  expect(s3.objects.size).toBe(1);
  s3.break(null);
  expect(await removeOrphanedFiles(far)).toBe(1);
  expect(s3.objects.size).toBe(0);
  await far.stop();
  await s3.stop();
});

test('a row whose bytes are gone is a 404', async () => {
  await documents().upload('a.pdf', pdf('a'), asPdf);
  await rm(folder(), { recursive: true });
  expect((await documents().download('a.pdf')).error).toMatchObject({ status: 404 });
});

test('a stored object version that is not a UUID can’t read, write or remove any file', async () => {
  const secret = join(server.dataFolder, 'secret');
  await writeFile(secret, 'a secret of the one who runs the server');
  await service(server).from('guides').upload('a.pdf', pdf('a'), asPdf);
  await server.database.query(`update storage.objects set version = 'aa/../../../secret'`);
  for (const path of ['object/public/guides/a.pdf', 'object/guides/a.pdf']) {
    const answer = await send(server, server.keys.serviceRoleKey, path);
    expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('secret')]);
  }
  await server.database.query(
    `delete from storage.objects; update portal_server.orphaned_files set remove_after = now()`,
  );
  expect(await orphaned()).toContainEqual({ version: 'aa/../../../secret' });
  await housekeeping();
  expect(await readFile(secret, 'utf8')).toContain('a secret');
  for (const store of [
    createDiskStore(folder()),
    createS3Store(
      { endpoint: server.url, bucket: 'b', region: 'r', accessKey: 'i', secretKey: 's' },
      folder(),
    ),
  ]) {
    for (const name of [
      'aa/../../../secret',
      '..',
      '',
      'a'.repeat(36),
      '0b5c9e0e-3a53-4b6c-9a0f-6d3d5f0c7a11/../x',
    ]) {
      await expect(store.get(name)).rejects.toThrow('UUID');
      await expect(store.put(name, new Blob(['x']).stream())).rejects.toThrow('UUID');
      await expect(store.remove(name)).rejects.toThrow('UUID');
    }
  }
});

test('a file is closed when its requester disconnects, before or after its first byte', async () => {
  await service(server)
    .from('guides')
    .upload('a.pdf', pdf('x'.repeat(4_000_000)), asPdf);
  const { port } = new URL(server.url);
  const ask = () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    socket.write('GET /storage/v1/object/public/guides/a.pdf HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return socket;
  };
  const early = Array.from({ length: 20 }, ask);
  const holder = await server.database.connect();
  await holder.query('begin; lock table storage.objects in access exclusive mode');
  early.push(...Array.from({ length: 20 }, ask));
  const waiting = `select from pg_locks where relation = 'storage.objects'::regclass and not granted`;
  await expect.poll(async () => (await holder.query(waiting)).rowCount).toBeGreaterThan(2);
  for (const socket of early) socket.resetAndDestroy();
  await holder.query('commit');
  await holder.end();
  const late = Array.from({ length: 20 }, ask);
  await Promise.all(late.map((socket) => once(socket, 'readable')));
  for (const socket of late) socket.resetAndDestroy();
  expect((await send(server, null, 'object/public/guides/a.pdf')).status).toBe(200);
  await expect.poll(openFiles).toBe(0);
});

async function openFiles(): Promise<number> {
  const paths = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return paths.filter((path) => path.startsWith(folder())).length;
}

test('files are private from other accounts on the machine', async () => {
  await documents().upload('a.pdf', pdf('a'), asPdf);
  const { version } = (await rows())[0] as { version: string };
  const path = join(folder(), version.slice(0, 2), version);
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect((await stat(folder())).mode & 0o077).toBe(0);
});
