import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPatient, signOut, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { send } from './testing.ts';

const SECRET = 'Ovaries normal';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function patientWithNotes(): Promise<Patient> {
  const patient = await newPatient(server);
  await server.database.query(
    `with noted as (
       insert into public.medical_notes (user_id, title, noted_on, content) values ($1, $2, now(), $2))
     insert into public.consultation_notes (user_id, consultation_reference, notes)
     values ($1, 'initial-consultation', $2)`,
    [patient.id, SECRET],
  );
  return patient;
}

async function readsOf({ id }: Patient) {
  const { rows } = await server.database.query(
    `select actor_id, actor_role, kind from public.audit_log where action = 'read' and subject_id = $1`,
    [id],
  );
  return rows;
}

const readOf = ({ id }: Patient) => ({
  actor_id: id,
  actor_role: 'authenticated',
  kind: 'consultation_notes',
});

test('reading notes by the table’s name leaves a log entry if there are any', async () => {
  const [reader, other] = [await patientWithNotes(), await newPatient(server)];
  const path = 'consultation_notes?select=notes,created_at&consultation_reference=eq.initial-consultation';
  expect((await send(server, reader.token, path)).json).toHaveLength(1);
  expect((await send(server, other.token, path)).json).toHaveLength(0);
  expect(await readsOf(reader)).toEqual([readOf(reader)]);
  expect(await readsOf(other)).toEqual([]);
});

test.each([
  ['GET', 'consultation_notes?select=notes::int', 400],
  ['GET', 'consultation_notes?select=notes&notes=lt.0&limit=1&offset=5', 200],
  ['GET', 'consultation%5Fnotes', 200],
  ['GET', 'consultation_notes?select=id&limit=1', 200],
  ['HEAD', 'consultation_notes?notes=like.Ov*', 200],
  ['HEAD', 'consultation_notes?notes=like.Nothing*', 200],
])('%s %s responds %#, leaves a log entry and quotes no note', async (method, path, status) => {
  const patient = await patientWithNotes();
  const reply = await send(server, patient.token, path, { method });
  expect(reply.status).toBe(status);
  if (status === 400) expect(reply.text).not.toContain('Ovaries');
  expect(await readsOf(patient)).toEqual([readOf(patient)]);
});

test('counting notes while reading them leaves one log entry', async () => {
  const patient = await patientWithNotes();
  const reply = await send(server, patient.token, 'consultation_notes', {
    headers: { prefer: 'count=exact' },
  });
  expect(reply.headers.get('content-range')).toBe('0-0/1');
  expect(await readsOf(patient)).toEqual([readOf(patient)]);
});

test.each(['POST', 'PATCH', 'DELETE'])('a patient’s %s of notes is refused', async (method) => {
  const patient = await patientWithNotes();
  const filter = method === 'POST' ? '' : `?user_id=eq.${patient.id}`;
  const reply = await send(server, patient.token, `consultation_notes${filter}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method !== 'DELETE' && { body: JSON.stringify({ notes: 'mine' }) }),
  });
  expect([reply.status, (reply.json as { code: string }).code]).toEqual([403, '42501']);
});

test.each([
  ['GET', '', {}],
  ['POST', '', { prefer: 'tx=rollback' }],
  ['POST', '?select=content::int', {}],
])('a patient cannot call the procedure for medical notes: %s %s %j', async (method, query, headers) => {
  const patient = await patientWithNotes();
  const given = method === 'GET' ? `?p_user=${patient.id}` : query;
  const reply = await send(server, patient.token, `rpc/read_medical_notes${given}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: JSON.stringify({ p_user: patient.id }) }),
  });
  expect(reply.status).toBe(403);
  expect(reply.text).not.toContain('Ovaries');
});

test('the service gets no note in a refusal either', async () => {
  await patientWithNotes();
  const reply = await send(server, server.keys.serviceRoleKey, 'medical_notes?select=content::int');
  expect([reply.status, reply.json]).toEqual([
    400,
    { code: '22P02', details: null, hint: null, message: 'A value is not of this kind.' },
  ]);
});

test('an ended session reads nothing and leaves nothing', async () => {
  const patient = await patientWithNotes();
  await signOut(server, patient);
  expect((await send(server, patient.token, 'consultation_notes')).status).toBe(401);
  expect(await readsOf(patient)).toEqual([]);
});
