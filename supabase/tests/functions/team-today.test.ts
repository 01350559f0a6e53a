import { expect } from 'vitest';
import { LINKED_APPOINTMENT_TYPES } from '../../../domain/booking/linked-appointment-types.ts';
import { TeamTodayAnswer } from '../../../domain/contracts/team/team-today.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { aClinic } from './testing/clinic.ts';
import { worklistScene } from './testing/worklist.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

inBothDeployments('team-today', (deployment) => {
  const { sql, feels, tests, assign } = worklistScene(deployment.server);
  const member = (role: 'coach' | 'clinician' | 'administrator') => newMember(deployment.server(), role);
  const today = async ({ token }: Member) => {
    const { status, json } = await deployment.call({ token });
    expect(status, JSON.stringify(json)).toBe(200);
    return TeamTodayAnswer.parse(json);
  };
  const titlesFor = async (who: Member, { id }: { id: string }) =>
    (await today(who)).items.filter(({ patient }) => patient?.id === id).map(({ title }) => title);

  test('a coach sees items of their own and unassigned patients, a clinician theirs', async () => {
    const [marisol, sam, clinician, admin] = [
      await member('coach'),
      await member('coach'),
      await member('clinician'),
      await member('administrator'),
    ];
    const [own, nobodys] = [await deployment.patient(), await deployment.patient()];
    await assign(own, marisol);
    for (const patient of [own, nobodys]) {
      await feels(patient);
      await feels(patient, 'strong');
    }
    const both = ['Urgent symptoms', 'Symptoms reported'];
    expect(await titlesFor(marisol, own)).toEqual(both);
    expect(await titlesFor(sam, own)).toEqual([]);
    expect(await titlesFor(sam, nobodys)).toEqual(both);
    // A clinician also sees the coaches' work.
    expect(await titlesFor(clinician, own)).toEqual(both);
    expect(await titlesFor(admin, own)).toEqual([]);
    expect(
      await sql(
        `select actor_name, kind from public.audit_log where subject_id = $1 and action = 'read' order by id`,
        [own.id],
      ),
    ).toEqual([
      { actor_name: 'The coach', kind: 'attention' },
      { actor_name: 'The clinician', kind: 'attention' },
    ]);
  });

  test('an administrator sees what is missing for a first call, until it exists', async () => {
    const [admin, coach] = [await member('administrator'), await member('coach')];
    const missing = async (who: Member) => (await today(who)).missing;
    const kinds = [...LINKED_APPOINTMENT_TYPES];
    expect(await missing(admin)).toMatchObject({ kinds: kinds.length, hosts: 0, hours: 0 });
    expect(await missing(coach)).toBeUndefined();

    await sql(
      `insert into public.appointment_types (slug, name, description, duration_minutes, interaction_type)
       select slug, 'Call ' || slug, 'A call', 30, 'video_call' from unnest($1::text[]) as slug`,
      [kinds],
    );
    expect(await missing(admin)).toMatchObject({ kinds: 0, hosts: kinds.length, hours: 0 });
    await sql(
      `insert into public.appointment_type_hosts (appointment_type_id, host_id)
       select id, $2 from public.appointment_types where slug = any ($1)`,
      [kinds, coach.person],
    );
    expect(await missing(admin)).toMatchObject({ kinds: 0, hosts: 0, hours: kinds.length });
    await sql(
      `insert into public.availability (host_id, weekday, starts_at, ends_at) values ($1, 1, '09:00', '17:00')`,
      [coach.person],
    );
    await deployment.patient();
    expect(await missing(admin)).toEqual({ kinds: 0, hosts: 0, hours: 0, patients: false, timeZone: true });
    await sql(
      `insert into public.clinic_settings (name, value) values ('clinicTimeZone', 'America/Chicago')`,
    );
    expect(await missing(admin)).toBeUndefined();
    await sql('delete from public.clinic_settings');
  });

  test('nothing is shown about a patient without consent, or with an ended invitation', async () => {
    const [clinician, newcomer, gone] = [
      await member('clinician'),
      await deployment.patient({ consent: false }),
      await deployment.patient(),
    ];
    for (const patient of [newcomer, gone]) await feels(patient, 'strong');
    expect(await titlesFor(clinician, gone)).toEqual(['Urgent symptoms']);
    await sql(
      `update public.invitations set revoked_at = now()
       where email = (select customer_email from public.customers where user_id = $1)`,
      [gone.id],
    );
    for (const patient of [newcomer, gone]) expect(await titlesFor(clinician, patient)).toEqual([]);
  });

  test('no one is reported as quiet because of a previous applicator user’s period', async () => {
    const [clinician, coach, patient] = [
      await member('clinician'),
      await member('coach'),
      await deployment.patient(),
    ];
    await sql(
      `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number)
       select $1, phase_id, stage_number, cycle_number from private.journey_steps where stage_number < 3`,
      [patient.id],
    );
    await sql(
      `insert into public.periods (user_id, day, kind, created_at)
       values ($1, current_date - 15, 'period', now() - interval '15 days')`,
      [patient.id],
    );
    expect(await titlesFor(coach, patient)).toEqual(['No tests logged']);
    await sql(
      `insert into public.applicator_agreements (user_id, person, name, agreed, words_version)
       values ($1, 'surrogate', 'Robin Vale', true, '1')`,
      [patient.id],
    );
    expect(await titlesFor(coach, patient)).toEqual([]);
    expect(await titlesFor(clinician, patient)).toEqual([]);
  });

  test.each([
    [
      'a pregnancy test',
      'test_results',
      'result_type, result, cycle_number, taken_at',
      `'PREGNANCY', 'negative', 1, now()`,
    ],
    ['a period', 'periods', 'day, kind', `current_date, 'period'`],
    ['a completed phase', 'completed_phases', 'phase_id, stage_number, cycle_number', `'ovulation', 3, 1`],
    ['a pause of the treatment', 'outcome_events', 'kind, day, cycle', `'pause', current_date, 1`],
  ])('‘No applicator report’ ends with %s', async (_what, table, columns, values) => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    await sql(
      `insert into public.test_results (user_id, result_type, result, taken_at, created_at)
       values ($1, 'ovulation', 'Peak (Positive LH Surge)', now() - interval '3 days', now() - interval '3 days')`,
      [patient.id],
    );
    expect(await titlesFor(coach, patient)).toEqual(['No applicator report']);
    await sql(`insert into public.${table} (user_id, ${columns}) values ($1, ${values})`, [patient.id]);
    expect(await titlesFor(coach, patient)).not.toContain('No applicator report');
  });

  test('a negative after a positive is a possible loss, until it is undone', async () => {
    const [clinician, patient] = [await member('clinician'), await deployment.patient()];
    await tests(patient, 'positive', -1);
    expect(await titlesFor(clinician, patient)).toEqual(['Positive test']);
    await tests(patient, 'negative');
    const item = (await today(clinician)).items.find((found) => found.patient?.id === patient.id)!;
    expect(item).toMatchObject({ title: 'Possible loss', urgent: true, owner: 'clinician', takenBy: null });
    await sql(`delete from public.test_results where user_id = $1 and result = 'negative'`, [patient.id]);
    // A clinician also sees what belongs to the coaches again.
    expect(await titlesFor(clinician, patient)).toEqual(['Positive test']);
  });

  test('an administrator has what is to be sent, was not delivered or is being deleted, without a word about health', async () => {
    const [admin, clinician, patient] = [
      await member('administrator'),
      await member('clinician'),
      await deployment.patient(),
    ];
    await feels(patient, 'strong');
    await sql('insert into public.kit_requests (user_id, person_id, person_name) values ($1, $2, $3)', [
      patient.id,
      clinician.person,
      'The clinician',
    ]);
    await sql(
      `insert into public.outbox (key, channel, recipient, body_text, purpose, user_id, parked_at)
       values (gen_random_uuid(), 'email', 'a@example.com', 'Secret', 'security', $1, now())`,
      [patient.id],
    );
    await sql(
      `insert into public.account_deletions (user_id, delete_after) values ($1, now() + interval '7 days')`,
      [patient.id],
    );
    await sql(
      `insert into public.invitations (email, first_name, last_name, invited_at)
       values (gen_random_uuid() || '@example.com', 'Unused', 'Person', now() - interval '8 days')`,
    );
    expect((await titlesFor(admin, patient)).toSorted()).toEqual([
      'Account deletion',
      'Email not delivered',
      'Kit to send',
    ]);
    const answer = JSON.stringify(await today(admin));
    expect(answer).toContain('Unused Person was invited a week ago');
    for (const word of ['symptom', 'Symptom', 'Secret']) expect(answer).not.toContain(word);
    expect(await titlesFor(clinician, patient)).toEqual(['Urgent symptoms']);
    await sql(`update public.customers set tracking_url = 'https://post.example/1' where user_id = $1`, [
      patient.id,
    ]);
    expect(await titlesFor(admin, patient)).not.toContain('Kit to send');
  });

  test('the sixth record a coach opens with a reason in a day goes to the administrators', async () => {
    const [admin, sam] = [await member('administrator'), await member('coach')];
    for (let opened = 0; opened < 6; opened += 1) {
      const patient = await deployment.patient();
      await sql(
        `insert into public.record_openings (user_id, person_id, category, words) values ($1, $2, 'cover', 'Because')`,
        [patient.id, sam.person],
      );
      const items = (await today(admin)).items.filter(({ key }) => key.includes(sam.person));
      expect(items.map(({ title }) => title)).toEqual(opened < 5 ? [] : ['Many records opened']);
    }
  });

  test('the day’s calls are with their host, who alone may join and record the outcome', async () => {
    const [host, other, admin, patient] = [
      await member('coach'),
      await member('coach'),
      await member('administrator'),
      await deployment.patient(),
    ];
    const { typeId } = await aClinic(deployment.server().database);
    const midnight = `date_trunc('day', now() at time zone 'Europe/London') at time zone 'Europe/London'`;
    await sql(
      `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
       select $1, $2, $3, at, greatest(now(), at) + interval '1 hour', greatest(now(), at) + interval '1 hour'
       from (select greatest(${midnight}, now() - interval '5 minutes') as at) as begun`,
      [patient.id, host.person, typeId],
    );
    const [own] = (await today(host)).calls;
    expect(own).toMatchObject({ patient: { id: patient.id }, outcome: null, mayTell: true });
    expect(own!.joinUrl === null).toBe(deployment.kind === 'supabase');
    expect((await today(other)).calls).toEqual([]);
    const seen = (await today(admin)).calls.find((call) => call.patient.id === patient.id);
    expect(seen).toMatchObject({ kind: 'Call', joinUrl: null, mayTell: false });
  });

  test('a call of the coming week whose host is away is the coach’s and the office’s, until it is settled', async () => {
    const [host, cover, coach, other, admin, patient] = [
      await member('clinician'),
      await member('clinician'),
      await member('coach'),
      await member('coach'),
      await member('administrator'),
      await deployment.patient(),
    ];
    await assign(patient, coach);
    const { typeId } = await aClinic(deployment.server().database);
    await sql(
      `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
       select $1, $2, $3, at, at + interval '30 minutes', at + interval '30 minutes'
       from unnest(array[now() + interval '6 days', now() + interval '9 days']) as at`,
      [patient.id, host.person, typeId],
    );
    const away = async (who: Member) =>
      (await today(who)).items.filter(
        (item) => item.rule === 'host-is-away' && item.patient?.id === patient.id,
      );
    for (const who of [coach, admin, host]) expect(await away(who)).toEqual([]);
    await sql(
      `insert into public.absences (host_id, starts_at, ends_at) values ($1, now(), now() + interval '20 days')`,
      [host.person],
    );
    for (const who of [coach, admin, cover])
      expect(await away(who)).toMatchObject([{ title: 'Host is away', urgent: false }]);
    expect(await away(coach)).toMatchObject([{ owner: 'coach', mayEnd: true }]);
    expect(await away(admin)).toMatchObject([{ owner: 'administrator', mayEnd: true }]);
    expect(await away(other)).toEqual([]);
    await sql(
      `update public.appointments set host_id = $2 where user_id = $1 and starts_at < now() + interval '7 days'`,
      [patient.id, cover.person],
    );
    for (const who of [coach, admin, cover]) expect(await away(who)).toEqual([]);
  });

  test('after a completed consultation the coach is asked for the kit and for a coach, until both are there', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    await sql(
      `with kind as (
         insert into public.appointment_types (slug, name, description, duration_minutes, interaction_type)
         values ('initial-consultation', 'Consultation', 'A call', 30, 'video_call')
         on conflict (slug) do update set slug = excluded.slug returning id)
       insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
       select $1, $2, id, at, at + interval '30 minutes', at + interval '30 minutes'
       from kind, (select now() - interval '1 hour' as at) as begun`,
      [patient.id, coach.person],
    );
    const asked = async () => (await titlesFor(coach, patient)).filter((title) => title.startsWith('No '));
    expect(await asked()).toEqual([]);
    await sql(
      `update public.appointments set outcome = 'took-place', outcome_at = now() where user_id = $1`,
      [patient.id],
    );
    expect(await asked()).toEqual(['No kit requested', 'No coach assigned']);
    await sql(
      `insert into public.kit_requests (user_id, person_id, person_name) values ($1, $2, 'The coach')`,
      [patient.id, coach.person],
    );
    expect(await asked()).toEqual(['No coach assigned']);
    await assign(patient, coach);
    expect(await asked()).toEqual([]);
  });

  test('the coach’s contact after a loss ends once a clinician has spoken with the patient, and returns if that is undone', async () => {
    const [coach, clinician, patient] = [
      await member('coach'),
      await member('clinician'),
      await deployment.patient(),
    ];
    await assign(patient, coach);
    await sql(
      `insert into public.outcome_events (user_id, kind, day, cycle, created_at)
       values ($1, 'loss', current_date, 1, now() - interval '1 hour')`,
      [patient.id],
    );
    const contact = async () =>
      (await today(coach)).items.find(
        (item) => item.patient?.id === patient.id && item.title === 'Contact after a loss',
      );
    expect(await contact()).toMatchObject({ owner: 'coach', dueAt: expect.any(String) });
    await sql(
      `insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role, direction, result)
       values ($1, 'phone', 'Called.', $2, 'The clinician', 'clinician', 'outgoing', 'spoke')`,
      [patient.id, clinician.person],
    );
    expect(await contact()).toBeUndefined();
    await sql('update public.patient_contacts set withdrawn_at = now() where user_id = $1', [patient.id]);
    expect(await contact()).toBeDefined();
  });

  test('a clinician is asked to agree to a new role, and everyone sees who is on duty', async () => {
    const [clinician, coach] = [await member('clinician'), await member('coach')];
    const admin = await member('administrator');
    await sql(`select public.team_change_role($2, $1, 'clinician')`, [coach.person, admin.person]);
    expect((await today(clinician)).proposals).toContainEqual({
      id: coach.person,
      name: 'The coach',
      role: 'clinician',
      by: 'The administrator',
      at: expect.any(String),
    });
    expect((await today(coach)).proposals).toEqual([]);
    expect((await today(coach)).onDuty).toContain('The clinician');
  });

  test('someone who is away is off duty, and on duty again afterward', async () => {
    const [coach, clinician] = [await member('coach'), await member('clinician')];
    const [name, other] = [`Noa ${crypto.randomUUID()}`, `Imani ${crypto.randomUUID()}`];
    await sql('update public.care_team set name = $2 where id = $1', [clinician.person, name]);
    await sql('update public.care_team set name = $2 where id = $1', [coach.person, other]);
    const away = (from: string, until: string) =>
      sql(
        `insert into public.absences (host_id, starts_at, ends_at)
         values ($1, now() + $2::interval, now() + $3::interval)`,
        [clinician.person, from, until],
      );
    await away('-2 hours', '-1 hour');
    await away('1 hour', '2 hours');
    expect((await today(coach)).onDuty).toEqual(expect.arrayContaining([name, other]));
    await away('-1 minute', '30 minutes');
    const { onDuty } = await today(coach);
    expect(onDuty).not.toContain(name);
    expect(onDuty).toContain(other);
  });
});
