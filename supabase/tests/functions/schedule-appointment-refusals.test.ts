import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { isoFromInstant, MINUTE } from '../../../domain/time/instant.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { aClinic, bookingOf, daysAhead } from './testing/clinic.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const HOUR = 60 * MINUTE;
const START = daysAhead(3, '10:00');
const NO_TYPE = 'appointmentType: Please select a type of call';
const NO_MOMENT = 'Please enter a date and time such as 2026-11-18T10:30:00Z';
const NO_NAME = 'appointmentTypeName: Please send the name as it is shown';
const NO_KIND = 'interactionType: Please select a video call or a phone call';

inBothDeployments('schedule-appointment', (deployment) => {
  const clinicWith = (choices = {}) => aClinic(deployment.server().database, choices);
  const book = (patient: Patient, body: unknown, headers: Record<string, string> = {}) =>
    deployment.call({ body, token: patient.token, headers });
  const stored = async (patient: Patient) => [
    ...(await deployment.rows('appointments', patient)),
    ...(await deployment.rows('outbox', patient)),
  ];

  test.each([
    ['in the past', () => daysAhead(-1, '10:00')],
    ['within the notice', () => Math.ceil(Date.now() / HOUR) * HOUR],
    ['beyond the horizon', () => daysAhead(61, '10:00')],
    ['off the grid', () => START + 7 * MINUTE],
    ['a second off the grid', () => START + 1_000],
    ['before the host’s hours', () => daysAhead(3, '07:30')],
    ['where the call would outlast them', () => daysAhead(3, '17:45')],
  ])('a time %s is refused', async (_, startsAt) => {
    const patient = await deployment.patient();
    const clinic = await clinicWith({ notice: 120 });
    expect(await book(patient, bookingOf(clinic, startsAt()))).toMatchObject({
      status: 409,
      json: { code: 'slot_taken' },
    });
    expect(await stored(patient)).toEqual([]);
  });

  test.each(['unknown-call', 'UPPER', `x' or 1=1 --`, '<b>call</b>'])('%j is not a type', async (slug) => {
    const patient = await deployment.patient();
    expect(await book(patient, bookingOf({ slug }, START))).toMatchObject({
      status: 404,
      json: { code: 'unknown_appointment_type' },
    });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ appointmentType: undefined }, NO_TYPE],
    [{ appointmentType: null }, NO_TYPE],
    [{ appointmentType: 7 }, NO_TYPE],
    [{ appointmentType: '' }, NO_TYPE],
    [{ appointmentType: 'x'.repeat(61) }, NO_TYPE],
    [{ appointmentTypeName: 7 }, NO_NAME],
    [{ appointmentTypeName: 'x'.repeat(201) }, NO_NAME],
    [{ interactionType: 'carrier_pigeon' }, NO_KIND],
    [{ interactionType: null }, NO_KIND],
    [{ interactionType: `'; drop table appointments; --` }, NO_KIND],
    [{ startTime: undefined }, `startTime: ${NO_MOMENT}`],
    [{ startTime: START }, `startTime: ${NO_MOMENT}`],
    [{ startTime: 'tomorrow' }, `startTime: ${NO_MOMENT}`],
    [{ startTime: isoFromInstant(START).slice(0, 19) }, `startTime: ${NO_MOMENT}`],
    [{ startTime: `${isoFromInstant(START)}'; --` }, `startTime: ${NO_MOMENT}`],
    [{ startTime: '<i>now</i>' }, `startTime: ${NO_MOMENT}`],
    [{ startTime: '1999-12-31T00:00:00Z' }, 'startTime: Please enter a date after the year 2000'],
    [{ startTime: '9999-12-31T23:59:59-01:00' }, 'startTime: Please enter a date before the year 10000'],
    [{ endTime: undefined }, `endTime: ${NO_MOMENT}`],
    [{ endTime: 'later' }, `endTime: ${NO_MOMENT}`],
    [{ endTime: isoFromInstant(START + 3 * 60 * MINUTE) }, 'endTime: This call takes 30 minutes'],
    [{ endTime: isoFromInstant(START) }, 'endTime: This call takes 30 minutes'],
    [{ endTime: isoFromInstant(START + 30 * MINUTE + 1) }, 'endTime: This call takes 30 minutes'],
  ])('a booking with %o is refused', async (change, message) => {
    const [patient, clinic] = [await deployment.patient(), await clinicWith()];
    expect(await book(patient, { ...bookingOf(clinic, START), ...change })).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', message },
    });
    expect(await stored(patient)).toEqual([]);
  });

  test.each([
    ['{', 'bad_json'],
    ['', 'bad_json'],
    ['null', 'invalid_input'],
    ['[]', 'invalid_input'],
    ['"text"', 'invalid_input'],
  ])('the body %j is refused', async (text, code) => {
    const { token } = await deployment.patient();
    expect(await deployment.call({ method: 'POST', text, token })).toMatchObject({
      status: 400,
      json: { code },
    });
  });

  test.each(['', '7', `${randomUUID()}'; drop table customers`])(
    'the submission id "%s" is refused',
    async (key) => {
      const [patient, clinic] = [await deployment.patient(), await clinicWith()];
      expect(await book(patient, bookingOf(clinic, START), { 'Idempotency-Key': key })).toMatchObject({
        status: 400,
        json: { code: 'invalid_input', message: 'Idempotency-Key: Please send a UUID' },
      });
      expect(await stored(patient)).toEqual([]);
    },
  );
});
