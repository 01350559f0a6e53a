import { expect } from 'vitest';
import { TeamCalendarAnswer } from '../../../domain/contracts/team/team-calendar.ts';
import { localDate } from '../../../domain/time/local.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { worklistScene } from './testing/worklist.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { aBookedCall, START } from './testing/team-calls.ts';

const day = localDate(START, 'Europe/London');
const NOT_ALLOWED = { status: 403, json: { code: 'not_allowed' } };

inBothDeployments('team-calendar', (deployment) => {
  const { sql } = worklistScene(deployment.server);
  const member = (role: 'coach' | 'clinician' | 'administrator') => newMember(deployment.server(), role);
  const asks = ({ token }: Member, query: Record<string, string> = {}) => deployment.call({ token, query });
  const week = async (who: Member, query: Record<string, string> = {}) =>
    TeamCalendarAnswer.parse((await asks(who, query)).json);
  const booked = async () => {
    const patient = await deployment.patient();
    return { patient, ...(await aBookedCall(deployment.server(), patient)) };
  };

  test('a coach sees their own calls and hours, and a line says whose', async () => {
    const { host, patient, id } = await booked();
    const shown = await week(host, { from: day, until: day });
    expect(shown).toMatchObject({
      person: { id: host.person, timeZone: 'Europe/London', hasLeft: false },
      calls: [
        {
          id,
          version: 0,
          kind: 'Initial Consultation',
          patient: { id: patient.id },
          mayChange: true,
          mayTell: false,
        },
      ],
      unsettled: [],
      absences: [],
    });
    expect(shown.hours).toHaveLength(7);
    expect(shown.hours[0]).toEqual({ weekday: 1, from: '08:00', until: '18:00' });
    const lines = await sql(
      `select kind from public.audit_log where actor_id = $1 and subject_id = $2 and action = 'read'`,
      [host.person, patient.id],
    );
    expect(lines).toEqual([{ kind: 'appointments' }]);
    expect((await week(host)).person).toMatchObject({ id: host.person });
  });

  test('another day has other calls', async () => {
    const { host } = await booked();
    const next = localDate(START + 24 * 3_600_000, 'Europe/London');
    expect((await week(host, { from: next, until: next })).calls).toEqual([]);
  });

  test('invalid days are refused, after the person is checked', async () => {
    const query = { from: 'today', until: 'tomorrow' };
    const { anonKey } = deployment.server().keys;
    expect(await deployment.call({ token: anonKey, query })).toMatchObject({ status: 401 });
    const patient = await deployment.patient();
    expect(await deployment.call({ token: patient.token, query })).toMatchObject({ status: 403 });
    const coach = await member('coach');
    expect(await asks(coach, query)).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
    expect(await asks(coach, { page: '2' })).toMatchObject({
      status: 400,
      json: { message: 'page: This field is unknown.' },
    });
  });

  test('coaches and clinicians open only their own calendar', async () => {
    const { host, colleague } = await booked();
    const query = { person: host.person, from: day, until: day };
    expect(await asks(colleague, query)).toMatchObject(NOT_ALLOWED);
    expect(await asks(await member('clinician'), query)).toMatchObject(NOT_ALLOWED);
    expect((await asks(host, query)).status).toBe(200);
    expect(
      await asks(await member('administrator'), { ...query, person: crypto.randomUUID() }),
    ).toMatchObject(NOT_ALLOWED);
  });

  test('an administrator sees anyone’s, without what calls are about', async () => {
    const { host, patient, id } = await booked();
    const administrator = await member('administrator');
    const shown = await week(administrator, { person: host.person, from: day, until: day });
    expect(shown.calls).toMatchObject([{ id, kind: 'Call', outcome: null, mayTell: false }]);
    // Its length is scheduling, not health.
    expect(Date.parse(shown.calls[0]!.endsAt)).toBeGreaterThan(START);
    expect(JSON.stringify({ ...shown, kinds: [] })).not.toContain('Consultation');
    const lines = await sql(
      `select kind from public.audit_log where actor_id = $1 and subject_id = $2 and action = 'read'`,
      [administrator.person, patient.id],
    );
    expect(lines).toEqual([{ kind: 'call_times' }]);
    expect((await week(administrator)).person).not.toBeNull();
  });

  test('an administrator books by the call types’ neutral names', async () => {
    const { host, clinic } = await booked();
    await sql(
      `update public.appointment_types set name = 'After a loss', neutral_name = 'Care call' where id = $1`,
      [clinic.typeId],
    );
    const kindFor = async (who: Member) =>
      (await week(who)).kinds.find(({ slug }) => slug === clinic.slug)?.name;
    expect(await kindFor(host)).toBe('After a loss');
    const administrator = await member('administrator');
    expect(await kindFor(administrator)).toBe('Care call');
    expect(JSON.stringify(await week(administrator))).not.toContain('After a loss');
  });

  test('next to their own day a coach sees when a colleague is taken, but not by whom', async () => {
    const { host, patient, colleague } = await booked();
    const query = { from: day, until: day, with: host.person };
    const [other, ...rest] = (await week(colleague, query)).others;
    expect(rest).toEqual([]);
    expect(other).toMatchObject({ person: { id: host.person, hasLeft: false }, calls: [], absences: [] });
    expect(other!.taken.map(({ from }) => Date.parse(from))).toEqual([START]);
    expect(other!.hours).toHaveLength(7);
    expect(JSON.stringify(other)).not.toContain(patient.id);
    const lines = await sql('select from public.audit_log where actor_id = $1 and subject_id = $2', [
      colleague.person,
      patient.id,
    ]);
    expect(lines).toEqual([]);
    expect((await week(colleague, { from: day, until: day })).others).toEqual([]);
  });

  test('an administrator sees several people’s calls side by side, each in the access log', async () => {
    const { host, colleague, patient, id } = await booked();
    const administrator = await member('administrator');
    const query = { person: colleague.person, from: day, until: day, with: host.person };
    const { others } = await week(administrator, query);
    expect(others).toMatchObject([{ calls: [{ id, kind: 'Call', patient: { id: patient.id } }], taken: [] }]);
    const lines = await sql(
      `select kind from public.audit_log where actor_id = $1 and subject_id = $2 and action = 'read'`,
      [administrator.person, patient.id],
    );
    expect(lines).toEqual([{ kind: 'call_times' }]);
  });

  test('a coach can compare only colleagues who take calls, and only as many as fit', async () => {
    const coach = await member('coach');
    const administrator = await member('administrator');
    expect(await asks(coach, { with: administrator.person })).toMatchObject(NOT_ALLOWED);
    expect(await asks(coach, { with: crypto.randomUUID() })).toMatchObject(NOT_ALLOWED);
    expect((await asks(coach, { with: 'everyone' })).status).toBe(400);
    const eight = Array.from({ length: 8 }, () => crypto.randomUUID()).join(',');
    expect((await asks(coach, { with: eight })).status).toBe(400);
  });

  test('calls of someone who left stay on the administrators’ list', async () => {
    const { host, id } = await booked();
    await sql('select public.team_deactivate(null, $1)', [host.person]);
    const administrator = await member('administrator');
    const shown = await week(administrator, { person: host.person });
    expect(shown).toMatchObject({ person: { hasLeft: true }, unsettled: [{ id, unsettled: true }] });
    expect(shown.people).toContainEqual(expect.objectContaining({ id: host.person, hasLeft: true }));
  });

  test('a patient who withdrew consent is not shown', async () => {
    const { host, patient } = await booked();
    await sql('update public.customers set data_usage_consent = false where user_id = $1', [patient.id]);
    expect((await week(host, { from: day, until: day })).calls).toEqual([]);
  });

  test('an invalid range of days is refused', async () => {
    const coach = await member('coach');
    for (const query of [
      { from: 'monday' },
      { until: day },
      { from: '2027-01-02', until: '2027-01-01' },
      { from: '2027-01-01', until: '2027-12-31' },
    ] as Record<string, string>[])
      expect((await asks(coach, query)).status).toBe(400);
  });
});
