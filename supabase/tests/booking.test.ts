import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDatabaseError } from '../../server/database/database.ts';
import { gatherPeople, join, REFUSED, type Patient, type People } from './people.ts';
import { CLINIC, openClinic } from './records.ts';

let people: People;
beforeAll(async () => {
  people = await gatherPeople();
  await openClinic(people.database);
});
afterAll(() => people.leave());

const BOOK = 'select public.book_appointment($1, $2) as id';
function booking(patient: Patient, day: string, submission: string | null = null) {
  const id = randomUUID();
  const message = { key: `confirm:${id}`, channel: 'email', recipient: patient.email, body_text: 'See you' };
  const appointment = {
    id,
    user_id: patient.id,
    host_id: CLINIC.host,
    appointment_type_id: CLINIC.appointmentType,
    starts_at: `${day}T10:00Z`,
    ends_at: `${day}T10:30Z`,
    busy_until: `${day}T10:40Z`,
    submission_id: submission,
  };
  return [JSON.stringify(appointment), JSON.stringify([message])];
}
const book = async (...given: Parameters<typeof booking>): Promise<string> => {
  try {
    const { rows } = await people.service.does(BOOK, booking(...given));
    return String(rows[0]!['id']);
  } catch (error) {
    if (isDatabaseError(error)) return String(error.code);
    throw error;
  }
};
const countOf = async (table: string, patientIds: string[]) =>
  (await people.database.query(`select from public.${table} where user_id = any ($1)`, [patientIds]))
    .rowCount;

test('of forty patients who want one slot, one gets it, and no one fails with a deadlock', async () => {
  const patients = await Promise.all(
    Array.from({ length: 40 }, (_, number) => join(people.database, `queue-${number}`, { consented: true })),
  );
  const outcomes = await Promise.all(patients.map((patient) => book(patient, '2030-03-01')));
  const lost = outcomes.filter((outcome) => outcome === '23P01');
  expect([lost.length, new Set(outcomes).size]).toEqual([39, 2]);
  const ids = patients.map((patient) => patient.id);
  expect([await countOf('appointments', ids), await countOf('outbox', ids)]).toEqual([1, 1]);
});

test('forty retries of one booking make one call, one message and one response', async () => {
  const { owner } = people;
  const submission = randomUUID();
  const answers = await Promise.all(Array.from({ length: 40 }, () => book(owner, '2030-03-02', submission)));
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect([await countOf('appointments', [owner.id]), await countOf('outbox', [owner.id])]).toEqual([1, 1]);
});

test('a submission is not a pass for another slot', async () => {
  const submission = randomUUID();
  await book(people.stranger, '2030-03-03', submission);
  expect(await book(people.stranger, '2030-03-04', submission)).toBe('23505');
  expect(await book(people.owner, '2030-03-05', submission)).toMatch(/^[0-9a-f-]{36}$/);
});

test('a message that cannot be written undoes the booking', async () => {
  const [appointment] = booking(people.owner, '2030-03-06');
  expect(await people.service.may(BOOK, [appointment, '[{"key": "x", "channel": "pigeon"}]'])).not.toBe(1);
  expect(await people.service.may(BOOK, booking(people.owner, '2030-03-06'))).toBe(1);
});

test('only the service can book', async () => {
  for (const person of [people.owner, people.newcomer, people.anonymous]) {
    expect(await person.may(BOOK, booking(people.owner, '2030-03-07'))).toBe(REFUSED);
  }
});

/** How many statements wait for a row that someone else holds. */
async function blocked(): Promise<number> {
  const { rows } = await people.database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
}

test.each([
  ['host', `select from public.care_team where id = '${CLINIC.host}' for no key update`],
  ['patient', `select from public.customers where customer_email = 'stranger@example.com' for no key update`],
])('a booking waits until another one with the same %s is done', async (_who, hold) => {
  const other = await people.database.connect();
  await other.query('begin');
  await other.query(hold);
  const booked = book(people.stranger, '2030-03-08');
  await expect.poll(blocked).toBe(1);
  await other.query('rollback');
  await other.end();
  expect(await booked).toMatch(/^[0-9a-f-]{36}$/);
  await people.database.query(`delete from public.appointments where starts_at >= '2030-03-08'`);
});
