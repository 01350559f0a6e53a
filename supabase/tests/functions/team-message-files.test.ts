import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { HOSTILE_FILES, pdf } from '../../../domain/messages/files/testing.ts';
import { pictureName } from '../../../domain/messages/pictures/places.ts';
import { bytesOf, exif, jpeg, png } from '../../../domain/messages/pictures/testing.ts';
import { mailedMember, type Member } from '../../../server/testing/team.ts';
import { inBothDeployments, inBothDeploymentsAt, test } from './testing/deployments.ts';
import { messageScene } from './testing/messages.ts';

const UNKNOWN = { status: 422, json: { code: 'unknown_picture' } };
const PDF = 'application/pdf';

inBothDeployments('team-message', (deployment) => {
  const scene = messageScene(deployment.server);
  const { sql, member, writes, ask, assign, leavesAsTeam: leave, notices } = scene;
  const send = ({ token }: Pick<Member, 'token'>, target: object, files: string[], headers = {}) =>
    deployment.call({ token, body: { ...target, text: 'Here it is.', files }, headers });
  const first = (patient: { id: string }) => ({ patientId: patient.id, topic: 'The kit' });
  const filesOf = (...folders: string[]) =>
    sql(
      `select bucket_id || '/' || name as file from storage.objects
       where split_part(name, '/', 1) = any ($1) order by 1`,
      [folders],
    ).then((rows) => rows.map((row) => String(row['file'])));
  const own = ({ token }: { token: string }, name: string) =>
    fetch(`${deployment.server().url}/storage/v1/object/authenticated/documents/${name}`, {
      headers: { authorization: `Bearer ${token}` },
    });

  test('a first message with a PDF and a picture reaches the patient, who downloads both and is told discreetly', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const left = [await leave(coach, pdf(), PDF), await leave(coach, jpeg([exif(1)]))];
    const { status, json } = await send(
      coach,
      first(patient),
      left.map(({ id }) => id),
    );
    expect(status).toBe(200);
    const { data } = await patient.client.from('message_pictures').select('name,type,place').order('place');
    expect(data).toMatchObject([
      { place: 1, type: PDF },
      { place: 2, type: 'image/jpeg' },
    ]);
    const document = await own(patient, data![0]!.name);
    expect(document.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(document.headers.get('x-content-type-options')).toBe('nosniff');
    expect(new Uint8Array(await document.arrayBuffer())).toEqual(pdf());
    const picture = new Uint8Array(await (await own(patient, data![1]!.name)).arrayBuffer());
    expect(String.fromCharCode(...picture)).not.toContain('GPS');
    expect(await notices(patient)).toMatchObject([
      { channel: 'email', subject: 'Béa: you have a new message.' },
    ]);
    expect(await filesOf(coach.id)).toEqual([]);
    const { threadId } = json as { threadId: string };
    const [listed] = (await ask(`team-messages?thread=${threadId}`, coach)).json['messages'] as object[];
    expect(listed).toMatchObject({ pictures: [{ type: PDF, bytes: pdf().length }, { type: 'image/jpeg' }] });
  });

  test('a patient never sees the file of a message that was refused', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const [sent, refused] = [await leave(coach, pdf(), PDF), await leave(coach, pdf(), PDF)];
    expect((await send(coach, first(patient), [sent.id])).status).toBe(200);
    expect((await send(coach, first(patient), [refused.id])).status).toBe(409);
    const statusOf = async ({ id }: { id: string }) =>
      (await own(patient, pictureName(patient.id, id))).status;
    expect(await statusOf(sent)).toBe(200);
    expect(await statusOf(refused)).not.toBe(200);
  });

  test('the team downloads a PDF by a link that always saves it', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { id } = await leave(coach, pdf(), PDF);
    await send(coach, first(patient), [id]);
    const { json } = await ask(`team-picture?id=${id}`, coach);
    const file = await fetch(deployment.server().url + String(json['path']));
    expect(file.headers.get('content-disposition')).toContain('attachment; filename="document-1.pdf"');
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect(file.headers.get('content-type')).toBe(PDF);
    for (const who of [await member('administrator'), patient])
      expect((await ask(`team-picture?id=${id}`, who)).status).toBe(403);
  });

  // Storage doesn't accept empty files.
  test.each(HOSTILE_FILES.filter(([, bytes]) => bytes.length > 0))(
    '%s is refused with a sentence, and nothing is stored',
    async (_what, bytes, why) => {
      const [coach, patient] = [await member('coach'), await deployment.patient()];
      const [good, bad] = [await leave(coach, png(), 'image/png'), await leave(coach, bytes, PDF)];
      const refused = await send(coach, first(patient), [good.id, bad.id]);
      expect(refused).toMatchObject({ status: 400, json: { code: 'bad_picture' } });
      expect((refused.json as { message: string }).message).toContain(`File 2 ${why}`);
      expect(await filesOf(patient.id)).toEqual([]);
      expect(await filesOf(coach.id)).toEqual([`team-uploads/${coach.id}/${good.id}`]);
      expect(await sql('select from public.messages where user_id = $1', [patient.id])).toEqual([]);
    },
  );

  test('a reply with three files is stored once, however often it is sent', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { threadId } = await writes(patient);
    const files = [
      (await leave(coach, pdf(), PDF)).id,
      (await leave(coach, png(), 'image/png')).id,
      (await leave(coach, jpeg())).id,
    ];
    const headers = { 'Idempotency-Key': randomUUID() };
    const tries = [];
    for (let round = 0; round < 3; round += 1)
      tries.push(
        ...(await Promise.all([
          send(coach, { threadId }, files, headers),
          send(coach, { threadId }, files, headers),
        ])),
      );
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(tries.map(({ json }) => (json as { id: string }).id)).size).toBe(1);
    const { data } = await patient.client.from('message_pictures').select('id,place').order('place');
    expect(data).toEqual(files.map((id, index) => ({ id, place: index + 1 })));
  });

  test('more than three files, the same file twice, and files of a phone call are refused', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { threadId } = await writes(patient);
    const ids = Array.from({ length: 4 }, () => randomUUID());
    for (const body of [
      { files: ids },
      { files: [ids[0], ids[0]!.toUpperCase()] },
      { files: [ids[0]], byPhone: true },
      { files: ['../../a'] },
      { file: ids[0] },
    ])
      expect(
        (await deployment.call({ token: coach.token, body: { threadId, text: 'Here', ...body } })).status,
      ).toBe(400);
  });

  test('no one sends what a colleague or a patient left, or to a patient whose record they may not open', async () => {
    const [coach, colleague, patient] = [
      await member('coach'),
      await member('coach'),
      await deployment.patient(),
    ];
    await assign(patient, colleague);
    const { id } = await leave(coach, pdf(), PDF);
    const refused = await send(coach, first(patient), [id]);
    expect(refused).toMatchObject({ status: 403, json: { code: 'reason_required' } });
    expect(await filesOf(patient.id)).toEqual([]);
    expect(await send(colleague, first(patient), [id])).toMatchObject(UNKNOWN);
    const mine = await scene.leaves(patient, jpeg());
    expect(await send(colleague, first(patient), [mine.id])).toMatchObject(UNKNOWN);
    expect(await send(colleague, first(patient), [randomUUID()])).toMatchObject(UNKNOWN);
    expect(await sql('select from public.messages where user_id = $1', [patient.id])).toEqual([]);
    for (const who of [await member('administrator'), patient])
      expect((await send(who, first(patient), [id])).status).toBe(403);
  });

  test('only coaches and clinicians with their app’s code leave files, in their own folder, and no one reads them there', async () => {
    const [coach, patient, admin, mailed] = [
      await member('coach'),
      await deployment.patient(),
      await member('administrator'),
      await mailedMember(deployment.server(), 'coach'),
    ];
    const { id, status } = await leave(coach, pdf(), PDF);
    expect(status).toBe(200);
    expect((await leave(await member('clinician'), pdf(), PDF)).status).toBe(200);
    for (const who of [patient, admin, mailed]) expect((await leave(who, pdf(), PDF)).status).toBe(403);
    expect((await leave({ ...coach, id: patient.id }, pdf(), PDF)).status).toBe(403);
    expect((await leave(coach, bytesOf('<html>'), 'text/html')).status).not.toBe(200);
    for (const name of ['a', `${randomUUID()}/b`, '../x'])
      expect((await leave(coach, pdf(), PDF, name)).status).not.toBe(200);
    for (const who of [coach, patient, admin])
      for (const way of ['authenticated/', '', 'public/'])
        expect(
          (
            await fetch(`${deployment.server().url}/storage/v1/object/${way}team-uploads/${coach.id}/${id}`, {
              headers: { authorization: `Bearer ${who.token}` },
            })
          ).status,
        ).toBe(404);
    const statuses = [];
    for (let round = 0; round < 25; round += 1) statuses.push((await leave(coach, pdf(), PDF)).status);
    expect(statuses.filter((each) => each === 200)).toHaveLength(23);
  });

  test('what was left and not sent is deleted after a day', async () => {
    const [coach, service] = [await member('coach'), deployment.server().keys.serviceRoleKey];
    const { id } = await leave(coach, pdf(), PDF);
    await sql(`update storage.objects set created_at = now() - interval '25 hours' where name like $1`, [
      `${coach.id}/%`,
    ]);
    expect(await send(coach, first(await deployment.patient()), [id])).toMatchObject(UNKNOWN);
    expect((await ask('delete-due-accounts', { token: service }, {})).status).toBe(200);
    expect(await filesOf(coach.id)).toEqual([]);
  });
});

inBothDeploymentsAt('0.1', 'team-message', (deployment) => {
  const { member, leavesAsTeam: leave } = messageScene(deployment.server);

  test('a person sends a limited number of files a day, refused ones included, and text still arrives', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const send = async (files: string[]) =>
      deployment.call({
        token: coach.token,
        body: { patientId: patient.id, topic: 'The kit', text: 'Here', ...(files.length > 0 && { files }) },
      });
    expect((await send([])).status).toBe(200);
    expect((await send([(await leave(coach, bytesOf('MZ'), PDF)).id])).status).toBe(400);
    const { id } = await leave(coach, pdf(), PDF);
    // The topic already has a conversation, so the file stays where it is.
    for (let each = 0; each < 9; each += 1) expect((await send([id])).status).toBe(409);
    expect(await send([id])).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
    expect((await send([])).status).toBe(409);
  });
});
