import { beforeAll, expect } from 'vitest';
import {
  FetchAppointmentSlotsAnswer,
  type Slot,
} from '../../../domain/contracts/patient/fetch-appointment-slots.ts';
import { DAY, instantFromIso, isoFromInstant, MINUTE, type Instant } from '../../../domain/time/instant.ts';
import { localDateTime } from '../../../domain/time/local.ts';
import { UNSET_CLINIC_ZONE } from '../../../domain/time/zone.ts';
import { closeRecord, type Patient } from '../../../server/testing/patient.ts';
import { aClinic, assignCoach, daysAhead, keepCall, type Clinic } from './testing/clinic.ts';
import { patientAccessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const HALF_HOUR = 30 * MINUTE;
const window = (from: Instant, until: Instant) => ({
  searchFrom: isoFromInstant(from),
  searchUntil: isoFromInstant(until),
});
const wholeDay = (days: number) => window(daysAhead(days, '00:00'), daysAhead(days + 1, '00:00') - 1);

/** A place whose clocks show UTC all year. */
const AS_UTC = 'Africa/Abidjan';

inBothDeployments('fetch-appointment-slots', (deployment) => {
  const clinicWith = (choices = {}) => aClinic(deployment.server().database, choices);
  const ask = async (
    { slug }: Pick<Clinic, 'slug'>,
    times: Record<string, string>,
    { patient, zone = AS_UTC }: { patient?: Patient; zone?: string } = {},
  ) =>
    deployment.call({
      query: { appointmentType: slug, ...times },
      token: (patient ?? (await deployment.patient())).token,
      headers: { 'x-client-timezone': zone },
    });
  const slotsOf = async (...question: Parameters<typeof ask>): Promise<Slot[]> => {
    const answer = await ask(...question);
    expect(answer.status).toBe(200);
    return FetchAppointmentSlotsAnswer.parse(answer.json);
  };
  const startsOf = async (...question: Parameters<typeof ask>) =>
    (await slotsOf(...question)).map(({ start_time: start }) => start.slice(11, 16));

  test('a work day is a plain list of slots, one after another, as instants in UTC', async () => {
    const clinic = await clinicWith();
    const slots = await slotsOf(clinic, wholeDay(3));
    const first = daysAhead(3, '08:00');
    expect(slots).toEqual(
      Array.from({ length: 20 }, (_, index) => ({
        start_time: isoFromInstant(first + index * HALF_HOUR),
        end_time: isoFromInstant(first + (index + 1) * HALF_HOUR),
        userTime: isoFromInstant(first + index * HALF_HOUR).slice(0, 16),
      })),
    );
  });

  test.each(['America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Europe/London'])(
    'in %s the patient’s local time is shown next to the instants',
    async (zone) => {
      const clinic = await clinicWith();
      const slots = await slotsOf(clinic, wholeDay(3), { zone });
      expect(slots).toHaveLength(20);
      for (const { start_time: start, userTime } of slots) {
        expect(userTime).toBe(localDateTime(instantFromIso(start), zone));
      }
    },
  );

  test.each([
    'Mars/Olympus',
    '',
    '+05:30',
    'UTC',
    'Etc/GMT+5',
    `UTC'; drop table appointments`,
    '<b>UTC</b>',
    'x'.repeat(2_000),
  ])('with the zone %j times are the clinic’s', async (zone) => {
    const [slot] = await slotsOf(await clinicWith(), wholeDay(3), { zone });
    expect(slot!.userTime).toBe(localDateTime(instantFromIso(slot!.start_time), UNSET_CLINIC_ZONE));
  });

  test('a host’s hours are in the host’s own zone', async () => {
    const zone = 'Australia/Lord_Howe';
    const clinic = await clinicWith({ zone, from: '09:00', until: '10:00' });
    const day = window(daysAhead(4, '00:00', zone), daysAhead(5, '00:00', zone) - 1);
    expect((await slotsOf(clinic, day, { zone })).map(({ userTime }) => userTime.slice(11))).toEqual([
      '09:00',
      '09:30',
    ]);
  });

  test('a booked slot disappears, with the host’s buffer, and returns when the call is canceled', async () => {
    const clinic = await clinicWith({ from: '08:00', until: '10:30', buffer: 10 });
    const { database } = deployment.server();
    const id = await keepCall(database, await deployment.patient(), {
      clinic,
      startsAt: daysAhead(3, '09:00'),
    });
    // At 08:30 a call would end in time, but its buffer would not.
    expect(await startsOf(clinic, wholeDay(3))).toEqual(['08:00', '09:30', '10:00']);
    await database.query(`update public.appointments set status = 'cancelled' where id = $1`, [id]);
    expect(await startsOf(clinic, wholeDay(3))).toEqual(['08:00', '08:30', '09:00', '09:30', '10:00']);
  });

  test('a slot is offered while one of several hosts is free', async () => {
    const clinic = await clinicWith({ hosts: 2, from: '08:00', until: '09:00' });
    const startsAt = daysAhead(3, '08:00');
    const { database } = deployment.server();
    await keepCall(database, await deployment.patient(), { clinic, startsAt });
    expect(await startsOf(clinic, wholeDay(3))).toEqual(['08:00', '08:30']);
    await keepCall(database, await deployment.patient(), { clinic, host: 1, startsAt });
    expect(await startsOf(clinic, wholeDay(3))).toEqual(['08:30']);
  });

  test('slots that overlap the patient’s own calls are left out for this patient only', async () => {
    const clinic = await clinicWith({ from: '08:00', until: '10:00' });
    const other = await clinicWith();
    const patient = await deployment.patient();
    await keepCall(deployment.server().database, patient, { clinic: other, startsAt: daysAhead(3, '08:45') });
    expect(await startsOf(clinic, wholeDay(3), { patient })).toEqual(['08:00', '09:30']);
    expect(await startsOf(clinic, wholeDay(3))).toEqual(['08:00', '08:30', '09:00', '09:30']);
  });

  test('days off, hosts who left and types without hosts have no slots', async () => {
    const { database } = deployment.server();
    const [resting, leaving, empty] = [
      await clinicWith(),
      await clinicWith(),
      await clinicWith({ hosts: 0 }),
    ];
    await database.query('insert into public.days_off (host_id, day) values ($1, $2)', [
      resting.hostIds[0],
      isoFromInstant(daysAhead(3, '00:00')).slice(0, 10),
    ]);
    await database.query('update public.care_team set active = false where id = $1', [leaving.hostIds[0]]);
    for (const clinic of [resting, leaving, empty]) expect(await startsOf(clinic, wholeDay(3))).toEqual([]);
    expect(await startsOf(resting, wholeDay(4))).toHaveLength(20);
  });

  test('nothing is offered in the past, within the notice or beyond the horizon', async () => {
    const clinic = await clinicWith({ from: '00:00', until: '24:00', notice: 180, horizon: 5 });
    const asked = Date.now();
    const slots = await slotsOf(clinic, window(asked - 10 * DAY, asked + 20 * DAY));
    const starts = slots.map(({ start_time: start }) => instantFromIso(start));
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(asked + 180 * MINUTE);
    expect(Math.min(...starts)).toBeLessThan(asked + 180 * MINUTE + 31 * MINUTE);
    expect(Math.max(...starts)).toBeLessThanOrEqual(Date.now() + 5 * DAY);
    expect(slots).toHaveLength(5 * 48 - 6);
    expect(await slotsOf(clinic, wholeDay(-3))).toEqual([]);
    expect(await slotsOf(clinic, wholeDay(7))).toEqual([]);
  });

  test('both ends of the search are respected, whatever their offset', async () => {
    const clinic = await clinicWith();
    const day = isoFromInstant(daysAhead(3, '00:00')).slice(0, 10);
    const times = { searchFrom: `${day}T14:00:00+05:30`, searchUntil: `${day}T09:30:00Z` };
    expect(await startsOf(clinic, times)).toEqual(['08:30', '09:00']);
  });

  const from = daysAhead(1, '00:00');
  const isoFrom = isoFromInstant(from);
  const NO_MOMENT = 'Please enter a date and time such as 2026-11-18T10:30:00Z';
  test.each<[Record<string, string>, string]>([
    [{}, `searchFrom: ${NO_MOMENT}`],
    [{ searchFrom: isoFrom }, `searchUntil: ${NO_MOMENT}`],
    [{ searchFrom: 'today', searchUntil: isoFrom }, `searchFrom: ${NO_MOMENT}`],
    [{ searchFrom: '1794000000000', searchUntil: isoFrom }, `searchFrom: ${NO_MOMENT}`],
    [{ searchFrom: isoFrom.slice(0, 10), searchUntil: isoFrom }, `searchFrom: ${NO_MOMENT}`],
    [{ searchFrom: isoFrom.slice(0, 19), searchUntil: isoFrom }, `searchFrom: ${NO_MOMENT}`],
    [{ searchFrom: isoFrom, searchUntil: `now()'; --` }, `searchUntil: ${NO_MOMENT}`],
    [{ searchFrom: isoFrom, searchUntil: `<b>${isoFrom}</b>` }, `searchUntil: ${NO_MOMENT}`],
    [
      { searchFrom: '0001-01-01T00:00:00Z', searchUntil: isoFrom },
      'searchFrom: Please enter a date after the year 2000',
    ],
    [
      { searchFrom: '9999-12-31T00:00:00Z', searchUntil: '9999-12-31T23:59:59-01:00' },
      'searchUntil: Please enter a date before the year 10000',
    ],
    [window(from, from), 'searchUntil: Please search until after searchFrom'],
    [window(from, from - 1), 'searchUntil: Please search until after searchFrom'],
    [window(from, from + 32 * DAY + 1), 'searchUntil: Please search 32 days at most'],
    [
      { searchFrom: isoFrom, searchUntil: '9999-12-31T23:59:59Z' },
      'searchUntil: Please search 32 days at most',
    ],
    [{ appointmentType: '', ...window(from, from + 1) }, 'appointmentType: Please select a type of call'],
    [
      { appointmentType: 'x'.repeat(61), ...window(from, from + 1) },
      'appointmentType: Please select a type of call',
    ],
  ])('the search %o is refused', async (times, message) => {
    expect(await ask({ slug: 'any' }, times)).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', message },
    });
  });

  test('a search of exactly 32 days, and one at the end of time, are answered', async () => {
    const clinic = await clinicWith();
    expect((await slotsOf(clinic, window(from, from + 32 * DAY))).length).toBe(32 * 20);
    const late = { searchFrom: '9999-12-31T00:00:00Z', searchUntil: '9999-12-31T23:59:59Z' };
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Midway'])
      expect(await slotsOf(await clinicWith({ zone }), late)).toEqual([]);
  });

  test.each(['unknown-call', `x' or '1'='1`, '<script>'])('%j is not a type', async (slug) => {
    expect(await ask({ slug }, wholeDay(3))).toMatchObject({
      status: 404,
      json: { code: 'unknown_appointment_type', message: 'We can’t find this call type.' },
    });
  });

  test('a patient who has not consented yet may look; someone without a record may not', async () => {
    const patient = await deployment.patient({ consent: false });
    const clinic = await clinicWith();
    expect(await slotsOf(clinic, wholeDay(3), { patient })).toHaveLength(20);
    await closeRecord(deployment.server(), patient);
    expect(await ask(clinic, wholeDay(3), { patient })).toMatchObject({
      status: 403,
      json: { code: 'no_access' },
    });
  });

  test('a call being moved does not block itself, and its own time is not offered', async () => {
    const [clinic, patient] = [
      await clinicWith({ from: '10:00', until: '12:00', buffer: 15 }),
      await deployment.patient(),
    ];
    const startsAt = daysAhead(2, '10:30');
    const id = await keepCall(deployment.server().database, patient, { clinic, startsAt });
    const starts = async (times: Record<string, string>, asks = patient) =>
      (await slotsOf(clinic, times, { patient: asks })).map(({ userTime }) => userTime.slice(11));
    expect(await starts(wholeDay(2))).toEqual(['11:00', '11:30']);
    expect(await starts({ ...wholeDay(2), moving: id })).toEqual(['10:00', '11:00', '11:30']);
    expect(await ask(clinic, { ...wholeDay(2), moving: id })).toMatchObject({
      status: 404,
      json: { code: 'unknown_appointment' },
    });
  });

  const ownCoach = async (choices = {}) => {
    const { database } = deployment.server();
    const clinic = await clinicWith({ hosts: 2, from: '08:00', until: '09:30', ...choices });
    const patient = await deployment.patient();
    await assignCoach(database, patient, clinic.hostIds[0]);
    const host = (at: number) => ({ id: clinic.hostIds[at], name: 'Marisol Vega' });
    const offered = async (more: Record<string, string> = {}) =>
      (await slotsOf(clinic, { ...wholeDay(3), ...more }, { patient })).map(
        ({ userTime, host: who }) => [userTime.slice(11), clinic.hostIds.indexOf(who?.id ?? '')] as const,
      );
    return { database, clinic, patient, host, offered };
  };

  test('a patient is offered their own coach’s times, and others’ on request', async () => {
    const { database, clinic, patient, host, offered } = await ownCoach();
    await keepCall(database, await deployment.patient(), { clinic, startsAt: daysAhead(3, '08:30') });
    expect(await offered()).toEqual([
      ['08:00', 0],
      ['09:00', 0],
    ]);
    expect(await offered({ others: 'true' })).toEqual([
      ['08:00', 1],
      ['08:30', 1],
      ['09:00', 1],
    ]);
    const [slot] = await slotsOf(clinic, wholeDay(3), { patient });
    expect(slot!.host).toEqual(host(0));
    expect(await ask(clinic, { ...wholeDay(3), others: 'yes' }, { patient })).toMatchObject({ status: 400 });
  });

  test('while their own coach is away, a patient is offered the others', async () => {
    const { database, clinic, offered } = await ownCoach();
    await database.query('insert into public.absences (host_id, starts_at, ends_at) values ($1, $2, $3)', [
      clinic.hostIds[0],
      isoFromInstant(daysAhead(3, '08:30')),
      isoFromInstant(daysAhead(3, '12:00')),
    ]);
    expect(await offered()).toEqual([
      ['08:00', 0],
      ['08:30', 1],
      ['09:00', 1],
    ]);
  });

  test('a coach who does not take such calls, has no hours or has left is not waited for', async () => {
    const ends = [
      'delete from public.appointment_type_hosts where host_id = $1',
      'delete from public.availability where host_id = $1',
      'update public.care_team set active = false where id = $1',
      'update public.care_team set active = false, deactivated_at = now() where id = $1',
    ];
    for (const end of ends) {
      const { database, clinic, offered } = await ownCoach();
      await database.query(end, [clinic.hostIds[0]]);
      expect((await offered()).map(([time]) => time)).toEqual(['08:00', '08:30', '09:00']);
    }
  });

  test('a call with someone else moves to either’s times, and goes to the patient’s own coach when free', async () => {
    const { database, clinic, patient, offered } = await ownCoach();
    const moving = await keepCall(database, patient, { clinic, host: 1, startsAt: daysAhead(2, '08:00') });
    await keepCall(database, await deployment.patient(), { clinic, startsAt: daysAhead(3, '08:30') });
    expect(await offered({ moving })).toEqual([
      ['08:00', 0],
      ['08:30', 1],
      ['09:00', 0],
    ]);
  });

  const SLUG = 'access-slots';
  beforeAll(async () => {
    const { database } = deployment.server();
    await database.query('delete from public.appointment_types where slug = $1', [SLUG]);
    await aClinic(database, { slug: SLUG });
  });
  patientAccessTests(deployment, { method: 'GET', query: { appointmentType: SLUG, ...wholeDay(3) } });
});
