import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPatient, signOut } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { send, type Patient } from './testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const headers = { 'content-type': 'application/json' };
const exportOf = async ({ token }: Patient) =>
  (await send(server, token, 'rpc/export_my_data', { method: 'POST', headers, body: '{}' })).status;

/** More than one answer may hold. */
async function patientWithTooMuch(): Promise<Patient> {
  const patient = await newPatient(server);
  await server.database.query(
    `insert into public.consultation_notes (user_id, consultation_reference, notes)
     select $1, 'note-' || n, repeat('x', 9000) from generate_series(1, 1000) n`,
    [patient.id],
  );
  return patient;
}

test('an export that is broken off counts like any other', async () => {
  const patient = await patientWithTooMuch();
  for (let count = 0; count < 30; count++) expect(await exportOf(patient)).toBe(413);
  expect(await exportOf(patient)).toBe(429);
  expect(await exportOf(await newPatient(server))).toBe(200);
});

test('a session that has ended counts for nobody', async () => {
  const patient = await newPatient(server);
  await signOut(server, patient);
  expect(await exportOf(patient)).toBe(401);
  const { rows } = await server.database.query(
    'select private.count_export($1) as wait from generate_series(1, 30)',
    [patient.id],
  );
  expect(rows.at(-1)).toEqual({ wait: 0 });
});
