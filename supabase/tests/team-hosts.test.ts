import { expect, test } from 'vitest';
import { withCareTeam, type TeamScene } from './team-scene.ts';

const NOT_A_HOST = { code: 'PT409', detail: 'not_a_host' };

const appointmentType = async ({ database }: TeamScene) => {
  const { rows } = await database.query<{ slug: string }>(
    `insert into public.appointment_types (slug, name, description, duration_minutes, interaction_type)
     values ('a-call', 'A call', 'We talk.', 30, 'video_call') returning slug`,
  );
  return rows[0]!.slug;
};

withCareTeam((scene) => {
  const setHosts = (by: string | null, person: string, kinds: string[]) =>
    scene.ask('public.team_set_hosts($1, $2, $3)', [by, person, kinds]);
  const hosted = (person: string) =>
    scene.count('select from public.appointment_type_hosts where host_id = $1', [person]);

  test('on screen only a coach or clinician with a second factor and an agreed role becomes a host', async () => {
    const kind = await appointmentType(scene);
    const [admin, clinician] = [await scene.join('administrator'), await scene.join('clinician')];
    await setHosts(admin.person, clinician.person, [kind]);
    expect(await hosted(clinician.person)).toBe(1);

    const other = await scene.join('administrator');
    await expect(setHosts(admin.person, other.person, [kind])).rejects.toMatchObject(NOT_A_HOST);
    await expect(setHosts(admin.person, admin.person, [kind])).rejects.toMatchObject({ code: 'PT403' });

    await scene.invite(admin.person, 'puppet@clinic.example', 'clinician');
    const { rows } = await scene.database.query<{ id: string }>(
      `select id from public.care_team where email = 'puppet@clinic.example'`,
    );
    const puppet = rows[0]!.id;
    await expect(setHosts(admin.person, puppet, [kind])).rejects.toMatchObject(NOT_A_HOST);
    // The command needs no one's agreement.
    await setHosts(null, puppet, [kind]);
    expect(await hosted(puppet)).toBe(1);
  });

  test('someone who becomes an administrator takes no calls, and an earlier setup code opens nothing', async () => {
    const kind = await appointmentType(scene);
    const [admin, coach] = [await scene.join('administrator'), await scene.join('coach')];
    await setHosts(admin.person, coach.person, [kind]);
    await scene.ask('public.team_reset_factor($1, $2, $3)', [admin.person, coach.person, 'seen']);
    const codes = () => scene.count('select from private.set_up_codes where person_id = $1', [coach.person]);
    expect(await codes()).toBe(1);
    await scene.changeRole(admin.person, coach.person, 'administrator');
    expect([await codes(), await hosted(coach.person)]).toEqual([0, 0]);
  });

  test('a link that was signed after its host became an administrator opens no channel', async () => {
    await appointmentType(scene);
    const [admin, coach] = [await scene.join('administrator'), await scene.join('coach')];
    await scene.database.query(
      `insert into public.invitations (email, first_name, last_name) values ('ada@example.com', 'Ada', 'L')`,
    );
    const patient = await scene.openSession('ada@example.com');
    const { rows } = await scene.database.query<{ id: string }>(
      `insert into public.appointments (user_id, appointment_type_id, host_id, starts_at, ends_at, busy_until)
       select $1, id, $2, now(), now() + interval '30 minutes', now() + interval '30 minutes'
       from public.appointment_types where slug = 'a-call' returning id`,
      [patient.user, coach.person],
    );
    const call = rows[0]!.id;
    const partWithLink = () =>
      scene.database.transaction(async (sql) => {
        await sql(
          `insert into private.host_entries (call_id, sequence) select id, sequence from public.appointments where id = $1
           on conflict (call_id) do update set sequence = excluded.sequence`,
          [call],
        );
        await sql(
          `select set_config('request.jwt.claims',
             json_build_object('call_id', id, 'call_sequence', sequence)::text, true)
           from public.appointments where id = $1`,
          [call],
        );
        const { rows: parts } = await sql<{ part: string | null }>(
          'select private.part_in_call(call) as part from public.appointments as call where id = $1',
          [call],
        );
        return parts[0]!.part;
      });
    expect(await partWithLink()).toBe('host');
    await scene.changeRole(admin.person, coach.person, 'administrator');
    expect(await partWithLink()).toBeNull();
  });
});
