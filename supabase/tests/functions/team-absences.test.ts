import { expect } from 'vitest';
import { TeamAbsencesAnswer } from '../../../domain/contracts/team/team-absences.ts';
import { addDays, type LocalDate } from '../../../domain/time/day.ts';
import { DAY, instantFromIso, isoFromInstant, MINUTE } from '../../../domain/time/instant.ts';
import { localDate, localDateTime, startOfDay } from '../../../domain/time/local.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { worklistScene } from './testing/worklist.ts';
import { keepCall } from './testing/clinic.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { aBookedCall, aTeamClinic, LATER, START, times } from './testing/team-calls.ts';

const LONDON = 'Europe/London';
const NOT_ALLOWED = { status: 403, json: { code: 'not_allowed' } };
const day = (instant: number) => localDate(instant, LONDON);

/** The next day when the clocks change. */
function dayOfChange(): LocalDate {
  let date = addDays(localDate(Date.now(), LONDON), 2);
  while (startOfDay(addDays(date, 1), LONDON) - startOfDay(date, LONDON) === DAY) date = addDays(date, 1);
  return date;
}

inBothDeployments('team-absences', (deployment) => {
  const { sql, ask, assign } = worklistScene(deployment.server);
  const member = (role: 'coach' | 'clinician' | 'administrator') => newMember(deployment.server(), role);
  const does = ({ token }: Member, body: object, headers = {}) => deployment.call({ token, body, headers });
  const away = (who: Member, from: string, until: string, rest = {}) =>
    does(who, { action: 'add', person: who.person, from, until, ...rest });
  const booked = async () => {
    const patient = await deployment.patient();
    return { patient, ...(await aBookedCall(deployment.server(), patient)) };
  };
  const json = async (name: string, who: Member) =>
    (await (await ask(name, who)).json()) as Record<string, unknown>;

  test('an absence without an end is refused', async () => {
    const host = await member('coach');
    expect(await away(host, day(START), '9999-12-31')).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', message: 'until: Please enter a date before the year 2100' },
    });
  });

  test('an absence returns the calls within it, and they stay on the list until each is dealt with', async () => {
    const { host, colleague, patient, id } = await booked();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { action: 'add', person: host.person, from: day(START), until: day(START) };
    const answer = await does(host, body, headers);
    expect(answer.status).toBe(200);
    expect(TeamAbsencesAnswer.parse(answer.json).calls).toMatchObject([
      { id, patient: { id: patient.id }, unsettled: true },
    ]);
    expect((await does(host, body, headers)).json).toEqual(answer.json);
    expect(await sql('select from public.absences where host_id = $1', [host.person])).toHaveLength(1);
    expect(await json('team-calendar', host)).toMatchObject({ unsettled: [{ id }] });
    await ask('team-calls', host, { action: 'give', id, to: colleague.person });
    expect(await json('team-calendar', host)).toMatchObject({ unsettled: [] });
  });

  test('nothing is offered or booked within it, even if the slot was requested before', async () => {
    const { host, patient, clinic } = await booked();
    const other = await deployment.patient();
    await sql('delete from public.appointment_type_hosts where host_id = $1', [clinic.hostIds[1]]);
    expect((await away(host, isoFromInstant(LATER), isoFromInstant(LATER + 60 * MINUTE))).status).toBe(200);
    const book = (startsAt: number) =>
      ask('team-calls', host, {
        action: 'book',
        patientId: other.id,
        appointmentType: clinic.slug,
        ...times(startsAt),
      });
    expect((await book(LATER)).status).toBe(409);
    expect((await book(LATER + 30 * MINUTE)).status).toBe(409);
    expect((await book(LATER - 30 * MINUTE)).status).toBe(200);
    expect((await book(LATER + 60 * MINUTE)).status).toBe(200);
    const row = {
      id: crypto.randomUUID(),
      user_id: patient.id,
      host_id: host.person,
      appointment_type_id: clinic.typeId,
      starts_at: isoFromInstant(LATER),
      ends_at: isoFromInstant(LATER + 30 * MINUTE),
      busy_until: isoFromInstant(LATER + 30 * MINUTE),
    };
    await expect(sql(`select public.book_appointment($1, '[]')`, [JSON.stringify(row)])).rejects.toThrow(
      'host_is_away',
    );
  });

  test('days over a clock change are whole local days, and calls after them keep their time', async () => {
    const [host, patient] = [await member('coach'), await deployment.patient()];
    const change = dayOfChange();
    const [before, after] = [addDays(change, -1), addDays(change, 1)];
    const clinic = await aTeamClinic(deployment.server(), [host], { horizon: 365 });
    const at = (date: LocalDate, hour: number) => startOfDay(date, LONDON) + hour * 60 * MINUTE;
    const last = await keepCall(deployment.server().database, patient, {
      clinic,
      startsAt: startOfDay(after, LONDON) - 30 * MINUTE,
    });
    const first = await keepCall(deployment.server().database, patient, {
      clinic,
      startsAt: startOfDay(after, LONDON),
    });
    const answer = TeamAbsencesAnswer.parse((await away(host, before, change)).json);
    expect(answer.calls.map(({ id }) => id)).toEqual([last]);
    expect(answer.calls.map(({ id }) => id)).not.toContain(first);
    const [row] = await sql(
      'select starts_at::text as starts, ends_at::text as ends from public.absences where id = $1',
      [answer.id],
    );
    expect(instantFromIso(new Date(row!['starts'] as string).toISOString())).toBe(startOfDay(before, LONDON));
    expect(instantFromIso(new Date(row!['ends'] as string).toISOString())).toBe(startOfDay(after, LONDON));
    const query = new URLSearchParams({
      patientId: patient.id,
      appointmentType: clinic.slug,
      searchFrom: isoFromInstant(at(before, 0)),
      searchUntil: isoFromInstant(at(after, 24)),
    });
    const slots = await json(`team-slots?${query}`, host);
    const starts = (slots['slots'] as { startTime: string }[]).map(({ startTime }) =>
      localDateTime(instantFromIso(startTime), LONDON),
    );
    expect(starts[0]).toBe(`${after}T08:00`);
    expect(starts.at(-1)).toBe(`${after}T17:30`);
  });

  test.each([
    ['Europe/London', '2027-03-28'],
    ['America/Havana', '2026-11-01'],
    ['Asia/Beirut', '2027-03-28'],
    ['Pacific/Apia', '2027-01-01'],
  ])('the database starts a day in %s when everyone else does', async (zone, date) => {
    const [row] = await sql(`select extract(epoch from private.start_of_day($1, $2)) * 1000 as at`, [
      date,
      zone,
    ]);
    expect(Number(row!['at'])).toBe(startOfDay(date, zone));
  });

  test('the covering coach sees the patients in the meantime, and no one else; without a name every coach does', async () => {
    const [host, cover, third] = [await member('coach'), await member('coach'), await member('coach')];
    const patient = await deployment.patient();
    await assign(patient, host);
    const open = async (who: Member) => (await ask(`team-patient?id=${patient.id}`, who)).status;
    const today = localDate(Date.now(), LONDON);
    const named = await away(host, today, today, { coveredBy: cover.person });
    expect([await open(cover), await open(third)]).toEqual([200, 403]);
    const { id } = TeamAbsencesAnswer.parse(named.json);
    expect((await does(host, { action: 'remove', id })).status).toBe(200);
    expect([await open(cover), await open(third)]).toEqual([403, 403]);
    await away(host, today, today);
    expect([await open(cover), await open(third)]).toEqual([200, 200]);
  });

  test('cover ends on time: the covering coach cannot take over the patient, and a later call goes to the patient’s own coach', async () => {
    const { host, colleague: cover, patient, clinic } = await booked();
    await assign(patient, host);
    const open = async (who: Member) => (await ask(`team-patient?id=${patient.id}`, who)).status;
    const books = async (who: Member, startsAt: number) => {
      const answer = await ask('team-calls', who, {
        action: 'book',
        patientId: patient.id,
        appointmentType: clinic.slug,
        ...times(startsAt),
      });
      return (await answer.json()) as object;
    };
    const until = isoFromInstant(LATER + 60 * MINUTE);
    const named = await away(host, isoFromInstant(Date.now() - MINUTE), until, { coveredBy: cover.person });
    expect(await open(cover)).toBe(200);
    const taking = await ask('team-care', cover, { action: 'assign', id: patient.id, coach: cover.person });
    expect(taking.status).toBe(403);
    expect(await books(cover, LATER + 30 * DAY)).toMatchObject({ host: { id: host.person } });
    expect(await books(cover, LATER)).toMatchObject({ host: { id: cover.person } });
    await sql(`update public.appointments set status = 'cancelled' where host_id = $1`, [cover.person]);
    expect((await does(host, { action: 'remove', id: TeamAbsencesAnswer.parse(named.json).id })).status).toBe(
      200,
    );
    expect([await open(cover), await open(host)]).toEqual([403, 200]);
  });

  test('a covering coach who is away is covered too, and if all are away every coach sees the patients', async () => {
    const [first, second, third, other] = [
      await member('coach'),
      await member('coach'),
      await member('coach'),
      await member('coach'),
    ];
    const patients = [await deployment.patient(), await deployment.patient()] as const;
    await assign(patients[0], first);
    await assign(patients[1], second);
    const open = async (who: Member) => {
      const [one, two] = patients.map(async ({ id }) => (await ask(`team-patient?id=${id}`, who)).status);
      return [await one, await two];
    };
    const today = localDate(Date.now(), LONDON);
    await away(first, today, today, { coveredBy: second.person });
    expect([await open(second), await open(third)]).toEqual([
      [200, 200],
      [403, 403],
    ]);
    await away(second, today, today, { coveredBy: third.person });
    expect([await open(second), await open(third), await open(other)]).toEqual([
      [403, 200],
      [200, 200],
      [403, 403],
    ]);
    await away(third, today, today, { coveredBy: first.person });
    expect(await open(other)).toEqual([200, 200]);
  });

  test.each([
    ['has a day off', `insert into public.days_off (host_id, day) values ($1, $2)`],
    [
      'has another role',
      `update public.care_team set role = 'administrator' where id = $1 and $2::date is not null`,
    ],
    [
      'has left',
      `update public.care_team set deactivated_at = now(), active = false where id = $1 and $2::date is not null`,
    ],
  ])('a covering coach who %s covers no one', async (_what, change) => {
    const [host, cover, other] = [await member('coach'), await member('coach'), await member('coach')];
    const patient = await deployment.patient();
    await assign(patient, host);
    const open = async (who: Member) => (await ask(`team-patient?id=${patient.id}`, who)).status;
    const today = localDate(Date.now(), LONDON);
    await away(host, today, today, { coveredBy: cover.person });
    expect(await open(other)).toBe(403);
    await sql(change, [cover.person, today]);
    expect(await open(other)).toBe(200);
  });

  test('people enter their own, and an administrator anyone’s', async () => {
    const { host, colleague } = await booked();
    const administrator = await member('administrator');
    const body = { action: 'add', person: host.person, from: day(START), until: day(START) };
    expect(await does(colleague, body)).toMatchObject(NOT_ALLOWED);
    const answer = await does(administrator, body);
    expect(answer).toMatchObject({ status: 200, json: { calls: [{ kind: 'Call', outcome: null }] } });
    const { id } = TeamAbsencesAnswer.parse(answer.json);
    expect(await does(colleague, { action: 'remove', id })).toMatchObject(NOT_ALLOWED);
    expect(await does(administrator, { action: 'remove', id: crypto.randomUUID() })).toMatchObject(
      NOT_ALLOWED,
    );
    expect(await does(administrator, { ...body, person: administrator.person })).toMatchObject(NOT_ALLOWED);
    const [line] = await sql(
      `select actor_id from public.audit_log where subject_id = $1 and kind = 'team_absences'`,
      [host.person],
    );
    expect(line).toEqual({ actor_id: administrator.person });
  });

  test('an end before the start, and an unknown covering coach, are refused', async () => {
    const host = await member('coach');
    const [from, until] = [day(LATER), day(START)];
    expect((await away(host, from, until)).status).toBe(400);
    expect((await away(host, until, from, { coveredBy: host.person })).status).toBe(409);
    expect((await away(host, until, from, { coveredBy: crypto.randomUUID() })).status).toBe(409);
    expect((await away(host, 'tomorrow', from)).status).toBe(400);
  });
});
