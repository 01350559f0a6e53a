import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { joined } from '../../../domain/messages/pictures/bytes.ts';
import { MAX_PICTURE_BYTES } from '../../../domain/messages/pictures/limits.ts';
import {
  bytesOf,
  chunk,
  exif,
  frame,
  header,
  jpeg,
  png,
  scan,
  segment,
} from '../../../domain/messages/pictures/testing.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { inBothDeployments, inBothDeploymentsAt, test } from './testing/deployments.ts';
import { messageScene } from './testing/messages.ts';

const PLACE = 'GPS 51.5074 N 0.1278 W';
const DRAWN = [header(8, 8), chunk('IDAT', 'data'), chunk('IEND')];
const withChunk = (...more: Uint8Array[]) => png([DRAWN[0]!, ...more, ...DRAWN.slice(1)]);
const large = (bytes: Uint8Array, size: number) => joined([bytes, new Uint8Array(size - bytes.length)]);

/** Their names, their real types, and the types they are uploaded as. */
const CARRYING: [string, Uint8Array, string][] = [
  ['a phone’s place', jpeg([exif(1)]), 'image/jpeg'],
  ['a phone’s place, held upright', jpeg([exif(6, true)]), 'image/jpeg'],
  ['XMP', jpeg([segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${PLACE}`)]), 'image/jpeg'],
  ['IPTC', jpeg([segment(0xed, `Photoshop 3.0\0${PLACE}`)]), 'image/jpeg'],
  ['a comment', jpeg([segment(0xfe, PLACE)]), 'image/jpeg'],
  ['a second picture behind its end', joined([jpeg(), jpeg([exif(1)])]), 'image/jpeg'],
  ['a page behind its end', joined([jpeg(), bytesOf(`<script>${PLACE}</script>`)]), 'image/jpeg'],
  ['a text of a PNG', withChunk(chunk('tEXt', `Location\0${PLACE}`)), 'image/png'],
  ['EXIF of a PNG', withChunk(chunk('eXIf', PLACE)), 'image/png'],
  ['a profile that unpacks', withChunk(chunk('iCCP', PLACE)), 'image/png'],
  ['a PNG that says it is a JPEG', withChunk(chunk('iTXt', PLACE)), 'image/jpeg'],
  ['a JPEG that says it is a PNG', jpeg([segment(0xfe, PLACE)]), 'image/png'],
];
const LYING: [string, Uint8Array, string][] = [
  ['a page', bytesOf(`<html><script>${PLACE}</script>`), 'not a JPEG or PNG'],
  ['a drawing with script', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not a JPEG or PNG'],
  ['a document', bytesOf('%PDF-1.7'), 'not a JPEG or PNG'],
  ['a program', bytesOf('MZ\x90\0'), 'not a JPEG or PNG'],
  ['an archive', bytesOf('PK\x03\x04'), 'not a JPEG or PNG'],
  ['a GIF', bytesOf('GIF89a'), 'not a JPEG or PNG'],
  ['a WebP', bytesOf('RIFF\0\0\0\0WEBP'), 'not a JPEG or PNG'],
  ['a page with a picture’s start', bytesOf(`\xff\xd8\xff<script>${PLACE}</script>`), 'cannot be read'],
  ['a JPEG that was cut', jpeg().subarray(0, -2), 'cannot be read'],
  ['a JPEG without a picture', jpeg([], []), 'cannot be read'],
  ['a PNG that was cut', png().subarray(0, -12), 'cannot be read'],
  ['a PNG without a picture', png([DRAWN[0]!, DRAWN[2]!]), 'cannot be read'],
  ['a PNG whose sums are wrong', png().with(40, 0), 'cannot be read'],
  ['a PNG with a part that nobody knows', withChunk(chunk('EVIL', PLACE)), 'cannot be read'],
  ['a bomb of a JPEG', jpeg([], [frame(60_000, 60_000), scan()]), 'too many pixels'],
  [
    'a bomb of scans',
    jpeg([], [frame(8, 8, 0xc2), ...Array.from({ length: 101 }, () => scan())]),
    'cannot be read',
  ],
  ['a bomb of a PNG', png([header(100_000, 100_000), ...DRAWN.slice(1)]), 'too many pixels'],
];
const TOO_LARGE: [string, Uint8Array][] = [
  ['one byte too many', large(jpeg(), MAX_PICTURE_BYTES + 1)],
  ['twice as many', large(png(), 2 * MAX_PICTURE_BYTES)],
];

inBothDeployments('send-message', (deployment) => {
  const { sql, member, ask, leaves: leave } = messageScene(deployment.server);
  const send = ({ token }: Patient, files: string[], headers: Record<string, string> = {}) =>
    deployment.call({ body: { topic: 'A test result', text: 'Look', files }, token, headers });
  const filesOf = async ({ id }: Patient) =>
    (
      await sql(
        `select bucket_id || '/' || name as file from storage.objects where name like $1 order by 1`,
        [`${id}/%`],
      )
    ).map((row) => String(row['file']));
  const messagesOf = ({ id }: Patient) => sql('select from public.messages where user_id = $1', [id]);
  const download = async ({ token }: Pick<Patient, 'token'>, name: string) =>
    fetch(`${deployment.server().url}/storage/v1/object/authenticated/documents/${name}`, {
      headers: { authorization: `Bearer ${token}` },
    });

  test.each(CARRYING)(
    '%s is removed, and the picture is its patient’s to download',
    async (_, bytes, type) => {
      const [patient, stranger] = [await deployment.patient(), await deployment.patient()];
      const left = await leave(patient, bytes, type);
      expect(left.status).toBe(200);
      expect((await send(patient, [left.id])).status).toBe(200);
      const { data } = await patient.client.from('message_pictures').select();
      expect(data).toMatchObject([{ id: left.id, place: 1, name: `${patient.id}/messages/${left.id}` }]);
      const isPng = bytes[0] === 0x89;
      expect(data![0]).toMatchObject({ type: isPng ? 'image/png' : 'image/jpeg' });
      const own = await download(patient, data![0].name);
      expect(own.headers.get('content-type')).toBe(isPng ? 'image/png' : 'image/jpeg');
      const kept = new Uint8Array(await own.arrayBuffer());
      expect(kept.length).toBe(data![0].bytes);
      expect(String.fromCharCode(...kept)).not.toContain(PLACE);
      expect((await download(stranger, data![0].name)).status).toBe(404);
      expect(await filesOf(patient)).toEqual([`documents/${patient.id}/messages/${left.id}`]);
    },
  );

  test.each(LYING)('%s is refused, and nothing sent with it is kept', async (_, bytes, why) => {
    const patient = await deployment.patient();
    const files: string[] = [];
    for (const each of [jpeg(), bytes, png()]) files.push((await leave(patient, each)).id);
    expect(await send(patient, files)).toMatchObject({
      status: 400,
      json: { code: 'bad_picture', message: expect.stringContaining(`Picture 2`) },
    });
    const { json } = await send(patient, [(await leave(patient, bytes)).id]);
    expect(json).toMatchObject({ message: expect.stringContaining(why) });
    expect(await filesOf(patient)).toEqual(
      [files[0], files[2]].map((id) => `message-uploads/${patient.id}/${id}`).toSorted(),
    );
    expect(await messagesOf(patient)).toEqual([]);
  });

  test.each(TOO_LARGE)('%s is refused while it arrives', async (_, bytes) => {
    const patient = await deployment.patient();
    const left = await leave(patient, bytes);
    expect(left.status).toBe(413);
    expect(await send(patient, [left.id])).toMatchObject({ status: 404, json: { code: 'unknown_picture' } });
    expect(await filesOf(patient)).toEqual([]);
    expect(await messagesOf(patient)).toEqual([]);
  });

  test('the largest picture is kept', async () => {
    const patient = await deployment.patient();
    const filler = chunk('IDAT', new Uint8Array(MAX_PICTURE_BYTES - png().length - 12));
    const left = await leave(patient, png([DRAWN[0]!, DRAWN[1]!, filler, DRAWN[2]!]), 'image/png');
    expect((await send(patient, [left.id])).status).toBe(200);
    const { data } = await patient.client.from('message_pictures').select('bytes');
    expect(data).toEqual([{ bytes: MAX_PICTURE_BYTES }]);
  });

  test('a message with three pictures is stored once, however often and however concurrently it is sent', async () => {
    const patient = await deployment.patient();
    const files: string[] = [];
    for (const each of [jpeg(), png(), jpeg([exif(3)])]) files.push((await leave(patient, each)).id);
    const headers = { 'Idempotency-Key': randomUUID() };
    const ids = new Set<unknown>();
    for (let round = 0; round < 5; round++) {
      const tries = await Promise.all(Array.from({ length: 4 }, () => send(patient, files, headers)));
      for (const { status, json } of tries) {
        expect(status).toBe(200);
        ids.add((json as { id: string }).id);
      }
    }
    expect(ids.size).toBe(1);
    expect(await messagesOf(patient)).toHaveLength(1);
    const { data } = await patient.client.from('message_pictures').select('id,place').order('place');
    expect(data).toEqual(files.map((id, index) => ({ id, place: index + 1 })));
    expect(await filesOf(patient)).toHaveLength(3);
    expect(await send(patient, files.slice(1), headers)).toMatchObject({
      status: 409,
      json: { code: 'submission_reused' },
    });
  });

  test('a picture belongs to one message, and a sent one is not replaced by uploading it again', async () => {
    const patient = await deployment.patient();
    const { id } = await leave(patient, jpeg());
    expect((await leave(patient, png(), 'image/png', id)).status).toBe(409);
    expect((await send(patient, [id])).status).toBe(200);
    const name = `${patient.id}/messages/${id}`;
    const before = await (await download(patient, name)).arrayBuffer();
    expect((await leave(patient, png(), 'image/png', id)).status).toBe(200);
    expect(await send(patient, [id])).toMatchObject({ status: 404, json: { code: 'unknown_picture' } });
    expect(await (await download(patient, name)).arrayBuffer()).toEqual(before);
  });

  test('no one uploads a picture for someone else, takes theirs, reads what was uploaded, or uploads without end', async () => {
    const [patient, other, newcomer] = [
      await deployment.patient(),
      await deployment.patient(),
      await deployment.patient({ consent: false }),
    ];
    const { id } = await leave(patient, jpeg());
    expect(await send(other, [id])).toMatchObject({ status: 404, json: { code: 'unknown_picture' } });
    expect((await leave({ ...other, id: patient.id }, jpeg())).status).toBe(403);
    expect((await leave(newcomer, jpeg())).status).toBe(403);
    for (const name of ['a', `${randomUUID()}/b`, '../x'])
      expect((await leave(patient, jpeg(), 'image/jpeg', name)).status).not.toBe(200);
    for (const who of [patient, other])
      for (const way of ['authenticated/', '', 'public/'])
        expect(
          (
            await fetch(
              `${deployment.server().url}/storage/v1/object/${way}message-uploads/${patient.id}/${id}`,
              { headers: { authorization: `Bearer ${who.token}` } },
            )
          ).status,
        ).toBe(404);
    const statuses = [];
    for (let round = 0; round < 25; round++) statuses.push((await leave(patient, jpeg())).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(23);
    expect(statuses.at(-1)).toBe(403);
  });

  test('pictures that no message used are removed after a day, with their clean copies, and used ones stay', async () => {
    const [patient, service] = [await deployment.patient(), deployment.server().keys.serviceRoleKey];
    const [taken, alone] = [await leave(patient, jpeg()), await leave(patient, jpeg())];
    await send(patient, [taken.id]);
    await leave(patient, jpeg(), 'image/jpeg', taken.id);
    const elsewhere = { threadId: randomUUID(), text: 'Look', files: [alone.id] };
    expect((await deployment.call({ body: elsewhere, token: patient.token })).status).toBe(404);
    const sweep = () => ask('delete-due-accounts', { token: service }, {});
    expect((await sweep()).status).toBe(200);
    expect(await filesOf(patient)).toHaveLength(4);
    await sql(`update storage.objects set created_at = now() - interval '25 hours' where name like $1`, [
      `${patient.id}/%`,
    ]);
    expect(await send(patient, [alone.id])).toMatchObject({ status: 404, json: { code: 'unknown_picture' } });
    expect((await sweep()).status).toBe(200);
    expect(await filesOf(patient)).toEqual([`documents/${patient.id}/messages/${taken.id}`]);
  });

  test('a refused picture does not remove one that an earlier try stored', async () => {
    const patient = await deployment.patient();
    const { id } = await leave(patient, jpeg());
    const elsewhere = { threadId: randomUUID(), text: 'Look', files: [id] };
    expect((await deployment.call({ body: elsewhere, token: patient.token })).status).toBe(404);
    const bad = await leave(patient, bytesOf('<html>'));
    expect((await send(patient, [id, bad.id])).status).toBe(400);
    expect(await filesOf(patient)).toEqual([
      `documents/${patient.id}/messages/${id}`,
      `message-uploads/${patient.id}/${id}`,
    ]);
    expect((await send(patient, [id])).status).toBe(200);
    expect(await filesOf(patient)).toEqual([`documents/${patient.id}/messages/${id}`]);
  });

  test('a copy that no message names is removed after a day, even if its source is gone', async () => {
    const [patient, service] = [await deployment.patient(), deployment.server().keys.serviceRoleKey];
    const [taken, alone] = [await leave(patient, jpeg()), await leave(patient, jpeg())];
    await send(patient, [taken.id]);
    const elsewhere = { threadId: randomUUID(), text: 'Look', files: [alone.id] };
    expect((await deployment.call({ body: elsewhere, token: patient.token })).status).toBe(404);
    const removed = await fetch(`${deployment.server().url}/storage/v1/object/message-uploads`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prefixes: [`${patient.id}/${alone.id}`] }),
    });
    expect(removed.status).toBe(200);
    const sweep = () => ask('delete-due-accounts', { token: service }, {});
    expect((await sweep()).status).toBe(200);
    expect(await filesOf(patient)).toHaveLength(2);
    await sql(`update storage.objects set created_at = now() - interval '25 hours' where name like $1`, [
      `${patient.id}/%`,
    ]);
    // A new upload isn't sent with a copy that is about to be deleted.
    await leave(patient, jpeg(), 'image/jpeg', alone.id);
    expect(await send(patient, [alone.id])).toMatchObject({ status: 404, json: { code: 'unknown_picture' } });
    expect((await sweep()).status).toBe(200);
    expect(await filesOf(patient)).toEqual([
      `documents/${patient.id}/messages/${taken.id}`,
      `message-uploads/${patient.id}/${alone.id}`,
    ]);
  });

  test('the care team downloads a picture for a minute, and it is logged; others cannot', async () => {
    const [patient, coach, admin] = [
      await deployment.patient(),
      await member('coach'),
      await member('administrator'),
    ];
    const { id } = await leave(patient, png(), 'image/png');
    const { json } = await send(patient, [id]);
    const opened = await ask(`team-messages?thread=${(json as { threadId: string }).threadId}`, coach);
    expect(opened.json['messages']).toMatchObject([
      { pictures: [{ id, type: 'image/png', bytes: png().length }] },
    ]);
    const { status, json: answer } = await ask(`team-picture?id=${id}`, coach);
    expect(status).toBe(200);
    const file = await fetch(deployment.server().url + String(answer['path']));
    expect(file.headers.get('content-disposition')).toContain('attachment; filename="picture-1.png"');
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(png());
    expect((await ask(`team-picture?id=${id}`, admin)).status).toBe(403);
    expect((await ask(`team-picture?id=${id}`, patient)).status).toBe(403);
    expect((await ask(`team-picture?id=${randomUUID()}`, coach)).status).toBe(403);
    const read = await sql(
      `select kind from public.audit_log where subject_id = $1 and action = 'read' and actor_id = $2`,
      [patient.id, coach.person],
    );
    expect(read).toEqual(['messages', 'identity', 'patient_alerts', 'summary'].map((kind) => ({ kind })));
  });
});

inBothDeploymentsAt('0.1', 'send-message', (deployment) => {
  const { leaves, sql } = messageScene(deployment.server);

  test('refused pictures count too, before anyone reads them, and none is used again', async () => {
    const patient = await deployment.patient();
    const tables = Array.from({ length: 2_000 }, () => segment(0xdb, ''));
    const send = async (bytes: Uint8Array) => {
      const { id } = await leaves(patient, bytes);
      const body = { topic: 'A test result', text: 'Look', files: [id] };
      const again = () => deployment.call({ token: patient.token, body });
      return { ...(await again()), again };
    };
    for (let each = 0; each < 3; each += 1) {
      const refused = await send(jpeg(tables));
      expect(refused).toMatchObject({ status: 400, json: { code: 'bad_picture' } });
      expect(await refused.again()).toMatchObject({ status: 404, json: { code: 'unknown_picture' } });
    }
    expect(await send(jpeg())).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
  });

  test('a patient may send a fixed number of pictures a day, a retry costs none, and text still goes through', async () => {
    const patient = await deployment.patient();
    const send = async (count: number, headers = {}) => {
      const files: string[] = [];
      for (let each = 0; each < count; each++) files.push((await leaves(patient, jpeg())).id);
      const body = { topic: 'A test result', text: 'Look', files };
      return { body, ...(await deployment.call({ token: patient.token, body, headers })) };
    };
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await send(2, headers);
    expect(first.status).toBe(200);
    for (let retry = 0; retry < 3; retry++)
      expect((await deployment.call({ token: patient.token, body: first.body, headers })).status).toBe(200);
    const refused = await send(2);
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect((await send(0)).status).toBe(200);
    const kept = await sql(`select from storage.objects where bucket_id = 'documents' and name like $1`, [
      `${patient.id}/%`,
    ]);
    expect(kept).toHaveLength(2);
  });
});
