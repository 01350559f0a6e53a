import { expect, onTestFinished, test } from 'vitest';
import { DAY, isoFromInstant, MINUTE, type Instant } from '../../domain/time/instant.ts';
import { aClinic, bookingOf, daysAhead } from '../../supabase/tests/functions/testing/clinic.ts';
import { silentLog } from '../log.ts';
import { createTexts } from '../mail/texts.ts';
import { newPatient } from '../testing/patient.ts';
import { withTestServer } from '../testing/test-server.ts';
import { startOutboxWorker } from './worker.ts';

const START = daysAhead(3, '10:00');
const LATER = daysAhead(5, '14:00');

/** A patient with a call in three days, who can change it while time passes as the test says. */
async function aBookedPatient() {
  const server = await withTestServer();
  const worker = startOutboxWorker(
    { ...server, texts: createTexts(server.settings, server.database), log: silentLog },
    { pollMs: 50 },
  );
  onTestFinished(worker.stop);
  const [patient, clinic] = [await newPatient(server), await aClinic(server.database)];
  const { rows } = await server.database.query<{ email: string }>(
    'select customer_email as email from public.customers where user_id = $1',
    [patient.id],
  );
  const call = async (name: string, body: object) => {
    const response = await fetch(`${server.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${patient.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { id: string };
  };
  const { id } = await call('schedule-appointment', bookingOf(clinic, START));
  const subjects = async () => (await server.mail(rows[0]!.email)).map(({ subject }) => subject).toReversed();
  await expect.poll(subjects).toEqual(['Your call is booked']);
  return {
    call: (name: string, body: object = {}) => call(name, { appointmentId: id, ...body }),
    subjects,
    /** Sends or drops everything that is due until then. */
    until: async (moment: Instant) => {
      await server.database.query(
        `update public.outbox set send_after = least(send_after, now()) where send_after <= $1`,
        [isoFromInstant(moment)],
      );
      const waiting = `select from public.outbox where sent_at is null and dropped_at is null and send_after <= now()`;
      await expect.poll(async () => (await server.database.query(waiting)).rowCount).toBe(0);
    },
  };
}

test('a canceled call sends nothing but its cancellation', async () => {
  const { call, subjects, until } = await aBookedPatient();
  await call('cancel-appointment');
  await until(START + DAY);
  expect(await subjects()).toEqual(['Your call is booked', 'Your call is canceled']);
});

test('a moved call has reminders only for its new time', async () => {
  const { call, subjects, until } = await aBookedPatient();
  await call('reschedule-appointment', {
    startTime: isoFromInstant(LATER),
    endTime: isoFromInstant(LATER + 30 * MINUTE),
  });
  await until(START);
  expect(await subjects()).toEqual(['Your call is booked', 'Your call has a new time']);
  await until(LATER);
  expect((await subjects()).toSorted()).toEqual([
    'A reminder of your call',
    'Your call has a new time',
    'Your call is about to start',
    'Your call is booked',
  ]);
});
