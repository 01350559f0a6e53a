import { expect } from 'vitest';
import { TeamAccessLogAnswer, type AccessLine } from '../../../domain/contracts/team/team-access-log.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const NOT_ALLOWED = { status: 403, json: { code: 'not_allowed' } };

inBothDeployments('team-access-log', (deployment) => {
  const sql = (text: string, values: unknown[] = []) => deployment.server().database.query(text, values);
  const member = (role: 'administrator' | 'clinician' | 'coach') => newMember(deployment.server(), role);
  const read = async ({ token }: Member, query: Record<string, string> = {}) =>
    TeamAccessLogAnswer.parse((await deployment.call({ token, query })).json);
  /** Reads like one of the team's functions, with a reason if needed. */
  const opens = (
    { person }: Member,
    { id }: Patient,
    line: { kind?: string; why?: string; at?: string } = {},
  ) =>
    sql(
      `insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role, reason_category, at)
       select id, 'service_role', 'read', $3, $2, name, role, $4, coalesce($5::timestamptz, now())
       from public.care_team where id = $1`,
      [person, id, line.kind ?? 'test_results', line.why ?? null, line.at ?? null],
    );
  const kinds = (lines: AccessLine[]) => lines.map(({ kind }) => kind);
  const withoutLooks = (lines: AccessLine[]) => kinds(lines).filter((kind) => kind !== 'access_log');

  test('an administrator reads who opened whose record, when and why, and not which part of it', async () => {
    const [admin, coach, patient] = [
      await member('administrator'),
      await member('coach'),
      await deployment.patient(),
    ];
    await opens(coach, patient, { kind: 'medical_notes', why: 'cover' });
    const { lines, next } = await read(admin, { patient: patient.id });
    expect(next).toBeNull();
    expect(lines).toMatchObject([
      {
        action: 'read',
        kind: 'care_record',
        why: 'cover',
        person: { id: coach.person, name: 'The coach', role: 'coach' },
        patient: { id: patient.id },
        member: null,
      },
    ]);
  });

  test('a person who was invited and has not signed in yet is listed by name', async () => {
    const admin = await member('administrator');
    const email = `${crypto.randomUUID()}@example.com`;
    await sql(`insert into public.invitations (email, first_name, last_name) values ($1, 'Gwen', 'Park')`, [
      email,
    ]);
    const { rows } = await sql('select id from private.patient_directory where email = $1', [email]);
    const id = String(rows[0]!['id']);
    await sql(
      `insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role)
       values ($1, 'service_role', 'read', 'identity', $2, 'The administrator', 'administrator')`,
      [admin.person, id],
    );
    const { lines } = await read(admin, { patient: id });
    expect(lines).toMatchObject([{ kind: 'identity', patient: { id, name: 'Gwen Park' } }]);
  });

  test('acts before someone’s first sign-in are theirs afterward, too', async () => {
    const admin = await member('administrator');
    const email = `${crypto.randomUUID()}@example.com`;
    await sql(`insert into public.invitations (email, first_name, last_name) values ($1, 'Gwen', 'Park')`, [
      email,
    ]);
    await sql(
      `insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role)
       select $1, 'service_role', 'insert', 'invitation', id, 'The administrator', 'administrator'
       from private.patient_directory where email = $2`,
      [admin.person, email],
    );
    const { rows } = await sql(
      `insert into auth.users (id, email) values (gen_random_uuid(), $1) returning id`,
      [email],
    );
    const id = String(rows[0]!['id']);
    await sql(
      'insert into public.customers (user_id, customer_email) values ($1, $2) on conflict do nothing',
      [id, email],
    );
    for (const asked of [{ patient: id }, { person: admin.person }]) {
      const invited = (await read(admin, asked)).lines.filter(({ kind }) => kind === 'invitation');
      expect(invited).toMatchObject([{ patient: { id } }]);
    }
  });

  test('what patients do themselves is not shown', async () => {
    const [admin, patient] = [await member('administrator'), await deployment.patient()];
    await sql(
      `insert into public.audit_log (actor_id, actor_role, action, kind, subject_id) values ($1, 'authenticated', 'insert', 'periods', $1)`,
      [patient.id],
    );
    expect((await read(admin, { patient: patient.id })).lines).toEqual([]);
  });

  test('it can be filtered by person, by a patient’s name, and by the reader’s local day', async () => {
    const [admin, coach, clinician] = [
      await member('administrator'),
      await member('coach'),
      await member('clinician'),
    ];
    const [ada, bea] = [await deployment.patient(), await deployment.patient()];
    const family = `Fam${crypto.randomUUID().slice(0, 8)}`;
    await sql(
      `update public.customers set customer_first_name = 'Zoë', customer_last_name = $2 where user_id = $1`,
      [ada.id, family],
    );
    await sql(`update public.care_team set time_zone = 'America/New_York' where id = $1`, [admin.person]);
    await opens(coach, ada, { kind: 'record_openings', at: '2026-03-08T04:30:00Z' });
    await opens(coach, bea, { kind: 'kit_requests', at: '2026-03-08T05:30:00Z' });
    await opens(clinician, ada, { kind: 'summary', at: '2026-03-09T03:30:00Z' });
    expect(kinds((await read(admin, { person: coach.person })).lines)).toEqual(
      expect.arrayContaining(['kit_requests', 'record_openings']),
    );
    expect(withoutLooks((await read(admin, { search: `zoe ${family}` })).lines)).toEqual([
      'summary',
      'record_openings',
    ]);
    // November 8 has 23 hours there: it starts at 5:00 and ends at 4:00 UTC.
    const ofDay = async (day: string) =>
      (await read(admin, { day })).lines.filter(({ patient }) =>
        [ada.id, bea.id].includes(patient?.id ?? ''),
      );
    expect(kinds(await ofDay('2026-03-07'))).toEqual(['record_openings']);
    expect(kinds(await ofDay('2026-03-08'))).toEqual(['summary', 'kit_requests']);
    const ofRange = async (range: object) =>
      kinds((await read(admin, { person: coach.person, ...range })).lines).filter(
        (kind) => kind !== 'access_log',
      );
    expect(await ofRange({ from: '2026-03-07', until: '2026-03-08' })).toEqual([
      'kit_requests',
      'record_openings',
    ]);
    expect(await ofRange({ from: '2026-03-08', until: '2026-03-09' })).toEqual(['kit_requests']);
    expect(await ofRange({ until: '2026-03-07' })).toEqual(['record_openings']);
    expect((await read(admin, { search: `${family} nobody` })).lines).toEqual([]);
  });

  test('a long log comes in pages, each line once', async () => {
    const [admin, coach, patient] = [
      await member('administrator'),
      await member('coach'),
      await deployment.patient(),
    ];
    await sql(
      `insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role)
       select $1, 'service_role', 'read', 'summary', $2, 'The coach', 'coach' from generate_series(1, 230)`,
      [coach.person, patient.id],
    );
    const seen: string[] = [];
    let before: string | null | undefined;
    do {
      const page = await read(admin, { person: coach.person, ...(before && { before }) });
      seen.push(...page.lines.filter(({ patient: of }) => of?.id === patient.id).map(({ id }) => id));
      before = page.next;
    } while (before);
    expect(seen).toHaveLength(230);
    expect(new Set(seen).size).toBe(230);
  });

  test('a visit to a record is one line, whatever was read and written in it; the next visit is another', async () => {
    const [admin, coach, patient] = [
      await member('administrator'),
      await member('coach'),
      await deployment.patient(),
    ];
    for (const [kind, at] of [
      ['test_results', '2026-03-02T10:00:00Z'],
      ['outcome_events', '2026-03-02T10:00:00Z'],
      ['periods', '2026-03-02T10:14:00Z'],
      ['symptom_reports', '2026-03-02T10:28:00Z'],
      ['safety_checks', '2026-03-02T11:00:00Z'],
      // The names on Today depend on health data.
      ['attention', '2026-03-02T12:00:00Z'],
    ] as const)
      await opens(coach, patient, { kind, at });
    const { lines } = await read(admin, { patient: patient.id });
    expect(lines.map(({ kind, at }) => `${kind} ${at.slice(11, 16)}`)).toEqual([
      'care_record 11:00',
      'care_record 10:00',
    ]);
  });

  test('each person whose lines were shown is logged once, and it does not crowd the log', async () => {
    const [admin, coach, patient] = [
      await member('administrator'),
      await member('coach'),
      await deployment.patient(),
    ];
    await opens(coach, patient);
    await read(admin, { patient: patient.id });
    await read(admin, { patient: patient.id });
    const looks = (await read(admin, { patient: patient.id })).lines.filter(
      ({ kind }) => kind === 'access_log',
    );
    expect(looks).toMatchObject([{ person: { id: admin.person, role: 'administrator' } }]);
    expect(kinds((await read(admin)).lines)).not.toContain('access_log');
    expect(kinds((await read(admin, { person: admin.person })).lines)).toContain('access_log');
  });

  test('changes to the team are in it, and sign-in events', async () => {
    const [admin, coach] = [await member('administrator'), await member('coach')];
    await sql('select public.team_deactivate(null, $1)', [coach.person]);
    await deployment.call({ token: (await member('clinician')).token });
    const { lines } = await read(admin);
    expect(lines).toContainEqual(
      expect.objectContaining({ action: 'delete', kind: 'team_member', member: 'The coach', patient: null }),
    );
    expect(lines.some(({ kind }) => kind.startsWith('refused_'))).toBe(true);
  });

  test('no one else reads it', async () => {
    for (const role of ['coach', 'clinician'] as const)
      expect(await deployment.call({ token: (await member(role)).token })).toMatchObject(NOT_ALLOWED);
    expect(await deployment.call({ token: (await deployment.patient()).token })).toMatchObject(NOT_ALLOWED);
  });

  test.each([
    { person: 'me' },
    { patient: '1' },
    { day: 'today' },
    { from: '2026-02-30' },
    { until: 'tomorrow' },
    { before: '-1' },
    { before: '12' },
    { search: 'a'.repeat(201) },
  ])('invalid input is refused with a sentence: %j', async (query) => {
    const { token } = await member('administrator');
    expect(await deployment.call({ token, query })).toMatchObject({
      status: 400,
      json: { code: 'invalid_input' },
    });
  });

  const set = async ({ token }: Member, name: string, before: string | null, value: string | null) => {
    const url = `${deployment.server().url}/functions/v1/team-clinic`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ changes: [{ name, before, value }] }),
    });
    expect(response.status, await response.text()).toBe(200);
  };
  const changesBy = async (admin: Member) =>
    (await read(admin, { person: admin.person })).lines
      .filter(({ action, kind }) => action === 'update' && kind.startsWith('team_'))
      .map(({ change }) => change);

  test('a changed setting can be undone from the log until it changes again, and the undoing too', async () => {
    const admin = await member('administrator');
    await set(admin, 'clinicName', null, 'Northside Fertility');
    expect(await changesBy(admin)).toEqual([
      { name: 'clinicName', before: null, value: 'Northside Fertility' },
    ]);
    await set(admin, 'clinicName', 'Northside Fertility', 'Southside Fertility');
    expect(await changesBy(admin)).toEqual([
      { name: 'clinicName', before: 'Northside Fertility', value: 'Southside Fertility' },
      null,
    ]);
    await set(admin, 'clinicName', 'Southside Fertility', 'Northside Fertility');
    expect(await changesBy(admin)).toEqual([
      { name: 'clinicName', before: 'Southside Fertility', value: 'Northside Fertility' },
      null,
      null,
    ]);
  });

  test('after a day a change can no longer be undone, and what it was is forgotten with the next one', async () => {
    const admin = await member('administrator');
    await set(admin, 'coachBio', null, 'A nurse for ten years.');
    await sql(`update private.clinic_setting_changes set at = at - interval '25 hours'`);
    expect(await changesBy(admin)).toEqual([null]);
    await set(admin, 'careHours', null, '09:00-17:00');
    const { rows } = await sql('select name from private.clinic_setting_changes');
    expect(rows).toEqual([{ name: 'careHours' }]);
  });
});
