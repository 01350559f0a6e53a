import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../../../domain/time/instant.ts';
import { serveWithDeno, type Deno } from '../../../server/testing/deno.ts';
import { newPatient } from '../../../server/testing/patient.ts';
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts';
import { aClinic, bookingOf, daysAhead } from './testing/clinic.ts';

const JWT_SECRET = 'Yk0hR2vQ9dWm4sXc7pLb1nTz6gJf3uAe8oKi5rHy';
const START = daysAhead(3, '10:00');

let server: TestServer;
let deno: Deno;
beforeAll(async () => {
  server = await startTestServer({ JWT_SECRET }, { deployment: 'supabase' });
  deno = await serveWithDeno('schedule-appointment', server, { JWT_SECRET });
});
afterAll(async () => {
  await deno.stop();
  await server.stop();
});

test('on Deno, with the project’s secret, the host’s link is a token that the project accepts', async () => {
  const [patient, clinic] = [await newPatient(server), await aClinic(server.database)];
  const response = await fetch(deno.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${patient.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(bookingOf(clinic, START)),
  });
  expect(response.status).toBe(200);
  const { id } = (await response.json()) as { id: string };
  const { rows } = await server.database.query<{ text: string }>(
    `select body_text as text from public.outbox where key like 'booked-host:%' and user_id = $1`,
    [patient.id],
  );
  const token = /\/call\/(\S+)$/m.exec(rows[0]!.text)![1]!;
  expect(await server.keys.verify(token)).toEqual({
    iss: 'http://localhost:3000',
    role: 'anon',
    exp: (START + 30 * MINUTE) / 1_000,
    call_id: id,
    call_sequence: 0,
  });
});
