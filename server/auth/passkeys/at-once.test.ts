import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { openEveryConnection } from '../testing/patients.ts';
import {
  authenticatorOf,
  beginRegistration,
  beginSignIn,
  callPasskeys,
  newPatient,
  register,
} from '../testing/passkeys.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('of many passkeys confirmed at once, ten are kept', async () => {
  const patient = await newPatient(server);
  for (let count = 0; count < 8; count += 1) await register(server, patient);
  const begun = await Promise.all(Array.from({ length: 6 }, () => beginRegistration(server, patient)));
  await openEveryConnection(server);
  const answers = await Promise.all(
    begun.map(({ challenge_id, options }) =>
      callPasskeys(server, patient, '/registration/verify', {
        body: { challenge_id, credential: authenticatorOf(server).create(options) },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 422, 422, 422, 422,
  ]);
});

test('an answer that is sent three times at once opens one session', async () => {
  const patient = await newPatient(server);
  const { authenticator } = await register(server, patient);
  const { challenge_id, options } = await beginSignIn(server);
  const body = { challenge_id, credential: authenticator.get(options) };
  await openEveryConnection(server);
  const answers = await Promise.all(
    [1, 2, 3].map(() => callPasskeys(server, null, '/authentication/verify', { body })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
});

test('two people who register one key at the same moment: one of them has it', async () => {
  const authenticator = authenticatorOf(server);
  const patients = [await newPatient(server), await newPatient(server)];
  const begun = await Promise.all(patients.map((patient) => beginRegistration(server, patient)));
  await openEveryConnection(server);
  const answers = await Promise.all(
    begun.map(({ challenge_id, options }, index) =>
      callPasskeys(server, patients[index]!, '/registration/verify', {
        body: { challenge_id, credential: authenticator.create(options) },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const { rows } = await server.database.query(
    `select count(*)::integer as emails from public.outbox where subject = 'A passkey was added'
     and recipient = any ($1)`,
    [patients.map(({ email }) => email)],
  );
  expect(rows).toEqual([{ emails: 1 }]);
});
