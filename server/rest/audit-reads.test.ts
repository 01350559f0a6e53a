import { expect, test } from 'vitest';
import { newPatient } from '../testing/patient.ts';
import { withTestServer } from '../testing/test-server.ts';

test('a patient who reads notes from the table leaves a trace, one who finds none does not', async () => {
  const server = await withTestServer();
  const reader = await newPatient(server);
  const other = await newPatient(server);
  await server.database.query(
    `insert into public.consultation_notes (user_id, consultation_reference, notes) values ($1, 'initial-consultation', 'x')`,
    [reader.id],
  );
  const read = (token: string) =>
    fetch(
      `${server.url}/rest/v1/consultation_notes?select=notes,created_at&consultation_reference=eq.initial-consultation`,
      {
        headers: { authorization: `Bearer ${token}`, apikey: server.keys.anonKey },
      },
    );
  expect(await (await read(reader.token)).json()).toHaveLength(1);
  expect(await (await read(other.token)).json()).toHaveLength(0);
  const { rows } = await server.database.query(
    `select actor_id, actor_role, kind, subject_id from public.audit_log where action = 'read'`,
  );
  expect(rows).toEqual([
    { actor_id: reader.id, actor_role: 'authenticated', kind: 'consultation_notes', subject_id: reader.id },
  ]);
});
